/// Values of one column for the next rows, in plain memory that a reader fills by position.
///
/// Appending values to a ``ColumnBuilder`` one by one checks each time whether there is room and
/// whether the memory is shared; a block checks once for all its rows. Null rows are only marked;
/// appending the block sets their values.
@usableFromInline
package struct ColumnBlock: BitwiseCopyable {
  /// The layout of ``values``.
  package enum Layout: UInt8, BitwiseCopyable {
    /// A `Bool` for each row.
    case bool
    /// An `Int64`, a `UInt64` or a `Double` for each row.
    case word
    /// A `UInt128` for each row.
    case wide
    /// A `UInt32` for each row: the offset in ``heap`` where its bytes end.
    case text
    /// A `UInt32` for each row: the offset in ``heap`` where its keys end, in bytes.
    case list
  }

  /// The number of rows that a block can contain.
  package static var rows: Int { 256 }
  /// The number of bytes behind a heap that may be overwritten, so that writers can store long
  /// words.
  package static var slack: Int { 32 }

  package let layout: Layout
  /// Room for ``rows`` values; lives as long as the ``RowBlock`` that created this block.
  @usableFromInline package let values: UnsafeMutableRawPointer
  /// Room for ``heapCapacity`` bytes and ``slack`` more; lives as long as ``values``.
  @usableFromInline package let heap: UnsafeMutableRawPointer
  @usableFromInline package let heapCapacity: Int
  @usableFromInline package var heapCount = 0
  /// The disjunction of all bytes of the texts, which shows whether they are ASCII.
  @usableFromInline package var seen: UInt64 = 0
  /// A bit for each null row.
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

  /// Returns the number of bytes of a value in ``values``.
  static func stride(of layout: Layout) -> Int {
    switch layout {
    case .bool: 1
    case .text, .list: 4
    case .word: 8
    case .wide: 16
    }
  }

  static func layout(of storage: ColumnStorage) -> Layout {
    switch storage {
    case .bool: .bool
    case .integer, .unsigned, .double, .reference: .word
    case .uuid: .wide
    case .text, .data, .tree, .array, .structure: .text
    case .references: .list
    }
  }

  /// Marks a row as null.
  @inlinable @inline(__always) package mutating func setNull(_ row: Int) {
    let bit = 1 &<< UInt64(truncatingIfNeeded: row)
    switch row >> 6 {
    case 0: nulls.0 |= bit
    case 1: nulls.1 |= bit
    case 2: nulls.2 |= bit
    default: nulls.3 |= bit
    }
  }

  /// Removes all rows.
  mutating func removeAll() {
    heapCount = 0
    seen = 0
    nulls = (0, 0, 0, 0)
  }

  /// Returns the ends of rows in the heap; a null row ends where the row before it ends.
  func ends(_ nullWords: [UInt64]) -> UnsafeMutablePointer<UInt32> {
    // Bound: a mark is below ``rows``. Lifetime: as that of `values`.
    let ends = values.assumingMemoryBound(to: UInt32.self)
    for row in NullRows(nullWords) { ends[row] = row == 0 ? 0 : ends[row - 1] }
    return ends
  }

  /// Appends the first rows' words to an array.
  func appendWords<Word: Numeric & BitwiseCopyable>(
    to array: inout [Word], _ nullWords: [UInt64], _ count: Int
  ) {
    // Bound: the block has memory for `count` rows, and a mark is below it. Lifetime: as that of
    // `values`.
    let words = values.assumingMemoryBound(to: Word.self)
    for row in NullRows(nullWords) { words[row] = 0 }
    array.append(contentsOf: UnsafeBufferPointer(start: words, count: count))
  }

  /// Returns the marks of the first rows, without the mark of an abandoned row.
  func nullWords(of count: Int) -> [UInt64] {
    var words = [nulls.0, nulls.1, nulls.2, nulls.3]
    for index in words.indices where count < 64 * (index + 1) {
      words[index] &= count <= 64 * index ? 0 : 1 << UInt64(count - 64 * index) - 1
    }
    return words
  }
}

extension ColumnBuilder {
  /// Appends the first rows of a block.
  ///
  /// - Parameter textBytes: An upper bound of the bytes of all later rows' texts.
  func append(_ block: inout ColumnBlock, count: Int, textBytes: Int) {
    let words = block.nullWords(of: count)
    let nullCount = words.reduce(0) { $0 + $1.nonzeroBitCount }
    nulls.insert(words, count: nullCount, from: rowCount)
    // Bounds: a block has memory for all its rows, `count` of which are used; a row's offset is at
    // most the heap's capacity. Lifetime: the memory is used in this call only.
    switch block.layout {
    case .bool:
      let values = block.values.assumingMemoryBound(to: Bool.self)
      for row in NullRows(words) { values[row] = false }
      bools.append(contentsOf: UnsafeBufferPointer(start: values, count: count))
    case .word:
      switch storage {
      case .double: block.appendWords(to: &doubles, words, count)
      case .unsigned: block.appendWords(to: &unsigneds, words, count)
      default: block.appendWords(to: &integers, words, count)
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

  /// Reserves room for the texts of all expected rows, assuming that they are as long as in this
  /// block.
  private func reserveHeap(for bytes: Int, of count: Int, textBytes: Int) {
    guard heap.capacity - heap.count < bytes, expectedRows - rowCount > count else { return }
    let (product, overflow) = bytes.multipliedReportingOverflow(by: expectedRows - rowCount)
    if overflow { return }
    let estimate = product / count
    heap.reserveCapacity(heap.count + bytes + min(estimate + estimate / 16, textBytes))
    PagePrefault.ready(&heap)
  }
}

/// The indexes of the set bits.
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
