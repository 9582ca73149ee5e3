import DocumentFile
import DocumentTables
import Markup
import SQLiteDatabase

/// The conversion of SQLite's values to those of attributes, as ``SQLiteColumns`` writes them.
///
/// A value has one meaning or is refused. Spellings that SQL produces are accepted beside the written ones: zeros
/// at the end of a fraction, `T` and `Z` in a date, lower case in a UUID.
enum SQLiteValues {
  /// Appends a value to a column, or null if it cannot be read.
  ///
  /// - Parameter bytes: Set to the number of bytes of a text or of data.
  /// - Returns: What is wrong with the value; nil if it was appended.
  static func append(
    _ statement: SQLiteStatement, at place: Int, _ attribute: TableAttribute,
    to column: ColumnBuilder, bytes: inout Int
  ) -> String? {
    let storage = statement.storageClass(at: place)
    if storage == .null { return appendNull(attribute, to: column) }
    if attribute.cases == nil,
      appendPlainly(statement, at: place, storage, attribute.type, to: column, bytes: &bytes)
    {
      return nil
    }
    let stored = statement.value(at: place)
    switch stored {
    case .text(let text): bytes = text.utf8.count
    case .blob(let blob): bytes = blob.count
    default: break
    }
    guard let value = value(of: stored, attribute.type) else {
      column.appendNull()
      return "\(words(stored)) is not \(expectation(attribute.type))"
    }
    if let cases = attribute.cases, !cases.contains(value) {
      column.appendNull()
      return "\(words(stored)) is none of the \(cases.count) cases"
    }
    // JSON's null is the null of a tree.
    if value == .tree(.null) { return appendNull(attribute, to: column) }
    column.append(value)
    return nil
  }

  private static func appendNull(_ attribute: TableAttribute, to column: ColumnBuilder) -> String? {
    if attribute.isNullable {
      column.appendNull()
      return nil
    }
    switch attribute.type {
    // SQLite has no other value for NaN.
    case .scalar(.float), .scalar(.double):
      column.appendDouble(.nan)
      return nil
    default:
      column.appendNull()
      return "it must not be null"
    }
  }

  /// Appends the usual values of the most frequent types without ``Value``; returns false for any other.
  private static func appendPlainly(
    _ statement: SQLiteStatement, at place: Int, _ storage: SQLiteStorageClass,
    _ type: AttributeType, to column: ColumnBuilder, bytes: inout Int
  ) -> Bool {
    switch (storage, type) {
    case (.integer, .scalar(.bool)):
      let number = statement.int64(at: place)
      guard number == 0 || number == 1 else { return false }
      column.appendBool(number == 1)
      return true
    case (.integer, .scalar(let type)):
      let number = statement.int64(at: place)
      guard type.integerRange?.contains(number) ?? false else { return false }
      column.appendInteger(number)
      return true
    case (.real, .scalar(.double)):
      column.appendDouble(statement.double(at: place))
      return true
    case (.text, _):
      // Bound: SQLite's own count. Lifetime: the bytes are copied inside the closure.
      let count = statement.withText(at: place) { text in
        append(text.bindMemory(to: UInt8.self), type, to: column) ? text.count : nil
      }
      guard let count else { return false }
      bytes = count
      return true
    default: return false
    }
  }

  /// Appends the value of a text that is spelled as writers do; returns false for any other.
  private static func append(
    _ text: UnsafeBufferPointer<UInt8>, _ type: AttributeType, to column: ColumnBuilder
  ) -> Bool {
    switch type {
    case .scalar(.text):
      let isASCII = text.allSatisfy { $0 < 0x80 }
      guard isASCII || String(validating: text, as: UTF8.self) != nil else { return false }
      column.appendHeapValue(text, isASCII: isASCII)
    case .scalar(.date):
      guard let seconds = try? seconds(text) else { return false }
      column.appendDouble(seconds)
    case .scalar(.day):
      guard let day = try? DayText.parse(text) else { return false }
      column.appendInteger(day)
    case .scalar(.uuid):
      guard let uuid = try? UUIDText.parse(text) else { return false }
      column.appendUUID(uuid)
    case .scalar(let type):
      // Such texts are ASCII.
      guard type.isSpelled, (try? type.checkSpelling(text)) != nil else { return false }
      column.appendHeapValue(text, isASCII: true)
    case .array(let element, let isNullable):
      return append(text, .array(element), nullableItems: isNullable, to: column)
    case .dictionary, .tree: return append(text, .tree, to: column)
    case .structure(let structure):
      return append(text, NestedForm.structure(structure), to: column)
    }
    return true
  }

