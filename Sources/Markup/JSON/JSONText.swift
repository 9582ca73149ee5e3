/// The canonical JSON spelling of single values.
@usableFromInline package enum JSONText {
  /// Appends a string with quotation marks and the shortest escapes (RFC 8259, section 7).
  @inlinable package static func append(_ string: String, to target: inout [UInt8]) {
    var string = string
    string.withUTF8 { append(utf8: $0, to: &target) }
  }

  /// Appends a string, given as well-formed UTF-8, with quotation marks.
  @inlinable package static func append(
    utf8 bytes: UnsafeBufferPointer<UInt8>, to target: inout [UInt8]
  ) {
    target.append(0x22)
    let run = JSONWordScan.plainRun(in: bytes, from: 0).end
    if run == bytes.count {
      target.append(contentsOf: bytes)
    } else {
      appendEscaping(bytes, to: &target)
    }
    target.append(0x22)
  }

  @usableFromInline static func appendEscaping(
    _ bytes: UnsafeBufferPointer<UInt8>, to target: inout [UInt8]
  ) {
    var position = 0
    while true {
      let run = JSONWordScan.plainRun(in: bytes, from: position).end
      target.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[position..<run]))
      if run == bytes.count { return }
      target.append(contentsOf: escape(of: bytes[run]))
      position = run + 1
    }
  }

  /// Returns the escape of a quotation mark, a backslash or a control character.
  static func escape(of byte: UInt8) -> EscapedByte {
    switch byte {
    case 0x08: EscapedByte(letter: 0x62)
    case 0x09: EscapedByte(letter: 0x74)
    case 0x0A: EscapedByte(letter: 0x6E)
    case 0x0C: EscapedByte(letter: 0x66)
    case 0x0D: EscapedByte(letter: 0x72)
    case 0x22, 0x5C: EscapedByte(letter: byte)
    default: EscapedByte(number: byte)
    }
  }
}

/// The bytes of one escape in a JSON string (RFC 8259, section 7).
struct EscapedByte: Sequence, IteratorProtocol {
  /// The remaining bytes, the next one in the lowest bits; none is zero.
  private var rest: UInt64

  /// A backslash and a letter.
  init(letter: UInt8) { rest = 0x5C | UInt64(letter) << 8 }

  /// `\u00` and two digits.
  init(number: UInt8) {
    let low = number & 15
    let digits = (0x30 + UInt64(number >> 4)) | UInt64(low + (low < 10 ? 0x30 : 0x57)) << 8
    rest = 0x3030_755C | digits << 32
  }

  mutating func next() -> UInt8? {
    if rest == 0 { return nil }
    defer { rest >>= 8 }
    return UInt8(truncatingIfNeeded: rest)
  }
}
