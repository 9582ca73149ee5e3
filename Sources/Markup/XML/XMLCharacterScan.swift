/// Finds characters in well-formed UTF-8 that XML 1.0 cannot represent or does not return
/// unchanged: control characters, including CR, and U+FFFE and U+FFFF (XML 1.0, sections 2.2 and
/// 2.11).
///
/// It examines 32 bytes at once, without branches. Each byte is a lane: seven bits, whose sums do
/// not carry into the next lane, and a top bit for the result.
enum XMLCharacterScan {
  private typealias Words = SIMD4<UInt64>
  private static let size = MemoryLayout<Words>.size
  private static let blockSize = 128 * size

  /// Whether the bytes contain no such character.
  static func areAllPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while start < bytes.count {
      let end = min(start + blockSize, bytes.count)
      var isASCII = true
      if hasControls(bytes, start, end, &isASCII) { return false }
      if !isASCII, hasNoncharacters(bytes, start, end) { return false }
      start = end
    }
    return true
  }

  @inline(__always)
  private static func lanes(_ byte: UInt8) -> Words {
    Words(repeating: UInt64(byte) &* 0x0101_0101_0101_0101)
  }

  /// Returns the top bits of all bytes.
  @inline(__always)
  private static func topBits(_ words: Words) -> UInt64 {
    (words[0] | words[1] | words[2] | words[3]) & 0x8080_8080_8080_8080
  }

  /// Whether `start..<end` contains a control character other than TAB and LF.
  private static func hasControls(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ isASCII: inout Bool
  ) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var faults = Words()
    var seen = Words()
    var position = start
    // Bound: a load begins at least its size before `end`.
    while end &- position >= size {
      let words = raw.loadUnaligned(fromByteOffset: position, as: Words.self)
      let low = words & lanes(0x7F)
      let fromTab = low &+ lanes(0x80 - 0x09)
      let beyondLineFeed = low &+ lanes(0x80 - 0x0B)
      let fromSpace = low &+ lanes(0x80 - 0x20)
      // Good bytes are non-ASCII bytes, ASCII bytes that are not control characters, TAB and LF.
      let isGood = words | fromSpace | (fromTab & (beyondLineFeed ^ lanes(0x80)))
      faults |= isGood ^ lanes(0x80)
      seen |= words
      position &+= size
    }
    var rest: UInt8 = 0
    while position < end {
      let byte = bytes[position]
      if byte < 0x20, byte != 0x09, byte != 0x0A { return true }
      rest |= byte
      position &+= 1
    }
    isASCII = topBits(seen) == 0 && rest < 0x80
    return topBits(faults) != 0
  }

  /// Whether U+FFFE or U+FFFF, EF BF BE or EF BF BF, begins in `start..<end`.
  private static func hasNoncharacters(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    // Bound: loads begin at most one byte after `position` and end within the text.
    let last = min(end, bytes.count - 1) - size
    var found = Words()
    var position = start
    while position <= last {
      let first = raw.loadUnaligned(fromByteOffset: position, as: Words.self)
      let second = raw.loadUnaligned(fromByteOffset: position &+ 1, as: Words.self)
      let difference = (first ^ lanes(0xEF)) | (second ^ lanes(0xBF))
      // The top bit stays zero only for a byte that is zero.
      let isOther = ((difference & lanes(0x7F)) &+ lanes(0x7F)) | difference
      found |= isOther ^ lanes(0x80)
      position &+= size
    }
    // Few texts contain a scalar that begins with these two bytes; for those texts, and after the
    // last words, single bytes are compared.
    if topBits(found) != 0 { position = start }
    while position < end, bytes.count - position >= 3 {
      if bytes[position] == 0xEF, bytes[position + 1] == 0xBF, bytes[position + 2] >= 0xBE {
        return true
      }
      position &+= 1
    }
    return false
  }
}
