import DocumentTables

/// The sizes that a manifest states for a data part.
///
/// They may be false. Reading stops when a part exceeds them, so it never takes much more memory
/// than stated.
package struct StatedSizes: Sendable {
  /// No stated sizes.
  package static let unknown = StatedSizes()

  package var rows: Int?
  /// The bytes of text and data columns.
  package var textBytes: Int?
  /// The memory that trees, arrays and foreign data may take.
  package var nestedBytes: Int?

  package init(rows: Int? = nil, textBytes: Int? = nil, nestedBytes: Int? = nil) {
    self.rows = rows
    self.textBytes = textBytes
    self.nestedBytes = nestedBytes
  }

  /// Returns a problem if the rows read so far exceed the sizes; not called after every row.
  func problem(of builder: SegmentBuilder) -> RecordProblem? {
    if let rows, builder.rowCount > rows {
      return RecordProblem(.init(.chunkRows), "there are more than the \(rows) stated")
    }
    let heapBytes = builder.heapBytes
    if let textBytes, heapBytes.sum > textBytes {
      return RecordProblem(.init(.chunkTextBytes), "they have more than the \(textBytes) stated")
    }
    // Default values are not in the part's text, so its size does not bound them.
    guard heapBytes.largest <= ColumnBuilder.largestHeap else {
      return RecordProblem(.partSize, "the values of one property exceed 2 GiB")
    }
    return nil
  }
}

extension SegmentBuilder {
  /// Returns a problem if the trees read so far take too much memory; costs nothing without trees.
  @inline(__always)
  var nestedProblem: RecordProblem? {
    guard nestedBytes > largestNestedBytes else {
      // A canonical text may be longer than the text that was read, so the part's size does not
      // bound it.
      guard largestNestedHeap > ColumnBuilder.largestHeap else { return nil }
      return RecordProblem(.partSize, "the values of one property exceed 2 GiB")
    }
    return RecordProblem(
      .init(.limitExpanded), "trees and arrays take more than \(largestNestedBytes) bytes")
  }
}

extension RecordError.Code {
  fileprivate init(_ code: DocumentError.Code) { self.init(rawValue: code.rawValue) }
}
