/// The texts of a pass in one language: a list of strings, in UTF-16 or UTF-8.
///
///     /* Labels */
///     "GATE" = "Flugsteig";
enum PassStrings {
  /// Returns the texts by their names; what is no pair of strings is passed over.
  static func texts(_ file: [UInt8]) -> [String: String] {
    var texts: [String: String] = [:]
    var words: [String] = []
    var rest = String(decoding: FeatureText(file).bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "/" where rest.first == "/":
        rest = rest.drop { $0 != "\n" && $0 != "\r" }
      case "/" where rest.first == "*":
        rest = rest.dropFirst()
        while let next = rest.popFirst() {
          if next == "*", rest.first == "/" {
            rest = rest.dropFirst()
            break
          }
        }
      case "\"": words.append(string(&rest))
      case ";":
        if words.count == 2 { texts[words[0]] = words[1] }
        words = []
      case "=": break
      default:
        guard !scalar.properties.isWhitespace else { continue }
        // A name may have no quotes.
        var word = String(scalar)
        while let next = rest.first, !next.properties.isWhitespace, next != "=", next != ";" {
          word.unicodeScalars.append(next)
          rest = rest.dropFirst()
        }
        words.append(word)
      }
    }
    return texts
  }

  /// Reads a string behind its first quote.
  private static func string(_ rest: inout Substring.UnicodeScalarView) -> String {
    var text = ""
    while let scalar = rest.popFirst(), scalar != "\"" {
      guard scalar == "\\" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n"?: text += "\n"
      case "t"?: text += "\t"
      case "r"?: text += "\r"
      case "u"?, "U"?:
        let digits = String(String.UnicodeScalarView(rest.prefix(4)))
        if digits.count == 4, let unit = UInt32(digits, radix: 16) {
          text.unicodeScalars.append(UnicodeScalar(unit) ?? "\u{FFFD}")
          rest = rest.dropFirst(4)
        }
      case let other?: text.unicodeScalars.append(other)
      case nil: break
      }
    }
    return text
  }
}
