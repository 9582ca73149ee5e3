import DocumentTables
import Markup

/// Reads runs of plain records; leaves all other records, and all errors, to ``JSONRecordReader``.
///
/// A whole record is read into a ``RowBlock``, in which a row counts only when it is complete. If
/// anything is unexpected, the record is abandoned, so this reader throws no errors. For a record
/// that it accepts, ``JSONRecordReader`` would give the same result in more steps.
struct CanonicalJSONRecordReader {
  /// The number of bytes that must be left at the start of a member: the longest pattern, and the
  /// longest value of fixed form after it.
  static let margin = 96
  /// The smallest limit on texts that no text in a block can exceed.
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

  /// Reads records from the reader's position, and moves the reader behind the last of them.
  ///
  /// - Returns: The number of records; 0, with nothing read, if the first record is not plain.
  mutating func read(
    _ json: inout JSONReader, after lastKey: inout ObjectKey, atMost rows: Int,
    into builder: SegmentBuilder
  ) -> Int {
    let bytes = json.bytes
    guard let block, let start = UnsafeRawPointer(bytes.baseAddress),
      json.depth &+ CanonicalJSONScan.deepest < json.limits.depth,
      json.limits.textBytes >= Self.shortestTextLimit
    else { return 0 }
    let plain = plan.plain
    let keys = self.keys.clamped(to: 1..<RecordKeys.largest + 1)
    let limit = min(rows, ColumnBlock.rows)
    let (count, nestedBytes) = plain.steps.withUnsafeBufferPointer { steps in
      plain.entities.withUnsafeBufferPointer { entities in
        plain.names.withUnsafeBufferPointer { names in
          plain.cases.withUnsafeBufferPointer { cases in
            plain.nullColumns.withUnsafeBufferPointer { nullColumns in
              plain.structures.withView { structures in
                // Lifetime: the run is used inside these closures only.
                var run = PlainRecordRun(
                  start: start, count: bytes.count, position: json.offset, block: block,
                  steps: steps, entities: entities, names: names, root: plain.root, cases: cases,
                  structures: structures, nullColumns: nullColumns, keys: keys,
                  lastKey: lastKey, entity: lastEntity)
                let count = run.read(atMost: limit)
                lastEntity = run.entity
                lastKey = run.lastKey
                json.offset = run.position
                return (count, run.nestedBytes)
              }
            }
          }
        }
      }
    }
    // A text is never longer than its written form, so the rest of the part bounds later texts.
    block.move(
      count, to: builder, textBytes: bytes.count &- json.offset, nestedBytes: nestedBytes)
    if count == 0 { block.removeAll() }
    return count
  }
}
