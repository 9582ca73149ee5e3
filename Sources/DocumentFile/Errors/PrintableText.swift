import DocumentTables

extension DocumentError {
  /// Returns a text with escapes such as `\u{202E}` for all scalars that control a terminal or that
  /// it does not show.
  ///
  /// Everything that the converter prints for people passes through this function. Emoji sequences
  /// and the joiners of some scripts are escaped too: the printed text never hides a scalar.
  package static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isHidden {
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
      if scalar.value >= 0x7F, scalar.isHidden {
        result.append(contentsOf: scalar.jsonEscape.utf8)
      } else {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return result
  }
}
