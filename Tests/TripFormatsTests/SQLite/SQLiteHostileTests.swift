import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import Testing

@testable import TripFormats

@Suite("SQLite files that were made to delete files or to cost much")
struct SQLiteHostileTests {
  private let folder: SQLiteFolder

  init() throws {
    folder = try SQLiteFolder()
    let schema = try TableSchema(
      name: "Hostile", version: nil,
      entities: [
        TableEntity(
          name: "Thing", attributes: [TableAttribute(name: "n", type: .scalar(.int64))],
          relationships: [
            TableRelationship(
              name: "others", destination: "Thing", isToMany: true, isNullable: true)
          ])
      ])
    try folder.write(
      makeTables(
        schema, (1...3).map { ("Thing", ObjectKey($0), ["n": .integer(Int64($0))]) }))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test("a journal that names another file is refused, and that file stays")
  func superJournal() throws {
    let victim = folder.path("victim")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: victim))
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a.sqlite"))))
    let size = Int(file[16]) << 8 | Int(file[17])
    func big(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let name = Array(victim.utf8)
    var journal = magic + big(0) + big(0) + big(file.count / size) + big(512) + big(size)
    journal += [UInt8](repeating: 0, count: 512 - journal.count) + big((1 << 30) / size + 1) + name
    journal += big(name.count) + big(name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }) + magic
    try Data(journal).write(to: URL(fileURLWithPath: folder.path("a.sqlite-journal")))
    let before = try names()
    let error = #expect(throws: DocumentError.self) { try folder.read() }
    #expect(error?.code == .sqliteJournal)
    #expect(try names() == before)
    #expect(FileManager.default.contents(atPath: victim) == Data("precious".utf8))
  }

  @Test("a log that is a link is refused")
  func linkedLog() throws {
    try Data("log".utf8).write(to: URL(fileURLWithPath: folder.path("other")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("a.sqlite-wal"), withDestinationPath: folder.path("other"))
    let error = #expect(throws: DocumentError.self) { try folder.read() }
    #expect(error?.code == .fileCannotBeRead)
  }

  @Test(
    "pages that all lead to one page below end with an error",
    arguments: ["Thing", "_document"])
  func sharedPages(table: String) throws {
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"
    guard case .integer(let root)? = try folder.rows(sql).first?.first else {
      Issue.record("there is no table \(table)")
      return
    }
    let url = URL(fileURLWithPath: folder.path("a.sqlite"))
    var file = [UInt8](try Data(contentsOf: url))
    let size = Int(file[16]) << 8 | Int(file[17])
    let start = (Int(root) - 1) * size
    let leaf = file[start..<start + size]
    try #require(leaf.first == 0x0D)
    let (first, cells, levels) = (file.count / size + 1, (size - 12) / 8, 7)
    for level in 0..<levels {
      var page = [UInt8](repeating: 0, count: size)
      func set(_ offset: Int, _ number: Int, _ bytes: Int) {
        for index in 0..<bytes {
          page[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * (bytes - 1 - index)))
        }
      }
      page[0] = 5
      set(3, cells, 2)
      set(5, size - cells * 5, 2)
      set(8, first + level, 4)
      for cell in 0..<cells {
        set(12 + 2 * cell, size - (cell + 1) * 5, 2)
        set(size - (cell + 1) * 5, first + level, 4)
        page[size - (cell + 1) * 5 + 4] = UInt8(min(cell, 100))
      }
      if level == 0 { file.replaceSubrange(start..<start + size, with: page) } else { file += page }
    }
    file += leaf
    for index in 0..<4 {
      file[28 + index] = UInt8(truncatingIfNeeded: (file.count / size) >> (24 - 8 * index))
    }
    try Data(file).write(to: url)
    let error = #expect(throws: DocumentError.self) { try folder.read() }
    #expect(
      error.map { [.limitExpanded, .sqliteRows, .sqliteLayout].contains($0.code) } == true,
      "\(String(describing: error))")
  }

  @Test("an empty list that comes back as null is noted")
  func emptyLists() throws {
    let schema = try TableSchema(
      name: "Lists", version: nil,
      entities: [
        TableEntity(
          name: "Thing",
          relationships: [
            TableRelationship(
              name: "maybe", destination: "Thing", isToMany: true, isNullable: true),
            TableRelationship(
              name: "always", destination: "Thing", isToMany: true, isNullable: false),
          ])
      ])
    let notes = try folder.write(
      makeTables(
        schema,
        [
          ("Thing", 1, ["maybe": .references([]), "always": .references([])]),
          ("Thing", 2, ["maybe": .references([]), "always": .references([1])]),
          ("Thing", 3, ["maybe": .references([3]), "always": .references([])]),
          ("Thing", 4, ["maybe": .null, "always": .references([])]),
        ]))
    #expect(
      notes == [
        "2 empty lists of related objects became null, as SQLite files do not tell the two apart"
      ])
    let table = try folder.read().tables.tables[0]
    let column = try #require(
      schema.hierarchies[0].columns.firstIndex { $0.name == "maybe" })
    let values = (0..<4).map { table.segments[0].value(at: $0, column: column) }
    #expect(values == [.null, .null, .references([3]), .null])
  }
}
