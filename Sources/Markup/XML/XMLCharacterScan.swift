/// Looks for what XML 1.0 cannot hold, or does not hand out as it stands, in well-formed UTF-8:
/// control characters, CR among them, U+FFFE and U+FFFF (XML 1.0, sections 2.2 and 2.11).
///
/// Thirty-two bytes are looked at together, without branches: a byte is a lane of seven bits, whose
/// sums do not go over to the next, and a top bit that says what was reached.
enum XMLCharacterScan {
  private typealias Words = SIMD4<UInt64>
  private static let size = MemoryLayout<Words>.size
  private static let blockSize = 128 * size

  /// Whether there is nothing of that.
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

  /// The top bits of all bytes.
  @inline(__always)
  private static func topBits(_ words: Words) -> UInt64 {
    (words[0] | words[1] | words[2] | words[3]) & 0x8080_8080_8080_8080
  }

  /// Whether a control character stands in `start..<end` that is neither TAB nor LF.
  private static func hasControls(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ isASCII: inout Bool
  ) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var faults = Words()
    var seen = Words()
    var position = start
    // Words begin at least their size before `end`.
    while end &- position >= size {
      let words = raw.loadUnaligned(fromByteOffset: position, as: Words.self)
      let low = words & lanes(0x7F)
      let fromTab = low &+ lanes(0x80 - 0x09)
      let beyondLineFeed = low &+ lanes(0x80 - 0x0B)
      let fromSpace = low &+ lanes(0x80 - 0x20)
      // Good is what is not ASCII, what is no control character, and TAB and LF.
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
    // Words begin at most one byte behind `position`, and end within the text.
    let last = min(end, bytes.count - 1) - size
    var found = Words()
    var position = start
    while position <= last {
      let first = raw.loadUnaligned(fromByteOffset: position, as: Words.self)
      let second = raw.loadUnaligned(fromByteOffset: position &+ 1, as: Words.self)
      let difference = (first ^ lanes(0xEF)) | (second ^ lanes(0xBF))
      // The top bit of a byte that is zero stays zero.
      let isOther = ((difference & lanes(0x7F)) &+ lanes(0x7F)) | difference
      found |= isOther ^ lanes(0x80)
      position &+= size
    }
    // Few texts have a scalar that begins so; there, and behind the last words, bytes are compared.
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
