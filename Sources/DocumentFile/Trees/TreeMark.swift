import DocumentTables

/// The mark of a scalar that is text in JSON: the key of the object around the text.
package enum TreeMark: Hashable, Sendable {
  case integer, double
  case scalar(ScalarType)

  /// All marks, in the order of exported schemas.
  package static let all: [TreeMark] = [.integer, .double] + ScalarType.marked.map { .scalar($0) }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  init?(key: String) {
    guard key.utf8.first == UInt8(ascii: "$"), let mark = Self.byKey[key] else { return nil }
    self = mark
  }

  /// The name of the element in XML.
  package var name: String {
    switch self {
    case .integer: "integer"
    case .double: "double"
    case .scalar(let type): type.rawValue
    }
  }

  package var key: String { "$" + name }

  /// Parses a text in JSON, where integers and doubles are marked only if a program that respells
  /// numbers could change them.
  func tree(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) -> Tree {
    switch self {
    case .integer:
      let value = try Self.integer(text)
      if case .integer(let small) = value, IntegerText.isJSONNumber(small) { throw .notCanonical }
      return value
    case .double:
      let value = try FloatingPointText.parseWithWords(text, as: Double.self)
      if value.isFinite, value.rounded(.towardZero) != value { throw .notCanonical }
      return .double(value)
    default: return try scalar(text)
    }
  }

  /// Parses a text in an encoding such as XML, where the mark alone determines the type.
  func scalar(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) -> Tree {
    switch self {
    case .integer: return try Self.integer(text)
    case .double: return .double(try FloatingPointText.parseWithWords(text))
    case .scalar(let type): return try type.leaf(text)
    }
  }

  private static func integer(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) -> Tree {
    if text.first == UInt8(ascii: "-") { return .integer(try IntegerText.parse(text)) }
    return .number(try IntegerText.parse(text, as: UInt64.self))
  }
}
