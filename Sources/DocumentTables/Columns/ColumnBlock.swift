/// Values of one column for the next few rows, in plain memory that a reader fills by position.
///
/// Appending to a ``ColumnBuilder`` value by value asks each time whether there is room and whether
/// the memory is shared; a block asks once for all of its rows. Rows that hold nil are only marked:
/// what else lies in their places is put right when the block is appended.
@usableFromInline
package struct ColumnBlock: BitwiseCopyable {
  /// How values lie in ``values``.
  package enum Layout: UInt8, BitwiseCopyable {
    /// Nothing: every row is nil.
    case none
    /// A `Bool` each.
    case bool
    /// An `Int64` or `Double` each.
    case word
    /// A `UInt128` each.
    case wide
    /// A `UInt32` each: where the row's bytes end in ``heap``.
    case text
    /// A `UInt32` each: where the row's keys end in ``heap``, counted in bytes.
    case list
  }

  /// How many rows a block can hold.
  package static var rows: Int { 256 }
  /// How many bytes behind a heap may be overwritten, so that it can be written in long words.
  package static var slack: Int { 32 }

  package let layout: Layout
  /// Room for ``rows`` values; lives as long as the ``RowBlock`` that made this.
  @usableFromInline package let values: UnsafeMutableRawPointer
  /// Room for ``heapCapacity`` bytes and ``slack`` more; lives as long.
  @usableFromInline package let heap: UnsafeMutableRawPointer
  @usableFromInline package let heapCapacity: Int
  @usableFromInline package var heapCount = 0
  /// The bytes of all texts, joined by "or": says whether they are ASCII.
  @usableFromInline package var seen: UInt64 = 0
  /// A bit for each row that holds nil.
  @usableFromInline package var nulls: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init(
    _ layout: Layout, values: UnsafeMutableRawPointer, heap: UnsafeMutableRawPointer,
    heapCapacity: Int
  ) {
    self.layout = layout
    self.values = values
    self.heap = heap
    self.heapCapacity = heapCapacity
  }

  /// Bytes of a value in ``values``.
  static func stride(of layout: Layout) -> Int {
    switch layout {
    case .none: 0
    case .bool: 1
    case .text, .list: 4
    case .word: 8
    case .wide: 16
    }
  }

  static func layout(of storage: ColumnStorage) -> Layout {
    switch storage {
    case .bool: .bool
    case .integer, .double, .reference: .word
    case .uuid: .wide
    case .text: .text
    case .references: .list
    case .unsigned, .data, .tree, .array: .none
    }
  }

  /// Marks a row as nil.
  @inlinable @inline(__always) package mutating func setNull(_ row: Int) {
    let bit = 1 &<< UInt64(truncatingIfNeeded: row)
    switch row >> 6 {
    case 0: nulls.0 |= bit
    case 1: nulls.1 |= bit
    case 2: nulls.2 |= bit
    default: nulls.3 |= bit
    }
  }

  /// Forgets all rows.
  mutating func removeAll() {
    heapCount = 0
    seen = 0
    nulls = (0, 0, 0, 0)
  }

  /// Where rows end in the heap: a row that holds nil ends where the one before it does.
  func ends(_ nullWords: [UInt64]) -> UnsafeMutablePointer<UInt32> {
    // Bound: a mark is below ``rows``. Lifetime: as that of `values`.
    let ends = values.assumingMemoryBound(to: UInt32.self)
    for row in NullRows(nullWords) { ends[row] = row == 0 ? 0 : ends[row - 1] }
    return ends
  }

  /// The marks of the first rows, without those of a row that was given up.
  func nullWords(of count: Int) -> [UInt64] {
    var words =
      layout == .none
      ? [.max, .max, .max, .max] : [nulls.0, nulls.1, nulls.2, nulls.3]
    for index in words.indices where count < 64 * (index + 1) {
      words[index] &= count <= 64 * index ? 0 : 1 << UInt64(count - 64 * index) - 1
    }
    return words
  }
}

