/// How the lines of a calendar are indented, which RFC 5545 does not provide for: a space in front of a line marks a fold.
///
/// The line `BEGIN:VCALENDAR` is never folded, so the first two lines tell how the file is laid out.
enum CalendarIndentation: Hashable, Sendable {
  /// No line is.
  case none
  /// All lines begin with the same bytes, folded ones with another space behind them.
  case same([UInt8])
  /// The lines in a component are indented more than its `BEGIN`; what begins as no property is a fold.
  case nested

  /// Tells the layout by the first two lines that are not blank.
  ///
  /// - Parameter start: Where the first line begins.
  init(_ bytes: [UInt8], from start: Int) {
    self = .none
    guard let first = Self.line(bytes, from: start),
      String(decoding: bytes[first.text...].prefix(6), as: UTF8.self).uppercased() == "BEGIN:"
    else { return }
    let own = Array(bytes[first.start..<first.text])
    if let end = bytes[first.text...].firstIndex(where: Self.isLineEnd),
      let second = Self.line(bytes, from: end), second.text - second.start > own.count,
      Self.beginsProperty(bytes, at: second.text)
    {
      self = .nested
    } else if !own.isEmpty {
      self = .same(own)
    }
  }

  /// Returns how many bytes in front of a line are its indentation.
  func width(in bytes: [UInt8], at start: Int) -> Int {
    switch self {
    case .none: 0
    case .same(let own): zip(own, bytes[min(start, bytes.count)...]).prefix { $0 == $1 }.count
    case .nested: Self.blanks(bytes, at: start)
    }
  }

  /// Returns how many bytes of a line mark it as one that continues the line before; nil if it begins a line.
  func fold(in bytes: [UInt8], at start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    let width = width(in: bytes, at: start)
    let isBlank = Self.blanks(bytes, at: start + width) > 0
    switch self {
    case .none: return isBlank ? 1 : nil
    case .same(let own): return width == own.count && isBlank ? width + 1 : nil
    case .nested:
      let end = start + width
      guard width > 0, end < bytes.count, !Self.isLineEnd(bytes[end]),
        !Self.beginsProperty(bytes, at: end)
      else { return nil }
      return width
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private static func blanks(_ bytes: [UInt8], at start: Int) -> Int {
    guard start < bytes.count else { return 0 }
    return bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }

  /// Returns the first line from an offset that is not blank: its beginning, and that of its text.
  private static func line(_ bytes: [UInt8], from start: Int) -> (start: Int, text: Int)? {
    guard start < bytes.count,
      let text = bytes[start...].firstIndex(where: { $0 > 0x20 })
    else { return nil }
    let before = bytes[start..<text].lastIndex(where: isLineEnd)
    return (before.map { $0 + 1 } ?? start, text)
  }

  /// Whether a name in capitals and `:` or `;` begin at an offset.
  private static func beginsProperty(_ bytes: [UInt8], at start: Int) -> Bool {
    let name = bytes[start...].prefix {
      $0 &- UInt8(ascii: "A") < 26 || $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "-")
    }
    return !name.isEmpty && name.endIndex < bytes.count
      && (bytes[name.endIndex] == UInt8(ascii: ":") || bytes[name.endIndex] == UInt8(ascii: ";"))
  }
}
