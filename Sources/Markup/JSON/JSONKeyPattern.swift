/// A key as it stands in a JSON text, prepared so that the reader can compare it in three words.
@usableFromInline package struct JSONKeyPattern: Sendable {
  /// The first 24 bytes of `"name"`, little-endian, padded with zeros.
  @usableFromInline let words: (UInt64, UInt64, UInt64)
  /// Ones where `words` hold bytes of the key.
  @usableFromInline let masks: (UInt64, UInt64, UInt64)
  /// The length of `"name"` with its quotes.
  @usableFromInline let length: Int
  /// All bytes of `"name"` with its quotes, in the spelling of `JSONText`.
  package let bytes: [UInt8]

  package init(_ name: String) {
    var bytes: [UInt8] = []
    JSONText.append(name, to: &bytes)
    var words: [UInt64] = [0, 0, 0]
    var masks: [UInt64] = [0, 0, 0]
    for (index, byte) in bytes.prefix(24).enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
      masks[index / 8] |= 0xFF << UInt64(index % 8 * 8)
    }
    self.words = (words[0], words[1], words[2])
    self.masks = (masks[0], masks[1], masks[2])
    self.bytes = bytes
    length = bytes.count
  }

  /// Whether the key stands at `offset`; never reads past the end of `text`.
  @inlinable func stands(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let rest = text.count &- offset
    guard rest >= 24, length <= 24 else { return standsByteForByte(in: text, at: offset) }
    // Three words of eight bytes begin at `offset`, and at least 24 bytes are left.
    let raw = UnsafeRawBufferPointer(text)
    let first = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    if (first ^ words.0) & masks.0 != 0 { return false }
    let second = UInt64(
      littleEndian: raw.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
    let third = UInt64(
      littleEndian: raw.loadUnaligned(fromByteOffset: offset &+ 16, as: UInt64.self))
    return (second ^ words.1) & masks.1 | (third ^ words.2) & masks.2 == 0
  }

  @usableFromInline func standsByteForByte(
    in text: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> Bool {
    guard text.count - offset >= length else { return false }
    return bytes.withUnsafeBufferPointer { pattern in
      for index in 0..<pattern.count where text[offset + index] != pattern[index] { return false }
      return true
    }
  }
}
