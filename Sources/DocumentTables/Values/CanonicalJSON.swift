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
          appendString(member.name.hasPrefix("$") ? "$" + member.name : member.name, to: &key)
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
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [0x5C, byte])
      case 8: bytes.append(contentsOf: "\\b".utf8)
      case 9: bytes.append(contentsOf: "\\t".utf8)
      case 10: bytes.append(contentsOf: "\\n".utf8)
      case 12: bytes.append(contentsOf: "\\f".utf8)
      case 13: bytes.append(contentsOf: "\\r".utf8)
      case 0..<32:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
