/// What is known of the texts of a column, so that their bytes may stand for them.
struct TextTraits: Sendable {
  /// Texts in NFC: two of them are equal as strings if they are as bytes, and `<` is that of bytes.
  let normalized: RowSet
  /// Texts in NFC that have a character for each scalar: parts of them are equal as characters if
  /// they are as bytes.
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
    // Bound: the ranges of rows lie inside the heap. Lifetime: used inside the closures.
    column.bytes.withUnsafeBytes { heap in
      ScalarClass.basicPlane.withUnsafeBufferPointer { basicPlane in
        for row in 0..<rowCount {
          let text = UnsafeRawBufferPointer(rebasing: heap[column.range(of: row)])
          switch Self.scalarClass(of: text, basicPlane) {
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

  static func scalarClass(of text: [UInt8]) -> ScalarClass {
    text.withUnsafeBytes { scalarClass(of: $0) }
  }

  static func scalarClass(of text: UnsafeRawBufferPointer) -> ScalarClass {
    // Lifetime: the buffer is used inside the closure.
    ScalarClass.basicPlane.withUnsafeBufferPointer { scalarClass(of: text, $0) }
  }

  /// The least class of a text's scalars; unknown for what is not UTF-8.
  private static func scalarClass(
    of text: UnsafeRawBufferPointer, _ basicPlane: UnsafeBufferPointer<UInt8>
  ) -> ScalarClass {
    var least = ScalarClass.simple.rawValue
    var lastCombiningClass: UInt8 = 0
    var offset = 0
    let count = text.count
    // Bound: every read is below the count, which `length` has been compared with; the table has a
    // byte for each scalar of the plane.
    while offset < count {
      let lead = text[offset]
      if lead < 0x80 {
        if lead == 0x0D { least = min(least, ScalarClass.normalized.rawValue) }
        lastCombiningClass = 0
        offset &+= 1
        continue
      }
      let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
      guard lead >= 0xC2, lead < 0xF5, offset &+ length <= count else { return .unknown }
      var scalar = UInt32(lead & (0xFF &>> UInt8(length &+ 1)))
      for position in 1..<length {
        scalar = scalar &<< 6 | UInt32(text[offset &+ position] & 0x3F)
      }
      offset &+= length
      let found =
        scalar < 0x1_0000 ? basicPlane[Int(scalar)] : ScalarClass.of(scalar).rawValue
      if found == ScalarClass.simple.rawValue {
        lastCombiningClass = 0
        continue
      }
      guard found != ScalarClass.unknown.rawValue, let scalar = Unicode.Scalar(scalar) else {
        return .unknown
      }
      let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
      guard combiningClass == 0 || lastCombiningClass <= combiningClass else { return .unknown }
      lastCombiningClass = combiningClass
      least = min(least, found)
    }
    return ScalarClass(rawValue: least) ?? .unknown
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
