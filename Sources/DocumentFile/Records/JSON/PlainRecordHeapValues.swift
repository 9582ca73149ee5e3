import DocumentTables
import Markup

/// Trees, arrays, data and spelled texts: values on the heap of their column that are not plain texts.
extension PlainRecordRun {
  /// Copies a tree, an array or a structure in its canonical text.
  @inline(never)
  mutating func nested(
    _ step: UnsafePointer<PlainRecordPlan.Step>, _ at: inout Int,
    _ column: UnsafeMutablePointer<ColumnBlock>, _ row: Int
  ) -> Bool {
    var scan = CanonicalJSONScan(start, count: count, at: at)
    let isUsual =
      switch step.pointee.reading {
      case .tree: scan.skipTree()
      case .structure:
        scan.skipStructure(step.pointee.firstMember..<step.pointee.endMember, structures)
      default:
        scan.skipArray(of: step.pointee.type, nullableItems: step.pointee.hasNullableItems)
      }
    guard isUsual else { return false }
    let length = scan.at &- at
    let end = column.pointee.heapCount
    // Bound: the heap has room for the text behind its end.
    guard length <= column.pointee.heapCapacity &- end else { return false }
    (column.pointee.heap + end).copyMemory(from: start + at, byteCount: length)
    at = scan.at
    rowNestedBytes &+= scan.nestedBytes
    finishHeapValue(column, row, end &+ length)
    return true
  }

  /// Reads base64 digits and the quotation mark behind them.
  @inline(never)
  mutating func data(
    _ at: inout Int, _ step: UnsafePointer<PlainRecordPlan.Step>, _ row: Int
  ) -> Bool {
    let column = block.columns + step.pointee.column
    var length = 0
    while at &+ length < count, byte(at &+ length) != quote { length &+= 1 }
    let end = column.pointee.heapCount
    guard at &+ length < count, length <= column.pointee.heapCapacity &- end,
      let bytes = try? DataText.parse(slice(at, count: length))
    else { return false }
    // Bound: the bytes are fewer than their digits, for which there is room.
    bytes.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      (column.pointee.heap + end).copyMemory(from: source, byteCount: bytes.count)
    }
    at &+= length &+ 1
    finishHeapValue(column, row, end &+ bytes.count)
    return true
  }

  @inline(__always)
  private func finishHeapValue(
    _ column: UnsafeMutablePointer<ColumnBlock>, _ row: Int, _ end: Int
  ) {
    column.pointee.heapCount = end
    column.pointee.values.storeBytes(
      of: UInt32(truncatingIfNeeded: end), toByteOffset: row &<< 2, as: UInt32.self)
  }

  /// Returns whether the text on the heap from `begin` on is the one spelling of a value.
  @inline(never)
  func isSpelling(
    _ column: UnsafeMutablePointer<ColumnBlock>, from begin: Int,
    _ step: UnsafePointer<PlainRecordPlan.Step>
  ) -> Bool {
    // Bound: the text is on the heap. Lifetime: used before the next text is read.
    let text = UnsafeBufferPointer(
      start: (column.pointee.heap + begin).assumingMemoryBound(to: UInt8.self),
      count: column.pointee.heapCount &- begin)
    return (try? step.pointee.type.checkSpelling(text)) != nil
  }
}
