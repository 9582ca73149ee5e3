/// The bytes of a comma, a key and a colon between two values of an object, stored in plain words.
///
/// Copying it needs no reference counting; comparing it needs at most four comparisons of eight
/// bytes.
///
/// The pattern matches the expected member only if exactly these bytes are between the values. If
/// it does not match, the member may still follow in another spelling; `nextMember` and `readKey`
/// decide.
@usableFromInline package struct JSONMemberPattern: BitwiseCopyable, Sendable {
  /// The first 32 bytes, little-endian, padded with zeros.
  @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)
  /// Ones at the bits of `words` that belong to the pattern.
  @usableFromInline let masks: (UInt64, UInt64, UInt64, UInt64)
  /// The length of the pattern; a pattern of more than 32 bytes never matches.
  @usableFromInline package let length: Int

  /// The length of the longest pattern that can match.
  package static var longest: Int { 32 }

  /// - Parameter opening: The first bytes of the value, if all values begin alike; they become part
  ///   of the pattern.
  package init(_ name: String, opening: [UInt8] = []) {
    var bytes: [UInt8] = [0x2C]
    JSONText.append(name, to: &bytes)
    bytes.append(0x3A)
    self.init(bytes: bytes + opening)
  }

  /// - Parameter bytes: All bytes of the pattern.
  package init(bytes: [UInt8]) {
    var words: [UInt64] = [0, 0, 0, 0]
    var masks: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.prefix(32).enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
      masks[index / 8] |= 0xFF << UInt64(index % 8 * 8)
    }
    self.words = (words[0], words[1], words[2], words[3])
    self.masks = (masks[0], masks[1], masks[2], masks[3])
    length = bytes.count
  }

  /// Whether the pattern is at `text`, where at least ``longest`` bytes must be readable.
  @inlinable @inline(__always) package func matches(at text: UnsafeRawPointer) -> Bool {
    let first = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
    if (first ^ words.0) & masks.0 != 0 { return false }
    let second = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    let third = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
    let fourth = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
    let difference =
      (second ^ words.1) & masks.1 | (third ^ words.2) & masks.2 | (fourth ^ words.3) & masks.3
    return difference == 0
  }
}

extension JSONReader {
  /// If `pattern` comes next, after a value in an object, moves past it to the value and returns
  /// true; otherwise reads nothing.
  @inlinable @inline(__always)
  package mutating func matchMember(_ pattern: JSONMemberPattern) -> Bool {
    guard bytes.count &- offset >= 32, pattern.length <= 32 else { return false }
    // Bound: at least 32 bytes are left at `offset`.
    guard let text = UnsafeRawBufferPointer(bytes).baseAddress, pattern.matches(at: text + offset)
    else { return false }
    offset &+= pattern.length
    return true
  }

  /// If `text` comes next, moves past it and returns true; otherwise reads nothing.
  ///
  /// `text` contains whole members of the object that has just been opened, and the key and colon
  /// of one more.
  @inlinable package mutating func matchFirstMembers(_ text: borrowing [UInt8]) -> Bool {
    let length = text.count
    guard isFirst, bytes.count &- offset >= length else { return false }
    // `length` bytes are left in the text, and `text` has as many.
    for index in 0..<length where bytes[offset &+ index] != text[index] { return false }
    offset &+= length
    isFirst = false
    return true
  }

  /// Skips white space and returns the next byte, or 0, which begins no value, at the end.
  @inlinable @inline(__always) package mutating func nextByte() -> UInt8 {
    skipWhitespace()
    return offset < bytes.count ? bytes[offset] : 0
  }
}
