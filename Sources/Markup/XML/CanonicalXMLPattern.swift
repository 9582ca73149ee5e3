/// Bytes that are expected in a text, in plain words: a copy costs no reference counting, and a
/// comparison neither a loop nor a branch for each length.
@usableFromInline package struct CanonicalXMLPattern: BitwiseCopyable, Sendable {
  @usableFromInline typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

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
    self.words = (words[0], words[1], words[2], words[3], words[4], words[5])
    self.masks = (masks[0], masks[1], masks[2], masks[3], masks[4], masks[5])
  }

  /// Whether the pattern stands at `offset`, behind which at least ``size`` bytes are left.
  @inlinable @inline(__always)
  func stands(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let raw = UnsafeRawBufferPointer(text)
    // Six words of eight bytes begin at `offset`: those that are left.
    let difference =
      (Self.word(raw, offset) ^ words.0) & masks.0
      | (Self.word(raw, offset &+ 8) ^ words.1) & masks.1
      | (Self.word(raw, offset &+ 16) ^ words.2) & masks.2
      | (Self.word(raw, offset &+ 24) ^ words.3) & masks.3
      | (Self.word(raw, offset &+ 32) ^ words.4) & masks.4
      | (Self.word(raw, offset &+ 40) ^ words.5) & masks.5
    return difference == 0
  }

  @inlinable @inline(__always)
  static func word(_ raw: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
