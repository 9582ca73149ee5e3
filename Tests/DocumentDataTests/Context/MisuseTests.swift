import DocumentData
import DocumentTables
import Foundation
import Observation
import Testing

@Suite("Use that leads nowhere gives an error, never a trap")
struct MisuseTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  enum Size: Int, Codable, CaseIterable { case small = 1, large }

  struct Frame: Codable {
    var width: Double
    var colours: [String]
    var size: Size
    var note: String?
  }

  @Model class Picture {
    var size: Size
    var frame: Frame
    var frames: [Frame]
    var taken: Date
    var place: URL
    var price: Decimal
    var number: UInt64
    var data: Data
    var ratings: [String: Int]
    var next: Picture?

    init() {
      size = .large
      frame = Frame(width: 1, colours: ["c"], size: .large)
      frames = []
      taken = Date()
      place = URL(fileURLWithPath: "/")
      price = 1
      number = 1
      data = Data([1])
      ratings = ["r": 1]
    }
  }

  @Test("an identifier that leads nowhere gives an object whose properties are blank")
  func blankValues() throws {
    let container = try makeContainer([Picture.self])
    let context = ModelContext(container)
    let picture = Picture()
    context.insert(picture)
    let model = ModelContext(container).model(for: picture.persistentModelID)
    let blank = try #require(model as? Picture)
    #expect(blank.size == .small)
    #expect(blank.frame.width == 0)
    #expect(blank.frame.size == .small)
    #expect(blank.frame.note == nil)
    #expect(blank.frames.isEmpty)
    #expect(blank.price == 0)
    #expect(blank.number == 0)
    #expect(blank.data.isEmpty)
    #expect(blank.ratings.isEmpty)
    #expect(blank.next == nil)
    _ = (blank.taken, blank.place)
    blank.frame.width = 2
    blank.next = blank
    #expect(blank.modelContext == nil)
  }

  @Test("such objects keep their identifier, and nothing that is done to them matters")
  func missing() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    let desk = Library.Desk()
    let drawer = Library.Drawer(desk: desk)
    let models: [any PersistentModel] = [author, drawer]
    for model in models { context.insert(model) }
    let identifiers = models.map(\.persistentModelID)
    let other = ModelContext(container)
    let missing = identifiers.map { other.model(for: $0) }
    for (model, identifier) in zip(missing, identifiers) {
      #expect(model.modelContext == nil)
      #expect(model.persistentModelID == identifier)
      #expect(!model.hasChanges)
      #expect(!model.isDeleted)
      ReadEverything.read(model)
    }
    let blank = try #require(missing[0] as? Author)
    #expect(blank.name == "")
    #expect(blank.books.isEmpty)
    let blankDrawer = try #require(missing[1] as? Library.Drawer)
    #expect(blankDrawer.desk.drawers.isEmpty)
    blank.name = "x"
    blank.books = [Book(title: "t")]
    blankDrawer.desk = Library.Desk()
    other.delete(blank)
    #expect(!other.hasChanges)
    try context.save()
    let found = try #require(other.model(for: identifiers[0]) as? Author)
    #expect(found.name == "a")
    #expect(found.modelContext === other)
  }

  @Test(
    "an identifier of another container, or of a class that the container lacks, gives a blank object"
  )
  func foreignIdentifier() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    context.insert(author)
    let other = try makeContainer([Library.Tag.self, Book.self, Author.self])
    let model = ModelContext(other).model(for: author.persistentModelID)
    ReadEverything.read(model)
    #expect(model.modelContext == nil)
    let registered: Author? = ModelContext(other).registeredModel(for: author.persistentModelID)
    #expect(registered == nil)
    let fresh = Author(name: "never inserted")
    ReadEverything.read(context.model(for: fresh.persistentModelID))
    // No value of its enumeration, which does not list its cases, can be made up.
    let profile = Library.Profile(mood: .cross, place: .init(street: "s"))
    context.insert(profile)
    let blank = ModelContext(try Library.container()).model(for: profile.persistentModelID)
    ReadEverything.read(blank)
    #expect(!(blank is Library.Profile))
  }

  @Test("model(for:) and registeredModel(for:) find what there is, pending or not")
  func found() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    let identifier = author.persistentModelID
    #expect(context.model(for: identifier) === author)
    try context.save()
    #expect(context.model(for: identifier) === author)
    let other = ModelContext(container)
    let before: Author? = other.registeredModel(for: identifier)
    #expect(before == nil)
    let found = other.model(for: identifier)
    let after: Author? = other.registeredModel(for: identifier)
    #expect(after === found)
    context.delete(author)
    #expect(context.model(for: identifier) === author)
    try context.save()
    let removed: Author? = context.registeredModel(for: identifier)
    let removedElsewhere: Author? = other.registeredModel(for: identifier)
    #expect(removed == nil && removedElsewhere == nil)
    #expect(context.model(for: identifier).modelContext == nil)
    #expect(other.model(for: identifier).modelContext == nil)
  }

  @Test("inserting or deleting an object of another context is refused by name at the save")
  func objectOfAnotherContext() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    let other = ModelContext(container)
    other.insert(author)
    let inserted = #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    #expect(inserted?.explanation.contains("another context") == true)
    other.delete(author)
    let deleted = #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    #expect(deleted?.explanation.contains("another context") == true)
    #expect(author.modelContext === context)
    #expect(try other.only(Author.self).name == "a")
    let third = ModelContext(try Library.container())
    third.delete(author)
    #expect(throws: SwiftDataError.modelValidationFailure) { try third.save() }
    #expect(!third.hasChanges)
  }

  @Test("relating an object to one of another context or container names both")
  func relationship() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    for other in [ModelContext(container), ModelContext(try Library.container())] {
      let book = Book(title: "t")
      other.insert(book)
      book.author = author
      #expect(book.author == nil)
      author.books = [book]
      #expect(author.books.isEmpty)
      let error = #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
      #expect(error?.property == "author")
      #expect(error?.entity == "Book")
      #expect(error?.explanation.contains("Author \(author.persistentModelID.key)") == true)
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      try other.save()
    }
    try context.save()
  }

  @Test("deleting what was never inserted, or is gone, does nothing")
  func deletingNothing() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    context.delete(author)
    #expect(!context.hasChanges)
    context.insert(author)
    try context.save()
    context.delete(author)
    context.delete(author)
    try context.save()
    context.delete(author)
    #expect(!context.hasChanges)
  }

  @Test("objects of every phase can be read and written")
  func phases() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    func use(_ desk: Library.Desk, _ drawer: Library.Drawer, _ profile: Library.Profile) {
      for model in [desk, drawer, profile] as [any PersistentModel] { ReadEverything.read(model) }
      profile.mood = .cross
      profile.place.street = "x"
      profile.clicks = 1
      let other = drawer.desk
      drawer.desk = desk
      drawer.desk = other
      desk.drawers = desk.drawers
    }
    let desk = Library.Desk()
    let drawer = Library.Drawer(desk: desk)
    let profile = Library.Profile(mood: .calm, place: .init(street: "s"))
    use(desk, drawer, profile)
    context.insert(drawer)
    context.insert(profile)
    use(desk, drawer, profile)
    manager.undo()
    use(desk, drawer, profile)
    manager.redo()
    use(desk, drawer, profile)
    context.rollback()
    use(desk, drawer, profile)
    let second = Library.Desk()
    let member = Library.Drawer(desk: second)
    let stored = Library.Profile(mood: .calm, place: .init(street: "s"))
    context.insert(member)
    context.insert(stored)
    try context.save()
    use(second, member, stored)
    context.delete(second)
    context.delete(stored)
    use(second, member, stored)
    manager.undo()
    use(second, member, stored)
    manager.redo()
    try context.save()
    use(second, member, stored)
    manager.undo()
    use(second, member, stored)
    try context.save()
    let other = ModelContext(container)
    for model in try other.all(Library.Desk.self) { other.delete(model) }
    for model in try other.all(Library.Profile.self) { other.delete(model) }
    try other.save()
    use(second, member, stored)
    _ = try context.all(Library.Desk.self)
    use(second, member, stored)
    try? context.save()
    use(second, member, stored)
  }

  @Test(
    "objects outlive their context: they can be read and written, to no effect until one takes them"
  )
  func contextGone() throws {
    let container = try Library.container()
    let author = Author(name: "a")
    let new = Author(name: "n")
    let book = Book(title: "t")
    do {
      let context = ModelContext(container)
      context.insert(author)
      author.books = [book]
      try context.save()
      context.insert(new)
      book.title = "pending"
    }
    for model in [author, new, book] as [any PersistentModel] { ReadEverything.read(model) }
    author.name = "x"
    author.books = []
    author.books = [Book(title: "u")]
    book.author = new
    new.books = [book]
    #expect(author.modelContext == nil)
    #expect(!new.hasChanges)
    #expect(try ModelContext(container).only(Author.self).name == "a")
    let other = ModelContext(container)
    other.insert(new)
    try other.save()
    #expect(Set(try ModelContext(container).all(Author.self).map(\.name)) == ["a", "n"])
    #expect(try ModelContext(container).only(Book.self).title == "pending")
    #expect(try ModelContext(container).only(Book.self).author?.name == "n")
  }

  @Test("transactions may nest, and what a closure changed before it threw stays pending")
  func transactions() throws {
    struct Stop: Error {}
    let container = try Library.container()
    let context = ModelContext(container)
    try context.transaction {
      context.insert(Author(name: "1"))
      try context.transaction { context.insert(Author(name: "2")) }
      #expect(!context.hasChanges)
      context.insert(Author(name: "3"))
    }
    #expect(try ModelContext(container).all(Author.self).count == 3)
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Author(name: "4"))
        throw Stop()
      }
    }
    #expect(context.insertedModelsArray.count == 1)
    #expect(try ModelContext(container).all(Author.self).count == 3)
    context.rollback()
    #expect(!context.hasChanges)
  }

  @Test("observers of a property may fetch, change and save while it changes")
  func observers() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    let book = Book(title: "t")
    context.insert(author)
    context.insert(book)
    try context.save()
    nonisolated(unsafe) let unsafeContext = context
    nonisolated(unsafe) let unsafeAuthor = author
    withObservationTracking {
      _ = (author.name, author.books, book.author)
    } onChange: {
      _ = try? unsafeContext.all(Author.self)
      unsafeAuthor.motto = "m"
      unsafeContext.insert(Author(name: "more"))
      try? unsafeContext.save()
    }
    book.author = author
    #expect(author.books == [book])
    author.name = "b"
    try context.save()
    #expect(try ModelContext(container).all(Author.self).map(\.name) == ["b", "more"])
  }

  @Test("the author and the identity of a context are one value")
  func editingState() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    #expect(context.editingState.id == context.editingState.id)
    #expect(context.editingState.id != ModelContext(container).editingState.id)
    context.author = "somebody"
    #expect(context.editingState.author == "somebody")
    context.editingState.author = "another"
    #expect(context.author == "another")
    context.insert(Author(name: "a"))
    try context.save()
    #expect(container.store.recentChanges(since: 0)?.last?.changes.author == "another")
  }
}