extension ColumnBuilder {
  /// Appends the first rows of a block.
  ///
  /// - Parameter textBytes: what the texts of all later rows together cannot exceed.
  func append(_ block: inout ColumnBlock, count: Int, textBytes: Int) {
    let words = block.nullWords(of: count)
    let nullCount = words.reduce(0) { $0 + $1.nonzeroBitCount }
    nulls.insert(words, count: nullCount, from: rowCount)
    // Bounds: a block has memory for all its rows and `count` is among them; a row's offset is at
    // most the heap's capacity. Lifetime: it is used in this call only.
    switch block.layout {
    case .none:
      for _ in 0..<count { appendZero() }
      return
    case .bool:
      let values = block.values.assumingMemoryBound(to: Bool.self)
      for row in NullRows(words) { values[row] = false }
      bools.append(contentsOf: UnsafeBufferPointer(start: values, count: count))
    case .word:
      if storage == .double {
        let values = block.values.assumingMemoryBound(to: Double.self)
        for row in NullRows(words) { values[row] = 0 }
        doubles.append(contentsOf: UnsafeBufferPointer(start: values, count: count))
      } else {
        let values = block.values.assumingMemoryBound(to: Int64.self)
        for row in NullRows(words) { values[row] = 0 }
        integers.append(contentsOf: UnsafeBufferPointer(start: values, count: count))
      }
    case .wide:
      let values = block.values.assumingMemoryBound(to: UInt128.self)
      for row in NullRows(words) { values[row] = 0 }
      uuids.append(contentsOf: UnsafeBufferPointer(start: values, count: count))
    case .text:
      let values = block.ends(words)
      let bytes = Int(values[count - 1])
      reserveHeap(for: bytes, of: count, textBytes: textBytes)
      let base = UInt32(truncatingIfNeeded: heap.count)
      for row in 0..<count { values[row] &+= base }
      heap.append(contentsOf: UnsafeRawBufferPointer(start: block.heap, count: bytes))
      ends.append(contentsOf: UnsafeBufferPointer(start: values, count: count))
      if block.seen & 0x8080_8080_8080_8080 != 0 { isASCII = false }
    case .list:
      let values = block.ends(words)
      let base = UInt32(truncatingIfNeeded: keyHeap.count)
      keyHeap.append(
        contentsOf: UnsafeBufferPointer(
          start: block.heap.assumingMemoryBound(to: ObjectKey.self),
          count: Int(values[count - 1]) / MemoryLayout<ObjectKey>.stride))
      for row in 0..<count {
        values[row] = values[row] / UInt32(MemoryLayout<ObjectKey>.stride) &+ base
      }
      ends.append(contentsOf: UnsafeBufferPointer(start: values, count: count))
    }
    rowCount += count
  }

  /// Makes room for the texts of all expected rows, if they are as long as those of this block.
  private func reserveHeap(for bytes: Int, of count: Int, textBytes: Int) {
    guard heap.capacity - heap.count < bytes, expectedRows - rowCount > count else { return }
    let (product, overflow) = bytes.multipliedReportingOverflow(by: expectedRows - rowCount)
    if overflow { return }
    let estimate = product / count
    heap.reserveCapacity(heap.count + bytes + min(estimate + estimate / 16, textBytes))
    PagePrefault.ready(&heap)
  }
}

/// The numbers of the bits that are set.
private struct NullRows: Sequence, IteratorProtocol {
  private let words: [UInt64]
  private var index = 0
  private var word: UInt64

  init(_ words: [UInt64]) {
    self.words = words
    word = words.first ?? 0
  }

  mutating func next() -> Int? {
    while word == 0 {
      index += 1
      if index >= words.count { return nil }
      word = words[index]
    }
    defer { word &= word - 1 }
    return 64 * index + word.trailingZeroBitCount
  }
}
