import DocumentTables

/// The mark of a scalar that is text in JSON: the key of the object around the text.
package enum TreeMark: String, CaseIterable {
  case integer = "$integer"
  case double = "$double"
  case date = "$date"
  case day = "$day"
  case zonedTime = "$zonedTime"
  case uuid = "$uuid"
  case data = "$data"
  case decimal = "$decimal"
  case url = "$url"

  init?(key: String) {
    guard key.utf8.first == UInt8(ascii: "$") else { return nil }
    self.init(rawValue: key)
  }

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
    case .date: return .date(try DateText.parse(text))
    case .day: return .day(try DayText.parse(text))
    case .zonedTime:
      try ZonedTimeText.check(text)
      return .zonedTime(String(decoding: text, as: UTF8.self))
    case .uuid: return .uuid(try UUIDText.parse(text))
    case .data: return .data(try DataText.parse(text))
    case .decimal:
      _ = try DecimalText.parse(text)
      return .decimal(String(decoding: text, as: UTF8.self))
    case .url:
      _ = try URLText.parse(text)
      return .url(String(decoding: text, as: UTF8.self))
    }
  }

  private static func integer(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) -> Tree {
    if text.first == UInt8(ascii: "-") { return .integer(try IntegerText.parse(text)) }
    return .number(try IntegerText.parse(text, as: UInt64.self))
  }
}
