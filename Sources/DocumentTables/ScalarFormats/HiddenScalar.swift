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

  /// The scalar as one or two escapes of JSON, such as `\u202e`.
  package var jsonEscape: String {
    String(self).utf16.reduce(into: "") { text, unit in
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
