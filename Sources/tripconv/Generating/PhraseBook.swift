/// The words of one language and script that generated documents are made of.
///
/// `{}` in titles, wishes and lodgings stands for a place, in streets for a number.
struct PhraseBook: Sendable {
  let places: [String]
  let titles: [String]
  let wishes: [String]
  let details: [String]
  let lodgings: [String]
  let streets: [String]

  static func fill(_ phrase: String, with text: String) -> String {
    guard let open = phrase.firstIndex(of: "{"), let close = phrase.firstIndex(of: "}") else {
      return phrase
    }
    return phrase[..<open] + text + phrase[phrase.index(after: close)...]
  }
}

/// Which languages a document is generated in.
enum Vocabulary: Sendable {
  /// Many languages and scripts, a few with characters outside of the basic plane.
  case multilingual
  /// ASCII letters only, for measurements that are to be compared with other programs'.
  case ascii

  var books: [PhraseBook] {
    switch self {
    case .multilingual: [.english] + PhraseBook.latin + PhraseBook.otherScripts
    case .ascii: [.english]
    }
  }
}
