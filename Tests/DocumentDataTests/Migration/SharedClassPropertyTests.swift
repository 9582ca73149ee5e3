import DocumentData
import DocumentTables
import Testing

private enum ShelfV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }

  enum Kind: String, Codable { case novel, atlas }
  struct Size: Codable, Equatable { var width = 0 }

  @Model class Book {
    var title: String
    var pages: Int
    var year: Int
    var note: String?
    var kind: Kind?
    var size: Size
    @Relationship(inverse: \Loan.book) var loans: [Loan] = []
    init(title: String) {
      self.title = title
      pages = 1
      year = 2
      size = Size()
    }
  }

  @Model class Loan {
    var reader: String
    var book: Book?
    init(reader: String) { self.reader = reader }
  }
}

/// Its book stores `pages` as a text, has no `year`, and declares its own types.
private enum ShelfV2: VersionedSchema {
  typealias Loan = ShelfV1.Loan
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }

  enum Kind: String, Codable { case novel, atlas, comic }
  struct Size: Codable, Equatable { var width = 0 }

  @Model class Book {
    var title: String
    var pages: String
    var note: String?
    var kind: Kind?
    var size: Size
    var shelf: String = "A"
    @Relationship(inverse: \Loan.book) var loans: [Loan] = []
    init(title: String) {
      self.title = title
      pages = "one"
      kind = .atlas
      size = Size(width: 4)
    }
  }
}

/// A kind that must be there, of which no blank value can be made.
enum StrictV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }

  enum Kind: String, Codable { case novel, atlas }

  @Model class Book {
    var title: String
    var kind: Kind
    @Relationship(inverse: \Loan.book) var loans: [Loan] = []
    init(title: String) {
      self.title = title
      kind = .novel
    }
  }

  @Model class Loan {
    var reader: String
    var book: Book?
    init(reader: String) { self.reader = reader }
  }
}

enum StrictV2: VersionedSchema {
  typealias Loan = StrictV1.Loan
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }

  @Model class Book {
    var title: String
    @Relationship(inverse: \Loan.book) var loans: [Loan] = []
    init(title: String) { self.title = title }
  }
}

@Suite("Properties of a class that stands in for another version's")
struct SharedClassPropertyTests {
  private func shelf() throws -> ModelContext {
    Birds.context(
      try Birds.tables(ShelfV2.self) { context in
        let book = ShelfV2.Book(title: "Rihla")
        book.loans = [ShelfV2.Loan(reader: "Ann")]
        context.insert(book)
      }, ShelfV2.self)
  }

  @Test("are the row's where both store them alike, and the object's own elsewhere")
  func values() throws {
    let context = try shelf()
    let named = try #require(try context.only(ShelfV2.Loan.self).book)
    let book = try context.only(ShelfV2.Book.self)
    #expect(named.title == "Rihla")
    #expect(named.kind == .atlas)
    #expect(named.size == ShelfV1.Size(width: 4))
    #expect(named.pages == 0)
    #expect(named.year == 0)
    named.pages = 300
    named.year = 1355
    #expect(named.pages == 300)
    #expect(!context.hasChanges || book.pages == "one")
    named.kind = .novel
    named.size.width = 9
    #expect(book.kind == .novel)
    #expect(book.size.width == 9)
    book.kind = .comic
    #expect(named.kind == nil)
    book.size = ShelfV2.Size(width: 2)
    #expect(named.size.width == 2)
    try context.save()
    let saved = try ModelContext(context.container).only(ShelfV2.Book.self)
    #expect(saved.pages == "one")
    #expect(saved.kind == .comic)
    #expect(saved.size.width == 2)
  }

  @Test("that could not be read leave no object, and the next save says why")
  func unreadable() throws {
    let context = Birds.context(
      try Birds.tables(StrictV2.self) { context in
        let book = StrictV2.Book(title: "Rihla")
        book.loans = [StrictV2.Loan(reader: "Ann")]
        context.insert(book)
      }, StrictV2.self)
    #expect(try context.only(StrictV2.Loan.self).book == nil)
    let error = #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
    #expect(error?.entity == "Book")
    #expect(error?.property == "kind")
  }
}
