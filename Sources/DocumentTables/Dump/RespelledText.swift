/// A canonical text that is copied while some of its tokens are spelled otherwise.
///
/// Tokens that keep their spelling are copied together, up to the next one that does not. A text that is not
/// canonical is copied without a trap.
struct RespelledText {
  private let text: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte, never behind the end.
  private var at = 0
  /// The number of bytes that were copied or replaced.
  private var done = 0

  /// - Parameter text: The text, which must outlive the copy.
  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The next byte; 0 at the end.
  var next: UInt8 { at < text.count ? text[at] : 0 }

  /// Copies the rest.
  mutating func finish(_ buffer: inout TextBuffer) {
    at = text.count
    copy(&buffer)
  }

  /// Copies the bytes that were skipped.
  private mutating func copy(_ buffer: inout TextBuffer) {
    // Bound: `done` never passes `at`, nor `at` the end.
    buffer.append(UnsafeBufferPointer(rebasing: text[done..<at]))
    done = at
  }

  // MARK: - Tokens that keep their spelling

  mutating func skip(_ count: Int) { at += min(count, text.count - at) }

  mutating func skip(ifNext byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  /// Skips a number or a word.
  mutating func skipWord() {
    while at < text.count, !Self.endsWord(text[at]) { at += 1 }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  /// Skips a string with its quotation marks.
  mutating func skipString() {
    skip(1)
    while at < text.count, text[at] != UInt8(ascii: "\"") {
      skip(text[at] == UInt8(ascii: "\\") ? 2 : 1)
    }
    skip(1)
  }

  // MARK: - Tokens that are spelled otherwise

  /// Appends other bytes instead of the next ones.
  mutating func replace(
    _ count: Int, by other: UnsafeBufferPointer<UInt8>, _ buffer: inout TextBuffer
  ) {
    copy(&buffer)
    buffer.append(other)
    skip(count)
    done = at
  }

  /// Appends an ASCII word instead of the next bytes.
  private mutating func replace(_ count: Int, by word: StaticString, _ buffer: inout TextBuffer) {
    copy(&buffer)
    buffer.append(word)
    skip(count)
    done = at
  }

  /// Makes a string the object of one member.
  ///
  /// - Parameter mark: The bytes before the string.
  mutating func markString(with mark: UnsafeBufferPointer<UInt8>, _ buffer: inout TextBuffer) {
    replace(0, by: mark, &buffer)
    endMarkedString(&buffer)
  }

  private mutating func endMarkedString(_ buffer: inout TextBuffer) {
    skipString()
    copy(&buffer)
    buffer.append(UInt8(ascii: "}"))
  }

  /// Spells a double of a structure, a number or a string, as typed trees do.
  mutating func respellDouble(_ buffer: inout TextBuffer) {
    if next != UInt8(ascii: "\"") {
      skipNumber(&buffer)
    } else if isNext("\"-0\"") {
      replace(4, by: "-0.0", &buffer)
    } else {
      replace(0, by: "{\"$double\":", &buffer)
      endMarkedString(&buffer)
    }
  }

  /// Skips a word, and marks a number without a fraction as a double.
  private mutating func skipNumber(_ buffer: inout TextBuffer) {
    var isWhole = next != UInt8(ascii: "n")
    while at < text.count, !Self.endsWord(text[at]) {
      if text[at] == UInt8(ascii: ".") || text[at] == UInt8(ascii: "e") { isWhole = false }
      at += 1
    }
    if isWhole { replace(0, by: ".0", &buffer) }
  }

  /// Spells a float of a structure as the double of the same value.
  mutating func respellFloat(_ buffer: inout TextBuffer) {
    let start = at
    skipWord()
    // Bound: both offsets are within the text.
    let number = UnsafeBufferPointer(rebasing: text[start..<at])
    at = start
    guard let float = try? FloatingPointText.parse(number, as: Float.self, spelling: .anyNumber)
    else { return respellDouble(&buffer) }
    let spelled = CanonicalJSON.bytes(of: .double(Double(float)))
    // Lifetime: the buffer is used inside the closure.
    spelled.withUnsafeBufferPointer { replace(number.count, by: $0, &buffer) }
  }

  /// Spells the marked doubles of a tree as numbers.
  mutating func respellTree(_ buffer: inout TextBuffer) {
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{") where isNext("{\"$double\":\""): respellMarkedDouble(&buffer)
      default: at += 1
      }
    }
  }

  private mutating func respellMarkedDouble(_ buffer: inout TextBuffer) {
    let mark: StaticString = "{\"$double\":\""
    let number = text[min(text.count, at + mark.utf8CodeUnitCount)...].prefix(2)
    // A word of a value that is not finite stays marked.
    if number.contains(UInt8(ascii: "I")) || number.first == UInt8(ascii: "N") {
      return skip(mark.utf8CodeUnitCount - 1)
    }
    replace(mark.utf8CodeUnitCount, by: "", &buffer)
    var isWhole = true
    while at < text.count, text[at] != UInt8(ascii: "\"") {
      if text[at] == UInt8(ascii: ".") || text[at] == UInt8(ascii: "e") { isWhole = false }
      at += 1
    }
    replace(2, by: isWhole ? ".0" : "", &buffer)
  }

  /// Spells an array of scalars as a list of words or strings.
  ///
  /// - Parameter isQuoted: Whether strings keep their quotation marks.
  mutating func respellList(isQuoted: Bool, _ buffer: inout TextBuffer) {
    skip(1)
    if next == UInt8(ascii: "]") { return }
    while true {
      if next == UInt8(ascii: "\"") {
        if isQuoted { skipString() } else { unquote(&buffer) }
      } else if next == UInt8(ascii: "n") {
        replace(4, by: "nil", &buffer)
      } else {
        skipWord()
      }
      guard next == UInt8(ascii: ",") else { return }
      replace(1, by: ", ", &buffer)
    }
  }

  private mutating func unquote(_ buffer: inout TextBuffer) {
    replace(1, by: "", &buffer)
    // Such strings have no escapes.
    while at < text.count, text[at] != UInt8(ascii: "\"") { at += 1 }
    replace(1, by: "", &buffer)
  }

  private func isNext(_ word: StaticString) -> Bool {
    let end = at + word.utf8CodeUnitCount
    // Bound: the end is within the text.
    return end <= text.count
      && TextForm.isEqual(UnsafeBufferPointer(rebasing: text[at..<end]), word)
  }
}
