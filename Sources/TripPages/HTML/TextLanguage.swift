/// The language of a text, as far as its script tells.
///
/// Browsers choose the forms of Han characters, line breaks and voices by it.
enum TextLanguage {
  /// Returns the language (BCP 47) whose own script a text has; empty, which means unknown, for any
  /// other text.
  ///
  /// - Parameter context: The language of the texts around it, which a text in Han characters has,
  ///   too, if it is Japanese or Korean.
  static func of(_ text: String, context: String = "") -> String {
    var hasHan = false
    for scalar in text.unicodeScalars where scalar.value >= 0x370 {
      switch scalar.value {
      case 0x3041...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return "ja"
      case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: return "ko"
      case 0x0E01...0x0E5B: return "th"
      case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: hasHan = true
      default: break
      }
    }
    return hasHan && ["ja", "ko"].contains(context) ? context : ""
  }
}
