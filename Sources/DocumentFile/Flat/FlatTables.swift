import DocumentTables
import Markup

/// A collector of the records of flat tables: segments of a bounded size, tables in the order of
/// the schema.
struct FlatTables {
  private(set) var tables: Tables
  private let sections: FlatSections
  private let limits: DocumentLimits
  private(set) var rows = 0
  /// The memory in bytes that the segments use so far.
  private var expandedBytes = 0
  private let allowedBytes: Int
  private var nextTable: Int
  /// Receives the records that break a rule, with which their neighbours are lost; nil to throw the first of
  /// them.
  let findings: RecordFindings?
  /// The key of the record read last in the current table, or 0.
  var lastKey: ObjectKey = 0

  /// - Parameters:
  ///   - textBytes: The size of the text to read.
  ///   - place: The place where that text begins.
  init(
    _ sections: FlatSections, limits: DocumentLimits, textBytes: Int,
    from place: FlatPlace = .beginning, findings: RecordFindings? = nil
  ) {
    self.sections = sections
    self.findings = findings
    self.limits = limits
    allowedBytes = limits.expandedBytes(ofFile: textBytes)
    nextTable = place.table ?? 0
    tables = Tables(
      schema: sections.header.schema, documentID: sections.header.documentID,
      nextKey: sections.nextKey)
  }

  /// The name of the next table; nil behind the last one.
  var next: String? {
    let hierarchies = tables.schema.hierarchies
    return nextTable < hierarchies.count ? hierarchies[nextTable].name : nil
  }

  /// The plan of the table in which reading begins.
  var resumed: RecordPlan { RecordPlan(tables.schema.hierarchies[nextTable]) }
  /// The place in the table that was filled last.
  var place: FlatPlace { .table(max(0, nextTable - 1)) }

  var keys: Range<ObjectKey> { 1..<max(1, tables.nextKey) }

  /// Returns the plan of the next table, which must have this name.
  ///
  /// All tables are present, in the order of the schema.
  mutating func begin(_ name: String) throws(DocumentError) -> RecordPlan {
    guard nextTable < tables.schema.hierarchies.count else {
      throw DocumentError(
        .flatTableMissing, part: "tables", "\(name.quotedIfBlank) is not expected here")
    }
    let hierarchy = tables.schema.hierarchies[nextTable]
    guard hierarchy.name.utf8.elementsEqual(name.utf8) else {
      throw DocumentError(
        .flatTableMissing, part: "tables",
        "expected \(hierarchy.name), found \(name.quotedIfBlank)")
    }
    return RecordPlan(hierarchy)
  }

  /// Reads the records of the current table; `next` reads some into a builder and returns their
  /// number.
  ///
  /// `next` must not read more records than the builder has room for, and returns 0 at the end, and nil after
  /// a record that was reported, with which the builder is discarded.
  mutating func fill(
    _ plan: RecordPlan, _ next: (SegmentBuilder) throws -> Int?
  ) throws {
    var segments: [Segment] = []
    var builder = SegmentBuilder(plan.hierarchy)
    builder.largestNestedBytes = allowedBytes - expandedBytes
    while true {
      guard let count = try next(builder) else {
        rows += 1
        builder = SegmentBuilder(plan.hierarchy)
        builder.largestNestedBytes = allowedBytes - expandedBytes
        continue
      }
      if count == 0 { break }
      rows += count
      guard rows <= limits.objects else {
        throw DocumentError(.limitObjects, part: "tables", "at most \(limits.objects)")
      }
      if builder.nestedProblem != nil { try take(builder, plan) }
      if builder.isFull {
        try take(builder, plan)
        segments.append(builder.finish())
        // If one segment was filled, the next one probably will be, too.
        builder = SegmentBuilder(plan.hierarchy, expectedRows: SegmentBuilder.maximumRows)
        builder.largestNestedBytes = allowedBytes - expandedBytes
      }
    }
    if builder.rowCount > 0 {
      try take(builder, plan)
      segments.append(builder.finish())
    }
    tables.tables[nextTable] = Table(segments: segments)
    nextTable += 1
  }

  /// Adds the memory of a segment, which can exceed the size of its records.
  private mutating func take(_ builder: SegmentBuilder, _ plan: RecordPlan) throws(DocumentError) {
    expandedBytes +=
      builder.heapBytes.sum + builder.nestedBytes + ExpandedSizes.columnBytes
      * plan.hierarchy.columns.count
    guard expandedBytes <= allowedBytes else {
      throw DocumentError(
        .limitExpanded, part: "tables",
        "its segments take more than \(limits.expandedBytes) bytes and "
          + "\(DocumentLimits.expansion) for each byte of the text")
    }
  }

  /// Reads the trailer.
  mutating func finish(trailer: Tree) throws(DocumentError) {
    try sections.readTrailer(trailer, into: &tables, limits: limits)
  }

  func checkAllRead() throws(DocumentError) {
    guard nextTable == tables.schema.hierarchies.count else {
      throw DocumentError(
        .flatTableMissing, part: "tables", tables.schema.hierarchies[nextTable].name)
    }
  }
}
