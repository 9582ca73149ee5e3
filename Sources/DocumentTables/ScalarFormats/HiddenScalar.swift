extension Unicode.Scalar {
  /// Whether the scalar controls a terminal, changes the direction of the text beside it, or has no
  /// visible form of its own.
  ///
  /// These are the controls, the scalars of general category Cf, Zl and Zp, and those with
  /// Default_Ignorable_Code_Point in Unicode 16, but not the two variation selectors for emoji
  /// presentation. The list is fixed, so that dumps do not depend on the version of Unicode (spec
  /// 9.3-5).
  package var isHidden: Bool {
    switch value {
    case ..<0x7F: value < 0x20
    case 0x7F...0x9F, 0xAD: true
    case ..<0x34F: false
    case 0x34F, 0x600...0x605, 0x61C, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x115F...0x1160,
      0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164,
      0xFE00...0xFE0D, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x110BD, 0x110CD, 0x13430...0x1343F,
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  /// Returns the bytes of the first hidden scalar, controls below U+0020 left out; nil if there is none.
  ///
  /// - Parameters:
  ///   - text: Well-formed UTF-8.
  ///   - start: The offset of a scalar.
  static func firstHidden(
    in text: UnsafeRawBufferPointer, from start: Int
  ) -> (scalar: Unicode.Scalar, bytes: Range<Int>)? {
    var offset = visiblePrefix(of: text, from: start)
    while offset < text.count {
      let lead = text[offset]
      if lead < 0x7F {
        offset += 1
        continue
      }
      let length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      let end = offset + length
      guard end <= text.count else { return nil }
      if beginsHidden(lead) {
        var value = UInt32(lead) & (length == 1 ? 0x7F : 0x7F >> UInt32(length))
        // Bound: the places are within the text.
        for place in offset + 1..<end { value = value << 6 | UInt32(text[place] & 0x3F) }
        if let scalar = Unicode.Scalar(value), scalar.isHidden { return (scalar, offset..<end) }
      }
      offset = end
    }
    return nil
  }

  /// Whether the UTF-8 of a hidden scalar may begin with a byte.
  private static func beginsHidden(_ lead: UInt8) -> Bool {
    switch lead {
    case 0x7F, 0xC2, 0xCD, 0xD8, 0xDB, 0xDC, 0xE0...0xE3, 0xEF, 0xF0, 0xF3: true
    default: false
    }
  }

  /// Returns the end of a run of ASCII without U+007F.
  private static func visiblePrefix(of text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var offset = start
    // Bound: a word is read only if eight bytes are left.
    while offset + 8 <= text.count {
      let word = text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // The addition sets the highest bit of a byte that is 0x7F; others that it reaches have it set.
      guard (word | (word &+ 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0 else { break }
      offset += 8
    }
    return offset
  }

  /// The scalar as one or two escapes of JSON, such as `\u202e`.
  package var jsonEscape: String {
    String(self).utf16.reduce(into: "") { text, unit in
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
