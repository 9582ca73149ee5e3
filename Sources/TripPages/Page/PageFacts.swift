import DocumentTables
import Foundation

extension HTMLWriter {
  /// Appends a text of the document, apart from the direction of the text around it.
  mutating func documentText(_ text: String, context language: String) {
    element(
      "span", .literal("dir", "auto"), .name("lang", TextLanguage.of(text, context: language)),
      text: text)
  }

  /// Appends the title of an object, struck out and with a word if it is cancelled.
  mutating func title(
    of object: ObjectReader.Object, _ reader: ObjectReader, context language: String
  ) {
    let isCancelled = reader.isCancelled(object)
    let (title, end) = reader.titleParts(of: object)
    if isCancelled { open("s") }
    documentText(title, context: language)
    if let end {
      markup(" → ")
      documentText(end, context: language)
    }
    guard isCancelled else { return }
    close("s")
    markup(" ")
    element("strong", text: "cancelled")
  }

  /// Appends the content of a fact.
  mutating func fact(_ fact: ObjectFact, context language: String) {
    switch fact.content {
    case .moment(let moment): time(moment, text: moment.long)
    case .period(let start, let end, let period):
      let (first, last, rest) = ObjectMoment.wordParts(from: start, to: end, period)
      time(start, text: first)
      if let last {
        text(" – ")
        time(end, text: last)
      }
      if !rest.isEmpty {
        text(" ")
        element("span", .literal("class", "length"), text: String(rest.drop { $0 == " " }))
      }
    case .value(let value, let attribute):
      let urls = Self.urls(value, attribute)
      switch urls.count {
      case 0:
        if fact.name == "email", let target = LinkTarget(mail: fact.words) {
          hyperlink(target, text: fact.words)
        } else {
          documentText(fact.words, context: language)
        }
      case 1: self.url(urls[0])
      default:
        markup("<ul>")
        for url in urls {
          markup("<li>")
          self.url(url)
          markup("</li>")
        }
        markup("</ul>")
      }
    }
  }

  /// Appends words for a moment, with the moment for programs.
  mutating func time(_ moment: ObjectMoment, text: String) {
    guard let machineReadable = moment.machineReadable else { return self.text(text) }
    element("time", .name("datetime", machineReadable), text: text)
  }

  /// Appends an image as a part of the page.
  mutating func image(_ bytes: [UInt8], _ mediaType: StaticString, description: String) {
    void(
      "img", .name("alt", description), .literal("decoding", "async"),
      .name("src", "data:\(mediaType);base64," + Data(bytes).base64EncodedString()))
  }

  /// Appends a URL, as a link if it may be one, or else as text.
  ///
  /// The text of the link is the URL, so that paper has it, too.
  private mutating func url(_ url: String) {
    if let target = LinkTarget(url) {
      hyperlink(target, text: url)
    } else {
      documentText(url, context: "")
    }
  }

  private mutating func hyperlink(_ target: LinkTarget, text: String) {
    element(
      "a", .name("href", target.text), .literal("rel", "noopener noreferrer nofollow"),
      .literal("dir", "ltr"), text: text)
  }

  /// The URLs of an attribute; empty for any other value.
  private static func urls(_ value: Value, _ attribute: TableAttribute) -> [String] {
    switch attribute.type {
    case .scalar(.url): return [ValueWords.long(value, attribute)]
    case .array(.url, _):
      guard case .array(let items) = ValueWords.json(value, attribute.type) else { return [] }
      return items.compactMap(\.textValue)
    default: return []
    }
  }
}

extension ObjectFact {
  /// The maximum length of a text beside its name.
  private static let longestText = 160

  /// The name as a term, such as `Reservation number`, or `Check-in` for the moment `checkin`.
  var heading: String {
    if case .moment = content, let (period, isEnd) = ObjectPeriod.role(of: name) {
      let turn = isEnd ? period.turns.end : period.turns.start
      if !turn.isEmpty { return turn }
    }
    return ValueWords.capitalized(name)
  }

  var isPeriod: Bool { if case .period = content { true } else { false } }

  var isText: Bool {
    if case .value(.text, let attribute) = content {
      attribute.type == .scalar(.text)
    } else {
      false
    }
  }

  /// Whether the fact is a paragraph: notes, and other texts of some length.
  var isLongText: Bool {
    guard isText else { return false }
    return ["notes", "details", "description"].contains(name)
      || words.utf8.count > Self.longestText || words.contains(where: \.isNewline)
  }
}
