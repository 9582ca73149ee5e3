import DocumentTables
import SQLiteDatabase

/// The conversion of values to those of SQLite.
struct SQLiteColumns {
  /// The number of NaN, which SQLite stores as null.
  private(set) var nanCount = 0

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
    default: try bind(column.value(at: row), type, to: statement, at: place)
    }
  }

  private mutating func bind(
    _ value: Value, _ type: AttributeType?, to statement: SQLiteStatement, at place: Int
  ) throws(SQLiteError) {
    switch value {
    case .null, .references: try statement.bindNull(at: place)
    case .bool(let flag): try statement.bind(flag ? 1 : 0 as Int64, at: place)
    case .integer(let number):
      if type == .scalar(.day) { return try statement.bind(DayText.text(number), at: place) }
      try statement.bind(number, at: place)
    case .unsigned(let number):
      if let small = Int64(exactly: number) { return try statement.bind(small, at: place) }
      try statement.bind(String(number), at: place)
    case .double(let number):
      if number.isNaN { nanCount += 1 }
      try statement.bind(number, at: place)
    case .date(let seconds): try statement.bind(Self.text(ofDate: seconds), at: place)
    case .text(let text): try statement.bind(text, at: place)
    case .uuid(let number): try statement.bind(UUIDText.text(number), at: place)
    case .data(let bytes): try statement.bind(.blob(bytes), at: place)
    case .reference(let key): try statement.bind(key, at: place)
    case .array(let elements):
      guard case .array(let scalar, _) = type else { return try statement.bindNull(at: place) }
      try statement.bind(Self.json(elements, scalar), at: place)
    case .tree(let tree):
      try statement.bind(String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self), at: place)
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
