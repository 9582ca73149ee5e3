extension DocumentError {
  /// Returns a text with escapes such as `\u{202E}` for all scalars that control a terminal or that
  /// it does not show.
  ///
  /// Everything that the converter prints for people passes through this function. Emoji sequences
  /// and the joiners of some scripts are escaped too: the printed text never hides a scalar.
  package static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar) {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns JSON with the same scalars escaped as `\u202e`, which preserves the value of every
  /// text.
  ///
  /// - Parameter json: One or more whole tokens. White space between tokens is preserved.
  package static func printableJSON(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 >= 0x7F }) else { return json }
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x7F, isHidden(scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          result.append(contentsOf: "\\u".utf8)
          result.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.count))
          result.append(contentsOf: digits.utf8)
        }
      } else {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return result
  }

  /// Returns whether a scalar controls a terminal or has no visible form.
  ///
  /// These are controls, direction marks, line separators, scalars without width, and tags, but not
  /// the two variation selectors for emoji presentation.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F: return true
    case ..<0xAD, 0xFE0E, 0xFE0F: return false
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
