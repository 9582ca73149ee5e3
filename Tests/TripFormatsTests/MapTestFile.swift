import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// A file with places and ways as text, and what holds for each such format.
protocol MapTestFile: TestFile {
  static var format: TripFormat { get }

  init(_ text: String, name: String, timeZone: String?) throws
}

extension MapTestFile {
  static func text(of tables: Tables) throws -> String {
    String(decoding: try ExportedFile(tables, format).bytes, as: UTF8.self)
  }

  /// Expects that a file of some tables has their objects, in a new document and in the same one.
  static func expectBack(_ tables: Tables, name: String = "map") throws {
    let text = try text(of: tables)
    let file = try Self(text, name: name, timeZone: nil)
    #expect(try file.tables.objectTexts() == tables.objectTexts(), "\(text)")
    let again = try tables.updated(with: text, format, named: name)
    #expect(try again.outcome.tables.objectTexts() == tables.objectTexts(), "\(text)")
    #expect(again.outcome.conflicts.isEmpty)
  }

  /// Returns the file after an edit of its first item, which comes back from it.
  static func edited(_ text: String, _ property: String, _ value: Value) throws -> String {
    let file = try Self(text, name: "map", timeZone: nil)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let tables = try file.tables.setting(property, of: key, to: value)
    try expectBack(tables)
    return try Self.text(of: tables)
  }

  /// Expects that an unedited file comes back byte for byte, and changes nothing when it is imported again.
  static func expectUnedited(_ text: String) throws {
    let file = try Self(text, name: "map", timeZone: nil)
    #expect(try Self.text(of: file.tables) == text)
    let again = try file.tables.updated(with: text, format, named: "map (1)")
    #expect(
      TablesDump.text(again.outcome.tables, all: true) == TablesDump.text(file.tables, all: true))
  }
}
