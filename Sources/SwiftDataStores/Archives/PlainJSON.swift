import DocumentTables
import Markup

/// JSON of other programs as typed trees, and trees as the JSON that Foundation's coders read.
enum PlainJSON {
  /// Returns the tree of a JSON array or object; nil for any other bytes.
  ///
  /// Numbers without a point or exponent are integers, all others doubles.
  static func container(of bytes: [UInt8]) -> Tree? {
    let start = bytes.first { !($0 == 0x20 || 0x09...0x0D ~= $0) }
    guard start == UInt8(ascii: "[") || start == UInt8(ascii: "{") else { return nil }
    return value(of: bytes)
  }

  /// Returns the tree of a JSON text; nil for any other bytes.
  static func value(of bytes: [UInt8]) -> Tree? {
    // Lifetime: the bytes live as long as the closure, and the reader does not escape.
    bytes.withUnsafeBufferPointer { bytes in
      guard var json = try? JSONReader(bytes, limits: MarkupLimits(depth: 64, textBytes: .max))
      else { return nil }
      guard let tree = try? read(&json), (try? json.finish()) != nil else { return nil }
      return tree
    }
  }

  private struct Repeated: Error {}

  /// Recursion: the reader opens at most 64 containers at a time.
  private static func read(_ json: inout JSONReader) throws -> Tree {
    switch json.peek() {
    case .objectStart:
      try json.beginObject()
      var members: [String: Tree] = [:]
      while try json.nextMember() {
        let name = try json.readKey()
        guard members.updateValue(try read(&json), forKey: name) == nil else { throw Repeated() }
      }
      return .members(members)
    case .arrayStart:
      try json.beginArray()
      var items: [Tree] = []
      while try json.nextElement() { items.append(try read(&json)) }
      return .array(items)
    case .null:
      try json.readNull()
      return .null
    case .true, .false: return .bool(try json.readBool())
    case .string: return .text(try json.readString())
    default:
      let start = json.offset
      let text = String(decoding: try json.numberText(), as: UTF8.self)
      let isWhole = text.utf8.allSatisfy { !(0x2E == $0 || 0x65 == $0 | 0x20) }
      if isWhole {
        if let number = Int64(text) { return .integer(number) }
        if let number = UInt64(text) { return .number(number) }
      }
      json.offset = start
      return .double(try json.readDouble())
    }
  }

  /// Returns JSON from which `JSONDecoder` reads a value: dates as seconds since 2001, data in Base64.
  ///
  /// Nil if the tree has a number that JSON cannot state.
  static func bytes(of tree: Tree) -> [UInt8]? {
    var bytes: [UInt8] = []
    return append(tree, to: &bytes, depth: 0) ? bytes : nil
  }

  /// Recursion: trees are at most 64 deep, and the parameter proves it.
  private static func append(_ tree: Tree, to bytes: inout [UInt8], depth: Int) -> Bool {
    guard depth <= 80 else { return false }
    func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
    switch tree {
    case .null: put("null")
    case .bool(let value): put(value ? "true" : "false")
    case .integer(let value), .day(let value): put(String(value))
    case .unsigned(let value): put(String(value))
    case .double(let value), .date(let value):
      guard value.isFinite else { return false }
      put(value.description)
    case .spelled(.decimal, let text): put(text)
    case .text(let text), .spelled(_, let text):
      CanonicalJSON.appendString(text, to: &bytes)
    case .uuid(let number): CanonicalJSON.appendString(UUIDText.text(number), to: &bytes)
    case .data(let data): CanonicalJSON.appendString(DataText.text(data), to: &bytes)
    case .array(let items):
      put("[")
      for (index, item) in items.enumerated() {
        if index > 0 { put(",") }
        guard append(item, to: &bytes, depth: depth + 1) else { return false }
      }
      put("]")
    case .object(let members):
      put("{")
      for (index, member) in members.enumerated() {
        if index > 0 { put(",") }
        CanonicalJSON.appendString(member.name, to: &bytes)
        put(":")
        guard append(member.value, to: &bytes, depth: depth + 1) else { return false }
      }
      put("}")
    }
    return true
  }
}
