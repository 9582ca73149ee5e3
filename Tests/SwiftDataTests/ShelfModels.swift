import SwiftData

enum ShelfVersion1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model final class Book {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum ShelfVersion2: SwiftData.VersionedSchema {
  static let versionIdentifier: SwiftData.Schema.Version = .init(2, 0, 0)
  static var models: [any SwiftData.PersistentModel.Type] { [Book.self, Page.self] }

  @SwiftData.Model final class Book {
    #Index<Book>([\.year])
    @SwiftData.Attribute(.unique) var title: String
    var year = 1900
    @SwiftData.Transient var isOpen = false
    @SwiftData.Relationship(deleteRule: .cascade, inverse: \Page.book) var pages: [Page] = []
    init(title: String) { self.title = title }
  }

  @SwiftData.Model final class Page {
    var text: String
    var book: Book?
    init(text: String) { self.text = text }
  }
}

enum ShelfPlan: SwiftData.SchemaMigrationPlan {
  static var schemas: [any SwiftData.VersionedSchema.Type] {
    [ShelfVersion1.self, ShelfVersion2.self]
  }
  static var stages: [SwiftData.MigrationStage] {
    [
      .custom(
        fromVersion: ShelfVersion1.self, toVersion: ShelfVersion2.self, willMigrate: nil,
        didMigrate: { context in
          for book in try context.fetch(SwiftData.FetchDescriptor<ShelfVersion2.Book>()) {
            book.pages = [ShelfVersion2.Page(text: book.title.uppercased())]
          }
          try context.save()
        })
    ]
  }
}

@SwiftData.ModelActor actor Librarian {
  func add(_ title: String) throws -> SwiftData.PersistentIdentifier {
    let book = ShelfVersion2.Book(title: title)
    modelContext.insert(book)
    try modelContext.save()
    return book.persistentModelID
  }
}
