/// A cursor that merges sorted runs.
struct SortedCursor<Entry: SortedEntry> {
  /// The memory in bytes that all runs of a cursor use together.
  private static var memory: Int { 4 << 20 }

  private var runs: [RunReader<Entry>]
  /// The numbers of runs with entries left, as a heap whose first run has the lowest entry.
  private var heap: [Int] = []
  /// The next entry; nil at the end.
  private(set) var current: Entry?

  init(
    spill: SpillFile, runs extents: [[SpillFile.Extent]], memory: [Entry]
  ) throws(DocumentError) {
    let stride = MemoryLayout<Entry>.stride
    let buffered = max(64, min(4096, Self.memory / stride / max(1, extents.count)))
    runs = extents.map { RunReader(spill: spill, extents: $0, bufferedEntries: buffered) }
    runs.append(RunReader(memory: memory))
    for index in runs.indices {
      try runs[index].advance()
      if runs[index].current != nil { heap.append(index) }
    }
    for position in heap.indices.reversed() { sink(position) }
    current = heap.first.flatMap { runs[$0].current }
  }

  mutating func advance() throws(DocumentError) {
    guard let top = heap.first else { return }
    try runs[top].advance()
    if runs[top].current == nil {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    if heap.count > 1 { sink(0) }
    current = heap.first.flatMap { runs[$0].current }
  }

  private mutating func sink(_ start: Int) {
    var position = start
    while true {
      var lowest = position
      for child in [2 * position + 1, 2 * position + 2] where child < heap.count {
        if isLower(heap[child], heap[lowest]) { lowest = child }
      }
      if lowest == position { return }
      heap.swapAt(position, lowest)
      position = lowest
    }
  }

  private func isLower(_ left: Int, _ right: Int) -> Bool {
    guard let left = runs[left].current, let right = runs[right].current else { return false }
    return left < right
  }
}

/// A reader of one sorted run.
private struct RunReader<Entry: SortedEntry> {
  private var spill: SpillFile?
  private var extents: ArraySlice<SpillFile.Extent>
  private let bufferedEntries: Int
  private var buffer: [Entry]
  private var position = 0
  private(set) var current: Entry?

  init(spill: SpillFile, extents: [SpillFile.Extent], bufferedEntries: Int) {
    self.spill = spill
    self.extents = extents[...]
    self.bufferedEntries = bufferedEntries
    buffer = []
  }

  init(memory: [Entry]) {
    extents = []
    bufferedEntries = 0
    buffer = memory
  }

  mutating func advance() throws(DocumentError) {
    if position >= buffer.count { try refill() }
    guard position < buffer.count else {
      current = nil
      return
    }
    current = buffer[position]
    position += 1
  }

  private mutating func refill() throws(DocumentError) {
    guard let spill, let extent = extents.first else { return }
    let stride = MemoryLayout<Entry>.stride
    let count = min(bufferedEntries, extent.count / stride)
    var problem: DocumentError?
    buffer = [Entry](unsafeUninitializedCapacity: count) { entries, filled in
      // Bound: the bytes read fill exactly the capacity; entries consist of whole words, so any
      // bytes are valid. Lifetime: the buffer is filled inside the closure.
      do throws(DocumentError) {
        try spill.read(
          at: extent.offset,
          into: UnsafeMutableRawBufferPointer(
            start: entries.baseAddress, count: count * stride))
        filled = count
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    position = 0
    if count * stride == extent.count {
      extents.removeFirst()
    } else {
      extents[extents.startIndex] = SpillFile.Extent(
        offset: extent.offset + count * stride, count: extent.count - count * stride)
    }
  }
}
