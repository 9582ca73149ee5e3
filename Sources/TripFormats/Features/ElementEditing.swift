import DocumentTables
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
  private let spelling: ElementSpelling
  /// The places of children by the schema of the format.
  private let order: [String: Int]
  private var edits: [TextEdit] = []
  private var added: [ElementText] = []

  init(
    _ element: XMLElement, _ text: [UInt8], _ spelling: ElementSpelling, order: [String: Int]
  ) {
    self.element = element
    self.text = text
    self.spelling = spelling
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
      if let value { added.append(spelling.child(name, value)) }
      return
    }
    guard let value else { return remove(old) }
    edits.append(
      old.content.map { TextEdit($0, XMLSpelling.escaped(value).utf8) }
        ?? TextEdit(old.range, spelling.child(name, value).text.utf8))
  }

  /// Gives the element what this library writes beside a feature; nil for nothing.
  mutating func setExact(_ exact: Tree?) {
    guard let old = element.exactElements(in: spelling.dataName).first else {
      return addExact(exact.map { [$0] } ?? [])
    }
    guard let exact else { return remove(old) }
    edits.append(TextEdit(old.range, XMLSpelling.exact(exact).utf8))
  }

  /// Adds what this library writes beside the element.
  mutating func addExact(_ trees: [Tree]) {
    if trees.isEmpty { return }
    guard let data = element.child(spelling.dataName) else { return add(spelling.data(trees)) }
    if let content = data.content {
      let text = trees.map(XMLSpelling.exact).joined()
      edits.append(TextEdit(content.upperBound..<content.upperBound, text.utf8))
    } else {
      edits.append(TextEdit(data.range, spelling.data(trees).text.utf8))
    }
  }

  /// Returns the edits; new children are indented as the first one.
  func finished() -> [TextEdit] {
    guard !added.isEmpty else { return edits }
    func place(_ name: String) -> Int { order[name] ?? .max }
    let sorted = added.enumerated().sorted {
      (place($0.element.name), $0.offset) < (place($1.element.name), $1.offset)
    }.map(\.element)
    guard let content = element.content else {
      return edits + [element.filling(sorted.map(\.text).joined(), text)]
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
  /// Returns the edit that gives an element of one tag a content: the tag becomes two.
  func filling(_ content: String, _ text: [UInt8]) -> TextEdit {
    let name = XMLSpelling.name(ofTag: text[startTag])
    return TextEdit(
      range.upperBound - 2..<range.upperBound, (">" + content + "</\(name)>").utf8)
  }

  /// Whether this library wrote the element beside a feature.
  var isExact: Bool {
    name.namespace == ExactFeature.namespace && name.local == "object"
  }

  /// Returns what this library wrote in the element, or in that for data of other programs.
  func exactElements(in dataName: String) -> [XMLElement] {
    (children + (child(dataName)?.children ?? [])).filter(\.isExact)
  }

  /// Returns the first child of a name, in the namespace of the element.
  func child(_ local: String) -> XMLElement? {
    children.first { $0.name.local == local && $0.name.namespace == name.namespace }
  }

  /// The text of a child, without white space around it; empty if there is none.
  func string(_ local: String) -> String { child(local)?.text.trimmingWhitespace ?? "" }
}
