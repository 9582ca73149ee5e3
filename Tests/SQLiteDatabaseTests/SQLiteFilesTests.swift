import Foundation
import Testing

@testable import SQLiteDatabase

@Suite("The files of a copy")
struct SQLiteFilesTests {
  private let folder: String

  init() throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("files-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Where the name of a super-journal leads to.
  enum Victim: CaseIterable {
    case file, journal, pipe, folder, missing
  }

  @Test(arguments: Victim.allCases, [0, 1])
  func `A journal with the name of a super-journal is refused, and no file is touched`(
    victim: Victim, checksumError: Int
  ) throws {
    defer { remove() }
    let path = folder + "/victim"
    switch victim {
    case .file: try write(Array("precious".utf8), path)
    // A super-journal names journals, which SQLite opens.
    case .journal: try write(Array("\(folder)/other-journal".utf8) + [0], path)
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .missing: break
    }
    let store = try database(["CREATE TABLE t (v)", "INSERT INTO t VALUES (1)"])
    var journal = Journal(of: store, before: store)
    journal.superJournal = path
    journal.checksumError = checksumError
    let before = try names()
    let files = try self.files(store, journal: journal.bytes)
    let error = try #require(throws: SQLiteError.self) { try self.rows("SELECT v FROM t", files) }
    #expect(error.code == .notAuthorized)
    #expect(files.refusal == .superJournal)
    #expect(try names() == before)
  }

  @Test func `A journal takes back what was not completed`() throws {
    defer { remove() }
    let before = try database(["CREATE TABLE t (v)", "INSERT INTO t VALUES ('before')"])
    let after = try database(["CREATE TABLE t (v)", "INSERT INTO t VALUES ('afterw')"])
    let journal = Journal(of: after, before: before)
    let files = try self.files(after, journal: journal.bytes)
    #expect(try rows("SELECT v FROM t", files) == [.text("before")])
    #expect(files.refusal == nil)
    #expect(files.exists("/database-journal") == false)
  }

  @Test(arguments: [
    "/etc/passwd", "database", "/database-shm", "/database-journal-journal", "/database/../x", "",
  ])
  func `Names other than those of the files do not exist`(name: String) throws {
    defer { remove() }
    let files = try self.files(try database(["CREATE TABLE t (v)"]))
    #expect(files.exists(name) == nil)
    #expect(files.delete(name) == 23)
    #expect(files.refusal == .otherFile(name))
    #expect(files.exists("/database") == true)
    #expect(files.exists("/database-wal") == false)
  }

  @Test(arguments: [
    "ATTACH 'x.sqlite' AS x", "VACUUM INTO 'x.sqlite'", "VACUUM", "DELETE FROM t",
    "CREATE TABLE u (v)", "CREATE TEMP TABLE u (v)", "PRAGMA temp_store_directory = '/tmp'",
    "PRAGMA journal_mode = WAL", "PRAGMA writable_schema = 1", "BEGIN",
    "SELECT load_extension('x')", "SELECT fts3_tokenizer('simple')", "SELECT randomblob(1)",
    "SELECT * FROM json_each('[1]')", "SELECT * FROM pragma_database_list",
    "CREATE VIRTUAL TABLE temp.v USING fts5(x)",
  ])
  func `A statement over a copy can only select`(sql: String) throws {
    defer { remove() }
    let files = try self.files(try database(["CREATE TABLE t (v)"]))
    let before = try names()
    #expect(throws: SQLiteError.self) { try rows(sql, files) }
    #expect(try names() == before)
  }

  @Test func `Virtual tables of a file are not connected`() throws {
    defer { remove() }
    let path = folder + "/fts"
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = [
      "sqlite3", path,
      "CREATE TABLE t (v); CREATE VIRTUAL TABLE f USING fts5(x)",
    ]
    try program.run()
    program.waitUntilExit()
    try #require(program.terminationStatus == 0)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(throws: SQLiteError.self) { try rows("SELECT * FROM f", files(bytes)) }
    let copy = try SQLiteConnection(copy: files(bytes))
    let tables = try SQLiteTable.all(in: copy).map(\.name)
    #expect(tables.contains("t") && !tables.contains("f"))
  }

  // MARK: Budgets

  @Test func `A file of a usual kind takes few steps for its size`() throws {
    defer { remove() }
    let store = try database(
      ["CREATE TABLE t (k INTEGER PRIMARY KEY, a, b, c)"]
        + (1...2_000).map { "INSERT INTO t VALUES (\($0), \($0), NULL, 'x')" })
    let connection = try SQLiteConnection(
      copy: files(store, limits: SQLiteLimits(ofFile: store.count)))
    for _ in 1...3 { try read("SELECT k, a, b, c FROM t ORDER BY c, k DESC", connection) }
    #expect(connection.steps <= 5 * store.count)
  }

  @Test(arguments: [
    "SELECT sum(1) FROM t", "SELECT max(v) FROM t", "SELECT v FROM t ORDER BY v",
    "SELECT typeof(v) FROM t", "SELECT k FROM t WHERE v IS NULL",
  ])
  func `Pages that all lead to one page below end at the steps of the file's size`(
    sql: String
  ) throws {
    defer { remove() }
    let store = try SharedPages.file(levels: 6, in: folder)
    #expect(store.count < 100_000)
    var limits = SQLiteLimits(ofFile: store.count)
    limits.steps = 2_000_000
    let connection = try SQLiteConnection(copy: files(store, limits: limits))
    let error = try #require(throws: SQLiteError.self) { try read(sql, connection) }
    #expect(error.code == .tooBig)
    #expect(connection.steps <= limits.steps + 1_000)
  }

  @Test func `A schema in pages that all lead to one page below ends as well`() throws {
    defer { remove() }
    let store = try SharedPages.schema(levels: 6, in: folder)
    var limits = SQLiteLimits(ofFile: store.count)
    limits.steps = 2_000_000
    let error = try #require(throws: SQLiteError.self) {
      try SQLiteTable.all(in: SQLiteConnection(copy: files(store, limits: limits)))
    }
    #expect(error.code == .tooBig)
  }

