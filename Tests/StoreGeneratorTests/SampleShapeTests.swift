import Foundation
import SQLiteDatabase
import StoreGenerator
import Testing

/// Compares generated stores with a real one.
@Suite struct SampleShapeTests {
  @Test func theSchemaIsThatOfTheSample() throws {
    try withStore(.users) { path in
      let generated = try schema(of: path)
      #expect(generated == (try schema(of: Self.sample)))
    }
  }

  @Test func theModelIsArchivedObjectByObjectLikeTheSample() throws {
    try withStore(.users) { path in
      let generated = try model(of: path)
      #expect(generated == (try model(of: Self.sample)))
    }
  }

  @Test func theMetadataHasTheKeysOfTheSample() throws {
    try withStore(.users) { path in
      let (generated, real) = (try metadata(of: path), try metadata(of: Self.sample))
      #expect(Set(generated.keys) == Set(real.keys))
      for key in ["NSStoreType", "NSStoreModelVersionIdentifiers", "_NSAutoVacuumLevel"] {
        #expect(generated[key] == real[key])
      }
      func sizes(_ list: PropertyList?) -> [Int] {
        guard case .dictionary(let hashes) = list else { return [] }
        return hashes.values.map { if case .data(let bytes) = $0 { bytes.count } else { 0 } }
      }
      #expect(
        sizes(generated["NSStoreModelVersionHashes"]) == sizes(real["NSStoreModelVersionHashes"]))
    }
  }

  @Test func thePrimaryKeysAreThoseOfTheSample() throws {
    try withStore(.users) { path in
      let keys = try rows("SELECT * FROM Z_PRIMARYKEY", in: path)
      #expect(keys == [[.integer(1), .text("User"), .integer(0), .integer(0)]])
      #expect(keys == (try rows("SELECT * FROM Z_PRIMARYKEY", in: Self.sample)))
    }
  }

  @Test(arguments: ["page_size", "auto_vacuum", "encoding", "user_version", "application_id"])
  func theFileHasTheSettingsOfTheSample(pragma: String) throws {
    try withStore(.users) { path in
      let generated = try rows("PRAGMA \(pragma)", in: path)
      #expect(generated == (try rows("PRAGMA \(pragma)", in: Self.sample)))
    }
  }

  private static let sample = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("samples/stores/App-2_0_0.sqlite").path

  private func withStore(_ model: StoreModel, _ body: (String) throws -> Void) throws {
    try withFolder { folder in
      let path = folder + "/App.sqlite"
      try StoreWriter(StoreRows(model, seed: 1, rowsPerTable: 0)).write(to: path)
      try body(path)
    }
  }

  private func schema(of path: String) throws -> [[SQLiteValue]] {
    try rows("SELECT name, sql FROM sqlite_schema ORDER BY name", in: path)
  }

  private func model(of path: String) throws -> PropertyList {
    let content = try rows("SELECT Z_CONTENT FROM Z_MODELCACHE", in: path)
    guard case .blob(let bytes) = try #require(content.first?.first) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return try #require(PropertyList(trusted: try inflated(bytes)))
  }

  private func metadata(of path: String) throws -> [String: PropertyList] {
    let list = try rows("SELECT Z_PLIST FROM Z_METADATA", in: path)
    guard case .blob(let bytes) = try #require(list.first?.first),
      case .dictionary(let members) = try #require(PropertyList(trusted: bytes))
    else { throw CocoaError(.fileReadCorruptFile) }
    return members
  }
}
