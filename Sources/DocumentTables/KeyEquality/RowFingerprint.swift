/// 128 bits that represent a row's values in some columns: equal if the values are equal as keys
/// (``ComparisonKey``), and practically only then.
///
/// Each value is hashed twice with SipHash, whose key is a secret of the process, and these hashes
/// are hashed again. No document can be made to cause collisions. In documents of ten million rows,
/// one in 2⁸⁰ has a collision by chance. Rows with equal fingerprints therefore need no comparison.
package struct RowFingerprint: BitwiseCopyable, Hashable, Comparable, Sendable {
  private let high: UInt64
  private let low: UInt64

  package static func < (left: RowFingerprint, right: RowFingerprint) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  /// The initial states of the two hashes; salted, because a process may not seed its hashes.
  private static let beginnings = (
    high: beginning(UInt64.random(in: .min ... .max)),
    low: beginning(UInt64.random(in: .min ... .max))
  )

  private static func beginning(_ salt: UInt64) -> Hasher {
    var hasher = Hasher()
    hasher.combine(salt)
    return hasher
  }

  /// Calls a function with the fingerprint of each row without a null in these columns, in
  /// ascending order of rows.
  package static func forEach(
    in columns: [Column], where isConcerned: (Int) -> Bool,
    _ body: (RowFingerprint, Int) -> Void
  ) {
    // Each column is hashed alone, because the concatenation of values is ambiguous.
    let parts = columns.map { fingerprints(of: $0, where: isConcerned) }
    guard let first = parts.first else { return }
    for (index, part) in first.enumerated() {
      guard columns.count > 1 else {
        body(part.fingerprint, part.row)
        continue
      }
      var high = beginnings.high
      var low = beginnings.low
      var isComplete = true
      for other in parts {
        // Usually all columns have nulls in the same rows.
        let found =
          index < other.count && other[index].row == part.row
          ? other[index] : Self.find(part.row, in: other)
        guard let found else {
          isComplete = false
          break
        }
        high.combine(found.fingerprint)
        low.combine(found.fingerprint)
      }
      if isComplete { body(RowFingerprint(high, low), part.row) }
    }
  }

  private init(_ high: Hasher, _ low: Hasher) {
    self.high = UInt64(truncatingIfNeeded: high.finalize())
    self.low = UInt64(truncatingIfNeeded: low.finalize())
  }

  /// Returns the fingerprints of a column's rows without nulls, in ascending order of rows.
  private static func fingerprints(
    of column: Column, where isConcerned: (Int) -> Bool
  ) -> [(row: Int, fingerprint: RowFingerprint)] {
    var result: [(row: Int, fingerprint: RowFingerprint)] = []
    result.reserveCapacity(column.count)
    for row in 0..<column.count where isConcerned(row) {
      guard let fingerprint = RowFingerprint(column, row) else { continue }
      result.append((row, fingerprint))
    }
    return result
  }

  private static func find(
    _ row: Int, in list: [(row: Int, fingerprint: RowFingerprint)]
  ) -> (row: Int, fingerprint: RowFingerprint)? {
    var low = 0
    var high = list.count
    while low < high {
      let middle = low + (high - low) / 2
      if list[middle].row < row { low = middle + 1 } else { high = middle }
    }
    return low < list.count && list[low].row == row ? list[low] : nil
  }
}

extension RowFingerprint {
  /// Creates the fingerprint of values that are equal if their written forms are; null equals null.
  package init(ofWritten values: [Value]) {
    var (high, low) = Self.beginnings
    high.combine(values)
    low.combine(values)
    self.init(high, low)
  }

  /// Creates the fingerprint of a value; nil if the row has a null.
  private init?(_ column: Column, _ row: Int) {
    if case .text(let texts) = column {
      guard !texts.nulls[row] else { return nil }
      let range = texts.range(of: row)
      // Bound: a row's range lies inside its heap. Lifetime: the buffer is used inside the closure.
      self = texts.bytes.withUnsafeBytes { heap in
        let bytes = UnsafeRawBufferPointer(rebasing: heap[range])
        return texts.isASCII ? Self(ofNormalized: bytes) : Self(ofText: bytes)
      }
      return
    }
    let value = column.value(at: row)
    if case .text(var text) = value {
      // Lifetime: the bytes are used inside the closure.
      self = text.withUTF8 { Self(ofText: UnsafeRawBufferPointer($0)) }
      return
    }
    guard let key = ComparisonKey(value) else { return nil }
    var (high, low) = Self.beginnings
    high.combine(key)
    low.combine(key)
    self.init(high, low)
  }

  /// Creates the fingerprint of a text's NFC form, which most texts already have.
  private init(ofText bytes: UnsafeRawBufferPointer) {
    self = NormalizedText.withBytes(of: bytes) { Self(ofNormalized: $0) }
  }

  private init(ofNormalized bytes: UnsafeRawBufferPointer) {
    var (high, low) = Self.beginnings
    high.combine(bytes: bytes)
    low.combine(bytes: bytes)
    self.init(high, low)
  }
}
