/// Reads a canonical JSON text back into the values that it spells.
///
/// The texts were written by ``NestedForm``, or checked before they came into a column, so this
/// reader reports no faults. It reads a text that is not canonical without a trap, as any values.
struct CanonicalJSONReader {
  private let text: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte.
  private var at = 0

  /// - Parameter text: The text, which must outlive the reader.
  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// An array or an object whose end has not been read.
  private struct Open {
    var items: [Tree] = []
    var members: [TreeMember] = []
    /// The name of the member whose value is read; nil in an array.
    var name: String?

    mutating func add(_ tree: Tree) {
      if let name { members.append(TreeMember(name, tree)) } else { items.append(tree) }
    }

    var closed: Tree { name == nil ? .array(items) : .object(members) }
  }

  /// Reads a tree, with a stack of its own instead of the call stack.
  mutating func readTree() -> Tree {
    var open: [Open] = []
    while true {
      var complete: Tree?
      switch next {
      case UInt8(ascii: "{"):
        at += 1
        if take(UInt8(ascii: "}")) {
          complete = .object([])
        } else if isMark {
          complete = readMarked()
        } else {
          open.append(Open(name: readName()))
        }
      case UInt8(ascii: "["):
        at += 1
        if take(UInt8(ascii: "]")) { complete = .array([]) } else { open.append(Open()) }
      default: complete = readScalar()
      }
      guard var tree = complete else { continue }
      while true {
        guard var innermost = open.popLast() else { return tree }
        innermost.add(tree)
        let goesOn = take(UInt8(ascii: ","))
        if goesOn {
          if innermost.name != nil { innermost.name = readName() }
          open.append(innermost)
          break
        }
        at += 1
        tree = innermost.closed
      }
    }
  }

  /// Reads an array of scalars of one type.
  mutating func readItems(of type: ScalarType) -> [Value] {
    var items: [Value] = []
    at += 1
    if take(UInt8(ascii: "]")) { return items }
    repeat {
      let isText = next == UInt8(ascii: "\"")
      let item = isText && type == .text ? .text(readString()) : readItem(of: type, isText)
      items.append(item)
    } while take(UInt8(ascii: ","))
    at += 1
    return items
  }

  /// Reads a structure with all its members in their order.
  mutating func readStructure(_ structure: TableStructure) -> Tree {
    at += 1
    let members = structure.members.enumerated().map { position, member in
      _ = readName()
      let value = readValue(position, of: structure)
      _ = take(UInt8(ascii: ","))
      return TreeMember(member.name, Tree(value, of: member.type))
    }
    at += 1
    return .object(members)
  }

  /// Reads one member of a structure; moves over the members before it.
  mutating func readMember(_ position: Int, of structure: TableStructure) -> Value {
    for opening in structure.openings.prefix(position) {
      at += opening.count
      skipValue()
    }
    at += structure.openings[position].count
    return readValue(position, of: structure)
  }

  private mutating func readValue(_ position: Int, of structure: TableStructure) -> Value {
    switch structure.members[position].type {
    case .array(let element, _) where next == UInt8(ascii: "["):
      return .array(readItems(of: element))
    case .scalar(let type):
      let isText = next == UInt8(ascii: "\"")
      return isText && type == .text ? .text(readString()) : readItem(of: type, isText)
    case .array, .dictionary, .tree, .structure: return readItem(of: .bool, false)
    }
  }

