import DocumentFile
import DocumentTables

/// The rows of one hierarchy as segments.
struct CSVSegments {
  /// The bytes of kept rows after which a segment ends.
  private static let mostForeignBytes = 8 << 20

  private let layout: HierarchyLayout
  private var builder: SegmentBuilder
  private var foreignBytes = 0
  /// The rows of a file that are not in the order of their keys.
  private var waiting: [InsertedRow]?
  private(set) var counts: [String: Int] = [:]

  /// - Parameter sorts: Whether the rows are not in the order of their keys; then all are in memory.
  init(_ layout: HierarchyLayout, sorts: Bool) {
    self.layout = layout
    builder = SegmentBuilder(layout)
    waiting = sorts ? [] : nil
  }

  mutating func add(
    _ row: InsertedRow, entity: String, _ push: (Segment) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    counts[entity, default: 0] += 1
    if waiting == nil { try append(row, push) } else { waiting?.append(row) }
  }

  private mutating func append(
    _ row: InsertedRow, _ push: (Segment) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    if builder.isFull || foreignBytes > Self.mostForeignBytes {
      try push(builder.finish())
      builder = SegmentBuilder(layout)
      foreignBytes = 0
    }
    builder.append(key: row.key, discriminator: row.discriminator, values: row.values)
    if let foreign = row.foreign {
      builder.setForeign(foreign)
      foreignBytes += foreign[CSVStoredRow.member]?["row"]?.textValue?.utf8.count ?? 0
    }
  }

  mutating func finish(
    _ push: (Segment) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    if let waiting {
      for row in waiting.sorted(by: { $0.key < $1.key }) { try append(row, push) }
    }
    if builder.rowCount > 0 { try push(builder.finish()) }
  }
}
