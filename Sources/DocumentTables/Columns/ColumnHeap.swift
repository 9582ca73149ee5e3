extension ColumnBuilder {
  /// Appends a row of a text or data column.
  ///
  /// Other modules check the exclusivity of ``heap`` at run time, so this function is part of this
  /// module.
  @inlinable package func appendHeapValue(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    heap.append(contentsOf: bytes)
    finishHeapValue(isASCII: isASCII)
  }
}
