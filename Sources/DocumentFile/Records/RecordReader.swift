import DocumentTables
import Markup

/// Reads all records of one hierarchy that stand together, in a chunk or in a flat table.
///
/// The caller stands on the array of records, or inside the element around them; afterwards it stands
/// behind the array, or at the element's end. A part makes one segment, which knows its part; a flat
/// table makes as many as its size asks for.
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
    _ json: inout JSONReader, origin: SegmentOrigin? = nil, expectedRows: Int = 0
  ) throws(RecordError) -> Segment {
    let builder = SegmentBuilder(plan.hierarchy, expectedRows: rowsToReserve(expectedRows))
    var records = JSONRecordReader(plan, keys: keys, externals: externals)
    try Self.begin(&json)
    while try Self.next(&json) { try records.read(&json, into: builder) }
    return builder.finish(origin: origin)
  }

  /// Reads the records of a part as one segment.
  package func readPart(
    _ xml: XMLReader, origin: SegmentOrigin? = nil, expectedRows: Int = 0
  ) throws(RecordError) -> Segment {
    let builder = SegmentBuilder(plan.hierarchy, expectedRows: rowsToReserve(expectedRows))
    var records = XMLRecordReader(plan, xml, keys: keys, externals: externals)
    while try Self.next(xml) { try records.read(into: builder) }
    return builder.finish(origin: origin)
  }

  /// Reads the records of a flat table as segments of the usual size.
  package func readTable(_ json: inout JSONReader) throws(RecordError) -> [Segment] {
    var records = JSONRecordReader(plan, keys: keys, externals: externals)
    var segments = SegmentCutter(plan.hierarchy)
    try Self.begin(&json)
    while try Self.next(&json) {
      try records.read(&json, into: segments.builder)
      segments.cutIfFull()
    }
    return segments.finish()
  }

  /// Reads the records of a flat table as segments of the usual size.
  package func readTable(_ xml: XMLReader) throws(RecordError) -> [Segment] {
    var records = XMLRecordReader(plan, xml, keys: keys, externals: externals)
    var segments = SegmentCutter(plan.hierarchy)
    while try Self.next(xml) {
      try records.read(into: segments.builder)
      segments.cutIfFull()
    }
    return segments.finish()
  }

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
      throw RecordError(error, inTree: false) { _ in error.position }
    }
  }
}

/// Begins another segment whenever one has its size.
private struct SegmentCutter {
  private let hierarchy: HierarchyLayout
  private(set) var builder: SegmentBuilder
  private var segments: [Segment] = []

  init(_ hierarchy: HierarchyLayout) {
    self.hierarchy = hierarchy
    builder = SegmentBuilder(hierarchy)
  }

  mutating func cutIfFull() {
    guard builder.isFull else { return }
    segments.append(builder.finish())
    builder = SegmentBuilder(hierarchy)
  }

  mutating func finish() -> [Segment] {
    if builder.rowCount > 0 { segments.append(builder.finish()) }
    return segments
  }
}
