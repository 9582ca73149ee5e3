/// The numbers, words and marks of a text with a day or a time.
struct MomentWords {
  enum Word: Equatable {
    case number(Int, digits: Int)
    /// In lower case, without accents.
    case word(String)
    /// A name with a slash, as zones have.
    case name(String)
    case mark(String)
  }

  private(set) var list: ArraySlice<Word> = []
  /// Where each word begins.
  private var starts: [Int] = []
  private let bytes: [UInt8]
  let spelling: MomentSpelling

  var isEmpty: Bool { list.isEmpty }
  var peek: Word? { list.first }

  /// Whether no space is between the next mark and the word behind it.
  var isBesideNext: Bool {
    let next = list.startIndex + 1
    return starts.indices.contains(next) && starts[next] == starts[next - 1] + 1
  }

  /// The words behind the next one.
  var following: ArraySlice<Word> { list.dropFirst() }

  /// Splits a text; nil if it is too long for a moment or has no words.
  init?(_ text: some StringProtocol, _ spelling: MomentSpelling) {
    let isFirst = spelling.edition == .first
    bytes = isFirst ? Array(text.utf8) : Self.plain(text)
    self.spelling = spelling
    guard bytes.count <= (isFirst ? 80 : 120) else { return nil }
    var words: [Word] = []
    var at = 0
    while at < bytes.count {
      let start = at
      if Self.isDigit(bytes[at]) {
        while at < bytes.count, Self.isDigit(bytes[at]) { at += 1 }
        guard at - start <= 9, let number = Int(String(decoding: bytes[start..<at], as: UTF8.self))
        else { return nil }
        words.append(.number(number, digits: at - start))
      } else if Self.isLetter(bytes[at]) {
        let isName = skipName(&at)
        let word = String(decoding: bytes[start..<at], as: UTF8.self)
        words.append(
          isName ? .name(word) : .word(isFirst ? word.lowercased() : DateLanguage.folded(word)))
      } else {
        at += 1
        if bytes[start] == 32 { continue }
        words.append(.mark(String(decoding: bytes[start..<at], as: UTF8.self)))
      }
      starts.append(start)
    }
    guard !words.isEmpty, words.count <= (isFirst ? 16 : 24) else { return nil }
    list = words[...]
  }

  /// Moves behind a word or a name; returns whether it is a name.
  private func skipName(_ at: inout Int) -> Bool {
    let start = at
    var isName = false
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "/"), at + 1 < bytes.count, Self.isLetter(bytes[at + 1]),
        at - start > 2
      {
        isName = true
      } else if !Self.isLetter(byte), byte != UInt8(ascii: "_"),
        !isName || !(Self.isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
      {
        break
      }
      at += 1
    }
    return isName
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 32) &- 97 < 26 || byte >= 0x80 }

  /// Returns the bytes of a text with spaces, digits and signs of other alphabets as those of ASCII.
  private static func plain(_ text: some StringProtocol) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.utf8) }
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xA0, 0x2007, 0x202F, 0x3000: plain += " "
      case 0x207A, 0xFF0B: plain += "+"
      case 0x207B, 0x2212, 0x2013, 0xFF0D: plain += "-"
      case 0x2019, 0x2BC: plain += "'"
      // Ordinals: "1º de maio".
      case 0xAA, 0xB0, 0xBA: break
      case 0xB9: plain += "1"
      case 0xB2, 0xB3: plain += String(scalar.value - 0xB0)
      case 0x2070...0x2079: plain += String(scalar.value - 0x2070)
      case 0xFF01...0xFF5E:
        plain.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21)))
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return Array(plain.utf8)
  }

  // MARK: Taking words

  mutating func next() -> Word? { list.popFirst() }

  /// Takes all words that are left, as text.
  mutating func rest() -> String {
    guard !list.isEmpty, starts.indices.contains(list.startIndex) else { return "" }
    let text = String(decoding: bytes[starts[list.startIndex]...], as: UTF8.self)
    list = []
    return text.trimmingSpaces
  }

  /// Takes a mark or a word if it is one of some.
  mutating func mark(_ marks: String...) -> String? {
    switch list.first {
    case .mark(let text)? where marks.contains(text), .word(let text)? where marks.contains(text):
      list.removeFirst()
      return text
    default: return nil
    }
  }

  /// Skips the next mark or word if it is one of some.
  mutating func drop(_ marks: String...) {
    switch list.first {
    case .mark(let text)? where marks.contains(text): list.removeFirst()
    case .word(let text)? where marks.contains(text) || marks.contains(text.uppercased()):
      list.removeFirst()
    default: break
    }
  }

  /// Takes words that say nothing more, such as "um" and "à".
  mutating func dropFillers() {
    guard spelling.edition != .first else { return }
    while case .word(let word)? = list.first, DateLanguage.fillers.contains(word) {
      list.removeFirst()
    }
  }

  /// Takes a word that marks hours, such as "Uhr".
  mutating func takeHourWord() -> Bool {
    guard spelling.edition != .first, case .word(let word)? = list.first,
      DateLanguage.hours.contains(word)
    else { return false }
    list.removeFirst()
    return true
  }

  /// Takes a day of the week, with the marks behind it, or in parentheses.
  mutating func dropWeekday() {
    let saved = self
    let isBracketed = spelling.edition != .first && mark("(") != nil
    guard case .word(let word)? = list.first, isWeekday(word) else {
      self = saved
      return
    }
    list.removeFirst()
    if isBracketed {
      guard mark(")") != nil else {
        self = saved
        return
      }
      return
    }
    // segunda-feira
    if list.first == .mark("-"), following.first == .word("feira") { list = list.dropFirst(2) }
    drop(",", ".")
    drop(",")
  }

  private func isWeekday(_ word: String) -> Bool {
    if spelling.edition == .first { return DateLanguage.weekday(word, in: .english) != nil }
    // In Japanese the day of the week follows the day without a space: 3日日曜日.
    let plain =
      word.count > 1 && word.hasPrefix("日") && !word.hasPrefix("日曜")
      ? String(word.dropFirst()) : word
    return DateLanguage.weekday(plain, in: nil) != nil
  }

  /// Returns the month that a word names.
  func month(_ word: String) -> Int? {
    if spelling.edition == .first { return DateLanguage.month(word, in: .english) }
    return spelling.language.flatMap { DateLanguage.month(word, in: $0) }
      ?? DateLanguage.month(word, in: nil)
  }
}
