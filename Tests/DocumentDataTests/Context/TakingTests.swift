import Foundation
import Testing

@testable import DocumentData

@Suite("Taking an object whose context is gone")
struct TakingTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  @Test("what others saved meanwhile stays, but for the properties that the object was given")
  func changedMeanwhile() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"))
    let author = try shelf.only(Author.self)
    let other = try shelf.only(Author.self)
    other.name = "of another"
    other.motto = "m"
    try shelf.update(other)
    author.name = "mine"
    #expect(author.motto == nil)
    let context = ModelContext(shelf.container)
    context.insert(author)
    #expect(author.motto == "m")
    try context.save()
    let saved = try shelf.only(Author.self)
    #expect(saved.name == "mine")
    #expect(saved.motto == "m")
  }

  @Test("an object that others deleted meanwhile is refused by name, and its deletion is done")
  func deletedMeanwhile() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"), Author(name: "b"), Author(name: "c"))
    let authors = try shelf.all(Author.self)
    for author in try shelf.all(Author.self) { try shelf.delete(author) }
    authors[0].name = "changed"
    let context = ModelContext(shelf.container)
    context.insert(authors[0])
    let error = #expect(throws: SwiftDataError.concurrentDeletion) { try context.save() }
    #expect(error?.entity == "Author")
    #expect(error?.object == authors[0].persistentModelID.key)
    context.insert(authors[1])
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    let book = Book(title: "t")
    context.insert(book)
    book.author = authors[2]
    #expect(book.author == nil)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    try context.save()
    let deleting = ModelContext(shelf.container)
    authors[2].name = "changed"
    for author in authors { deleting.delete(author) }
    #expect(!deleting.hasChanges)
    #expect(authors[0].name == "changed")
  }

  @Test("an object that no context has saved is taken with its identifier")
  func neverSaved() throws {
    let shelf = try Shelf()
    let author = Author(name: "a")
    let book = Book(title: "t")
    do {
      let context = ModelContext(shelf.container)
      author.books = [book]
      context.insert(author)
    }
    let id = book.persistentModelID
    #expect(book.author === author)
    book.title = "u"
    try shelf.update(book)
    #expect(book.persistentModelID == id)
    #expect(try shelf.only(Author.self).books.map(\.title) == ["u"])
    let room: Library.Room
    do {
      let context = ModelContext(shelf.container)
      room = Library.Room(name: "r", house: Library.House())
      context.insert(room)
    }
    try? shelf.update(room)
    let lost = Library.Room(name: "r", house: Library.House())
    let context = ModelContext(shelf.container)
    context.insert(lost)
    context.delete(lost)
    try context.save()
    #expect(lost.modelContext == nil)
  }

  @Test("an object that a context meant to delete and never did is as before")
  func neverDeleted() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"))
    func marked() throws -> Author {
      let context = ModelContext(shelf.container)
      let author = try context.only(Author.self)
      context.delete(author)
      return author
    }
    let author = try marked()
    #expect(!author.isDeleted)
    author.name = "b"
    try shelf.update(author)
    #expect(try shelf.only(Author.self).name == "b")
    try shelf.delete(try marked())
    #expect(try shelf.all(Author.self).isEmpty)
  }

  @Test("changes that a context did not save are saved by the one that takes the object")
  func unsavedChanges() throws {
    let shelf = try Shelf()
    let book = Book(title: "t")
    try shelf.add(book, Author(name: "a"), Library.Profile(mood: .calm, place: .init(street: "s")))
    let profile: Library.Profile
    do {
      let context = ModelContext(shelf.container)
      profile = try context.only(Library.Profile.self)
      profile.place.street = "changed"
      profile.clicks = 9
      let book = try context.only(Book.self)
      book.author = try context.only(Author.self)
      context.autosaveEnabled = false
    }
    try shelf.update(profile)
    #expect(profile.clicks == 9)
    #expect(try shelf.only(Library.Profile.self).place.street == "changed")
  }

  @Test("a one-to-one end moves from the object that had it")
  func oneToOne() throws {
    let shelf = try Shelf()
    let citizens = ["a", "b"].map { Library.Citizen(name: $0) }
    citizens[0].passport = Library.Passport(number: 1)
    try shelf.add(citizens[0], citizens[1])
    let citizen = try shelf.all(Library.Citizen.self)[1]
    citizen.passport = try shelf.only(Library.Passport.self)
    try shelf.update(citizen)
    #expect(try shelf.all(Library.Citizen.self).map(\.passport?.number) == [nil, 1])
    #expect(try shelf.only(Library.Passport.self).owner?.name == "b")
  }

  @Test("an object of a context that is there stays with it")
  func contextThere() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"))
    let owner = ModelContext(shelf.container)
    let author = try owner.only(Author.self)
    let context = ModelContext(shelf.container)
    context.insert(author)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.explanation.contains("belongs to another context") == true)
    #expect(author.modelContext === owner)
  }

  @Test("another container over the store takes it, one over another store does not")
  func containers() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"))
    let author = try shelf.only(Author.self)
    author.name = "b"
    let elsewhere = ModelContext(try Library.container())
    elsewhere.insert(author)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try elsewhere.save() }
    #expect(error?.explanation.contains("another container") == true)
    let schema = Schema(Library.models)
    let second = ModelContainer(
      store: shelf.container.store,
      catalog: ModelCatalog(Library.models, schema: shelf.container.catalog.schema), schema: schema)
    let context = ModelContext(second)
    context.insert(author)
    try context.save()
    #expect(try shelf.only(Author.self).name == "b")
  }

  @Test("taking can be undone by the context that takes")
  func undo() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"))
    let author = try shelf.only(Author.self)
    author.name = "b"
    let context = ModelContext(shelf.container)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    manager.beginUndoGrouping()
    context.insert(author)
    context.processPendingChanges()
    manager.endUndoGrouping()
    try context.save()
    manager.undo()
    #expect(author.name == "a")
    try context.save()
    #expect(try shelf.only(Author.self).name == "a")
  }

  @Test("an object leaves the map of the context that took it, and only that, when it is released")
  func identity() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"), Author(name: "b"))
    var authors = try shelf.all(Author.self)
    let core = authors[0]._$state.core
    let old = try #require(core)
    #expect(old.objects.identityMap.size.count == 2)
    let context = ModelContext(shelf.container)
    context.insert(authors[0])
    #expect(old.objects.identityMap.size.count == 1)
    #expect(context.core.objects.identityMap.size.count == 1)
    context.insert(try shelf.all(Author.self)[0])
    #expect(context.core.objects.identityMap.size.count == 1)
    authors.removeAll()
    #expect(old.objects.identityMap.size.count == 0)
    #expect(context.core.objects.identityMap.size.count == 0)
  }

  @Test("nothing stays in memory of an object that was edited without a context and then taken")
  func memory() throws {
    let shelf = try Shelf()
    let book = Book(title: "t")
    book.author = Author(name: "a")
    try shelf.add(book)
    weak var leaked: Author?
    weak var core: ContextCore?
    do {
      let author = try shelf.only(Author.self)
      core = author._$state.core
      author.books = [Book(title: "u")]
      author.books.first?.author = author
      try shelf.update(author)
      leaked = author
    }
    #expect(leaked == nil)
    #expect(core == nil)
  }
}
