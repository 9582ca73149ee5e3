import DocumentTables

/// A writer of one document form or foreign format, into which a source pushes rows.
package protocol DocumentSink {
  /// Adds the next rows, in the order of hierarchies and keys.
  mutating func add(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: MemberLookup,
    _ workers: inout Workers
  ) throws(DocumentError)

  /// Finishes the document, after its source has checked all of it.
  ///
  /// - Parameters:
  ///   - surroundings: The document's content beside the rows.
  ///   - rows: The number of rows of each entity.
  mutating func finish(
    _ surroundings: Tables, rows: [String: Int], _ workers: inout Workers
  ) throws(DocumentError)
}
