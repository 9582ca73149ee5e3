/// Finds rows of a table whose values in some columns are equal as keys.
///
/// It keeps a hash and a place for each row, not the values: those are compared only where two
/// hashes are equal. Hashes are seeded anew in each process, so that no document can make them
/// collide on purpose.
struct DuplicateSearch {
  private let table: Table
  private let columns: [Int]
  /// The number of the table's rows before each segment.
  private var starts: [Int] = []
  private var hashes: [UInt32]
  /// Row numbers of the whole table plus one, found by hash; 0 where there is none.
  private var slots: [Int]

  init(table: Table, columns: [Int]) {
    self.table = table
    self.columns = columns
    var count = 0
    for segment in table.segments {
      starts.append(count)
      count += segment.count
    }
    hashes = [UInt32](repeating: 0, count: count)
    var capacity = 16
    while capacity < 2 * count { capacity *= 2 }
    slots = [Int](repeating: 0, count: capacity)
  }

  /// Calls `found` with the key of the first row, and the place, of each row that repeats it, until
  /// it returns false. Rows of other entities and rows that hold a nil are passed over.
  mutating func run(
    where isConcerned: (UInt16) -> Bool, found: (ObjectKey, Segment, Int) -> Bool
  ) {
    for (index, segment) in table.segments.enumerated() {
      let start = starts[index]
      if case .constant(let discriminator) = segment.entities, !isConcerned(discriminator) {
        continue
      }
      let text: HeapColumn? =
        if columns.count == 1, case .text(let column) = segment.columns[columns[0]] {
          column
        } else {
          nil
        }
      for row in 0..<segment.count where isConcerned(segment.entities[row]) {
        var hasher = Hasher()
        if let text {
          guard !text.nulls[row] else { continue }
          Self.combine(text, row, into: &hasher)
        } else {
          guard combine(segment, row, into: &hasher) else { continue }
        }
        let hash = hasher.finalize()
        if let first = insert(start + row, hash: hash, segment, row) {
          guard found(first, segment, row) else { return }
        }
      }
    }
  }

  /// The key of the row with equal values that came first, if there is one.
  private mutating func insert(
    _ number: Int, hash: Int, _ segment: Segment, _ row: Int
  ) -> ObjectKey? {
    let short = UInt32(truncatingIfNeeded: hash >> 32)
    hashes[number] = short
    // Bound: the number of slots is a power of two above the number of rows, so one is free.
    let mask = slots.count - 1
    var slot = hash & mask
    while slots[slot] != 0 {
      let other = slots[slot] - 1
      if hashes[other] == short, let key = keyIfEqual(other, segment, row) { return key }
      slot = (slot + 1) & mask
    }
    slots[slot] = number + 1
    return nil
  }

  private func keyIfEqual(_ number: Int, _ segment: Segment, _ row: Int) -> ObjectKey? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = low + (high - low) / 2
      if starts[middle] <= number { low = middle + 1 } else { high = middle }
    }
    let other = table.segments[low - 1]
    let otherRow = number - starts[low - 1]
    let isEqual =
      UniquenessCheck.comparisonKeys(other, otherRow, columns)
      == UniquenessCheck.comparisonKeys(segment, row, columns)
    return isEqual ? other.keys[otherRow] : nil
  }

  /// False where a value is nil.
  private func combine(_ segment: Segment, _ row: Int, into hasher: inout Hasher) -> Bool {
    for column in columns {
      if case .text(let texts) = segment.columns[column] {
        guard !texts.nulls[row] else { return false }
        Self.combine(texts, row, into: &hasher)
      } else {
        guard let part = ComparisonKey(segment.value(at: row, column: column)) else { return false }
        if case .text(let text) = part {
          Self.combine(text, into: &hasher)
        } else {
          hasher.combine(part)
        }
      }
    }
    return true
  }

  private static func combine(_ texts: HeapColumn, _ row: Int, into hasher: inout Hasher) {
    let range = texts.range(of: row)
    // Bound: a row's range lies inside its heap. Lifetime: the buffer is used inside the closure.
    texts.bytes.withUnsafeBytes { heap in
      let bytes = UnsafeRawBufferPointer(rebasing: heap[range])
      if texts.isASCII || bytes.allSatisfy({ $0 < 0x80 }) {
        hasher.combine(bytes: bytes)
        hasher.combine(bytes.count)
      } else {
        combine(String(decoding: bytes, as: UTF8.self), into: &hasher)
      }
    }
  }

  /// Texts that are canonically equivalent have one hash; that of an ASCII text is of its bytes.
  private static func combine(_ text: String, into hasher: inout Hasher) {
    var plain = text
    if text.unicodeScalars.contains(where: { plainScalar($0) != $0 }) {
      var scalars = String.UnicodeScalarView()
      for scalar in text.unicodeScalars { scalars.append(plainScalar(scalar)) }
      plain = String(scalars)
    }
    if plain.utf8.allSatisfy({ $0 < 0x80 }) {
      plain.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(plain.utf8.count)
    } else {
      hasher.combine(plain)
    }
  }
  /// Puts ASCII in the place of the only scalars whose canonical decomposition is one of ASCII.
  private static func plainScalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\u{212A}": "K"
    case "\u{037E}": ";"
    case "\u{1FEF}": "`"
    default: scalar
    }
  }
}
