import DocumentTables
import Markup

/// Reads all records of one part into one segment.
///
/// The caller stands on the array of records, or inside the element around them; afterwards it
/// stands behind the array, or at the element's end. Who cuts records into segments otherwise, as
/// the flat form does, drives ``JSONRecordReader`` or ``XMLRecordReader`` record by record.
package struct RecordReader {
  private let plan: RecordPlan
  private let keys: Range<ObjectKey>
  private let externals: ExternalValueSource?

  /// - Parameters:
  ///   - keys: where keys must lie, below the document's next key; they must ascend too.
  ///   - externals: where external values come from; nil in the flat form, which has none.
  package init(
    _ plan: RecordPlan, keys: Range<ObjectKey>, externals: ExternalValueSource? = nil
  ) {
    self.plan = plan
    self.keys = keys
    self.externals = externals
  }

  /// Reads the records of a part as one segment.
  ///
  /// `expectedRows` is a hint only: it may come from a manifest that lies.
  package func readPart(
    _ json: inout JSONReader, expectedRows: Int = 0
  ) throws(RecordError) -> Segment {
    let builder = SegmentBuilder(plan.hierarchy, expectedRows: rowsToReserve(expectedRows))
    var records = JSONRecordReader(plan, keys: keys, externals: externals)
    let start = json.offset
    try Self.begin(&json)
    while try Self.next(&json) { _ = try records.readRun(&json, atMost: .max, into: builder) }
    // No text is longer than its spelling, so no heap outgrows its offsets of 32 bits.
    guard json.offset - start <= ColumnBuilder.largestHeap else {
      let position = json.error(.jsonSyntax, at: start).position
      throw RecordError(.partSize, at: position, "the records of one part exceed 2 GiB")
    }
    return builder.finish()
  }

  /// Reads the records of a part as one segment.
  package func readPart(
    _ xml: XMLReader, expectedRows: Int = 0
  ) throws(RecordError) -> Segment {
    let builder = SegmentBuilder(plan.hierarchy, expectedRows: rowsToReserve(expectedRows))
    var records = XMLRecordReader(plan, xml, keys: keys, externals: externals)
    while try Self.next(xml) { try records.read(into: builder) }
    return builder.finish()
  }

  /// Reads the records of a part, spelled as they are written, as one segment.
  ///
  /// Every error means that the other way must read the part, from its beginning.
  func readCanonicalPart(_ xml: inout CanonicalXML, expectedRows: Int = 0) throws -> Segment {
    guard var records = CanonicalXMLRecordReader(plan, keys: keys, externals: externals) else {
      throw CanonicalXMLEnd()
    }
    let builder = SegmentBuilder(plan.hierarchy, expectedRows: rowsToReserve(expectedRows))
    _ = try records.read(&xml, into: builder)
    return builder.finish()
  }

  /// Forgets what records have asked for, so that they can be read again.
  func startAgain() { externals?.startAgain() }

  /// Bounded by the number of values, so that a stated number of rows alone allocates little.
  private func rowsToReserve(_ expected: Int) -> Int {
    max(0, min(expected, (1 << 20) / max(1, plan.hierarchy.columns.count)))
  }

  private static func begin(_ json: inout JSONReader) throws(RecordError) {
    do {
      try json.beginArray()
    } catch {
      throw RecordError(error, inTree: false) { _ in error.position }
    }
  }

  @inline(__always)
  private static func next(_ json: inout JSONReader) throws(RecordError) -> Bool {
    do {
      return try json.nextElement()
    } catch {
      throw RecordError(error, inTree: false) { _ in error.position }
    }
  }

  @inline(__always)
  private static func next(_ xml: XMLReader) throws(RecordError) -> Bool {
    do {
      return try xml.nextChild()
    } catch {
      // A text between records is no record's value.
      throw RecordError(
        RecordError.Code(rawValue: error.code.rawValue), at: error.position, error.detail,
        underlying: error)
    }
  }
}
