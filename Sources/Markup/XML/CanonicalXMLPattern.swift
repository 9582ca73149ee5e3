/// A sequence of bytes that is expected in a text, stored in plain words.
///
/// Copying it needs no reference counting; comparing it needs no loop and no branch on the length.
@usableFromInline package struct CanonicalXMLPattern: BitwiseCopyable, Sendable {
  @usableFromInline typealias Words = (SIMD2<UInt64>, SIMD2<UInt64>, SIMD2<UInt64>)

  /// The number of bytes that are loaded and compared, whatever the pattern's length.
  @inlinable static var size: Int { 48 }

  /// The bytes, little-endian, padded with zeros.
  @usableFromInline let words: Words
  /// Ones at the bits of `words` that belong to the pattern.
  @usableFromInline let masks: Words
  /// The length of the pattern; a pattern longer than ``size`` never matches.
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
      // Zero in `words` never matches where the mask is ones, because a text contains no zero byte.
      words[0] = 0
    }
    self.words = Self.pairs(words)
    self.masks = Self.pairs(masks)
  }

  /// A pattern that no text contains.
  package static let never = CanonicalXMLPattern([0])

  private static func pairs(_ words: [UInt64]) -> Words {
    (SIMD2(words[0], words[1]), SIMD2(words[2], words[3]), SIMD2(words[4], words[5]))
  }

  /// Whether the pattern is at `offset`; at least ``size`` bytes must be left there.
  @inlinable @inline(__always)
  func matches(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let raw = UnsafeRawBufferPointer(text)
    // Bound: three words of sixteen bytes from `offset`, which are the ``size`` bytes left.
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
