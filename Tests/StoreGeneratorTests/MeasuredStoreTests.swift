import DocumentTables
import Foundation
import SQLiteDatabase
import StoreGenerator
import Testing

/// Compares generated stores with figures measured on a store that an app wrote with SwiftData
/// (framework 1448): one entity `User`, version 2.0.0, no rows.
@Suite struct MeasuredStoreTests {
  @Test func theSchemaIsThatOfTheMeasuredStore() throws {
    try withStore(.users) { path in
      let schema = try rows("SELECT name, sql FROM sqlite_schema ORDER BY name", in: path)
      #expect(schema.count == 15)
      let text = schema.map { "\(words($0[0]))\n\(words($0[1]))\n" }.joined()
      #expect(
        Digest(of: Array(text.utf8)).text
          == "87b717fffc574bab4f67c762f63b007ee9fe92b411f441bc55f0a2ae24f517d7")
    }
  }

  @Test func theModelIsArchivedObjectByObjectLikeThatOfTheMeasuredStore() throws {
    try withStore(.users) { path in
      let content = try rows("SELECT Z_CONTENT FROM Z_MODELCACHE", in: path)
      guard case .blob(let bytes) = try #require(content.first?.first) else {
        throw CocoaError(.fileReadCorruptFile)
      }
      let model = try #require(PropertyList(trusted: try inflated(bytes)))
      guard case .dictionary(let archive) = model, case .array(let objects) = archive["$objects"]
      else { throw CocoaError(.fileReadCorruptFile) }
      #expect(objects.count == 36)
      #expect(
        Digest(of: model.binary).text
          == "9f9d71e6980ec59ff7b23a7d01bcbca9f852a0f56d0bd337f5a48646abda2c94")
    }
  }

  @Test func theMetadataHasTheKeysOfTheMeasuredStore() throws {
    try withStore(.users) { path in
      let metadata = try metadata(of: path)
      #expect(
        metadata.keys.sorted() == [
          "NSPersistenceFrameworkVersion", "NSStoreModelVersionChecksumKey",
          "NSStoreModelVersionHashes", "NSStoreModelVersionHashesDigest",
          "NSStoreModelVersionHashesVersion", "NSStoreModelVersionIdentifiers", "NSStoreType",
          "_NSAutoVacuumLevel",
        ])
      #expect(metadata["NSStoreType"] == .string("SQLite"))
      #expect(metadata["NSStoreModelVersionIdentifiers"] == .array([.string("2.0.0")]))
      #expect(metadata["_NSAutoVacuumLevel"] == .string("2"))
      guard case .dictionary(let hashes) = metadata["NSStoreModelVersionHashes"] else {
        throw CocoaError(.fileReadCorruptFile)
      }
      let sizes = hashes.mapValues { if case .data(let bytes) = $0 { bytes.count } else { 0 } }
      #expect(sizes == ["User": 32])
    }
  }

  @Test func thePrimaryKeysAreThoseOfTheMeasuredStore() throws {
    try withStore(.users) { path in
      let keys = try rows("SELECT * FROM Z_PRIMARYKEY", in: path)
      #expect(keys == [[.integer(1), .text("User"), .integer(0), .integer(0)]])
    }
  }

  @Test(arguments: [
    ("page_size", SQLiteValue.integer(4096)), ("auto_vacuum", .integer(2)),
    ("encoding", .text("UTF-8")), ("user_version", .integer(0)), ("application_id", .integer(0)),
  ])
  func theFileHasTheSettingsOfTheMeasuredStore(pragma: String, value: SQLiteValue) throws {
    try withStore(.users) { path in
      let setting = try rows("PRAGMA \(pragma)", in: path)
      #expect(setting == [[value]])
    }
  }

  private func withStore(_ model: StoreModel, _ body: (String) throws -> Void) throws {
    try withFolder { folder in
      let path = folder + "/App.sqlite"
      try StoreWriter(StoreRows(model, seed: 1, rowsPerTable: 0)).write(to: path)
      try body(path)
    }
  }

  private func words(_ value: SQLiteValue) -> String {
    if case .text(let text) = value { text } else { "" }
  }

  private func metadata(of path: String) throws -> [String: PropertyList] {
    let list = try rows("SELECT Z_PLIST FROM Z_METADATA", in: path)
    guard case .blob(let bytes) = try #require(list.first?.first),
      case .dictionary(let members) = try #require(PropertyList(trusted: bytes))
    else { throw CocoaError(.fileReadCorruptFile) }
    return members
  }
}
