import DocumentTables

/// Conversions of scalar texts that both readers of XML records share.
extension PropertyPlan {
  /// Appends the scalar of a text as the next row.
  ///
  /// - Parameter hasExternals: Whether large values are stored in parts of their own, as in all
  ///   forms except the flat one.
  @inline(__always)
  func append(
    _ text: UnsafeBufferPointer<UInt8>, _ type: ScalarType, hasExternals: Bool,
    to column: ColumnBuilder
  ) throws {
    if textCases != nil {
      try requireCase(text)
    } else if cases != nil {
      let value = try Value(text: text, of: type)
      try requireCase(value)
      return column.append(value)
    }
    switch type {
    case .text:
      try requireInline(size: text.count, hasExternals: hasExternals)
      ScalarText.append(text: text, to: column)
    case .data:
      let bytes = try DataText.parse(text)
      try requireInline(size: bytes.count, hasExternals: hasExternals)
      column.heap.append(contentsOf: bytes)
      column.finishHeapValue(isASCII: false)
    default: try ScalarText.append(text, type, to: column)
    }
  }

  /// Refuses an inline value that must be external.
  func requireInline(size: Int, hasExternals: Bool) throws(RecordProblem) {
    if hasExternals, ExternalValue.isExternal(size: size, ofExternalAttribute: isExternal) {
      throw RecordProblem(
        .externalRequired, "a value of \(size) bytes belongs in a part of its own")
    }
  }

  /// Appends a text that was marked as escaped.
  func append(
    escaped body: UnsafeBufferPointer<UInt8>, hasExternals: Bool, to column: ColumnBuilder
  ) throws {
    let text = try XMLEscapedText.decode(body)
    try requireInline(size: text.count, hasExternals: hasExternals)
    try requireCase(text)
    text.withUnsafeBufferPointer { ScalarText.append(text: $0, to: column) }
  }

  /// Appends an array or a tree.
  func append(nested value: Value, to column: ColumnBuilder) throws {
    try requireCase(value)
    column.appendNested(value)
  }
}
