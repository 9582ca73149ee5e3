import DocumentTables

/// Replaces bytes that are no text by as many that look random.
struct ByteScrambler {
  private let key: KeyedHash.Key
  private let permutation: LetterPermutation

  init(_ key: KeyedHash.Key) {
    self.key = key
    permutation = LetterPermutation(key: key)
  }

  /// The identifier of the scrubbed document: a random UUID of version 4 (RFC 9562).
  var documentID: UInt128 {
    let (high, low) = (KeyedHash(key, purpose: 6).value, KeyedHash(key, purpose: 7).value)
    return UInt128(high & ~0xF000 | 0x4000) << 64 | UInt128(low & (1 << 62 - 1) | 1 << 63)
  }

  /// Replaces a UUID, one to one: a Feistel network of four rounds.
  func scrambled(uuid number: UInt128) -> UInt128 {
    var (left, right) = (
      UInt64(truncatingIfNeeded: number >> 64), UInt64(truncatingIfNeeded: number)
    )
    for round: UInt64 in 0..<4 {
      var hash = KeyedHash(key, purpose: 8)
      hash.absorb(round)
      hash.absorb(right)
      (left, right) = (right, left ^ hash.value)
    }
    return UInt128(left) << 64 | UInt128(right)
  }

  /// Replaces data: one to one up to 16 bytes, with the certainty of a hash beyond.
  func scrambled(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.count <= 16 {
      var digits = bytes.map { Int($0) }
      permutation.apply(to: &digits, bases: bytes.map { _ in 256 }, shape: UInt64(bytes.count))
      return digits.map { UInt8(truncatingIfNeeded: $0) }
    }
    var hash = KeyedHash(key, purpose: 9)
    for byte in Digest(of: bytes).bytes { hash.absorb(UInt64(byte)) }
    var replaced: [UInt8] = []
    replaced.reserveCapacity(bytes.count)
    var word: UInt64 = 0
    for index in bytes.indices {
      if index % 8 == 0 {
        hash.absorb(UInt64(index))
        word = hash.value
      }
      replaced.append(UInt8(truncatingIfNeeded: word))
      word >>= 8
    }
    return replaced
  }
}
