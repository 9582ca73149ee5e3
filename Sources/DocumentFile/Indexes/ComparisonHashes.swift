import DocumentTables

/// The hashes of many rows, computed column by column, so that the type of each column is checked
/// once.
struct ComparisonHashes {
  private var hashes: [ComparisonHash]
  /// Whether a row has had a value in all columns so far.
  private var isWhole: [Bool]

  init(count: Int) {
    hashes = Array(repeating: ComparisonHash(), count: count)
    isWhole = Array(repeating: true, count: count)
  }

  /// The hash of a row; nil if one of its values is nil, which equals nothing.
  subscript(position: Int) -> UInt64? { isWhole[position] ? hashes[position].folded : nil }

  /// Adds the values of rows in the next column; there must be as many rows as hashes.
  mutating func add(_ column: Column, _ rows: Range<Int>) {
    switch column {
    case .text(let texts): add(texts, rows)
    case .date(let numbers), .double(let numbers):
      add(numbers, rows) { $0.add(number: $1) }
    case .integer(let numbers):
      add(numbers, rows) { $0.add(littleEndian: UInt64(bitPattern: $1)) }
    default:
      for (position, row) in rows.enumerated() where !hashes[position].add(column.value(at: row)) {
        isWhole[position] = false
      }
    }
  }

  private mutating func add(_ texts: HeapColumn, _ rows: Range<Int>) {
    // Bound: a row's range is within its heap. Lifetime: the buffer is used inside the closure.
    texts.bytes.withUnsafeBufferPointer { heap in
      for (position, row) in rows.enumerated() {
        if texts.nulls[row] {
          isWhole[position] = false
        } else {
          hashes[position].add(
            text: UnsafeBufferPointer(rebasing: heap[texts.range(of: row)]), isASCII: texts.isASCII)
        }
      }
    }
  }

  @inline(__always)
  private mutating func add<Element>(
    _ column: FixedColumn<Element>, _ rows: Range<Int>,
    _ add: (inout ComparisonHash, Element) -> Void
  ) {
    for (position, row) in rows.enumerated() {
      if column.nulls[row] {
        isWhole[position] = false
      } else {
        add(&hashes[position], column.values[row])
      }
    }
  }
}
