/// The natural order of the values of one column in one segment.
struct ColumnOrdering {
  let column: Column
  private let spelled: SpelledOrder?
  /// Whether texts are in NFC, so that the order of bytes is the order of texts.
  let isByBytes: Bool

  /// - Parameter isNormalized: Whether texts are known to be in NFC.
  init(
    _ segment: Segment, column index: Int, spelled: SpelledOrder?, isNormalized: Bool = false
  ) {
    column = segment.columns[index]
    self.spelled = spelled
    isByBytes =
      switch column {
      case _ where spelled != nil: false
      case _ where isNormalized: true
      case .text(let texts):
        segment.columnIndexes[index].textTraits(of: texts).normalized.isAll
      case .constant(.text(let text), _): PreparedText(text).isNormalized
      default: true
      }
  }

  /// Returns a number that orders values by bytes, in any segment.
  ///
  /// A greater value never has a smaller number. Values without an order have equal numbers.
  ///
  /// If the numbers of two values are equal and ``isContinued(_:in:)``, the numbers of the next
  /// chunk decide, and so on.
  @inline(__always)
  func key(at row: Int, chunk: Int) -> UInt64 {
    switch column {
    case .bool(let column): column.values[row] ? 1 : 0
    case .integer(let column), .reference(let column): Self.key(column.values[row])
    case .unsigned(let column): column.values[row]
    case .double(let column), .date(let column): Self.key(column.values[row])
    case .uuid(let column): Self.key(column.values[row], chunk: chunk)
    case .text(let column):
      // Bound: a row's range lies inside its heap. Lifetime: used inside the closure.
      column.bytes.withUnsafeBytes { Self.key(of: $0, column.range(of: row), chunk: chunk) }
    case .constant(let value, _): Self.key(value, chunk: chunk)
    case .data, .nested, .references: 0
    }
  }

  /// Returns whether values with this key may differ in later chunks.
  static func isContinued(_ key: UInt64, chunk: Int, in storage: ColumnStorage) -> Bool {
    switch storage {
    case .text: key & 0xFF == 8
    case .uuid: chunk == 0
    default: false
    }
  }

  private static func key(_ value: Value, chunk: Int) -> UInt64 {
    switch value {
    case .bool(let value): value ? 1 : 0
    case .integer(let value), .reference(let value): key(value)
    case .unsigned(let value): value
    case .double(let value), .date(let value): key(value)
    case .uuid(let value): key(value, chunk: chunk)
    case .text(let text):
      // Lifetime: used inside the closure.
      Array(text.utf8).withUnsafeBytes { key(of: $0, 0..<$0.count, chunk: chunk) }
    default: 0
    }
  }

  private static func key(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number) ^ 1 << 63
  }

  /// Returns the bits of a number so that they sort like numbers; 0 and −0 are equal, NaN is
  /// smallest.
  private static func key(_ number: Double) -> UInt64 {
    guard !number.isNaN else { return 0 }
    let bits = number == 0 ? 0 : number.bitPattern
    return bits & 1 << 63 == 0 ? bits | 1 << 63 : ~bits
  }

  private static func key(_ number: UInt128, chunk: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: chunk == 0 ? number >> 64 : number)
  }

  /// Returns the next seven bytes and their count, or eight as the count if more follow, so that a
  /// text sorts before its continuations, even by U+0000.
  private static func key(
    of heap: UnsafeRawBufferPointer, _ range: Range<Int>, chunk: Int
  ) -> UInt64 {
    let start = range.lowerBound + 7 * chunk
    let count = range.upperBound - start
    // Bound: the range lies inside the heap, and eight bytes are read only if the heap has as many.
    if count >= 8 {
      let bytes = UInt64(
        bigEndian: heap.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      return bytes & ~0xFF | 8
    }
    guard count > 0 else { return 0 }
    var key: UInt64 = 0
    for offset in 0..<count {
      key |= UInt64(heap[start + offset]) &<< UInt64(56 - 8 * offset)
    }
    return key | UInt64(count)
  }

  /// Compares two values that are not null; negative, zero or positive.
  func order(_ row: Int, _ other: ColumnOrdering, _ otherRow: Int) -> Int {
    if let spelled {
      return spelled.order(column.value(at: row), other.column.value(at: otherRow))
    }
    return switch (column, other.column) {
    case (.text(let left), .text(let right)) where isByBytes && other.isByBytes:
      // Bound: a row's range lies inside its heap. Lifetime: used inside the closures.
      left.bytes.withUnsafeBytes { leftHeap in
        right.bytes.withUnsafeBytes { rightHeap in
          ByteSearch.order(
            UnsafeRawBufferPointer(rebasing: leftHeap[left.range(of: row)]),
            UnsafeRawBufferPointer(rebasing: rightHeap[right.range(of: otherRow)]))
        }
      }
    case (.text, _), (_, .text), (.uuid, _), (_, .uuid), (.constant, .constant):
      naturalOrder(column.value(at: row), other.column.value(at: otherRow))
    default:
      totalOrder(key(at: row, chunk: 0), other.key(at: otherRow, chunk: 0))
    }
  }
}

private func totalOrder<Compared: Comparable>(_ left: Compared, _ right: Compared) -> Int {
  left < right ? -1 : right < left ? 1 : 0
}

/// Compares two values of one column, neither null nor spelled, by Swift's `<`, made total.
func naturalOrder(_ left: Value, _ right: Value) -> Int {
  switch (left, right) {
  case (.bool(let left), .bool(let right)): totalOrder(left ? 1 : 0, right ? 1 : 0)
  case (.integer(let left), .integer(let right)): totalOrder(left, right)
  case (.unsigned(let left), .unsigned(let right)): totalOrder(left, right)
  case (.double(let left), .double(let right)), (.date(let left), .date(let right)):
    left.isNaN || right.isNaN
      ? totalOrder(left.isNaN ? 0 : 1, right.isNaN ? 0 : 1) : totalOrder(left, right)
  case (.uuid(let left), .uuid(let right)): totalOrder(left, right)
  case (.text(let left), .text(let right)): totalOrder(ComparisonText(left), ComparisonText(right))
  case (.reference(let left), .reference(let right)): totalOrder(left, right)
  default: 0
  }
}
