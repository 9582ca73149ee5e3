extension Value {
  /// Creates the value that a text denotes, which must be the one text of its value (spec 4).
  package init(
    text: UnsafeBufferPointer<UInt8>, of type: ScalarType
  ) throws(TextFormProblem) {
    switch type {
    case .bool: self = .bool(try BoolText.parse(text))
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      let value = try IntegerText.parse(text, as: Int64.self)
      guard type.integerRange?.contains(value) == true else { throw .outOfRange }
      self = .integer(value)
    case .uint64: self = .unsigned(try IntegerText.parse(text))
    case .float: self = .double(Double(try FloatingPointText.parseWithWords(text, as: Float.self)))
    case .double: self = .double(try FloatingPointText.parseWithWords(text))
    case .date: self = .date(try DateText.parse(text))
    case .day: self = .integer(try DayText.parse(text))
    case .uuid: self = .uuid(try UUIDText.parse(text))
    case .data: self = .data(try DataText.parse(text))
    default:
      try type.checkSpelling(text)
      self = .text(String(decoding: text, as: UTF8.self))
    }
  }
}

extension ScalarType {
  /// Returns the text of a value of this type (spec 4), before encoding; nil if the value is not a
  /// scalar.
  package func text(of value: Value) -> String? {
    switch value {
    case .bool(let value): BoolText.text(value)
    case .integer(let days) where self == .day: DayText.text(days)
    case .integer(let value): IntegerText.text(value)
    case .unsigned(let value): IntegerText.text(value)
    case .double(let value) where self == .float: FloatingPointText.text(Float(value))
    case .double(let value) where self == .date: DateText.text(value)
    case .double(let value): FloatingPointText.text(value)
    case .date(let value): DateText.text(value)
    case .text(let value): value
    case .uuid(let value): UUIDText.text(value)
    case .data(let value): DataText.text(value)
    case .null, .reference, .array, .tree, .references: nil
    }
  }
}
