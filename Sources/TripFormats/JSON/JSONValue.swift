import DocumentFile
import DocumentTables
import Markup

extension DocumentError.Code {
  /// The file is no JSON, or no JSON-LD with objects.
  package static let jsonLDMalformed = Self(rawValue: "json-ld-malformed")
}

extension DocumentError {
  /// The error of reading JSON of another program.
  ///
  /// - Parameter code: The code of an error that is neither of JSON nor of a document.
  init(ofJSON error: any Error, _ code: Code) {
    switch error {
    case let error as MarkupError: self.init(error)
    case let error as DocumentError: self = error
    default: self.init(code, "\(error)")
    }
  }
}

/// A JSON value of another program: its members in the order of the file, and where its objects begin.
indirect enum JSONValue: Sendable {
  case scalar(Tree)
  case array([JSONValue])
  case object([(name: String, value: JSONValue)], offset: Int)

  /// How deep arrays and objects may be nested: a tree of a document may be 64 levels deep, and records
  /// around a value take some of them.
  static let greatestDepth = 56

  /// How many values a file may have, as many as the trees beside the records of a document.
  static let greatestCount = 4_000_000

  /// Reads a JSON text.
  ///
  /// Of several members with one name the last counts, as in most programs (RFC 8259, 4).
  ///
  /// - Throws: The codes of JSON with the line and the column, or `json-ld-malformed`.
  ///
  /// - Parameter budget: How many values may be read, less those of the text.
  init(_ bytes: [UInt8], _ budget: inout Int) throws(DocumentError) {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    do {
      self = try bytes.withUnsafeBufferPointer { buffer in
        var json = try JSONReader(buffer, limits: MarkupLimits(depth: Self.greatestDepth))
        let value = try Self.read(&json, &budget)
        try json.finish()
        return value
      }
    } catch {
      throw DocumentError(ofJSON: error, .jsonLDMalformed)
    }
  }

  private struct Open {
    var offset: Int
    /// Nil for an array.
    var name: String?
    var items: [JSONValue] = []
    var members: [(name: String, value: JSONValue)] = []

    var value: JSONValue { name == nil ? .array(items) : .object(members, offset: offset) }

    mutating func add(_ value: JSONValue) {
      if let name { members.append((name, value)) } else { items.append(value) }
    }
  }

  /// Reads a value with a stack of its own.
  ///
  /// - Parameter budget: How many values may be read, less those of this one.
  static func read(_ json: inout JSONReader, _ budget: inout Int) throws -> JSONValue {
    var open: [Open] = []
    while true {
      var complete: JSONValue?
      let kind = json.peek()
      let start = json.offset
      guard budget > 0 else {
        throw DocumentError(.jsonLDMalformed, "more than \(greatestCount) values")
      }
      budget -= 1
      switch kind {
      case .objectStart:
        try json.beginObject()
        if try json.nextMember() {
          open.append(Open(offset: start, name: try json.readKey()))
        } else {
          complete = .object([], offset: start)
        }
      case .arrayStart:
        try json.beginArray()
        if try json.nextElement() {
          open.append(Open(offset: start))
        } else {
          complete = .array([])
        }
      default: complete = .scalar(try scalar(&json))
      }
      guard var value = complete else { continue }
      while true {
        guard !open.isEmpty else { return value }
        let innermost = open.count - 1
        open[innermost].add(value)
        if open[innermost].name == nil {
          if try json.nextElement() { break }
        } else if try json.nextMember() {
          open[innermost].name = try json.readKey()
          break
        }
        value = open.removeLast().value
      }
    }
  }

  private static func scalar(_ json: inout JSONReader) throws -> Tree {
    switch json.peek() {
    case .null:
      try json.readNull()
      return .null
    case .true, .false: return .bool(try json.readBool())
    case .string: return .text(try json.readString())
    default:
      let start = json.offset
      return try number(String(decoding: try json.numberText(), as: UTF8.self), at: start)
    }
  }

  /// Returns a number without loss: an integer, a double if it says the same, or else a decimal number.
  private static func number(_ text: String, at offset: Int) throws -> Tree {
    if let integer = Int64(text) { return .integer(integer) }
    if let integer = UInt64(text) { return .unsigned(integer) }
    let digits = text.prefix { $0 != "e" && $0 != "E" }.utf8
      .filter { $0 &- UInt8(ascii: "0") < 10 }
    if digits.count > 15, (try? DecimalText.parse(text)) != nil { return .spelled(.decimal, text) }
    guard let double = Double(text), double.isFinite else {
      throw DocumentError(
        .jsonLDMalformed, "the number \(text.prefix(40)) at byte \(offset) is out of range")
    }
    return .double(double)
  }

  /// The value as a tree, whose members are in the order of their names.
  var tree: Tree {
    switch self {
    case .scalar(let tree): tree
    case .array(let items): .array(items.map(\.tree))
    case .object(let members, _):
      .members(Dictionary(members.map { ($0.name, $0.value.tree) }) { $1 })
    }
  }

  subscript(name: String) -> JSONValue? {
    guard case .object(let members, _) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The elements of an array, or the value itself as the only one.
  var elements: [JSONValue] { if case .array(let items) = self { items } else { [self] } }
}
