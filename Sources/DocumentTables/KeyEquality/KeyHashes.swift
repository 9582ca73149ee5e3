/// Hashes of rows by their values in some columns, computed column by column: equal if the values
/// are equal as keys (``ComparisonKey``).
///
/// The converse does not hold, so callers compare rows with equal hashes. A cheap hash therefore
/// suffices: each step folds a product of 128 bits. The factors are secrets of the process, so no
/// document can be made to cause collisions.
struct KeyHashes {
  /// The hash of each row; meaningless for rows with a null.
  private(set) var hashes: [UInt64]
  /// Whether a row has a null in one of the columns; empty if no row has.
  private(set) var holdNil: [Bool] = []

  private struct Secrets {
    let first = UInt64.random(in: .min ... .max)
    let second = UInt64.random(in: .min ... .max)
    let factor = UInt64.random(in: .min ... .max) | 1
  }

  private static let secrets = Secrets()

  /// - Parameter columns: Columns with the same number of rows.
  init(of columns: [Column]) {
    hashes = [UInt64](repeating: Self.secrets.first, count: columns.first?.count ?? 0)
    for column in columns {
      noteNils(of: column)
      combine(column)
    }
  }

  /// Creates the hashes of rows in which a null counts as a value of its own, equal to itself only.
  ///
  /// - Parameter columns: Columns with the same number of rows.
  init(withNullsOf columns: [Column]) {
    hashes = [UInt64](repeating: Self.secrets.first, count: columns.first?.count ?? 0)
    for column in columns {
      guard column.mayHoldNull else {
        combine(column)
        continue
      }
      let before = hashes
      combine(column)
      column.forEachNull { row in
        hashes[row] = Self.fold(before[row] ^ Self.secrets.second, Self.secrets.factor)
        return true
      }
    }
  }

  /// Calls a function with the hash of each row without a null, in ascending order of rows.
  @inline(__always)
  func forEach(_ body: (UInt64, Int) -> Void) {
    guard holdNil.isEmpty else {
      for row in hashes.indices where !holdNil[row] { body(hashes[row], row) }
      return
    }
    for row in hashes.indices { body(hashes[row], row) }
  }

  private mutating func noteNils(of column: Column) {
    guard column.mayHoldNull else { return }
    if holdNil.isEmpty { holdNil = [Bool](repeating: false, count: hashes.count) }
    for row in holdNil.indices where column.isNull(at: row) { holdNil[row] = true }
  }

  private mutating func combine(_ column: Column) {
    switch column {
    case .constant(let value, _):
      let word = Self.word(of: value)
      combine { _ in word }
    case .integer(let column), .reference(let column):
      combine { UInt64(bitPattern: column.values[$0]) }
    case .double(let column), .date(let column):
      combine { Self.word(of: column.values[$0]) }
    case .uuid(let column):
      combine { Self.word(of: column.values[$0]) }
    case .text(let column): combine(column)
    default: combine { Self.word(of: column.value(at: $0)) }
    }
  }

  @inline(__always)
  private mutating func combine(_ word: (Int) -> UInt64) {
    let factor = Self.secrets.factor
    for row in hashes.indices { hashes[row] = Self.fold(hashes[row] ^ word(row), factor) }
  }

  private mutating func combine(_ texts: HeapColumn) {
    let secrets = Self.secrets
    // Bound: rows end in ascending order and within the heap. Lifetime: both buffers are used inside
    // the closures.
    texts.bytes.withUnsafeBytes { heap in
      texts.ends.withUnsafeBufferPointer { ends in
        var start = 0
        for row in hashes.indices {
          let end = Int(ends[row])
          let bytes = UnsafeRawBufferPointer(rebasing: heap[start..<end])
          let word =
            texts.isASCII
            ? Self.word(ofNormalized: bytes, secrets) : Self.word(ofText: bytes, secrets)
          hashes[row] = Self.fold(hashes[row] ^ word, secrets.factor)
          start = end
        }
      }
    }
  }
}

extension KeyHashes {
  /// Returns the hash of a row with these values, one for each column; nil if a value is null.
  static func hash(_ values: some Collection<Value>) -> UInt64? {
    var hash = secrets.first
    for value in values {
      if case .null = value { return nil }
      hash = fold(hash ^ word(of: value), secrets.factor)
    }
    return hash
  }

  /// Returns the hash of a row's hash together with a number.
  static func hash(_ hash: UInt64, with number: UInt32) -> UInt64 {
    fold(hash ^ UInt64(number), secrets.factor)
  }

  /// Returns the hash of a row whose only value is a text in UTF-8.
  static func hash(ofText bytes: UnsafeRawBufferPointer) -> UInt64 {
    fold(secrets.first ^ word(ofText: bytes, secrets), secrets.factor)
  }

  /// Returns one value as 64 bits, as its column does.
  private static func word(of value: Value) -> UInt64 {
    switch value {
    case .integer(let number), .reference(let number): return UInt64(bitPattern: number)
    case .double(let number), .date(let number): return word(of: number)
    case .uuid(let number): return word(of: number)
    case .text(var text):
      // Lifetime: the bytes are used inside the closure.
      return text.withUTF8 { word(ofText: UnsafeRawBufferPointer($0), secrets) }
    default: return UInt64(truncatingIfNeeded: ComparisonKey(value).hashValue)
    }
  }

  @inline(__always)
  private static func word(of number: UInt128) -> UInt64 {
    fold(
      UInt64(truncatingIfNeeded: number) ^ secrets.second,
      UInt64(truncatingIfNeeded: number >> 64) ^ secrets.first)
  }

  @inline(__always)
  private static func word(of number: Double) -> UInt64 {
    if number.isNaN { return Double.nan.bitPattern }
    return number == 0 ? 0 : number.bitPattern
  }

  /// Returns a text as 64 bits of its NFC form, which most texts already have, so that canonically
  /// equivalent texts get equal hashes.
  private static func word(ofText bytes: UnsafeRawBufferPointer, _ secrets: Secrets) -> UInt64 {
    NormalizedText.withBytes(of: bytes) { word(ofNormalized: $0, secrets) }
  }

  @inline(__always)
  private static func word(
    ofNormalized bytes: UnsafeRawBufferPointer, _ secrets: Secrets
  ) -> UInt64 {
    let count = bytes.count
    var state = secrets.first ^ UInt64(truncatingIfNeeded: count)
    guard count > 0, let base = bytes.baseAddress else { return state }
    // Bound: the loop reads while sixteen bytes are left. Then the last sixteen bytes, or all if
    // there are fewer, are read from both ends.
    var offset = 0
    while count &- offset > 16 {
      state = fold(load(base + offset) ^ secrets.second, load(base + (offset &+ 8)) ^ state)
      offset &+= 16
    }
    let begin: UInt64
    let end: UInt64
    if count >= 8 {
      begin = load(base + max(0, count &- 16))
      end = load(base + (count &- 8))
    } else if count >= 4 {
      begin = UInt64(base.loadUnaligned(as: UInt32.self))
      end = UInt64((base + (count &- 4)).loadUnaligned(as: UInt32.self))
    } else {
      begin = UInt64(bytes[0]) << 8 | UInt64(bytes[count >> 1])
      end = UInt64(bytes[count &- 1])
    }
    return fold(begin ^ secrets.second, end ^ state)
  }

  @inline(__always)
  private static func load(_ pointer: UnsafeRawPointer) -> UInt64 {
    pointer.loadUnaligned(as: UInt64.self)
  }

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
