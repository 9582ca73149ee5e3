import DocumentData
import Foundation
import SQLiteDatabase
import StoreGenerator
import Testing

@testable import SwiftDataStores

@Suite struct ModelImportTests {
  /// The model that the app's first version leaves in its store.
  static let library = StoreModel(
    [
      StoreEntity(
        "Shelf", uniqueness: [["name"]],
        [
          .attribute(StoreAttribute("name", .string)),
          .attribute(
            StoreAttribute(
              "place",
              .composite(
                [
                  StoreAttribute("room", .string), StoreAttribute("row", .int64, optional: true),
                  StoreAttribute(
                    "size",
                    .composite(
                      [
                        StoreAttribute("width", .double),
                        StoreAttribute("checked", .date, optional: true),
                      ], .structure)),
                  StoreAttribute("labels", .json),
                ], .structure))),
          .relationship(
            StoreRelationship(
              "volumes", to: "Volume", inverse: "shelf", many: true, deleteRule: .cascade)),
        ]),
      StoreEntity(
        "Volume",
        [
          .attribute(StoreAttribute("title", .string)),
          .attribute(StoreAttribute("pages", .int64)),
          .attribute(
            StoreAttribute("genre", .composite([StoreAttribute("genre", .string)], .rawValue))),
          .attribute(
            StoreAttribute(
              "state",
              .composite(
                [
                  StoreAttribute("lent", .string, optional: true),
                  StoreAttribute("sold", .double, optional: true),
                  StoreAttribute("shelved", .json, optional: true),
                ], .cases))),
          .attribute(StoreAttribute("keywords", .transformable(.strings))),
          .attribute(StoreAttribute("added", .date)),
          .attribute(StoreAttribute("code", .uuid)),
          .attribute(StoreAttribute("cover", .binary, optional: true, external: true)),
          .attribute(StoreAttribute("price", .decimal, optional: true)),
          .relationship(StoreRelationship("shelf", to: "Shelf", inverse: "volumes")),
        ]),
    ], version: "1.0.0")

  static let code = "00112233445566778899AABBCCDDEEFF"

  func store() throws -> StoreFolder {
    let folder = try StoreFolder(Self.library, rowsPerTable: 0)
    let words = PropertyList.array([.string("sea"), .string("ship")]).binary
      .map { String(format: "%02X", $0) }.joined()
    let volume =
      "INSERT INTO ZVOLUME (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZGENRE, ZLENT, ZSOLD, ZSHELVED, ZKEYWORDS,"
      + " ZADDED, ZCODE, ZCOVER, ZPRICE, ZSHELF) VALUES "
    try folder.change(
      "INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZNAME, ZROOM, ZROW, ZWIDTH, ZCHECKED, ZLABELS) VALUES "
        + "(1, 1, 1, 'North', 'A', 4, 1.5, 700000000, CAST('[\"x\",\"y\"]' AS BLOB))",
      volume
        + "(1, 2, 1, 'Rihla', 300, 'history', 'Ada', NULL, NULL, x'\(words)', 700000000.25, x'\(Self.code)',"
        + " x'010909', '12.50', 1)",
      volume
        + "(2, 2, 1, 'Odes', 20, 'poetry', NULL, 9.5, NULL, x'\(words)', 0, x'\(Self.code)', NULL, NULL, 1)",
      volume
        + "(3, 2, 1, 'Psalms', 21, 'poetry', NULL, NULL, CAST('{}' AS BLOB), x'\(words)', 1, x'\(Self.code)',"
        + " NULL, NULL, NULL)")
    return folder
  }

