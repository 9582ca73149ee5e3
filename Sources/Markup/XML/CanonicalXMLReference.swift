/// A reference in the spelling of this package's writers (XML 1.0, section 4.1).
struct CanonicalXMLReference {
  /// The number of bytes from `&` to `;`.
  let length: Int
  /// The UTF-8 of the character, up to three bytes, the first in the lowest bits.
  private let meaning: UInt32

  private static let known: [(spelling: StaticString, meaning: UInt32)] = [
    ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&#9;", 0x09),
    ("&#10;", 0x0A), ("&#13;", 0x0D), ("&#133;", 0x85C2), ("&#8232;", 0xA880E2),
  ]

  /// Reads the reference at `offset`; nil if there is none, or another one.
  init?(in text: UnsafeBufferPointer<UInt8>, at offset: Int) {
    let left = text.count - offset
    for (spelling, meaning) in Self.known where left >= spelling.utf8CodeUnitCount {
      let length = spelling.utf8CodeUnitCount
      // `length` bytes are left in the text, and a static string has as many.
      var index = 0
      while index < length, text[offset + index] == spelling.utf8Start[index] { index += 1 }
      if index == length {
        self.length = length
        self.meaning = meaning
        return
      }
    }
    return nil
  }

  var isASCII: Bool { meaning < 0x80 }

  /// Appends the character.
  func append(to target: inout [UInt8]) {
    var rest = meaning
    while rest > 0 {
      target.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
