import DocumentTables
import SQLiteDatabase

/// The conversion of values to those of SQLite.
struct SQLiteColumns {
  /// The number of NaN, which SQLite stores as null.
  private(set) var nanCount = 0
  private(set) var negativeZeroCount = 0

  /// Binds the value of a row.
  mutating func bind(
    _ column: Column, _ row: Int, _ type: AttributeType?, to statement: SQLiteStatement,
    at place: Int
  ) throws(SQLiteError) {
    switch column {
    case .text(let texts):
      if texts.nulls[row] { return try statement.bindNull(at: place) }
      let range = texts.range(of: row)
      // Lifetime: SQLite copies the bytes. Bound: rows end within the heap.
      try texts.bytes.withUnsafeBufferPointer { (bytes) throws(SQLiteError) in
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        try statement.bindText(UnsafeRawBufferPointer(slice), at: place)
      }
    case .data(let data):
      if data.nulls[row] { return try statement.bindNull(at: place) }
      let range = data.range(of: row)
      // Lifetime: SQLite copies the bytes. Bound: rows end within the heap.
      try data.bytes.withUnsafeBufferPointer { (bytes) throws(SQLiteError) in
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        try statement.bindBlob(UnsafeRawBufferPointer(slice), at: place)
      }
    default:
      let value = column.value(at: row)
      if case .double(let number) = value {
        if number.isNaN { nanCount += 1 }
        if number.isZero, number.sign == .minus { negativeZeroCount += 1 }
      }
      try statement.bind(Self.stored(value, type), at: place)
    }
  }

  /// Returns the value of an attribute or a reference as its column has it; NaN becomes null.
  static func stored(_ value: Value, _ type: AttributeType?) -> SQLiteValue {
    switch value {
    case .null, .references: return .null
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .integer(let number):
      return type == .scalar(.day) ? .text(DayText.text(number)) : .integer(number)
    case .unsigned(let number):
      return Int64(exactly: number).map { .integer($0) } ?? .text(String(number))
    case .double(let number): return number.isNaN ? .null : .real(number)
    case .date(let seconds): return .text(text(ofDate: seconds))
    case .text(let text): return .text(text)
    case .uuid(let number): return .text(UUIDText.text(number))
    case .data(let bytes): return .blob(bytes)
    case .reference(let key): return .integer(key)
    case .array(let elements):
      guard case .array(let scalar, _) = type else { return .null }
      return .text(json(elements, scalar))
    case .tree(let tree):
      if case .structure(let structure)? = type {
        var text: [UInt8] = []
        NestedForm.structure(structure).append(value, to: &text)
        return .text(String(decoding: text, as: UTF8.self))
      }
      return .text(String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self))
    }
  }

  /// Returns a date as SQLite's own functions write it, `YYYY-MM-DD hh:mm:ss[.f]` in UTC, so that they
  /// read it and texts compare as moments; other moments in the text form of the format.
  static func text(ofDate seconds: Double) -> String {
    var text: [UInt8] = []
    DateText.append(seconds, to: &text)
    // `YYYY-MM-DDThh:mm:ss[.f]Z`; a moment outside these years begins with `@`.
    if text.first != UInt8(ascii: "@"), text.count > 19 {
      text[10] = UInt8(ascii: " ")
      text.removeLast()
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns an array as JSON, with the elements as columns of their type have them; data is Base64.
  static func json(_ elements: [Value], _ type: ScalarType) -> String {
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (index, element) in elements.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      switch element {
      // SQLite reads every integer of 64 bits exactly.
      case .integer(let number) where type != .day: text.append(contentsOf: String(number).utf8)
      default: CanonicalJSON.append(tree(element, type), to: &text)
      }
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  private static func tree(_ value: Value, _ type: ScalarType) -> Tree {
    switch value {
    case .bool(let flag): .bool(flag)
    case .integer(let number): type == .day ? .text(DayText.text(number)) : .integer(number)
    case .unsigned(let number): Int64(exactly: number).map(Tree.integer) ?? .text(String(number))
    case .double(let number): .double(number)
    case .date(let seconds): .text(text(ofDate: seconds))
    case .text(let text): .text(text)
    case .uuid(let number): .text(UUIDText.text(number))
    case .data(let bytes): .text(DataText.text(bytes))
    case .null, .array, .tree, .reference, .references: .null
    }
  }
}
