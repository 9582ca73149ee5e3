import DocumentTables
import Markup

/// Reads runs of plain records, and leaves every other record, and all that is wrong, to
/// ``JSONRecordReader``.
///
/// It reads a record from its brace to its brace into a ``RowBlock``, where a row counts only once
/// it is complete. Whatever it does not expect makes it give up that record unread, so it knows no
/// errors: what it takes is what the other reader would have taken, in fewer steps.
struct CanonicalJSONRecordReader {
  /// From wherever a member may begin, so many bytes can be read: the longest pattern, and the
  /// longest value of a fixed form behind it.
  static let margin = 96
  /// The shortest limit of texts under which no text that fits a block is too long.
  static let shortestTextLimit = 1 << 17

  let plan: RecordPlan
  let keys: Range<ObjectKey>
  /// Nil where no entity has plain records.
  private let block: RowBlock?
  private var lastEntity = 0

  init(_ plan: RecordPlan, keys: Range<ObjectKey>) {
    self.plan = plan
    self.keys = keys
    block = plan.plain.entities.isEmpty ? nil : RowBlock(plan.hierarchy)
  }

  /// Reads records from the one that begins at the reader's place on, and leaves it behind the last
  /// of them.
  ///
  /// - Returns: The number of records; 0, with nothing read, if not even the first is plain.
  mutating func read(
    _ json: inout JSONReader, after lastKey: inout ObjectKey, atMost rows: Int,
    into builder: SegmentBuilder
  ) -> Int {
    let bytes = json.bytes
    guard let block, let start = UnsafeRawPointer(bytes.baseAddress),
      json.depth < json.limits.depth, json.limits.textBytes >= Self.shortestTextLimit
    else { return 0 }
    let plain = plan.plain
    let keys = self.keys.clamped(to: 1..<RecordKeys.largest + 1)
    let limit = min(rows, ColumnBlock.rows)
    let count = plain.steps.withUnsafeBufferPointer { steps in
      plain.entities.withUnsafeBufferPointer { entities in
        plain.openings.withUnsafeBufferPointer { openings in
          plain.cases.withUnsafeBufferPointer { cases in
            plain.nullColumns.withUnsafeBufferPointer { nullColumns in
              // Lifetime: the run is used inside these closures only.
              var run = PlainRecordRun(
                start: start, count: bytes.count, position: json.offset, block: block,
                steps: steps, entities: entities, openings: openings, cases: cases,
                nullColumns: nullColumns, keys: keys, lastKey: lastKey, entity: lastEntity)
              let count = run.read(atMost: limit)
              lastEntity = run.entity
              lastKey = run.lastKey
              json.offset = run.position
              return count
            }
          }
        }
      }
    }
    // No text is longer than its spelling.
    block.move(count, to: builder, textBytes: bytes.count &- json.offset)
    if count == 0 { block.removeAll() }
    return count
  }
}