  /// Moves over a scalar or an array of scalars.
  private mutating func skipValue() {
    switch next {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "["):
      at += 1
      while at < text.count, next != UInt8(ascii: "]") {
        if next == UInt8(ascii: "\"") { skipString() } else { at += 1 }
      }
      at += 1
    default: _ = rest { ",]}".utf8.contains($0) }
    }
  }

  private mutating func readItem(of type: ScalarType, _ isText: Bool) -> Value {
    // Only texts have escapes.
    if isText {
      at += 1
      defer { at += 1 }
      return (try? Value(text: rest(upTo: UInt8(ascii: "\"")), of: type)) ?? .null
    }
    let word = rest { ",]}".utf8.contains($0) }
    if word.first == UInt8(ascii: "n") { return .null }
    return (try? Value(text: word, of: type)) ?? .null
  }

  // MARK: - Tokens

  /// The next byte; 0 at the end.
  private var next: UInt8 { at < text.count ? text[at] : 0 }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  /// Moves to the next byte that ends a token, or to the end, and returns the bytes before it.
  private mutating func rest(upTo isEnd: (UInt8) -> Bool) -> UnsafeBufferPointer<UInt8> {
    let start = min(at, text.count)
    at = start
    while at < text.count, !isEnd(text[at]) { at += 1 }
    // Bound: both offsets are within the text.
    return UnsafeBufferPointer(rebasing: text[start..<at])
  }

  private mutating func rest(upTo end: UInt8) -> UnsafeBufferPointer<UInt8> {
    rest { $0 == end }
  }

  private mutating func readString() -> String {
    at += 1
    let plain = rest { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    if take(UInt8(ascii: "\"")) { return String(decoding: plain, as: UTF8.self) }
    var bytes = Array(plain)
    while at < text.count, !take(UInt8(ascii: "\"")) {
      bytes.append(next == UInt8(ascii: "\\") ? readEscape() : next)
      at += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func skipString() {
    at += 1
    while at < text.count, !take(UInt8(ascii: "\"")) {
      // The byte behind a backslash is no end; in \u it is followed by digits.
      at += next == UInt8(ascii: "\\") ? 2 : 1
    }
  }

  /// Reads an escape up to its last byte; in a canonical text it spells one byte.
  private mutating func readEscape() -> UInt8 {
    at += 1
    switch next {
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "u"):
      let digits = text.dropFirst(at + 1).prefix(4)
      at += 4
      return UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
    case let byte: return byte
    }
  }

  /// Reads the name of a member, whose first `$` is doubled, and the colon.
  private mutating func readName() -> String {
    let key = readString()
    at += 1
    return key.utf8.first == UInt8(ascii: "$") ? String(key.dropFirst()) : key
  }

  private var isMark: Bool {
    at + 2 < text.count && text[at + 1] == UInt8(ascii: "$") && text[at + 2] != UInt8(ascii: "$")
  }

  private mutating func readMarked() -> Tree {
    at += 2
    let mark = rest(upTo: UInt8(ascii: "\""))
    at += 3
    let value = rest(upTo: UInt8(ascii: "\""))
    at += 2
    return (try? CanonicalJSON.leaf(mark, value)) ?? .null
  }

  private mutating func readScalar() -> Tree {
    switch next {
    case UInt8(ascii: "\""): return .text(readString())
    case UInt8(ascii: "t"):
      at += 4
      return .bool(true)
    case UInt8(ascii: "f"):
      at += 5
      return .bool(false)
    case UInt8(ascii: "n"):
      at += 4
      return .null
    default:
      let number = rest { ",]}".utf8.contains($0) }
      if number.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }) {
        return (try? .double(FloatingPointText.parse(number, spelling: .anyNumber))) ?? .null
      }
      return (try? .integer(IntegerText.parse(number))) ?? .null
    }
  }
}

extension CanonicalJSON {
  /// Returns the leaf that a mark and a text spell.
  fileprivate static func leaf(
    _ mark: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Tree {
    if TextForm.isEqual(mark, "double") {
      return .double(try FloatingPointText.parseWithWords(text))
    }
    if TextForm.isEqual(mark, "integer") {
      if text.first == UInt8(ascii: "-") { return .integer(try IntegerText.parse(text)) }
      return .number(try IntegerText.parse(text))
    }
    let name = String(decoding: mark, as: UTF8.self)
    guard let type = ScalarType(rawValue: name) else { throw .malformed }
    return try type.leaf(text)
  }
}
