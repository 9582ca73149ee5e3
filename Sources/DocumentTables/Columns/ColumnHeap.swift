extension ColumnBuilder {
  /// Appends a row of a text or data column.
  ///
  /// Kept in this module because the exclusivity of ``heap`` is checked at run time in any other.
  @inlinable package func appendHeapValue(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    heap.append(contentsOf: bytes)
    finishHeapValue(isASCII: isASCII)
  }
}