  @Test func `The version that a store was written with reads its values`() throws {
    let folder = try store()
    let container = try ModelContainer(
      importing: URL(fileURLWithPath: folder.path), for: LibraryV1.Shelf.self)
    let context = ModelContext(container)
    let volumes = try context.fetch(
      FetchDescriptor<LibraryV1.Volume>(sortBy: [SortDescriptor(\.pages, order: .reverse)]))
    #expect(volumes.map(\.title) == ["Rihla", "Psalms", "Odes"])
    let first = try #require(volumes.first)
    #expect(first.genre == .history)
    #expect(volumes.map(\.state) == [.lent("Ada"), .shelved, .sold(9.5)])
    #expect(first.keywords == ["sea", "ship"])
    #expect(first.added == Date(timeIntervalSinceReferenceDate: 700_000_000.25))
    #expect(first.code == UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(first.cover == Data([9, 9]))
    #expect(first.price == Decimal(string: "12.5"))
    let shelf = try #require(first.shelf)
    #expect(
      shelf.place
        == Place(
          room: "A", row: 4,
          size: Size(width: 1.5, checked: Date(timeIntervalSinceReferenceDate: 700_000_000)),
          labels: ["x", "y"]))
    #expect(Set(shelf.volumes.map(\.title)) == ["Rihla", "Odes"])
    #expect(container.storeReport?.findings == [])
    #expect(container.storeReport?.rowsRead == 4)
    #expect(container.storeMigrationReport == nil)
  }

  @Test func `The plan leads from the store's version to the newest`() throws {
    let folder = try store()
    let before = try folder.state()
    let container = try ModelContainer(
      importing: URL(fileURLWithPath: folder.path), for: LibraryV2.Shelf.self,
      migrationPlan: LibraryPlan.self)
    let volumes = try ModelContext(container).fetch(FetchDescriptor<LibraryV2.Volume>())
    #expect(Set(volumes.map(\.heading)) == ["Rihla", "Odes", "Psalms"])
    #expect(volumes.allSatisfy { $0.rating == 3 })
    #expect(container.storeMigrationReport?.stages.count == 1)
    #expect(try folder.state() == before)
  }

  @Test func `Without a plan the difference of the models is a lightweight migration`() throws {
    let folder = try store()
    let container = try ModelContainer(
      importing: URL(fileURLWithPath: folder.path), for: LibraryV2.Shelf.self)
    let volumes = try ModelContext(container).fetch(FetchDescriptor<LibraryV2.Volume>())
    #expect(Set(volumes.map(\.heading)) == ["Rihla", "Odes", "Psalms"])
    #expect(Set(volumes.map(\.state)) == [.lent("Ada"), .shelved, .sold(9.5)])
  }

  @Test func `A configuration with a file gets the objects written`() throws {
    let folder = try store()
    let url = URL(fileURLWithPath: folder.folder + "/library.trips")
    _ = try ModelContainer(
      importing: URL(fileURLWithPath: folder.path), for: LibraryV2.Shelf.self,
      migrationPlan: LibraryPlan.self, configurations: ModelConfiguration(url: url))
    let container = try ModelContainer(
      for: LibraryV2.Shelf.self, migrationPlan: LibraryPlan.self,
      configurations: ModelConfiguration(url: url))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<LibraryV2.Volume>()) == 3)
    // A file that exists is never replaced.
    #expect(throws: SwiftDataError.saveFailure) {
      try ModelContainer(
        importing: URL(fileURLWithPath: folder.path), for: LibraryV2.Shelf.self,
        migrationPlan: LibraryPlan.self, configurations: ModelConfiguration(url: url))
    }
  }

  @Test func `A store of no version names the differences of the nearest`() throws {
    let folder = try StoreFolder(.users, rowsPerTable: 2)
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(
        importing: URL(fileURLWithPath: folder.path), for: LibraryV2.Shelf.self,
        migrationPlan: LibraryPlan.self)
    }
    #expect(error == .unknownDataStoreSchema)
    #expect(error.explanation.contains("the store has no entity Shelf"))
  }

  @Test func `A value that is none of the cases is reported, and required`() throws {
    let folder = try store()
    try folder.change("UPDATE ZVOLUME SET ZGENRE = 'drama' WHERE Z_PK = 2")
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(
        importing: URL(fileURLWithPath: folder.path), for: LibraryV1.Shelf.self)
    }
    #expect(error.rule?.rawValue == "store-rows")
    #expect(error.explanation.contains("Volume.genre in 1 row (Z_PK 2)"))
  }
}
