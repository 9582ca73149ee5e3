import DocumentTables

/// Conversions of scalars that both encodings, or only XML, write as text.
enum ScalarText {
  /// Appends a text without conversion.
  @inline(__always)
  static func append(text: UnsafeBufferPointer<UInt8>, to column: ColumnBuilder) {
    var union: UInt8 = 0
    for byte in text { union |= byte }
    column.appendHeapValue(text, isASCII: union < 128)
  }

  /// Appends the value that a text denotes.
  static func append(
    _ text: UnsafeBufferPointer<UInt8>, _ type: ScalarType, to column: ColumnBuilder
  ) throws(TextFormProblem) {
    switch type {
    case .data:
      column.heap.append(contentsOf: try DataText.parse(text))
      column.finishHeapValue(isASCII: false)
    case .bool: column.appendBool(try BoolText.parse(text))
    case .date: column.appendDouble(try DateText.parse(text))
    case .day: column.appendInteger(try DayText.parse(text))
    case .uuid: column.appendUUID(try UUIDText.parse(text))
    case .double: column.appendDouble(try FloatingPointText.parseWithWords(text))
    case .float:
      column.appendDouble(Double(try FloatingPointText.parseWithWords(text, as: Float.self)))
    case .uint64: column.appendUnsigned(try IntegerText.parse(text))
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      column.appendInteger(try integer(text, type))
    // The canonical text is the stored value.
    default:
      try type.checkSpelling(text)
      append(text: text, to: column)
    }
  }

  @inline(__always)
  private static func integer(
    _ text: UnsafeBufferPointer<UInt8>, _ type: ScalarType
  ) throws(TextFormProblem) -> Int64 {
    let value = try IntegerText.parse(text, as: Int64.self)
    guard type.integerRange?.contains(value) == true else { throw .outOfRange }
    return value
  }
}

extension PropertyPlan {
  /// Requires that a value is one of the cases of its enumeration.
  func requireCase(_ value: Value) throws(RecordProblem) {
    guard let cases, !cases.contains(value) else { return }
    throw RecordProblem(.enumCase, "the value is none of the \(cases.count) cases")
  }

  /// Requires that a text is one of the cases of its enumeration.
  func requireCase(_ text: some Collection<UInt8>) throws(RecordProblem) {
    guard let textCases, !textCases.contains(where: { $0.elementsEqual(text) }) else { return }
    let words = String(decoding: text, as: UTF8.self).quotedIfBlank
    throw RecordProblem(.enumCase, "\(words) is none of the \(textCases.count) cases")
  }
}
