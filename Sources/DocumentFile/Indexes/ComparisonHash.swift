import DocumentTables

/// A hash of values by their comparison form, the same in every program (spec 3.13): FNV-1a of 64
/// bits over the bytes of each value's comparison form, folded to ``bits``.
struct ComparisonHash {
  /// Few enough bits that the hashes of a chunk are negligible compared with its size, many enough
  /// that a chunk is hardly ever read in vain.
  static let bits: UInt64 = 26
  static let end: UInt64 = 1 << bits

  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Returns whether values of a column have a comparison form of fixed bytes.
  static func isHashed(_ layout: ColumnLayout) -> Bool {
    switch layout.content {
    case .attribute(let attribute):
      if case .scalar = attribute.type { true } else { false }
    case .relationship(_, let storage): storage == .reference
    }
  }

  /// Returns the hash of values, one per column; nil if a value is nil or has no comparison form.
  static func hash(_ values: [Value]) -> UInt64? {
    var hash = ComparisonHash()
    for value in values {
      guard hash.add(value) else { return nil }
    }
    return hash.folded
  }

  var folded: UInt64 { (state ^ state >> 32) & (Self.end - 1) }

  @inline(__always)
  private mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

  @inline(__always)
  mutating func add(littleEndian number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      add(UInt8(truncatingIfNeeded: number &>> shift))
    }
  }

  /// Adds a text in its NFC form.
  ///
  /// - Parameter isASCII: Whether the bytes are ASCII and thus in NFC already.
  @inline(__always)
  mutating func add(text bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool = false) {
    // A copy, so that the state stays in a register.
    var hash = self
    if isASCII {
      for byte in bytes { hash.add(byte) }
    } else {
      NormalizedText.forEachByte(of: bytes) { hash.add($0) }
    }
    // A byte that UTF-8 never contains separates consecutive texts.
    hash.add(0xFF)
    self = hash
  }

  @inline(__always)
  mutating func add(number: Double) {
    let bits = number.isNaN ? Double.nan.bitPattern : number == 0 ? 0 : number.bitPattern
    add(littleEndian: bits)
  }

  /// Adds a value; returns false for nil, which equals nothing, and for values without a comparison
  /// form.
  mutating func add(_ value: Value) -> Bool {
    switch value {
    case .text(let text):
      var native = text
      // Lifetime: the buffer is used inside the closure.
      native.withUTF8 { add(text: $0) }
    case .bool(let value): add(value ? 1 : 0)
    case .integer(let number), .reference(let number):
      add(littleEndian: UInt64(bitPattern: number))
    case .unsigned(let number): add(littleEndian: number)
    case .double(let number), .date(let number): add(number: number)
    case .uuid(let number):
      for shift in stride(from: UInt128(120), through: 0, by: -8) {
        add(UInt8(truncatingIfNeeded: number &>> shift))
      }
    case .data(let bytes):
      add(littleEndian: UInt64(bytes.count))
      for byte in bytes { add(byte) }
    case .null, .array, .tree, .references: return false
    }
    return true
  }
}
