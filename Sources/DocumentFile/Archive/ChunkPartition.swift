import DocumentTables

/// The partition of one hierarchy's records, which arrive in ascending order of keys, into chunks.
///
/// The rule is top-down: from the smallest range of the binary tree over keys that contains all
/// records, a range is halved if it contains more than one record and their texts exceed the limit;
/// empty ranges are not written (spec 3.6). This type applies the rule incrementally: a range is
/// decided as soon as it is too large or a record beyond its end arrives, so at most the limit and
/// one record wait.
struct ChunkPartition {
  /// A decided chunk: its range, and how many of the oldest waiting additions it contains.
  struct Chunk: Hashable {
    var range: KeyRange
    var units: Int
  }

  private let limit: Int
  /// The ranges that are still open, the next one last; every waiting record is in the last one.
  private var open = [KeyRange(holding: 0, .max)]
  /// Whether nothing has been halved yet, so that the smallest range of all records is still
  /// unknown.
  private var isWhole = true
  private var waiting: [(first: ObjectKey, last: ObjectKey, size: Int, records: Int)] = []
  private var waitingSize = 0
  private var waitingRecords = 0

  /// Begins a hierarchy, whose keys need not be known.
  ///
  /// A range above the smallest range that contains all records has an empty half, which is not
  /// written. So halving the range of all possible keys yields the same chunks.
  ///
  /// - Parameter limit: The maximum size in bytes of the record texts in a chunk, without
  ///   separators and line ends.
  init(limit: Int) { self.limit = limit }

  /// Adds the next record, and returns the chunks that are decided now.
  mutating func add(key: ObjectKey, size: Int) -> [Chunk] {
    add(first: key, last: key, size: size, records: 1)
  }

  /// Returns whether records up to a key, with this total size, decide nothing.
  func decidesNothing(upTo lastKey: ObjectKey, size: Int) -> Bool {
    guard let range = open.last else { return false }
    return lastKey <= range.last && size <= limit && waitingSize <= limit - size
  }

  /// Adds the next record, which ``decidesNothing(upTo:size:)`` has covered together with its
  /// neighbours.
  mutating func addUndecided(key: ObjectKey, size: Int) {
    waiting.append((key, key, size, 1))
    waitingSize += size
    waitingRecords += 1
  }

  /// Adds several records at once, from the first key to the last: all records of a range that need
  /// not be halved.
  mutating func add(
    first: ObjectKey, last: ObjectKey, size: Int, records: Int
  ) -> [Chunk] {
    var decided: [Chunk] = []
    // Ranges that end before this record are complete.
    while let range = open.last, first > range.last { close(&decided) }
    waiting.append((first, last, size, records))
    waitingSize += size
    waitingRecords += records
    while isTooLarge, splitLast(&decided) {}
    return decided
  }

  /// Returns the chunks of the records that still wait.
  mutating func finish() -> [Chunk] {
    var decided: [Chunk] = []
    if isWhole, let first = waiting.first?.first, let last = waiting.last?.last {
      open = [KeyRange(holding: first, last)]
    }
    while !open.isEmpty { close(&decided) }
    return decided
  }

  private var isTooLarge: Bool { waitingRecords > 1 && waitingSize > limit }

  /// Closes the last range, which is small enough or has been halved until it was.
  private mutating func close(_ decided: inout [Chunk]) {
    guard let range = open.popLast() else { return }
    emit(range, count: waiting.count, &decided)
  }

  private mutating func emit(_ range: KeyRange, count: Int, _ decided: inout [Chunk]) {
    guard count > 0 else { return }
    decided.append(Chunk(range: range, units: count))
    for unit in waiting.prefix(count) {
      waitingSize -= unit.size
      waitingRecords -= unit.records
    }
    waiting.removeFirst(count)
  }

  /// Halves the last range.
  ///
  /// The low half is decided at once if a record waits in the high half.
  private mutating func splitLast(_ decided: inout [Chunk]) -> Bool {
    guard let range = open.last, let (low, high) = range.halves else { return false }
    isWhole = false
    open.removeLast()
    open.append(high)
    // Above the smallest range of all records, the last record tells whether all are in the low
    // half.
    let isLow = waiting.last.map { $0.last <= low.last } ?? true
    let lowCount = (isLow ? nil : waiting.firstIndex { $0.first > low.last }) ?? waiting.count
    if lowCount == waiting.count {
      open.append(low)
    } else {
      // Without the newest record, the waiting records are not too large, and the newest record is
      // in the high half.
      emit(low, count: lowCount, &decided)
    }
    return true
  }
}
