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
    case .zonedTime:
      try ZonedTimeText.check(text)
      self = .text(String(decoding: text, as: UTF8.self))
    case .uuid: self = .uuid(try UUIDText.parse(text))
    case .data: self = .data(try DataText.parse(text))
    case .decimal:
      _ = try DecimalText.parse(text)
      self = .text(String(decoding: text, as: UTF8.self))
    case .url:
      _ = try URLText.parse(text)
      self = .text(String(decoding: text, as: UTF8.self))
    case .text: self = .text(String(decoding: text, as: UTF8.self))
    }
  }
}
