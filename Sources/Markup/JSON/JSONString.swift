/// A string in a JSON text that is checked but not decoded; valid as long as the text.
@usableFromInline package struct JSONString {
  /// The bytes between the quotes.
  @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
  /// Whether the decoded string is ASCII.
  @usableFromInline package let isASCII: Bool
  /// Whether `bytes` differ from the decoded string.
  @usableFromInline package let hasEscapes: Bool

  @inlinable init(bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool, hasEscapes: Bool) {
    self.bytes = bytes
    self.isASCII = isASCII
    self.hasEscapes = hasEscapes
  }

  /// Appends the decoded UTF-8.
  @inlinable package func appendDecoded(to target: inout [UInt8]) {
    if hasEscapes {
      appendUnescaped(to: &target)
    } else {
      target.append(contentsOf: bytes)
    }
  }

  /// The decoded string.
  package var decoded: String {
    guard hasEscapes else { return String(decoding: bytes, as: UTF8.self) }
    var target: [UInt8] = []
    appendUnescaped(to: &target)
    return String(decoding: target, as: UTF8.self)
  }

  /// Appends the decoded UTF-8 of a string with escapes.
  ///
  /// Relies on the reader's check: every escape is complete and every surrogate has its partner.
  @usableFromInline func appendUnescaped(to target: inout [UInt8]) {
    target.reserveCapacity(target.count + bytes.count)
    var position = 0
    while position < bytes.count {
      let run = JSONWordScan.plainRun(in: bytes, from: position).end
      target.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[position..<run]))
      guard let escape = JSONEscape(in: bytes, at: run) else { return }
      var scalar = escape.value
      position = run + escape.length
      if 0xD800...0xDBFF ~= scalar, let low = JSONEscape(in: bytes, at: position) {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + low.value & 0x3FF
        position += low.length
      }
      guard let scalar = Unicode.Scalar(scalar) else { return }
      target.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

/// One escape sequence of a string (RFC 8259, section 7).
struct JSONEscape {
  /// The scalar or surrogate that the escape represents.
  let value: UInt32
  /// The length in bytes, two or six.
  let length: Int

  /// Reads the escape at `offset`; nil if there is no complete, known escape.
  init?(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard bytes.count - offset >= 2, bytes[offset] == 0x5C else { return nil }
    length = bytes[offset + 1] == 0x75 ? 6 : 2
    switch bytes[offset + 1] {
    case 0x22, 0x2F, 0x5C: value = UInt32(bytes[offset + 1])
    case 0x62: value = 0x08
    case 0x66: value = 0x0C
    case 0x6E: value = 0x0A
    case 0x72: value = 0x0D
    case 0x74: value = 0x09
    case 0x75:
      guard bytes.count - offset >= 6 else { return nil }
      var digits: UInt32 = 0
      for byte in bytes[offset + 2..<offset + 6] {
        switch byte {
        case 0x30...0x39: digits = digits << 4 | UInt32(byte - 0x30)
        case 0x41...0x46: digits = digits << 4 | UInt32(byte - 0x41 + 10)
        case 0x61...0x66: digits = digits << 4 | UInt32(byte - 0x61 + 10)
        default: return nil
        }
      }
      value = digits
    default: return nil
    }
  }
}