  @Test func `The temporary files of a sort have a limit`() throws {
    defer { remove() }
    let store = try database(
      ["CREATE TABLE t (v)"]
        + (1...400).map { "INSERT INTO t VALUES (printf('%0\(10_000 + $0)d', \($0)))" })
    var limits = SQLiteLimits()
    limits.cacheKiB = 16
    #expect(
      try rows("SELECT v FROM t ORDER BY v", files(store, limits: limits)).count == 400)
    limits.temporaryBytes = 50_000
    let files = try files(store, limits: limits)
    let error = try #require(throws: SQLiteError.self) {
      try self.rows("SELECT v FROM t ORDER BY v", files)
    }
    #expect(error.code == .tooBig)
    #expect(files.refusal == .size)
  }

  @Test func `A long value is counted each time that its pages are read`() throws {
    defer { remove() }
    let store = try database(
      ["CREATE TABLE t (v)"] + (1...9).map { "INSERT INTO t VALUES (zeroblob(\(90_000 + $0)))" })
    let files = try files(store, limits: SQLiteLimits(ofFile: store.count))
    let connection = try SQLiteConnection(copy: files)
    try read("SELECT v FROM t", connection)
    let once = files.bytesRead
    #expect(once >= 9 * 90_000 && once <= 2 * store.count)
    try read("SELECT v FROM t", connection)
    #expect(files.bytesRead >= 2 * 9 * 90_000)
    var limits = SQLiteLimits(ofFile: store.count)
    limits.readBytes = once + once / 2
    let bounded = try SQLiteConnection(copy: self.files(store, limits: limits))
    try read("SELECT v FROM t", bounded)
    let error = try #require(throws: SQLiteError.self) { try read("SELECT v FROM t", bounded) }
    #expect(error.code == .tooBig)
  }

  /// Four billion pages before the save, which SQLite would restore.
  @Test func `A journal does not let the copy grow beyond its limit`() throws {
    defer { remove() }
    let store = try database(["CREATE TABLE t (v)"])
    var journal = Journal(of: store, before: store)
    journal.pages = 0xFFFF_FFF0
    var limits = SQLiteLimits()
    limits.databaseBytes = 1 << 20
    let files = try files(store, journal: journal.bytes, limits: limits)
    let error = try #require(throws: SQLiteError.self) {
      try self.rows("SELECT v FROM t", files)
    }
    #expect(error.code == .tooBig)
  }

  // MARK: Files

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private func database(_ statements: [String]) throws -> [UInt8] {
    try makeDatabase(statements, in: folder)
  }

  private func descriptor(_ bytes: [UInt8] = []) throws -> Int32 {
    let path = folder + "/descriptor"
    try write(bytes, path)
    defer { unlink(path) }
    let number = open(path, O_RDWR)
    try #require(number >= 0)
    return number
  }

  private func files(
    _ database: [UInt8], journal: [UInt8]? = nil, limits: SQLiteLimits = SQLiteLimits()
  ) throws -> SQLiteFiles {
    var companions: [String: Int32] = [:]
    if let journal { companions["-journal"] = try descriptor(journal) }
    return SQLiteFiles(
      database: try descriptor(database), companions: companions, limits: limits
    ) { try? descriptor() }
  }

  private func rows(_ sql: String, _ files: SQLiteFiles) throws -> [SQLiteValue] {
    try read(sql, SQLiteConnection(copy: files))
  }

  @discardableResult
  private func read(_ sql: String, _ connection: SQLiteConnection) throws -> [SQLiteValue] {
    let statement = try connection.prepare(sql, for: "test")
    var values: [SQLiteValue] = []
    while try statement.step() {
      if values.count < 10_000 { values.append(statement.value(at: 0)) }
    }
    return values
  }
}

