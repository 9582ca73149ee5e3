import DocumentTables
import Markup

/// Reads runs of plain records; leaves all other records, and all errors, to ``JSONRecordReader``.
///
/// It reads a whole record into a ``RowBlock``, in which a row counts only when it is complete. If
/// anything is unexpected, it abandons the record, so it has no errors of its own. For a record
/// that it accepts, the other reader would give the same result in more steps.
struct CanonicalJSONRecordReader {
  /// The number of bytes that can be read from the start of any member: the longest pattern, and
  /// the longest value of fixed form after it.
  static let margin = 96
  /// The least limit of texts that no text in a block can exceed.
  static let shortestTextLimit = 1 << 17

  let plan: RecordPlan
  let keys: Range<ObjectKey>
  /// Nil if no entity has plain records.
  private let block: RowBlock?
  private var lastEntity = 0

  init(_ plan: RecordPlan, keys: Range<ObjectKey>) {
    self.plan = plan
    self.keys = keys
    block = plan.plain.entities.isEmpty ? nil : RowBlock(plan.hierarchy)
  }

  /// Reads records from the reader's place on, and moves the reader behind the last of them.
  ///
  /// - Returns: The number of records; 0, with nothing read, if the first record is not plain.
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
    // No text is longer than its written form.
    block.move(count, to: builder, textBytes: bytes.count &- json.offset)
    if count == 0 { block.removeAll() }
    return count
  }
}
