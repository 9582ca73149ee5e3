/// The canonical JSON text of a typed tree: no white space, keys in the order of their UTF-8 bytes
/// (spec 6.7).
///
/// Documents contain trees in this form, and fingerprints are digests of it.
package enum CanonicalJSON {
  /// The spelling of a double without a fraction.
  package enum WholeDoubles {
    /// `1.0`: for people, and for orders that do not leave the program.
    case numbers
    /// `{"$double":"1"}`: programs that respell numbers write `1.0` as `1`, which is an integer.
    case marked
  }

  package static func bytes(
    of tree: Tree, _ wholeDoubles: WholeDoubles = .numbers
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    append(tree, wholeDoubles, to: &bytes)
    return bytes
  }

  /// The largest integer that is written as a number; greater ones are text, so that every reader
  /// keeps them exactly (RFC 7493, I-JSON).
  package static var largestExactInteger: Int64 { 9_007_199_254_740_991 }

  private enum Step {
    case value(Tree)
    case bytes([UInt8])
  }

  /// Appends the text of a tree; uses a stack of its own, so a deep tree does not overflow the call
  /// stack.
  package static func append(
    _ tree: Tree, _ wholeDoubles: WholeDoubles = .numbers, to bytes: inout [UInt8]
  ) {
    var stack: [Step] = [.value(tree)]
    while let step = stack.popLast() {
      switch step {
      case .bytes(let text): bytes.append(contentsOf: text)
      case .value(.array(let items)):
        bytes.append(UInt8(ascii: "["))
        stack.append(.bytes([UInt8(ascii: "]")]))
        for (index, item) in items.enumerated().reversed() {
          stack.append(.value(item))
          if index > 0 { stack.append(.bytes([UInt8(ascii: ",")])) }
        }
      case .value(.object(let members)):
        bytes.append(UInt8(ascii: "{"))
        stack.append(.bytes([UInt8(ascii: "}")]))
        for (index, member) in members.enumerated().reversed() {
          stack.append(.value(member.value))
          var key: [UInt8] = index > 0 ? [UInt8(ascii: ",")] : []
          // By bytes: as a character, `$` with an accent is another one.
          let isDollar = member.name.utf8.first == UInt8(ascii: "$")
          appendString(isDollar ? "$" + member.name : member.name, to: &key)
          key.append(UInt8(ascii: ":"))
          stack.append(.bytes(key))
        }
      case .value(let scalar): appendScalar(scalar, wholeDoubles, to: &bytes)
      }
    }
  }

  private static func appendScalar(
    _ tree: Tree, _ wholeDoubles: WholeDoubles, to bytes: inout [UInt8]
  ) {
    switch tree {
    case .null, .array, .object: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value):
      if value.magnitude <= largestExactInteger.magnitude {
        bytes.append(contentsOf: String(value).utf8)
      } else {
        appendMarked("$integer", String(value), to: &bytes)
      }
    case .unsigned(let value): appendMarked("$integer", String(value), to: &bytes)
    case .double(let value):
      let text = FloatingPointText.text(value)
      let isWhole = value.rounded(.towardZero) == value
      if !value.isFinite || isWhole && wholeDoubles == .marked {
        appendMarked("$double", text, to: &bytes)
      } else {
        bytes.append(contentsOf: text.utf8)
        if !text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }) {
          bytes.append(contentsOf: ".0".utf8)
        }
      }
    case .text(let value): appendString(value, to: &bytes)
    case .date(let value): appendMarked("$date", DateText.text(value), to: &bytes)
    case .day(let days): appendMarked("$day", DayText.text(days), to: &bytes)
    case .uuid(let value): appendMarked("$uuid", UUIDText.text(value), to: &bytes)
    case .data(let value): appendMarked("$data", DataText.text(value), to: &bytes)
    case .spelled(let type, let value): appendMarked("$" + type.rawValue, value, to: &bytes)
    }
  }

  private static func appendMarked(_ mark: String, _ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    appendString(mark, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendString(text, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends a JSON string, with the shortest escape for each character that needs one (RFC 8259,
  /// 7).
  package static func appendString(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    // Lifetime: the buffer is only used during the call.
    text.withUTF8 { appendString($0, to: &bytes) }
  }

  /// Appends a JSON string of well-formed UTF-8, as ``appendString(_:to:)`` does.
  package static func appendString(
    _ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    // Bound: both ends of each run are offsets of the text.
    for index in text.indices {
      let byte = text[index]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      appendEscape(of: byte, to: &bytes)
      start = index + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    bytes.append(UInt8(ascii: "\""))
  }

  static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case 8: TextForm.append("\\b", to: &bytes)
    case 9: TextForm.append("\\t", to: &bytes)
    case 10: TextForm.append("\\n", to: &bytes)
    case 12: TextForm.append("\\f", to: &bytes)
    case 13: TextForm.append("\\r", to: &bytes)
    case 0..<32:
      TextForm.append("\\u00", to: &bytes)
      for digit in [byte >> 4, byte & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    default:
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    }
  }
}
