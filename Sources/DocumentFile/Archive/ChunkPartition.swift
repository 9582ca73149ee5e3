import DocumentTables

/// Cuts the records of one hierarchy, which come in ascending order of keys, into chunks.
///
/// The rule is top-down: from the smallest range of the binary tree over keys that holds all of
/// them, a range is halved if it holds more than one record and their texts exceed the limit; empty
/// ranges are not written (spec 3.6). It is followed here while records come: a range is
/// decided as soon as it has become too large, or a record beyond its end was seen, so at most the
/// limit and one record wait.
struct ChunkPartition {
  /// A decided chunk: the oldest of what was added and still waits, so much of it.
  struct Chunk: Hashable {
    var range: KeyRange
    var units: Int
  }

  private let limit: Int
  /// Ranges that are still open, the next one last; every waiting record lies in the last one.
  private var open = [KeyRange(holding: 0, .max)]
  /// Nothing has been halved yet: the smallest range that holds all records is still to be found.
  private var isWhole = true
  private var waiting: [(first: ObjectKey, last: ObjectKey, size: Int, records: Int)] = []
  private var waitingSize = 0
  private var waitingRecords = 0

  /// Begins a hierarchy, whose keys need not be known.
  ///
  /// A range above the smallest one that holds all records has an empty half, which is not written; so
  /// halving the range of all possible keys leads to the same chunks.
  ///
  /// - Parameter limit: The most bytes of record texts in a chunk, without separators and line ends.
  init(limit: Int) { self.limit = limit }

  /// Takes the next record; hands over the chunks that are decided now.
  mutating func add(key: ObjectKey, size: Int) -> [Chunk] {
    add(first: key, last: key, size: size, records: 1)
  }

  /// Whether nothing is decided by records up to a key, so large together.
  func decidesNothing(upTo lastKey: ObjectKey, size: Int) -> Bool {
    guard let range = open.last else { return false }
    return lastKey <= range.last && size <= limit && waitingSize <= limit - size
  }

  /// Takes the next record, where ``decidesNothing(upTo:size:)`` has said so of it and its neighbours.
  mutating func addUndecided(key: ObjectKey, size: Int) {
    waiting.append((key, key, size, 1))
    waitingSize += size
    waitingRecords += 1
  }

  /// Takes several records at once, from the first key to the last: all records of a range that need
  /// not be halved.
  mutating func add(
    first: ObjectKey, last: ObjectKey, size: Int, records: Int
  ) -> [Chunk] {
    var decided: [Chunk] = []
    // Ranges that end before this record hold all they will ever hold.
    while let range = open.last, first > range.last { close(&decided) }
    waiting.append((first, last, size, records))
    waitingSize += size
    waitingRecords += records
    while isTooLarge, splitLast(&decided) {}
    return decided
  }

  /// Hands over the chunks of the records that still wait.
  mutating func finish() -> [Chunk] {
    var decided: [Chunk] = []
    if isWhole, let first = waiting.first?.first, let last = waiting.last?.last {
      open = [KeyRange(holding: first, last)]
    }
    while !open.isEmpty { close(&decided) }
    return decided
  }

  private var isTooLarge: Bool { waitingRecords > 1 && waitingSize > limit }

  /// Ends the last range, which is small enough or has been halved until it was.
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
    // Above the smallest range that holds all records the last of them tells that all are low.
    let isLow = waiting.last.map { $0.last <= low.last } ?? true
    let lowCount = (isLow ? nil : waiting.firstIndex { $0.first > low.last }) ?? waiting.count
    if lowCount == waiting.count {
      open.append(low)
    } else {
      // Without its newest record nothing that waits is too large, and that one lies in the high
      // half.
      emit(low, count: lowCount, &decided)
    }
    return true
  }
}
