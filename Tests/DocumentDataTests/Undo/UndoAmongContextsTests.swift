import DocumentData
import DocumentTables
import Testing

@Suite("Undo among several contexts")
struct UndoAmongContextsTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  private struct Two {
    let container: ModelContainer
    let a: ModelContext
    let b: ModelContext
    let manager = UndoManager()

    init(_ fill: (ModelContext) -> Void) throws {
      container = try Library.container()
      a = ModelContext(container)
      fill(a)
      try a.save()
      b = ModelContext(container)
      manager.groupsByEvent = false
      a.undoManager = manager
    }
  }

  @Test("an undo writes over what another context has saved to the same property")
  func sameProperty() throws {
    let two = try Two { $0.insert(Author(name: "0")) }
    let author = try two.a.only(Author.self)
    author.name = "a"
    try two.a.save()
    let other = try two.b.only(Author.self)
    other.name = "b"
    other.motto = "m"
    try two.b.save()
    two.manager.undo()
    #expect(author.name == "0")
    #expect(author.motto == "m")
    try two.a.save()
    _ = try two.b.all(Author.self)
    #expect(other.name == "0")
  }

  @Test("undoing an edit of an object that another context has deleted does nothing")
  func editOfDeleted() throws {
    let two = try Two { $0.insert(Author(name: "0")) }
    let author = try two.a.only(Author.self)
    author.name = "a"
    try two.a.save()
    two.b.delete(try two.b.only(Author.self))
    try two.b.save()
    two.manager.undo()
    #expect(!two.a.hasChanges)
    #expect(author.modelContext == nil)
    try two.a.save()
    #expect(try two.a.all(Author.self).isEmpty)
  }

  @Test("an undone deletion is seen by the other context in the object it had")
  func sameObjectElsewhere() throws {
    let two = try Two { $0.insert(Author(name: "0")) }
    let other = try two.b.only(Author.self)
    let author = try two.a.only(Author.self)
    two.a.delete(author)
    try two.a.save()
    #expect(try two.b.all(Author.self).isEmpty)
    #expect(other.modelContext == nil)
    two.manager.undo()
    try two.a.save()
    #expect(try two.b.only(Author.self) === other)
    #expect(other.modelContext === two.b)
    #expect(other.name == "0")
  }

  @Test("two contexts may undo the deletion of one object")
  func bothPutBack() throws {
    let two = try Two { $0.insert(Author(name: "0")) }
    let manager = UndoManager()
    two.b.undoManager = manager
    let first = try two.a.only(Author.self)
    let second = try two.b.only(Author.self)
    two.a.delete(first)
    two.b.delete(second)
    try two.a.save()
    try two.b.save()
    two.manager.undo()
    manager.undo()
    second.motto = "m"
    try two.a.save()
    try two.b.save()
    #expect(try two.a.only(Author.self) === first)
    #expect(try two.b.only(Author.self) === second)
    #expect(first.motto == "m")
  }

  @Test("what another context related to an undone insertion lets go of it")
  func relatedMeanwhile() throws {
    let two = try Two { $0.insert(Book(title: "t")) }
    two.a.insert(Author(name: "new"))
    try two.a.save()
    try two.b.only(Book.self).author = try two.b.only(Author.self)
    try two.b.save()
    two.manager.undo()
    try two.a.save()
    #expect(try two.a.only(Book.self).author == nil)
    #expect(try two.b.only(Book.self).author == nil)
    #expect(TablesCheck.findings(two.container.store.current.tables, limit: 1).isEmpty)
  }

  @Test("a relationship is not put back to an object that another context has deleted")
  func targetIsGone() throws {
    let two = try Two {
      let house = Library.House()
      house.rooms = [Library.Room(name: "r", house: house)]
      $0.insert(house)
      $0.insert(Library.House())
      let author = Author(name: "n")
      author.books = [Book(title: "t")]
      $0.insert(author)
    }
    let room = try two.a.only(Library.Room.self)
    let houses = try two.a.all(Library.House.self)
    let book = try two.a.only(Book.self)
    room.house = houses[1]
    book.author = nil
    try two.a.save()
    two.b.delete(try two.b.all(Library.House.self)[0])
    two.b.delete(try two.b.only(Author.self))
    try two.b.save()
    two.manager.undo()
    #expect(room.house === houses[1])
    #expect(book.author == nil)
    try two.a.save()
    #expect(TablesCheck.findings(two.container.store.current.tables, limit: 1).isEmpty)
  }

  /// Whatever two contexts with an undo manager each do, the document stays valid, nothing traps,
  /// and in the end both say the same.
  @Test(
    "random edits, undos and redos of two contexts leave a valid document",
    arguments: 0..<15 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var choices = RandomChoices(seed: seed &+ 1000)
    let container = try Library.container()
    let contexts = [ModelContext(container), ModelContext(container)]
    let managers = [UndoManager(), UndoManager()]
    for (context, manager) in zip(contexts, managers) {
      manager.groupsByEvent = false
      context.undoManager = manager
    }
    var held: [any PersistentModel] = []
    for step in 0..<100 {
      let index = choices.number(below: 2)
      let context = contexts[index]
      switch choices.number(below: 12) {
      case 0, 1: save(context)
      case 2: context.rollback()
      case 3, 4: managers[index].undo()
      case 5: managers[index].redo()
      default:
        try RandomUndoTests.edit(context, &choices)
        held += context.insertedModelsArray.prefix(1)
        if choices.number(below: 2) == 0 { context.processPendingChanges() }
      }
      _ = try LibrarySnapshot(context)
      for person in try context.all(Library.Person.self) {
        if let spouse = person.spouse { #expect(spouse.spouse === person) }
        #expect(person.friends.allSatisfy { $0.friends.contains(person) })
      }
      let findings = TablesCheck.findings(container.store.current.tables, limit: 1)
      #expect(findings.isEmpty, "\(seed), \(step): \(findings.map(\.detail))")
      for model in held { ReadEverything.read(model) }
    }
    for context in contexts { save(context) }
    let last = try contexts.map { try LibrarySnapshot($0) }
    #expect(last[0] == last[1], "\(seed): \(last[0].difference(from: last[1]))")
  }

  private func save(_ context: ModelContext) {
    do {
      try context.save()
    } catch {
      context.rollback()
    }
  }
}

/// Reads every property of an object, in whatever phase it is.
enum ReadEverything {
  static func read(_ model: any PersistentModel) {
    switch model {
    case let author as Library.Author: _ = (author.name, author.motto, author.books)
    case let book as Library.Book: _ = (book.title, book.pages, book.author, book.tags)
    case let tag as Library.Tag: _ = (tag.name, tag.colour, tag.books)
    case let citizen as Library.Citizen: _ = (citizen.name, citizen.passport)
    case let passport as Library.Passport: _ = (passport.number, passport.owner)
    case let person as Library.Person: _ = (person.name, person.spouse, person.friends)
    case let folder as Library.Folder: _ = folder.pages
    case let page as Library.Page: _ = page.folder
    case let desk as Library.Desk: _ = desk.drawers
    case let drawer as Library.Drawer: _ = drawer.desk
    case let list as Library.Playlist: _ = list.books
    case let note as Library.Note: _ = (note.text, note.book, note.tag)
    case let profile as Library.Profile:
      _ = (profile.mood, profile.place, profile.former, profile.clicks, profile.hint)
    default: break
    }
    _ = (model.modelContext, model.persistentModelID, model.hasChanges, model.isDeleted)
  }
}
