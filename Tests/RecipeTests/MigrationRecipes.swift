import DocumentData
import Testing

// recipe: Make an attribute unique in a new version
enum ShelfV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model final class Book {
    var title: String
    var pages = 0
    init(title: String) { self.title = title }
  }
}

enum ShelfV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model final class Book {
    @Attribute(.unique) var title: String
    var pages = 0
    init(title: String) { self.title = title }
  }
}

enum ShelfMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShelfV1.self, ShelfV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ShelfV1.self, toVersion: ShelfV2.self,
        willMigrate: { context in
          let books = try context.fetch(FetchDescriptor<ShelfV1.Book>())
          for (_, copies) in Dictionary(grouping: books, by: \.title) {
            copies[0].pages = copies.map(\.pages).max() ?? 0
            for copy in copies.dropFirst() { context.delete(copy) }
          }
          try context.save()
        },
        didMigrate: nil)
    ]
  }
}
// end

@Suite("Recipes for migration")
struct MigrationRecipes {
  private let folder = TemporaryFolder()

  @Test("Make an attribute unique in a new version")
  func custom() throws {
    let url = folder.url.appending(path: "shelf.store")
    do {
      let context = try ModelContext(
        ModelContainer(for: ShelfV1.Book.self, configurations: ModelConfiguration(url: url)))
      for pages in [10, 30, 20] {
        let book = ShelfV1.Book(title: "Rihla")
        book.pages = pages
        context.insert(book)
      }
      try context.save()
    }
    // recipe: Make an attribute unique in a new version
    let container = try ModelContainer(
      for: ShelfV2.Book.self, migrationPlan: ShelfMigrationPlan.self,
      configurations: ModelConfiguration(url: url))
    // end
    let books = try ModelContext(container).fetch(FetchDescriptor<ShelfV2.Book>())
    #expect(books.map(\.title) == ["Rihla"])
    #expect(books.map(\.pages) == [30])
  }
}
