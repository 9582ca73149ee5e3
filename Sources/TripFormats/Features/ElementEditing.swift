import Markup

/// A child of an element, as text.
struct ElementText {
  let name: String
  let text: String
}

/// The edits of the children of one element, whose other bytes stay.
struct ElementEditing {
  private let element: XMLElement
  private let text: [UInt8]
  /// The prefix of elements of the format with its colon; as a rule they have none.
  private let prefix: String
  /// The places of children by the schema of the format.
  private let order: [String: Int]
  private var edits: [TextEdit] = []
  private var added: [ElementText] = []

  init(_ element: XMLElement, _ text: [UInt8], prefix: String, order: [String: Int]) {
    self.element = element
    self.text = text
    self.prefix = prefix
    self.order = order
  }

  /// Adds a child in the place that the schema gives it.
  mutating func add(_ child: ElementText) { added.append(child) }

  mutating func add(_ edit: TextEdit) { edits.append(edit) }

  /// Removes a child.
  mutating func remove(_ child: XMLElement) {
    edits.append(Self.removal(of: child.range, in: text))
  }

  /// Gives the element a child with a text; nil or an empty text for none.
  mutating func set(_ name: String, _ value: String?) {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    guard let old = element.child(name) else {
      if let value { added.append(XMLSpelling.child(name, value, prefix)) }
      return
    }
    guard let value else { return remove(old) }
    edits.append(
      old.content.map { TextEdit($0, XMLSpelling.escaped(value).utf8) }
        ?? TextEdit(old.range, XMLSpelling.child(name, value, prefix).text.utf8))
  }

  /// Returns the edits; new children are indented as the first one.
  func finished() -> [TextEdit] {
    guard !added.isEmpty else { return edits }
    func place(_ name: String) -> Int { order[name] ?? .max }
    let sorted = added.enumerated().sorted {
      (place($0.element.name), $0.offset) < (place($1.element.name), $1.offset)
    }.map(\.element)
    guard let content = element.content else {
      // One tag becomes two.
      let end = element.range.upperBound
      let name = XMLSpelling.name(ofTag: text[element.startTag])
      return edits + [
        TextEdit(end - 2..<end, (">" + sorted.map(\.text).joined() + "</\(name)>").utf8)
      ]
    }
    let space = String(decoding: text[content].prefix { $0 <= 0x20 }, as: UTF8.self)
    return edits
      + sorted.map { child in
        let before = element.children.last { other in
          order[other.name.local].map { $0 <= place(child.name) } ?? false
        }
        let start = before?.range.upperBound ?? content.lowerBound
        return TextEdit(start..<start, (space + child.text).utf8)
      }
  }

  /// Returns the removal of an element with the white space in front of it.
  static func removal(of range: Range<Int>, in text: [UInt8]) -> TextEdit {
    var start = range.lowerBound
    while start > 0, text[start - 1] <= 0x20 { start -= 1 }
    return TextEdit(start..<range.upperBound, [])
  }
}

extension XMLElement {
  /// Whether this library wrote the element beside a feature.
  var isExact: Bool {
    name.namespace == ExactFeature.namespace && name.local == "object"
  }

  /// Returns the first child of a name, in the namespace of the element.
  func child(_ local: String) -> XMLElement? {
    children.first { $0.name.local == local && $0.name.namespace == name.namespace }
  }

  /// The text of a child, without white space around it; empty if there is none.
  func string(_ local: String) -> String { child(local)?.text.trimmingWhitespace ?? "" }
}
