/// The sets of rows of a text column whose texts can be compared by bytes.
struct TextTraits: Sendable {
  /// The rows with texts in NFC.
  ///
  /// Two of these texts are equal as strings exactly if their bytes are equal, and `<` is the order
  /// of their bytes.
  let normalized: RowSet
  /// The rows with texts in NFC in which each scalar is a character.
  ///
  /// Parts of these texts are equal as characters exactly if their bytes are equal.
  let simple: RowSet

  enum RowSet: Sendable {
    case all
    case some(RowBits)

    subscript(row: Int) -> Bool {
      switch self {
      case .all: true
      case .some(let bits): bits[row]
      }
    }

    var isAll: Bool {
      if case .all = self { true } else { false }
    }

    init(_ bits: RowBits) { self = bits.count == bits.rowCount ? .all : .some(bits) }
  }

  init(of column: HeapColumn) {
    let rowCount = column.ends.count
    if column.isASCII, !ByteSearch.contains(0x0D, in: column.bytes) {
      normalized = .all
      simple = .all
      return
    }
    var normalized = RowBits(none: rowCount)
    var simple = RowBits(none: rowCount)
    // Bound: the ranges of rows lie inside the heap. Lifetime: both buffers are used only inside
    // the closures.
    column.bytes.withUnsafeBytes { heap in
      ScalarClass.basicPlane.withUnsafeBufferPointer { basicPlane in
        for row in 0..<rowCount {
          let text = UnsafeRawBufferPointer(rebasing: heap[column.range(of: row)])
          switch ScalarClass.least(in: text, basicPlane) {
          case .simple:
            simple.insert(row)
            normalized.insert(row)
          case .normalized: normalized.insert(row)
          case .unknown: break
          }
        }
      }
    }
    self.normalized = RowSet(normalized)
    self.simple = RowSet(simple)
  }
}

extension RowBits {
  mutating func subtract(_ rows: TextTraits.RowSet) {
    switch rows {
    case .all: self = RowBits(none: rowCount)
    case .some(let bits): subtract(bits)
    }
  }
}
