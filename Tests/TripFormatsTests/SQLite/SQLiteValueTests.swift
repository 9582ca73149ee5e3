import DocumentTables
import SQLiteDatabase
import Testing

@Suite("values in an SQLite file")
struct SQLiteValueTests {
  private static let uuid: UInt128 = 0x0123_4567_89AB_4DEF_8123_4567_89AB_CDEF

  /// A value of each type, as SQLite stores it and as `sqlite3` prints it.
  private static let scalars: [(ScalarType, Value, SQLiteValue, String)] = [
    (.bool, .bool(true), .integer(1), "1"),
    (.int8, .integer(-128), .integer(-128), "-128"),
    (.int16, .integer(-32_768), .integer(-32_768), "-32768"),
    (.int32, .integer(2_147_483_647), .integer(2_147_483_647), "2147483647"),
    (.int64, .integer(.min), .integer(.min), "-9223372036854775808"),
    (.uint8, .integer(255), .integer(255), "255"),
    (.uint16, .integer(65_535), .integer(65_535), "65535"),
    (.uint32, .integer(4_294_967_295), .integer(4_294_967_295), "4294967295"),
    (.uint64, .unsigned(7), .integer(7), "7"),
    (.uint64, .unsigned(.max), .text("18446744073709551615"), "18446744073709551615"),
    (.float, .double(0.5), .real(0.5), "0.5"),
    (.double, .double(-.infinity), .real(-.infinity), "-Inf"),
    (.double, .double(3), .real(3), "3.0"),
    (.double, .double(.nan), .null, ""),
    (.decimal, .text("0.10"), .text("0.10"), "0.10"),
    (.text, .text("e\u{301} 'x' 松島"), .text("e\u{301} 'x' 松島"), "e\u{301} 'x' 松島"),
    (.text, .text(""), .text(""), ""),
    (.date, .date(0), .text("2001-01-01 00:00:00"), "2001-01-01 00:00:00"),
    (.date, .date(0.5), .text("2001-01-01 00:00:00.5"), "2001-01-01 00:00:00.5"),
    (.date, .date(1e300), .text(DateText.text(1e300)), DateText.text(1e300)),
    (.date, .date(.infinity), .text("@INF"), "@INF"),
    (.day, .integer(1), .text("2001-01-02"), "2001-01-02"),
    (.clockTime, .text("2026-07-01T14:30:00"), .text("2026-07-01T14:30:00"), "2026-07-01T14:30:00"),
    (
      .zonedTime, .text("2026-07-01T19:30:00+02:00[Europe/Paris]"),
      .text("2026-07-01T19:30:00+02:00[Europe/Paris]"), "2026-07-01T19:30:00+02:00[Europe/Paris]"
    ),
    (
      .uuid, .uuid(uuid), .text("01234567-89AB-4DEF-8123-456789ABCDEF"),
      "01234567-89AB-4DEF-8123-456789ABCDEF"
    ),
    (.url, .text("https://example.com/a"), .text("https://example.com/a"), "https://example.com/a"),
    (.data, .data([0x41, 0x42]), .blob([0x41, 0x42]), "AB"),
    (.data, .data([]), .blob([]), ""),
  ]

  @Test("every scalar type", arguments: scalars.indices)
  func scalar(index: Int) throws {
    let (type, value, stored, printed) = Self.scalars[index]
    let folder = try SQLiteFolder()
    try folder.write(try tables(.scalar(type), value))
    #expect(try folder.rows("SELECT v, maybe FROM Thing") == [[stored, .null]])
    #expect(try folder.printed("SELECT v FROM Thing") == printed + "\n")
    try folder.check()
  }

  @Test("the list of types is complete")
  func complete() {
    #expect(Set(Self.scalars.map(\.0)) == Set(ScalarType.allCases))
  }

  @Test(
    "arrays, dictionaries and trees are JSON",
    arguments: [
      (
        AttributeType.array(.int64, nullableElements: true),
        Value.array([.integer(.max), .null, .integer(0)]), "[9223372036854775807,null,0]"
      ),
      (
        .array(.uint64, nullableElements: false), .array([.unsigned(.max)]),
        #"["18446744073709551615"]"#
      ),
      (.array(.date, nullableElements: false), .array([.date(0)]), #"["2001-01-01 00:00:00"]"#),
      (.array(.day, nullableElements: false), .array([.integer(1)]), #"["2001-01-02"]"#),
      (.array(.text, nullableElements: false), .array([]), "[]"),
      (.array(.text, nullableElements: false), .array([.text("a\"\n\0")]), #"["a\"\n\u0000"]"#),
      (.array(.data, nullableElements: false), .array([.data([1, 2])]), #"["AQI="]"#),
      (.array(.double, nullableElements: false), .array([.double(.nan)]), #"[{"$double":"NaN"}]"#),
      (
        .tree(shape: nil), .tree(.members(["b": .array([.null]), "a": .date(0)])),
        #"{"a":{"$date":"2001-01-01T00:00:00Z"},"b":[null]}"#
      ),
    ])
  func json(type: AttributeType, value: Value, text: String) throws {
    let folder = try SQLiteFolder()
    try folder.write(try tables(type, value))
    #expect(try folder.rows("SELECT v, json_valid(v) FROM Thing") == [[.text(text), .integer(1)]])
  }

  @Test("dates compare as SQLite's own functions write them")
  func dates() throws {
    let folder = try SQLiteFolder()
    try folder.write(try tables(.scalar(.date), .date(86_400.25)))
    let comparison = """
      SELECT v > datetime('2001-01-02'), v < datetime('2001-01-02', '+1 second') FROM Thing
      """
    #expect(try folder.rows(comparison) == [[.integer(1), .integer(1)]])
    #expect(try folder.rows("SELECT unixepoch(v) FROM Thing") == [[.integer(978_393_600)]])
  }

  @Test("a value of another type is refused by the table")
  func strict() throws {
    let folder = try SQLiteFolder()
    try folder.write(try tables(.scalar(.int64), .integer(1)))
    #expect(throws: SQLiteError.self) {
      let connection = try SQLiteConnection(path: folder.path("a.sqlite"), access: .creating)
      try connection.execute("INSERT INTO Thing VALUES (9, 'x', NULL)", for: "test")
    }
  }

  @Test("NaN is reported")
  func nan() throws {
    let folder = try SQLiteFolder()
    let notes = try folder.write(try tables(.scalar(.double), .double(.nan)))
    #expect(notes == ["1 value that is no number became null, as SQLite stores NaN"])
  }

  private func tables(_ type: AttributeType, _ value: Value) throws -> Tables {
    let schema = try TableSchema(
      name: "Values", version: nil,
      entities: [
        TableEntity(
          name: "Thing",
          attributes: [
            TableAttribute(name: "v", type: type),
            TableAttribute(name: "maybe", type: type, isNullable: true),
          ])
      ])
    return makeTables(schema, [("Thing", 1, ["v": value])])
  }
}
