import DocumentTables
import Markup

/// JSON for people and version control: a value is on one line if it fits, otherwise each of its
/// members or items begins a new line.
package indirect enum ReadableJSON: Sendable {
  /// A named value of an object.
  package struct Member: Sendable {
    package var name: String
    package var value: ReadableJSON
  }

  /// A number, a quoted text, `true`, `false` or `null`, as spelled in the output.
  case literal(String)
  case array([ReadableJSON])
  /// The members in output order.
  case object([Member])

  private static let width = 100

  package static func members(_ members: [(String, ReadableJSON)]) -> ReadableJSON {
    .object(members.map { Member(name: $0.0, value: $0.1) })
  }
  package static func text(_ text: String) -> ReadableJSON { .literal(quoted(text)) }
  package static func texts(_ texts: [String]) -> ReadableJSON { .array(texts.map { .text($0) }) }
  package static func number(_ number: Int64) -> ReadableJSON { .literal(String(number)) }

  /// Converts a typed tree to its JSON form (spec 3.1).
  package init(_ tree: Tree) {
    switch tree {
    case .array(let items): self = .array(items.map(ReadableJSON.init))
    case .object(let members):
      self = .object(
        members.map { member in
          let name = member.name.hasPrefix("$") ? "$" + member.name : member.name
          return Member(name: name, value: ReadableJSON(member.value))
        })
    default: self = .literal(String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self))
    }
  }

  /// Returns an object with another member at the end.
  package func adding(_ name: String, _ value: ReadableJSON) -> ReadableJSON {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(name: name, value: value)])
  }

  /// The whole text, with a line feed at the end.
  package var bytes: [UInt8] {
    var text = ""
    append(to: &text, indentation: 0, before: 0)
    return Array((text + "\n").utf8)
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value on one line.
  private var line: String {
    switch self {
    case .literal(let text): text
    case .array(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { Self.quoted($0.name) + ": " + $0.value.line }.joined(separator: ", ")
        + "}"
    }
  }

  private var children: [(start: String, value: ReadableJSON)] {
    switch self {
    case .literal: []
    case .array(let items): items.map { ("", $0) }
    case .object(let members): members.map { (Self.quoted($0.name) + ": ", $0.value) }
    }
  }

  /// Appends the value recursively: readers limit the depth of every tree that comes from a file.
  ///
  /// - Parameter before: The number of characters already on the line.
  private func append(to text: inout String, indentation: Int, before: Int) {
    let line = line
    let children = children
    guard before + line.unicodeScalars.count > Self.width, !children.isEmpty else {
      text += line
      return
    }
    var (opening, closing) = ("[", "]")
    if case .object = self { (opening, closing) = ("{", "}") }
    text += opening
    for (index, child) in children.enumerated() {
      let start = String(repeating: " ", count: indentation + 2) + child.start
      text += (index == 0 ? "\n" : ",\n") + start
      child.value.append(
        to: &text, indentation: indentation + 2, before: start.unicodeScalars.count + 1)
    }
    text += "\n" + String(repeating: " ", count: indentation) + closing
  }
}

extension ReadableJSON: ExpressibleByStringLiteral {
  package typealias StringLiteralType = String
  package init(stringLiteral text: String) { self = .text(text) }
}

extension ReadableJSON: ExpressibleByBooleanLiteral {
  package typealias BooleanLiteralType = Bool
  package init(booleanLiteral value: Bool) { self = .literal(value ? "true" : "false") }
}

extension ReadableJSON: ExpressibleByIntegerLiteral {
  package typealias IntegerLiteralType = Int64
  package init(integerLiteral value: Int64) { self = .number(value) }
}

extension ReadableJSON: ExpressibleByArrayLiteral {
  package typealias ArrayLiteralElement = ReadableJSON
  package init(arrayLiteral items: ReadableJSON...) { self = .array(items) }
}

extension ReadableJSON: ExpressibleByDictionaryLiteral {
  package typealias Key = String
  package typealias Value = ReadableJSON
  package init(dictionaryLiteral members: (String, ReadableJSON)...) {
    self = .members(members)
  }
}
