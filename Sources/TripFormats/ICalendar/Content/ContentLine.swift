import DocumentTables

/// A content line of iCalendar, unfolded: a name, parameters and a value (RFC 5545, 3.1).
///
///     ATTENDEE;CN="Darwin, Charles";PARTSTAT=ACCEPTED:mailto:charles@example.com
///     name     parameters                             value
struct ContentLine: Hashable, Sendable {
  /// A parameter with its values, without quotation marks and with the characters that the
  /// escapes of RFC 6868 stand for.
  struct Parameter: Hashable, Sendable {
    /// In upper case.
    let name: String
    let values: [String]
  }

  /// Why a text is no content line, and at which byte.
  struct Problem: Error, Hashable {
    let offset: Int
    let words: String
  }

  /// The whole line, as the file has it but for its folds.
  let text: String
  /// The name in upper case.
  let name: String
  let parameters: [Parameter]
  /// The number of bytes before the value.
  let valueOffset: Int
  /// The line and the column where the value begins in the file; 0 if the line is from no file.
  private(set) var line = 0
  private(set) var column = 0

  /// The value as the file has it.
  var value: Substring {
    let start = text.utf8.index(text.utf8.startIndex, offsetBy: valueOffset)
    return text[start...]
  }

  /// Parses a line.
  init(_ text: String) throws(Problem) {
    var text = text
    let parts: Result<Parts, Problem> = text.withUTF8 { bytes in
      // Lifetime: the parts copy what they keep of the bytes.
      Result { () throws(Problem) in try Parts(bytes) }
    }
    let found = try parts.get()
    self.text = text
    name = found.name
    parameters = found.parameters
    valueOffset = found.valueOffset
  }

  /// Returns the line with the place of its value in the file.
  func placed(line: Int, column: Int) -> ContentLine {
    var placed = self
    (placed.line, placed.column) = (line, column)
    return placed
  }

  /// The first value of a parameter.
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.values.first
  }

  /// Lines are equal if their texts are, wherever they come from.
  static func == (left: ContentLine, right: ContentLine) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ComparisonText(text)) }
}

extension ContentLine {
  private struct Parts {
    var name = ""
    var parameters: [Parameter] = []
    var valueOffset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) {
      // Bound: each read follows a comparison with the count.
      var at = 0
      name = try Self.name(bytes, &at, "the line has no name")
      while at < bytes.count, bytes[at] == UInt8(ascii: ";") {
        at += 1
        // Some programs write a semicolon in front of the colon.
        if at < bytes.count, bytes[at] == UInt8(ascii: ":") { break }
        let name = try Self.name(bytes, &at, "a parameter has no name")
        guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
          // A parameter without a value, as vCalendar 1.0 has it.
          parameters.append(Parameter(name: name, values: []))
          continue
        }
        var values: [String] = []
        repeat {
          at += 1
          values.append(try Self.value(bytes, &at))
        } while at < bytes.count && bytes[at] == UInt8(ascii: ",")
        parameters.append(Parameter(name: name, values: values))
      }
      guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else {
        throw Problem(offset: at, words: "a colon is missing")
      }
      valueOffset = at + 1
    }

    private static func name(
      _ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ words: String
    ) throws(Problem) -> String {
      let start = at
      while at < bytes.count, isNameByte(bytes[at]) { at += 1 }
      guard at > start else { throw Problem(offset: start, words: words) }
      // Lifetime: the string is a copy. Bound: both offsets are within the bytes.
      return String(unsafeUninitializedCapacity: at - start) { name in
        for index in start..<at {
          let byte = bytes[index]
          name[index - start] = byte &- UInt8(ascii: "a") < 26 ? byte & ~0x20 : byte
        }
        return at - start
      }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    private static func value(
      _ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int
    ) throws(Problem) -> String {
      let isQuoted = at < bytes.count && bytes[at] == UInt8(ascii: "\"")
      if isQuoted { at += 1 }
      let start = at
      while at < bytes.count,
        isQuoted
          ? bytes[at] != UInt8(ascii: "\"")
          : bytes[at] != UInt8(ascii: ";") && bytes[at] != UInt8(ascii: ":")
            && bytes[at] != UInt8(ascii: ",")
      { at += 1 }
      guard !isQuoted || at < bytes.count else {
        throw Problem(offset: start - 1, words: "the quotation mark has no end")
      }
      let value = unescaped(UnsafeBufferPointer(rebasing: bytes[start..<at]))
      if isQuoted { at += 1 }
      return value
    }

    /// Replaces the escapes of RFC 6868; a circumflex in front of any other character stays.
    private static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var at = 0
      while at < bytes.count {
        var meant: UInt8?
        // Bound: the next byte is read only if there is one.
        if bytes[at] == UInt8(ascii: "^"), at + 1 < bytes.count {
          switch bytes[at + 1] {
          case UInt8(ascii: "n"): meant = UInt8(ascii: "\n")
          case UInt8(ascii: "'"): meant = UInt8(ascii: "\"")
          case UInt8(ascii: "^"): meant = UInt8(ascii: "^")
          default: break
          }
        }
        result.append(meant ?? bytes[at])
        at += meant == nil ? 1 : 2
      }
      return String(decoding: result, as: UTF8.self)
    }
  }
}