  private static func append(
    _ text: UnsafeBufferPointer<UInt8>, _ form: NestedForm, nullableItems: Bool = true,
    to column: ColumnBuilder
  ) -> Bool {
    // A shorter text spells no more values than a tree may have: each has a byte, and one before the next.
    guard text.count <= 2 * Tree.largestCount,
      text.allSatisfy({ $0 < 0x80 }) || String(validating: text, as: UTF8.self) != nil,
      let size = NestedTextScan(form, nullableItems: nullableItems).nestedBytes(of: text)
    else { return false }
    column.appendNested(text, bytes: size)
    return true
  }

  /// Returns a value of a type; nil if it is none.
  static func value(of stored: SQLiteValue, _ type: AttributeType) -> Value? {
    switch type {
    case .scalar(let scalar): return self.scalar(stored, scalar)
    case .array(let element, let isNullable):
      guard case .text(let text) = stored else { return nil }
      return array(Array(text.utf8), element, isNullable)
    case .dictionary, .tree:
      guard case .text(let text) = stored else { return nil }
      return (try? JSONTreeReader.tree(of: Array(text.utf8))).map { .tree($0) }
    case .structure(let structure):
      guard case .text(let text) = stored else { return nil }
      return self.structure(Array(text.utf8), structure)
    }
  }

  // MARK: Scalars

  private static func scalar(_ stored: SQLiteValue, _ type: ScalarType) -> Value? {
    switch (stored, type) {
    case (.integer(let number), .bool): return number == 0 || number == 1 ? .bool(number == 1) : nil
    case (.integer(let number), .uint64): return number < 0 ? nil : .unsigned(UInt64(number))
    case (.integer(let number), .double):
      return Double(exactly: number).map { .double($0) }
    case (.integer(let number), .float): return Float(exactly: number).map { .double(Double($0)) }
    case (.integer(let number), _):
      return type.integerRange?.contains(number) ?? false ? .integer(number) : nil
    case (.real(let number), .double): return .double(number)
    case (.real(let number), .float):
      // The nearest number, as of a text; SQL calculates with doubles.
      let rounded = Float(number)
      return rounded.isFinite || !number.isFinite ? .double(Double(rounded)) : nil
    case (.blob(let bytes), .data): return .data(bytes)
    case (.text(let text), .text): return .text(text)
    case (.text, .bool), (.text, .float), (.text, .double), (.text, .data): return nil
    case (.text(let text), _):
      if type.integerRange != nil { return nil }
      return try? TextForm.withBytes(of: text) { (bytes) throws(TextFormProblem) in
        try self.scalar(bytes, type)
      }
    default: return nil
    }
  }

