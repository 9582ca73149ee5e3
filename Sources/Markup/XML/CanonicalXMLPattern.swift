/// Bytes that are expected in a text, in plain words: a copy costs no reference counting, and a
/// comparison neither a loop nor a branch for each length.
@usableFromInline package struct CanonicalXMLPattern: BitwiseCopyable, Sendable {
  @usableFromInline typealias Words = (SIMD2<UInt64>, SIMD2<UInt64>, SIMD2<UInt64>)

  /// So many bytes are compared, whatever the length is.
  @inlinable static var size: Int { 48 }

  /// The bytes, little-endian, padded with zeros.
  @usableFromInline let words: Words
  /// Ones where `words` hold bytes of the pattern.
  @usableFromInline let masks: Words
  /// The length of the pattern; one that is longer than ``size`` is never found.
  @usableFromInline package let length: Int

  package init(_ bytes: some Collection<UInt8>) {
    var words = [UInt64](repeating: 0, count: 6)
    var masks = words
    for (index, byte) in bytes.prefix(Self.size).enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
      masks[index / 8] |= 0xFF << UInt64(index % 8 * 8)
    }
    length = bytes.count
    if length > Self.size {
      // No byte of a text is zero in a word whose mask is ones.
      words[0] = 0
    }
    self.words = Self.pairs(words)
    self.masks = Self.pairs(masks)
  }

  private static func pairs(_ words: [UInt64]) -> Words {
    (SIMD2(words[0], words[1]), SIMD2(words[2], words[3]), SIMD2(words[4], words[5]))
  }

  /// Whether the pattern stands at `offset`, behind which at least ``size`` bytes are left.
  @inlinable @inline(__always)
  func matches(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let raw = UnsafeRawBufferPointer(text)
    // Three words of sixteen bytes begin at `offset`: those that are left.
    let difference =
      (Self.word(raw, offset) ^ words.0) & masks.0
      | (Self.word(raw, offset &+ 16) ^ words.1) & masks.1
      | (Self.word(raw, offset &+ 32) ^ words.2) & masks.2
    return difference[0] | difference[1] == 0
  }

  @inlinable @inline(__always)
  static func word(_ raw: UnsafeRawBufferPointer, _ offset: Int) -> SIMD2<UInt64> {
    let word = raw.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
    return SIMD2(UInt64(littleEndian: word[0]), UInt64(littleEndian: word[1]))
  }
}