extension ContentLine {
  /// Creates a line of a value that needs no escapes.
  ///
  /// - Parameter name: A name of the specification, or one that begins with `X-`.
  init?(_ name: String, _ parameters: [(String, String)] = [], value: String) {
    let stated = parameters.map { ";\($0.0)=" + Self.escaped(parameter: $0.1) }.joined()
    guard let line = try? ContentLine(name + stated + ":" + value) else { return nil }
    self = line
  }

  /// Creates a line of a value of the type TEXT.
  init?(_ name: String, _ parameters: [(String, String)] = [], text: String) {
    self.init(name, parameters, value: CalendarText.escaped(text))
  }

  /// Returns a parameter's value with quotation marks if it needs them, and with the escapes of
  /// RFC 6868; control characters, which no parameter can have, are left out.
  static func escaped(parameter: String) -> String {
    var result = ""
    var needsQuotes = parameter.isEmpty
    for scalar in parameter.unicodeScalars {
      switch scalar {
      case "\n": result += "^n"
      case "\"": result += "^'"
      case "^": result += "^^"
      case ";", ":", ",":
        needsQuotes = true
        result.unicodeScalars.append(scalar)
      default:
        if !CalendarText.isControl(scalar) { result.unicodeScalars.append(scalar) }
      }
    }
    return needsQuotes ? "\"\(result)\"" : result
  }
}

/// Values of the type TEXT (RFC 5545, 3.3.11).
enum CalendarText {
  /// Whether a character can be in no value: the control characters without the tabulator.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F
  }

  /// Returns a text with escapes; control characters, which no value can have, are left out.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\\", ";", ",":
        result += "\\"
        result.unicodeScalars.append(scalar)
      default: if !isControl(scalar) { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  /// Returns the text that a value means; a backslash in front of any other character stays.
  static func unescaped(_ value: some StringProtocol) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
    return list(value, separator: nil).first ?? ""
  }

  /// Returns the texts of a list that commas divide.
  static func list(_ value: some StringProtocol) -> [String] {
    list(value, separator: UInt8(ascii: ","))
  }

  private static func list(_ value: some StringProtocol, separator: UInt8?) -> [String] {
    var texts: [String] = []
    var text: [UInt8] = []
    var isEscaped = false
    for byte in value.utf8 {
      if isEscaped {
        isEscaped = false
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): text.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): text.append(byte)
        default: text += [UInt8(ascii: "\\"), byte]
        }
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == separator {
        texts.append(String(decoding: text, as: UTF8.self))
        text.removeAll(keepingCapacity: true)
      } else {
        text.append(byte)
      }
    }
    if isEscaped { text.append(UInt8(ascii: "\\")) }
    return texts + [String(decoding: text, as: UTF8.self)]
  }
}
