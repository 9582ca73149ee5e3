import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Fetching")
struct FetchingTests {
  typealias Book = Library.Book
  typealias Animal = Library.Animal
  typealias Dog = Library.Dog
  typealias Puppy = Library.Puppy

  private func books() throws -> ModelContext {
    let context = try Library.context()
    for (title, pages) in [("c", 3), ("a", 1), ("b", 2), ("d", 1)] {
      let book = Book(title: title)
      book.pages = pages
      context.insert(book)
    }
    try context.save()
    return context
  }

  @Test("a predicate filters, sort descriptors order, limit and offset cut")
  func descriptor() throws {
    let context = try books()
    var descriptor = FetchDescriptor<Book>(
      predicate: #Predicate { $0.pages < 3 },
      sortBy: [SortDescriptor(\.pages), SortDescriptor(\.title, order: .reverse)])
    #expect(try context.fetch(descriptor).map(\.title) == ["d", "a", "b"])
    descriptor.fetchOffset = 1
    descriptor.fetchLimit = 1
    #expect(try context.fetch(descriptor).map(\.title) == ["a"])
    #expect(try context.fetchCount(descriptor) == 1)
    descriptor.fetchOffset = 9
    #expect(try context.fetch(descriptor).isEmpty)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Book>()).count == 4)
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 4)
  }

  @Test("a predicate follows relationships")
  func relationships() throws {
    let context = try books()
    let author = Library.Author(name: "x")
    author.books = Array(try context.all(Book.self).prefix(2))
    context.insert(author)
    let ofX = FetchDescriptor<Book>(predicate: #Predicate { $0.author?.name == "x" })
    #expect(try context.fetch(ofX).map(\.title) == ["c", "a"])
    let withA = FetchDescriptor<Library.Author>(
      predicate: #Predicate { $0.books.contains { $0.title == "a" } })
    #expect(try context.fetch(withA).count == 1)
  }

  @Test("pending changes count, unless the descriptor says no")
  func pendingChanges() throws {
    let context = try books()
    let all = try context.all(Book.self)
    context.insert(Book(title: "new"))
    context.delete(all[0])
    all[1].title = "z"
    var descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
    #expect(try context.fetch(descriptor).map(\.title) == ["b", "d", "new", "z"])
    #expect(try context.fetchCount(descriptor) == 4)
    descriptor.includePendingChanges = false
    let saved = try context.fetch(descriptor)
    #expect(saved.count == 4)
    // Ordered by what is stored; the objects are this context's own.
    #expect(saved.map(\.persistentModelID) == [1, 2, 0, 3].map { all[$0].persistentModelID })
    #expect(saved.first === all[1])
    descriptor.predicate = #Predicate { $0.title == "a" }
    #expect(try context.fetch(descriptor).first === all[1])
  }

  @Test("a fetch of a class finds its subclasses' objects, of a subclass only those")
  func hierarchy() throws {
    let context = try Library.context()
    context.insert(Animal(name: "animal"))
    context.insert(Dog(name: "dog", tricks: 2))
    let puppy = Puppy(name: "puppy", tricks: 1)
    puppy.weeks = 9
    context.insert(puppy)
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      #expect(try context.all(Animal.self).map(\.name) == ["animal", "dog", "puppy"])
      #expect(try context.all(Dog.self).map(\.name) == ["dog", "puppy"])
      #expect(try context.all(Puppy.self).map(\.weeks) == [9])
      let dogs = FetchDescriptor<Animal>(predicate: #Predicate { $0 is Library.Dog })
      #expect(try context.fetch(dogs).map(\.name) == ["dog", "puppy"])
      let clever = FetchDescriptor<Animal>(
        predicate: #Predicate { ($0 as? Library.Dog)?.tricks == 2 })
      #expect(try context.fetch(clever).map(\.name) == ["dog"])
      #expect(try context.fetchCount(FetchDescriptor<Dog>()) == 2)
    }
    #expect(try context.all(Animal.self)[2] is Puppy)
  }

  @Test("objects of a subclass are made as such in another context, and their values kept")
  func subclassRows() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let puppy = Puppy(name: "p", tricks: 3)
    puppy.weeks = 10
    puppy.legs = 3
    context.insert(puppy)
    try context.save()
    let found = try #require(try ModelContext(container).only(Animal.self) as? Puppy)
    #expect(found.name == "p")
    #expect(found.tricks == 3)
    #expect(found.weeks == 10)
    #expect(found.legs == 3)
  }

  @Test("deleting a class by predicate spares subclasses where it is told to")
  func batchDelete() throws {
    let context = try Library.context()
    context.insert(Animal(name: "a"))
    context.insert(Dog(name: "d", tricks: 0))
    try context.delete(
      model: Animal.self, where: #Predicate { $0.legs == 4 }, includeSubclasses: false)
    #expect(try context.all(Animal.self).map(\.name) == ["d"])
    try context.delete(model: Animal.self)
    #expect(try context.all(Animal.self).isEmpty)
  }

  @Test("a class of another schema is an error that names it")
  func unknownClass() throws {
    let context = ModelContext(try makeContainer([Library.Animal.self]))
    let error = #expect(throws: SwiftDataError.unknownSchema) { try context.all(Book.self) }
    #expect(error?.entity == "Book")
    context.insert(Book(title: "t"))
    #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
  }

  @Test("a stored value that its type refuses is an error that names object and property")
  func undecodable() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let profile = Library.Profile(mood: .calm, place: .init(street: "s"))
    context.insert(profile)
    try context.save()
    var tables = container.store.current.tables
    let hierarchy = try #require(tables.schema.hierarchyIndex(of: "Profile"))
    let column = try #require(
      tables.schema.hierarchies[hierarchy].column(named: "mood", of: "Profile"))
    let key = try #require(tables.tables[hierarchy].lastKey)
    tables = tables.applying(
      ChangeSet(
        updated: [
          UpdatedRow(
            hierarchy: hierarchy, key: key,
            changes: [PropertyChange(column: column, old: .text("calm"), new: .text("odd"))])
        ], nextKey: tables.nextKey))
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelCatalog(Library.models, schema: tables.schema).proveDecodable(tables)
    }
    #expect(error?.entity == "Profile")
    #expect(error?.property == "mood")
    #expect(error?.object == key)
  }
}
