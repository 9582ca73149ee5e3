/// The fields in front of the text of a mail or a part of it (RFC 5322, 2.2; RFC 2045, 3).
struct MailFields {
  /// The values by the names in lower case, without the line breaks in them; of several fields of one name the first.
  private var values: [String: String] = [:]
  /// The most bytes of a field: a longer one is none that is asked for.
  private static let longestField = 16 << 10

  /// Takes the fields from the beginning of a text, with the empty line behind them.
  init(takingFrom text: inout ArraySlice<UInt8>) {
    var name: String?
    var value: [UInt8] = []
    while !text.isEmpty {
      let line = text.prefix { $0 != 0x0A }
      let isEmpty = line.allSatisfy { $0 == 0x0D }
      let isContinued = line.first == 0x20 || line.first == 0x09
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
      // A text without the empty line begins where no field is.
      guard isEmpty || isContinued || colon != nil else { break }
      text = text.dropFirst(line.count + 1)
      if isEmpty { break }
      if isContinued {
        if value.count + line.count <= Self.longestField { value += line }
        continue
      }
      keep(name, value)
      guard let colon else { continue }
      name =
        String(decoding: line[..<colon].prefix(64), as: UTF8.self).lowercased()
        .trimmingSpaces
      value = Array(line[(colon + 1)...].prefix(Self.longestField))
    }
    keep(name, value)
  }

  private mutating func keep(_ name: String?, _ value: [UInt8]) {
    guard let name, values[name] == nil else { return }
    values[name] = String(decoding: value.filter { $0 != 0x0D }, as: UTF8.self)
  }

  /// Returns the value of a field without its parameters, and the parameters by their names in lower case; nil if there is no
  /// such field.
  func value(_ name: String) -> (word: String, parameters: [String: String])? {
    guard let text = values[name] else { return nil }
    var words = Self.parts(of: text)
    let word = words.removeFirst().lowercased().filter { !$0.isWhitespace }
    var parameters: [String: String] = [:]
    for part in words {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = part[..<equals].lowercased().trimmingSpaces
      let value = String(part[part.index(after: equals)...]).trimmingSpaces
      parameters[name] = parameters[name] ?? value
    }
    return (word, Self.joined(parameters))
  }

  /// Puts the pieces of long parameters together: `name*0`, `name*1*`, … (RFC 2231, 3).
  private static func joined(_ parameters: [String: String]) -> [String: String] {
    var parameters = parameters
    for first in parameters.keys.sorted() where first.hasSuffix("*0") || first.hasSuffix("*0*") {
      let isEscaped = first.hasSuffix("*")
      let name = String(first.dropLast(isEscaped ? 3 : 2))
      var text = ""
      var number = 0
      while let piece = parameters["\(name)*\(number)*"] ?? parameters["\(name)*\(number)"] {
        text += piece
        number += 1
      }
      let whole = isEscaped ? name + "*" : name
      parameters[whole] = parameters[whole] ?? text
    }
    return parameters
  }

  /// Divides a value at its semicolons, without comments, and without quotes and what they hide.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    var comments = 0
    for character in text.unicodeScalars {
      if isEscaped {
        parts[parts.count - 1].unicodeScalars.append(character)
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if !isQuoted, character == "(" {
        comments += 1
      } else if comments > 0 {
        if character == ")" { comments -= 1 }
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == ";" {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(character)
      }
    }
    return parts.map(\.trimmingSpaces)
  }
}
