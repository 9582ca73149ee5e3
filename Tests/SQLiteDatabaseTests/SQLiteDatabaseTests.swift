import Foundation
import SQLiteDatabase
import Testing

@Suite struct SQLiteDatabaseTests {
  @Test func everyStorageClassComesBack() throws {
    try withFolder { folder in
      let path = folder + "/values ?#%é.sqlite"
      let values: [SQLiteValue] = [
        .null, .integer(.min), .integer(.max), .real(-0.1), .real(.infinity), .text(""),
        .text("a\0b\u{1F30D}"), .malformedText([0x61, 0xFF]), .blob([]), .blob([0, 1, 255]),
      ]
      try write(values, to: path)
      for access in [SQLiteConnection.Access.readOnly, .immutable] {
        let connection = try SQLiteConnection(path: path, access: access)
        let rows = try connection.prepare("SELECT v FROM t ORDER BY rowid", for: "test")
        var read: [SQLiteValue] = []
        while try rows.step() { read.append(rows.value(at: 0)) }
        #expect(read == values)
      }
    }
  }

  @Test func columnsOfOneTypeAreReadWithoutValues() throws {
    try withFolder { folder in
      let connection = try SQLiteConnection(path: folder + "/a", access: .creating)
      let row = try connection.prepare("SELECT 7 AS n, 1.5, 'text', x'0102', NULL", for: "test")
      #expect(try row.step())
      #expect(row.columnCount == 5)
      #expect(row.columnName(at: 0) == "n")
      #expect(row.int64(at: 0) == 7)
      #expect(row.double(at: 1) == 1.5)
      #expect(row.text(at: 2) == "text")
      #expect(row.text(at: 4) == nil)
      #expect(row.withBlob(at: 3) { Array($0) } == [1, 2])
      #expect(row.withText(at: 2) { $0.count } == 4)
      let classes = (0..<6).map { row.storageClass(at: $0) }
      #expect(classes == [.integer, .real, .text, .blob, .null, .null])
      #expect(try !row.step())
    }
  }

  @Test func aStatementRunsAgainAfterAReset() throws {
    try withFolder { folder in
      let connection = try SQLiteConnection(path: folder + "/a", access: .creating)
      let sum = try connection.prepare("SELECT ?1 + ?2", for: "test")
      for number in 1...3 as ClosedRange<Int64> {
        try sum.bind(number, at: 1)
        try sum.bind(.integer(10), at: 2)
        #expect(try sum.step())
        #expect(sum.int64(at: 0) == number + 10)
        sum.reset()
      }
    }
  }

