import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("The life of an object in a context")
struct LifeCycleTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  @Test("an inserted object is pending until the save, and stored after it")
  func insertAndSave() throws {
    let context = try Library.context()
    let author = Author(name: "Bashō")
    #expect(author.modelContext == nil)
    #expect(!author.hasChanges)
    context.insert(author)
    #expect(author.modelContext === context)
    #expect(author.hasChanges)
    #expect(context.hasChanges)
    #expect(context.insertedModelsArray.count == 1)
    try context.save()
    #expect(!author.hasChanges)
    #expect(!context.hasChanges)
    #expect(context.insertedModelsArray.isEmpty)
    #expect(try context.only(Author.self) === author)
    #expect(author.name == "Bashō")
  }

  @Test("identity, equality, hash and identifier of an object do not change with a save")
  func identity() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    let set: Set = [author]
    context.insert(author)
    let inserted = author.persistentModelID
    #expect(set.contains(author))
    try context.save()
    #expect(set.contains(author))
    #expect(author.persistentModelID == inserted)
    #expect(author.id == inserted)
    let found: Author? = context.registeredModel(for: inserted)
    #expect(found === author)
  }

  @Test("one row is one object of a context, and another object of another context")
  func oneObjectForOneRow() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    context.insert(Author(name: "a"))
    try context.save()
    let other = ModelContext(container)
    let first = try other.only(Author.self)
    #expect(try other.only(Author.self) === first)
    #expect(try context.only(Author.self) !== first)
    #expect(try context.only(Author.self).persistentModelID == first.persistentModelID)
  }

  @Test("a change is pending until the save, and every context finds it afterwards")
  func change() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    author.name = "b"
    author.motto = "m"
    #expect(author.hasChanges)
    #expect(context.changedModelsArray.count == 1)
    #expect(try ModelContext(container).only(Author.self).name == "a")
    try context.save()
    let seen = try ModelContext(container).only(Author.self)
    #expect(seen.name == "b")
    #expect(seen.motto == "m")
    author.motto = nil
    try context.save()
    #expect(try ModelContext(container).only(Author.self).motto == nil)
  }

  @Test("a change that is taken back is saved as none")
  func changeTakenBack() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    let generation = container.store.current.generation
    author.name = "b"
    author.name = "a"
    try context.save()
    #expect(container.store.current.generation == generation)
    #expect(!context.hasChanges)
  }

  @Test("a deleted object is pending until the save, is gone afterwards, and stays readable")
  func delete() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    context.delete(author)
    #expect(author.isDeleted)
    #expect(author.hasChanges)
    #expect(context.deletedModelsArray.count == 1)
    #expect(try context.all(Author.self).isEmpty)
    #expect(author.name == "a")
    try context.save()
    #expect(!author.isDeleted)
    #expect(author.modelContext == nil)
    #expect(author.name == "a")
    #expect(author.books.isEmpty)
    #expect(context.deletedModelsArray.isEmpty)
    author.name = "written after the end"
    #expect(!context.hasChanges)
  }

  @Test("deleting a new object leaves nothing to save")
  func deleteNew() throws {
    let context = try Library.context()
    let book = Book(title: "t")
    let author = Author(name: "a")
    author.books = [book]
    context.insert(author)
    context.delete(book)
    #expect(author.books.isEmpty)
    context.delete(author)
    #expect(context.insertedModelsArray.isEmpty)
    #expect(!context.hasChanges)
    #expect(book.title == "t")
    #expect(book.author == nil)
  }

  @Test("rolling back drops new objects, restores changed and deleted ones, and relationships")
  func rollback() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    let kept = Book(title: "kept")
    let moved = Book(title: "moved")
    author.books = [moved, kept]
    context.insert(author)
    try context.save()

    author.name = "changed"
    let new = Book(title: "new")
    author.books = [new, kept]
    context.delete(kept)
    context.rollback()

    #expect(!context.hasChanges)
    #expect(author.name == "a")
    #expect(author.books.map(\.title) == ["moved", "kept"])
    #expect(moved.author === author)
    #expect(!kept.isDeleted)
    #expect(new.modelContext == nil)
    #expect(new.title == "new")
    #expect(new.author == nil)
    #expect(try context.all(Book.self).count == 2)
    author.name = "again"
    try context.save()
    #expect(try context.only(Author.self).name == "again")
  }

  @Test("inserting a deleted object before the save takes the deletion back")
  func insertDeleted() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    context.delete(author)
    context.insert(author)
    #expect(!author.isDeleted)
    try context.save()
    #expect(try context.only(Author.self) === author)
  }

  @Test("an object that was deleted and saved is refused where it is inserted again")
  func insertRemoved() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    context.delete(author)
    try context.save()
    context.insert(author)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(!context.hasChanges)
  }

  @Test("an object of another context is refused, and the rest is still saved")
  func objectOfAnotherContext() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    context.insert(Author(name: "a"))
    try context.save()
    let other = ModelContext(container)
    let foreign = try other.only(Author.self)
    let book = Book(title: "t")
    context.insert(book)
    book.author = foreign
    #expect(book.author == nil)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.property == "author")
    #expect(context.hasChanges)
    try context.save()
    #expect(try context.only(Book.self).title == "t")
  }

  @Test("objects stay readable after their context is gone, and keep nothing alive by edits")
  func contextGone() throws {
    let container = try Library.container()
    weak var leaked: Author?
    do {
      let author: Author
      let book = Book(title: "t")
      do {
        let context = ModelContext(container)
        author = Author(name: "a")
        author.books = [book]
        context.insert(author)
        try context.save()
      }
      #expect(author.name == "a")
      #expect(author.books.map(\.title) == ["t"])
      #expect(author.modelContext == nil)
      author.name = "b"
      author.books = []
      #expect(author.name == "b")
      leaked = author
    }
    #expect(leaked == nil)
  }

  @Test("a transaction saves what its closure did")
  func transaction() throws {
    let context = try Library.context()
    try context.transaction { context.insert(Author(name: "a")) }
    #expect(!context.hasChanges)
    #expect(try context.all(Author.self).count == 1)
  }

  @Test("a store that cannot be written leaves the changes pending and the document as it was")
  func failingStore() throws {
    struct Full: Error {}
    let container = try Library.container(persist: { tables in
      if tables.rowCount > 1 { throw Full() }
    })
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    let before = container.store.current
    let book = Book(title: "t")
    author.name = "b"
    author.books = [book]
    #expect(throws: Full.self) { try context.save() }
    #expect(container.store.current.generation == before.generation)
    #expect(container.store.current.tables.rowCount == 1)
    #expect(context.hasChanges)
    #expect(book.hasChanges)
    #expect(author.name == "b")
    #expect(author.books.map(\.title) == ["t"])
    context.rollback()
    #expect(author.name == "a")
    #expect(author.books.isEmpty)
  }

  @Test(
    "a container that may not be written refuses the save by name, and says the only reason",
    arguments: [
      (.unknownFeature, "use a newer version"), (.part, "a part of a document"),
      (.configuration("trips"), "the configuration “trips” does not allow saves"),
    ] as [(ReadOnlyReason, String)])
  func readOnly(_ reason: ReadOnlyReason, words: String) throws {
    let schema = Schema(Library.models)
    let container = try Library.container()
    let context = ModelContext(
      ModelContainer(
        store: container.store,
        catalog: ModelCatalog(Library.models, schema: container.store.current.tables.schema),
        schema: schema, readOnlyReason: reason))
    context.insert(Author(name: "a"))
    let error = #expect(throws: SwiftDataError.readOnlyStore) { try context.save() }
    #expect(error?.explanation.contains(words) == true)
    #expect(context.hasChanges)
  }

  @Test("willSave and didSave are posted once, with the identifiers of what was saved")
  func notifications() throws {
    final class Seen: @unchecked Sendable {
      var names: [Notification.Name] = []
      var inserted: [PersistentIdentifier] = []
    }
    let context = try Library.context()
    let seen = Seen()
    let tokens = [ModelContext.willSave, ModelContext.didSave].map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
        seen.names.append(note.name)
        let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
        seen.inserted += note.userInfo?[key] as? [PersistentIdentifier] ?? []
      }
    }
    defer { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    try context.save()
    #expect(seen.names == [ModelContext.willSave, ModelContext.didSave])
    #expect(seen.inserted == [author.persistentModelID])
  }
}
