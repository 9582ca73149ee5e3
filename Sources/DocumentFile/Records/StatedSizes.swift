import DocumentTables

/// What a manifest states of a data part, which may be a lie: reading stops where a part holds more, and
/// has then taken little more than stated.
package struct StatedSizes: Sendable {
  /// Nothing is stated.
  package static let unknown = StatedSizes()

  package var rows: Int?
  /// What its text and data columns take.
  package var textBytes: Int?
  /// What trees, arrays and foreign data may take in memory.
  package var boxedBytes: Int?

  package init(rows: Int? = nil, textBytes: Int? = nil, boxedBytes: Int? = nil) {
    self.rows = rows
    self.textBytes = textBytes
    self.boxedBytes = boxedBytes
  }

  /// What is wrong with the rows read so far, looked for after some of them only.
  func problem(of builder: SegmentBuilder) -> RecordProblem? {
    if let rows, builder.rowCount > rows {
      return RecordProblem(.init(.chunkRows), "there are more than the \(rows) stated")
    }
    let heapBytes = builder.heapBytes
    if let textBytes, heapBytes.sum > textBytes {
      return RecordProblem(.init(.chunkTextBytes), "they have more than the \(textBytes) stated")
    }
    // Default values have no spelling that would bound them.
    guard heapBytes.largest <= ColumnBuilder.largestHeap else {
      return RecordProblem(.partSize, "the values of one property exceed 2 GiB")
    }
    return nil
  }
}

extension SegmentBuilder {
  /// What is wrong with the trees read so far; `nil` at no cost where there are none.
  @inline(__always)
  var boxedProblem: RecordProblem? {
    guard boxedBytes > largestBoxedBytes else { return nil }
    return RecordProblem(
      .init(.limitExpanded), "trees and arrays take more than \(largestBoxedBytes) bytes")
  }
}

extension RecordError.Code {
  fileprivate init(_ code: DocumentError.Code) { self.init(rawValue: code.rawValue) }
}