  /// Returns the value that a text denotes.
  private static func scalar(
    _ text: UnsafeBufferPointer<UInt8>, _ type: ScalarType
  ) throws(TextFormProblem) -> Value {
    switch type {
    case .date: return .date(try seconds(text))
    case .uuid:
      let upper = text.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 - 32 : $0 }
      return .uuid(try UUIDText.parse(String(decoding: upper, as: UTF8.self)))
    case .decimal:
      let plain = withoutTrailingZeros(Array(text))
      return try TextForm.withBytes(of: String(decoding: plain, as: UTF8.self)) {
        (bytes) throws(TextFormProblem) in try Value(text: bytes, of: .decimal)
      }
    default: return try Value(text: text, of: type)
    }
  }

  /// Returns the moment of a text that ``SQLiteColumns/text(ofDate:)``, SQLite's functions or the format write.
  private static func seconds(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Double {
    guard text.count >= 19, text[10] == UInt8(ascii: " ") else { return try DateText.parse(text) }
    var spelling = withoutTrailingZeros(Array(text), after: 19)
    spelling[10] = UInt8(ascii: "T")
    spelling.append(UInt8(ascii: "Z"))
    return try TextForm.withBytes(of: String(decoding: spelling, as: UTF8.self), DateText.parse)
  }

  /// Returns a number without the zeros at the end of its fraction, which SQL's functions print.
  private static func withoutTrailingZeros(_ text: [UInt8], after start: Int = 0) -> [UInt8] {
    guard text.dropFirst(start).contains(UInt8(ascii: ".")),
      text.dropFirst(start).allSatisfy({ $0 < UInt8(ascii: ":") })
    else { return text }
    var text = text
    while text.last == UInt8(ascii: "0") { text.removeLast() }
    if text.last == UInt8(ascii: ".") { text.removeLast() }
    return text
  }

  // MARK: Arrays

  private static func array(_ text: [UInt8], _ type: ScalarType, _ isNullable: Bool) -> Value? {
    // Lifetime: the reader does not leave the closure.
    text.withUnsafeBufferPointer { bytes in
      do {
        var json = try JSONReader(bytes, limits: MarkupLimits(textBytes: bytes.count))
        let items = try items(&json, isNullable) { json in try element(&json, type) }
        guard let items else { return nil }
        try json.finish()
        return .array(items)
      } catch {
        return nil
      }
    }
  }

  /// Reads the items of a list; returns nil if one of them is no value of the type.
  private static func items(
    _ json: inout JSONReader, _ isNullable: Bool,
    _ read: (inout JSONReader) throws -> Value?
  ) throws -> [Value]? {
    var items: [Value] = []
    try json.beginArray()
    while try json.nextElement() {
      if try json.readNullIfPresent() {
        guard isNullable else { return nil }
        items.append(.null)
      } else if let item = try read(&json) {
        items.append(item)
      } else {
        return nil
      }
    }
    return items
  }

  /// Reads an element that is not null; returns nil if it is no value of the type.
  private static func element(_ json: inout JSONReader, _ type: ScalarType) throws -> Value? {
    switch json.peek() {
    case .true, .false:
      let flag = try json.readBool()
      return type == .bool ? .bool(flag) : nil
    case .string:
      let text = try json.readString()
      return type == .data ? .data(try DataText.parse(text)) : scalar(.text(text), type)
    // Numbers that JSON does not have.
    case .objectStart: return Value(try JSONTreeReader.read(&json), of: .scalar(type))
    default:
      switch type {
      case .double: return .double(try json.readDouble())
      case .float: return .double(Double(try json.readFloat()))
      default: return scalar(.integer(try json.readInt64()), type)
      }
    }
  }

  // MARK: Structures

  /// Returns the value of a structure as records in JSON spell it, with members in any order.
  private static func structure(_ text: [UInt8], _ structure: TableStructure) -> Value? {
    // Lifetime: the reader does not leave the closure.
    text.withUnsafeBufferPointer { bytes in
      do {
        var json = try JSONReader(bytes, limits: MarkupLimits(textBytes: bytes.count))
        var values: [Value?] = Array(repeating: nil, count: structure.members.count)
        try json.beginObject()
        while try json.nextMember() {
          guard let index = structure.member(named: try json.readKey()), values[index] == nil,
            let value = try member(&json, structure.members[index])
          else { return nil }
          values[index] = value
        }
        try json.finish()
        return .tree(try structure.value(of: values))
      } catch {
        return nil
      }
    }
  }

  private static func member(
    _ json: inout JSONReader, _ member: TableAttribute
  ) throws -> Value? {
    if try json.readNullIfPresent() { return member.isNullable ? .null : nil }
    let value: Value?
    switch member.type {
    case .scalar(let type): value = try memberScalar(&json, type)
    case .array(let type, let isNullable):
      value = try items(&json, isNullable) { json in try memberScalar(&json, type) }
        .map { .array($0) }
    case .dictionary, .tree, .structure: value = nil
    }
    guard let value, member.cases?.contains(value) != false else { return nil }
    return value
  }

  private static func memberScalar(_ json: inout JSONReader, _ type: ScalarType) throws -> Value? {
    switch type {
    // Schemas spell large whole numbers as texts, records do not.
    case .double where json.peek() != .string: .double(try json.readDouble())
    case .float where json.peek() != .string: .double(Double(try json.readFloat()))
    default: Value(stated: try JSONTreeReader.read(&json), of: .scalar(type))
    }
  }

  // MARK: Words

  /// The first characters of a value, and its class.
  static func words(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): "the integer \(number)"
    case .real(let number): "the real number \(number)"
    case .text(let text):
      text.unicodeScalars.count > 60
        ? "the text '\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(60))))…'"
        : "the text '\(text)'"
    case .malformedText: "a text that is not UTF-8"
    case .blob(let bytes): "a blob of \(bytes.count) bytes"
    }
  }

  /// What a value of a type looks like.
  private static func expectation(_ type: AttributeType) -> String {
    switch type {
    case .scalar(let scalar):
      return switch scalar {
      case .bool: "0 or 1"
      case .uint64: "an integer from 0 to 18446744073709551615, as text above 9223372036854775807"
      case .float, .double: "a number"
      case .decimal: "a decimal number as text, such as 12.5"
      case .date: "a date such as 2026-07-01 12:00:00"
      case .text: "text in UTF-8"
      case .data: "a blob"
      default: scalar.expectation
      }
    case .array(let element, _): return "a JSON array of \(element.rawValue)"
    case .dictionary, .tree: return "the JSON of a tree, as clause 6.7 of the specification has it"
    case .structure(let structure):
      let names = structure.members.map(\.name).joined(separator: ", ")
      return "a JSON object with the members \(names)"
    }
  }
}
