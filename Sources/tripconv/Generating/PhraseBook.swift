/// The phrases of one language and script for generated documents.
///
/// The placeholder `{}` is a place in titles, wishes and lodgings, and a number in streets.
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

/// The languages of a generated document.
enum Vocabulary: Sendable {
  /// Many languages and scripts, a few with characters outside the Basic Multilingual Plane.
  case multilingual
  /// ASCII letters only, for measurements that are compared with other programs.
  case ascii

  var books: [PhraseBook] {
    switch self {
    case .multilingual: [.english] + PhraseBook.latin + PhraseBook.otherScripts
    case .ascii: [.english]
    }
  }
}
