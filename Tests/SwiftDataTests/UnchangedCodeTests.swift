import SwiftData
import Testing

@Suite("Code that imports SwiftData")
struct UnchangedCodeTests {
  @Test("Documents are migrated, changed and searched under the name of SwiftData's module")
  func migration() async throws {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "shelf.store")
    do {
      let container = try SwiftData.ModelContainer(
        for: SwiftData.Schema(versionedSchema: ShelfVersion1.self),
        configurations: SwiftData.ModelConfiguration(url: file))
      let context = ModelContext(container)
      context.insert(ShelfVersion1.Book(title: "Rihla"))
      try context.save()
    }
    let container = try SwiftData.ModelContainer(
      for: SwiftData.Schema(versionedSchema: ShelfVersion2.self), migrationPlan: ShelfPlan.self,
      configurations: SwiftData.ModelConfiguration(url: file))
    let id = try await Librarian(modelContainer: container).add("Naufragios")
    let context = SwiftData.ModelContext(container)
    let isOld = #Predicate<ShelfVersion2.Book> { $0.year < 2000 && $0.title != "Rihla" }
    let found = try context.fetch(SwiftData.FetchDescriptor(predicate: isOld))
    #expect(found.map(\.persistentModelID) == [id])
    let pages = try context.fetch(SwiftData.FetchDescriptor<ShelfVersion2.Page>())
    #expect(pages.map(\.text) == ["RIHLA"])
  }
}
