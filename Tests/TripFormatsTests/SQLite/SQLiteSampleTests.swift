import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import Testing
import TripFormats

@Suite("samples as SQLite files")
struct SQLiteSampleTests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let cases: [String] = {
    let samples = root.appendingPathComponent("samples")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: samples.path)) ?? []
    return (names.sorted() + ["newer/structures"]).filter {
      FileManager.default.fileExists(
        atPath: samples.appendingPathComponent("\($0)/document-json.trips").path)
    }
  }()

  @Test("every object and list is there, and SQLite finds nothing wrong", arguments: cases)
  func sample(name: String) throws {
    let folder = try SQLiteFolder()
    let source = Self.root.appendingPathComponent("samples/\(name)/document-json.trips")
    let tables = try DocumentFile.read(.path(source.path)).tables
    try SQLiteExport.write(source, to: folder.url.appendingPathComponent("a.sqlite"))
    try folder.check()
    for (hierarchy, table) in zip(tables.schema.hierarchies, tables.tables) {
      let keys = table.segments.flatMap { segment in (0..<segment.count).map { segment.keys[$0] } }
      #expect(
        try folder.rows("SELECT _key FROM \"\(hierarchy.name)\" ORDER BY _key")
          == keys.map { [.integer($0)] })
    }
    try checkLists(tables, folder)
    // Tables in memory make the same file as a document that passes by.
    try folder.write(tables, "b.sqlite")
    #expect(
      FileManager.default.contentsEqual(
        atPath: folder.path("a.sqlite"), andPath: folder.path("b.sqlite")))
  }

  private func checkLists(_ tables: Tables, _ folder: SQLiteFolder) throws {
    for (hierarchy, table) in zip(tables.schema.hierarchies, tables.tables) {
      for segment in table.segments {
        for row in 0..<segment.count {
          let entity = hierarchy.entities[Int(segment.entities[row])]
          for property in entity.properties {
            guard
              let end = tables.schema.relationshipEnd(named: property.name, of: entity.name),
              end.relationship.isToMany, let inverse = end.relationship.inverse
            else { continue }
            let key = segment.keys[row]
            let members = tables.relatedKeys(of: key, in: segment, row: row, through: end) ?? []
            let destination = tables.schema.hierarchies[end.destinationHierarchy].name
            let found = try folder.rows(
              """
              SELECT _key FROM "\(destination)" WHERE "\(inverse)" = \(key) \
              ORDER BY "\(inverse)_position", _key
              """)
            #expect(found == members.map { [.integer($0)] })
          }
        }
      }
    }
  }

  @Test("a document that is not readable leaves nothing behind")
  func unreadable() throws {
    let folder = try SQLiteFolder()
    let source = folder.url.appendingPathComponent("x.trips")
    try Data("{".utf8).write(to: source)
    #expect(throws: DocumentError.self) {
      try SQLiteExport.write(source, to: folder.url.appendingPathComponent("a.sqlite"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["x.trips"])
  }

  @Test("a document is not replaced by its own export")
  func ownInput() throws {
    let folder = try SQLiteFolder()
    let source = folder.url.appendingPathComponent("x.trips")
    try FileManager.default.copyItem(
      at: Self.root.appendingPathComponent("samples/small-v4/document-json.trips"), to: source)
    #expect(throws: DocumentError.self) { try SQLiteExport.write(source, to: source) }
  }

  @Test("the tables of a sample are those of the golden file")
  func golden() throws {
    let folder = try SQLiteFolder()
    let source = Self.root.appendingPathComponent("samples/subclasses-v4/document-json.trips")
    try SQLiteExport.write(source, to: folder.url.appendingPathComponent("a.sqlite"))
    var text = ""
    for row in try folder.rows("SELECT name, type, sql FROM sqlite_schema WHERE sql NOTNULL") {
      guard case .text(let name) = row[0], case .text(let sql) = row[2] else { continue }
      text += sql + ";\n"
      guard row[1] == .text("table") else { continue }
      for values in try folder.rows("SELECT * FROM \"\(name)\"") {
        text += "-- " + values.map(Self.words).joined(separator: " | ") + "\n"
      }
    }
    let golden = Self.root.appendingPathComponent("Tests/TripFormatsTests/SQLite/subclasses-v4.sql")
    if ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1" {
      try Data(text.utf8).write(to: golden)
    }
    #expect(text == (try? String(contentsOf: golden, encoding: .utf8)))
  }

  private static func words(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text.debugDescription
    case .malformedText(let bytes), .blob(let bytes): "\(bytes)"
    }
  }
}
