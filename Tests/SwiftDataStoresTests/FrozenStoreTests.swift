import DocumentData
import DocumentFile
import Foundation
import StoreGenerator
import Testing

@testable import SwiftDataStores

private enum FrozenLibraryV1: FrozenVersion {
  static let schema = FrozenSchema(
    (try? LibraryV1.checkedTableSchema(name: "library"))
      .map { String(decoding: SchemaFile($0).bytes, as: UTF8.self) } ?? "")
}

/// An enumeration with associated values, as a store has it: only its class knows the form of a document.
private struct StoredState: Codable {
  var lent: String?
  var sold: Double?

  var value: LendingState { lent.map { .lent($0) } ?? sold.map { .sold($0) } ?? .shelved }
}

private enum FrozenLibraryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [FrozenLibraryV1.self, LibraryV2.self] }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: FrozenLibraryV1.self, toVersion: LibraryV2.self,
        transform: { old, new in
          for row in try old.rows("Volume") {
            let volume: LibraryV2.Volume? = new.counterpart(of: row)
            volume?.rating = try row["pages", as: Int.self] > 100 ? 5 : 4
            let state: StoredState = try row["state"]
            volume?.state = state.value
          }
        })
    ]
  }
}

@Suite struct FrozenStoreTests {
  @Test func `A version without classes reads a store as the classes do`() throws {
    let folder = try ModelImportTests().store()
    let url = URL(fileURLWithPath: folder.path)
    var found: [[String]] = []
    for plan in [LibraryPlan.self, FrozenLibraryPlan.self] as [any SchemaMigrationPlan.Type] {
      let container = try ModelContainer(
        importing: url, for: LibraryV2.Shelf.self, migrationPlan: plan)
      #expect(container.storeReport?.findings == [])
      let volumes = try ModelContext(container).fetch(
        FetchDescriptor<LibraryV2.Volume>(sortBy: [SortDescriptor(\.heading)]))
      found.append(
        volumes.map {
          "\($0.heading) \($0.genre) \($0.state) \($0.keywords) \($0.added) \($0.code) "
            + "\($0.price ?? 0) \($0.cover ?? Data()) \(String(describing: $0.shelf?.place))"
        })
      if plan == FrozenLibraryPlan.self { #expect(volumes.map(\.rating) == [4, 4, 5]) }
    }
    #expect(found[0].count == 3)
    #expect(found[0] == found[1])
  }
}
