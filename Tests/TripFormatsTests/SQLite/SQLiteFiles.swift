import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import Testing
import TripFormats

/// A folder of a test's own, and SQLite files in it.
final class SQLiteFolder {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("formats-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes tables and returns the notes.
  @discardableResult
  func write(_ tables: Tables, _ name: String = "a.sqlite") throws -> [String] {
    try #require(TripFormat.sqlite.export).write(tables, to: .path(path(name))).notes
  }

  /// Reads a file as a document.
  func read(
    _ name: String = "a.sqlite", limits: DocumentLimits = .standard
  ) throws -> (tables: Tables, report: ImportReport) {
    let options = ImportOptions(timeZone: nil, fallbackName: "", limits: limits)
    let file = try ImportedFile(of: .path(path(name)), .sqlite, options)
    return (file.tables, file.report)
  }

  /// Changes a file with the program `sqlite3`.
  func edit(_ sql: String, _ name: String = "a.sqlite") throws {
    _ = try run(["sqlite3", "-bail", path(name), sql])
  }

  /// Returns the rows of a query.
  func rows(_ sql: String, _ name: String = "a.sqlite") throws -> [[SQLiteValue]] {
    let statement = try SQLiteConnection(path: path(name)).prepare(sql, for: "test")
    var rows: [[SQLiteValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return rows
  }

  /// Returns what the program `sqlite3` prints for a query.
  func printed(_ sql: String, _ name: String = "a.sqlite") throws -> String {
    try run(["sqlite3", "-readonly", path(name), sql])
  }

  private func run(_ arguments: [String]) throws -> String {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = arguments
    let output = Pipe()
    program.standardOutput = output
    program.standardError = output
    try program.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0, "\(String(decoding: text, as: UTF8.self))")
    return String(decoding: text, as: UTF8.self)
  }

  /// Requires that SQLite finds nothing wrong.
  func check(_ name: String = "a.sqlite") throws {
    #expect(try printed("PRAGMA integrity_check; PRAGMA foreign_key_check", name) == "ok\n")
  }
}

/// Tables written down as rows of named values.
func makeTables(
  _ schema: TableSchema, _ rows: [(entity: String, key: ObjectKey, values: [String: Value])]
) -> Tables {
  var tables = Tables(schema: schema, documentID: 1, nextKey: 1000)
  tables.tables = schema.hierarchies.map { hierarchy in
    let builder = SegmentBuilder(hierarchy)
    for row in rows.sorted(by: { $0.key < $1.key }) {
      guard let entity = hierarchy.entity(named: row.entity) else { continue }
      var values = [Value](repeating: .null, count: hierarchy.columns.count)
      for (name, value) in row.values {
        if let column = entity.column(of: name) { values[column] = value }
      }
      builder.append(key: row.key, discriminator: entity.discriminator, values: values)
    }
    return Table(segments: [builder.finish()])
  }
  return tables
}