/// Returns the bytes of a new database with pages of 4096 bytes.
func makeDatabase(_ statements: [String], in folder: String) throws -> [UInt8] {
  let path = folder + "/made"
  defer { try? FileManager.default.removeItem(atPath: path) }
  let connection = try SQLiteConnection(path: path, access: .creating)
  try connection.execute("BEGIN", for: "test")
  for statement in statements { try connection.execute(statement, for: "test") }
  try connection.execute("COMMIT", for: "test")
  return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// A rollback journal (https://www.sqlite.org/fileformat2.html, section 3).
private struct Journal {
  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  private let pageSize: Int
  private let changed: [(number: Int, content: ArraySlice<UInt8>)]
  var pages: UInt32
  var superJournal: String?
  var checksumError = 0

  /// The journal that restores the pages that a save has changed.
  init(of database: [UInt8], before: [UInt8]) {
    let pageSize = Int(before[16]) << 8 | Int(before[17])
    self.pageSize = pageSize
    pages = UInt32(before.count / pageSize)
    changed = (0..<before.count / pageSize).compactMap {
      page -> (number: Int, content: ArraySlice<UInt8>)? in
      let range = page * pageSize..<(page + 1) * pageSize
      return database.count >= range.upperBound && database[range] == before[range]
        ? nil : (page + 1, before[range])
    }
  }

  var bytes: [UInt8] {
    func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }
    var bytes = Self.magic + big(UInt32(changed.count)) + big(0) + big(pages) + big(512)
    bytes += big(UInt32(pageSize))
    bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
    for (number, content) in changed {
      var sum: UInt32 = 0
      for offset in stride(from: pageSize - 200, to: 0, by: -200) {
        sum &+= UInt32(content[content.startIndex + offset])
      }
      bytes += big(UInt32(number)) + content + big(sum)
    }
    if let superJournal {
      let name = Array(superJournal.utf8)
      let sum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) } + checksumError
      bytes += big(UInt32((1 << 30) / pageSize + 1)) + name + big(UInt32(name.count))
      bytes += big(UInt32(truncatingIfNeeded: sum)) + Self.magic
    }
    return bytes
  }
}

/// Databases with a table whose interior pages all lead to one page below, so that it has very many rows.
enum SharedPages {
  private static let pageSize = 4096

  /// The table `t` with the columns `k` and `v`.
  static func file(levels: Int, in folder: String) throws -> [UInt8] {
    let file = try makeDatabase(
      ["CREATE TABLE t (k INTEGER PRIMARY KEY, v)", "INSERT INTO t VALUES (1, 'a'), (2, 'b')"],
      in: folder)
    return raised(file, page: 2, header: 0, levels: levels)
  }

  /// The table of the schema.
  static func schema(levels: Int, in folder: String) throws -> [UInt8] {
    let file = try makeDatabase(["CREATE TABLE t (k PRIMARY KEY)"], in: folder)
    return raised(file, page: 1, header: 100, levels: levels)
  }

  /// Moves the leaf at the root of a table below levels of interior pages.
  private static func raised(
    _ file: [UInt8], page root: Int, header: Int, levels: Int
  ) -> [UInt8] {
    var file = file
    let start = (root - 1) * pageSize
    let leaf = Array(file[start..<start + pageSize])
    let first = file.count / pageSize + 1
    for level in 0..<levels {
      let interior = Self.interior(child: first + level, header: level == 0 ? header : 0)
      if level == 0 {
        file.replaceSubrange(start + header..<start + pageSize, with: interior[header...])
      } else {
        file += interior
      }
    }
    // Cells lie at their offsets in the page; only the header moves.
    var moved = leaf
    if header > 0 {
      let pointers = 8 + 2 * (Int(leaf[header + 3]) << 8 | Int(leaf[header + 4]))
      moved.replaceSubrange(0..<pointers, with: leaf[header..<header + pointers])
    }
    file += moved
    for index in 0..<4 {
      file[28 + index] = UInt8((file.count / pageSize) >> (24 - 8 * index) & 0xFF)
    }
    return file
  }

  private static func interior(child: Int, header: Int) -> [UInt8] {
    let cells = 400
    var page = [UInt8](repeating: 0, count: pageSize)
    let pointer = (0..<4).map { UInt8(child >> (24 - 8 * $0) & 0xFF) }
    let content = pageSize - cells * 5
    page[header] = 5
    for (offset, number) in [(3, cells), (5, content)] {
      page[header + offset] = UInt8(number >> 8)
      page[header + offset + 1] = UInt8(number & 0xFF)
    }
    page.replaceSubrange(header + 8..<header + 12, with: pointer)
    for cell in 0..<cells {
      let place = content + cell * 5
      page[header + 12 + 2 * cell] = UInt8(place >> 8)
      page[header + 13 + 2 * cell] = UInt8(place & 0xFF)
      page.replaceSubrange(place..<place + 5, with: pointer + [UInt8(min(cell, 100))])
    }
    return page
  }
}