  @Test func aMissingFileIsNotCreated() throws {
    try withFolder { folder in
      let error = #expect(throws: SQLiteError.self) {
        try SQLiteConnection(path: folder + "/none.sqlite")
      }
      #expect(error?.code == .cannotOpen)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.isEmpty)
    }
  }

  @Test(arguments: ["", "\0", "/", "a\0b"])
  func aPathThatNamesNoFileIsRefused(path: String) throws {
    #expect(throws: SQLiteError.self) {
      let connection = try SQLiteConnection(path: path)
      try connection.execute("SELECT * FROM sqlite_schema", for: "test")
    }
  }

  @Test func aPathIsNeverAPlaceInMemory() {
    let error = #expect(throws: SQLiteError.self) { try SQLiteConnection(path: ":memory:") }
    #expect(error?.code == .cannotOpen)
  }

  @Test func aFileOpenForReadingCannotBeChanged() throws {
    try withFolder { folder in
      try write([.integer(1)], to: folder + "/a")
      for access in [SQLiteConnection.Access.readOnly, .immutable] {
        let connection = try SQLiteConnection(path: folder + "/a", access: access)
        let error = #expect(throws: SQLiteError.self) {
          try connection.execute("DELETE FROM t", for: "delete the rows")
        }
        #expect(error?.code == .readOnly)
        #expect(error?.purpose == "delete the rows")
      }
    }
  }

  @Test func aFileThatIsNoDatabaseIsAnError() throws {
    try withFolder { folder in
      try Data(repeating: 0x41, count: 5_000).write(to: URL(fileURLWithPath: folder + "/a"))
      let error = #expect(throws: SQLiteError.self) {
        let connection = try SQLiteConnection(path: folder + "/a")
        try connection.execute("SELECT * FROM sqlite_schema", for: "read the schema")
      }
      #expect(error?.code == .notADatabase)
    }
  }

  @Test func aTruncatedFileIsAnError() throws {
    try withFolder { folder in
      let file = URL(fileURLWithPath: folder + "/a")
      let text = SQLiteValue.text(String(repeating: "x", count: 900))
      try write(Array(repeating: text, count: 200), to: file.path)
      try Data(contentsOf: file).prefix(40_000).write(to: file)
      let error = #expect(throws: SQLiteError.self) {
        let connection = try SQLiteConnection(path: file.path, access: .immutable)
        try connection.execute("SELECT sum(length(v)) FROM t", for: "test")
      }
      #expect(error?.code == .corrupt)
    }
  }

  @Test func viewsOfAFileAreNotEvaluated() throws {
    try withFolder { folder in
      try write([.integer(1)], to: folder + "/a")
      let program = Process()
      program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      program.arguments = ["sqlite3", folder + "/a", "CREATE VIEW v AS SELECT 1 AS n"]
      try program.run()
      program.waitUntilExit()
      try #require(program.terminationStatus == 0)
      let connection = try SQLiteConnection(path: folder + "/a")
      #expect(throws: SQLiteError.self) { try connection.execute("SELECT n FROM v", for: "test") }
      try connection.execute("SELECT v FROM t", for: "test")
    }
  }

  @Test func aValueBeyondItsLimitIsAnError() throws {
    try withFolder { folder in
      try write([.text(String(repeating: "x", count: 5_000))], to: folder + "/a")
      var limits = SQLiteLimits()
      limits.valueBytes = 4_000
      let connection = try SQLiteConnection(path: folder + "/a", limits: limits)
      let error = #expect(throws: SQLiteError.self) {
        try connection.execute("SELECT v FROM t", for: "test")
      }
      #expect(error?.code == .tooBig)
    }
  }

  @Test(arguments: ["SELEKT", "", "SELECT 1; SELECT 2", "ATTACH 'x' AS y", "SELECT \"a string\""])
  func sqlOtherThanOneStatementIsAnError(sql: String) throws {
    try withFolder { folder in
      let connection = try SQLiteConnection(path: folder + "/a", access: .creating)
      #expect(throws: SQLiteError.self) { try connection.execute(sql, for: "test") }
    }
  }

  @Test func aParameterThatDoesNotExistIsAnError() throws {
    try withFolder { folder in
      let connection = try SQLiteConnection(path: folder + "/a", access: .creating)
      let statement = try connection.prepare("SELECT ?1", for: "test")
      for index in [-1, 0, 2, .max] {
        let error = #expect(throws: SQLiteError.self) { try statement.bind("x", at: index) }
        #expect(error?.code == .range)
      }
    }
  }

  @Test func aConstraintIsNamedByItsExtendedCode() throws {
    try withFolder { folder in
      let connection = try SQLiteConnection(path: folder + "/a", access: .creating)
      try connection.execute("CREATE TABLE t (v INTEGER UNIQUE) STRICT", for: "test")
      let insert = try connection.prepare("INSERT INTO t VALUES (1)", for: "test")
      try insert.run()
      let error = #expect(throws: SQLiteError.self) { try insert.run() }
      #expect(error?.code == .constraint)
      #expect(error?.extendedCode == 2067)
    }
  }

  @Test func aLongStatementIsCancelled() throws {
    try withFolder { folder in
      let connection = try SQLiteConnection(path: folder + "/a", access: .creating)
      let endless = try connection.prepare(
        """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n
        """, for: "count")
      var calls = 0
      connection.cancelStatements {
        calls += 1
        return calls == 5
      }
      let error = #expect(throws: SQLiteError.self) { try endless.step() }
      #expect(error?.code == .interrupted)
      endless.reset()
      connection.cancelStatements(when: nil)
      try connection.execute("SELECT 1", for: "test")
    }
  }

  @Test func aStatementKeepsItsConnectionOpen() throws {
    try withFolder { folder in
      try write([.integer(42)], to: folder + "/a")
      let rows = try SQLiteConnection(path: folder + "/a").prepare("SELECT v FROM t", for: "test")
      #expect(try rows.step())
      #expect(rows.int64(at: 0) == 42)
    }
  }

  @Test(arguments: ["ZTRIP", "a\"b", "'; DROP TABLE t; --", "\"", "", "名前", "a b", "sqlite_x]"])
  func aQuotedNameIsAName(name: String) throws {
    try withFolder { folder in
      let quoted = try #require(quotedIdentifier(name))
      let connection = try SQLiteConnection(path: folder + "/a", access: .creating)
      try connection.execute("CREATE TABLE t (\(quoted) INTEGER)", for: "test")
      let names = try connection.prepare("SELECT name FROM pragma_table_info('t')", for: "test")
      #expect(try names.step())
      #expect(names.text(at: 0) == name)
    }
  }

  @Test func aNameWithANULCannotBeQuoted() {
    #expect(quotedIdentifier("a\0b") == nil)
  }

  private func write(_ values: [SQLiteValue], to path: String) throws {
    let connection = try SQLiteConnection(path: path, access: .creating)
    try connection.execute("CREATE TABLE t (v ANY) STRICT", for: "test")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1)", for: "test")
    for value in values {
      try insert.bind(value, at: 1)
      try insert.run()
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sqlite-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }
}
