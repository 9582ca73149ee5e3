import DocumentData
import DocumentTables
import Foundation
import Observation
import Testing

@Suite("Undo in a context")
struct ContextUndoTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  private func library(
    _ container: ModelContainer? = nil
  ) throws -> (context: ModelContext, manager: UndoManager) {
    let context = ModelContext(try container ?? Library.container())
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    return (context, manager)
  }

  @Test("a context has no undo manager unless it is given one")
  func none() throws {
    let context = try Library.context()
    #expect(context.undoManager == nil)
    context.insert(Author(name: "a"))
    context.processPendingChanges()
    #expect(context.hasChanges)
  }

  @Test("an undone order says nothing about members that come later")
  func laterMembers() throws {
    let (context, manager) = try library()
    let author = Author(name: "a")
    let books = ["x", "y"].map { Book(title: $0) }
    author.books = books
    context.insert(author)
    context.processPendingChanges()
    books[0].author = nil
    context.processPendingChanges()
    author.books = [books[1], books[0]]
    context.processPendingChanges()
    manager.undo()
    #expect(author.books.map(\.title) == ["y"])
    books[0].author = author
    #expect(author.books.map(\.title) == ["x", "y"])
  }

  @Test("an insertion is undone and done again with the same object")
  func insertion() throws {
    let (context, manager) = try library()
    let author = Author(name: "a")
    author.books = [Book(title: "t")]
    context.insert(author)
    let identifier = author.persistentModelID
    #expect(manager.canUndo)
    manager.undo()
    #expect(!context.hasChanges)
    #expect(author.modelContext == nil)
    #expect(author.name == "a")
    #expect(try context.all(Author.self).isEmpty)
    #expect(try context.all(Book.self).isEmpty)
    manager.redo()
    #expect(try context.only(Author.self) === author)
    #expect(author.persistentModelID == identifier)
    #expect(author.books.map(\.title) == ["t"])
    try context.save()
    #expect(try context.only(Author.self) === author)
  }

  @Test("what happens between two calls of processPendingChanges is one action")
  func actions() throws {
    let (context, manager) = try library()
    let author = Author(name: "a")
    context.insert(author)
    context.processPendingChanges()
    author.name = "b"
    author.name = "c"
    author.motto = "m"
    context.processPendingChanges()
    context.processPendingChanges()
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(author.name == "a")
    #expect(author.motto == nil)
    #expect(author.modelContext === context)
    manager.redo()
    #expect(author.name == "c")
    #expect(author.motto == "m")
  }

  @Test("changes that come to nothing leave no action")
  func nothing() throws {
    let (context, manager) = try library()
    let author = Author(name: "a")
    context.insert(author)
    context.delete(author)
    #expect(!manager.canUndo)
    let kept = Author(name: "k")
    context.insert(kept)
    try context.save()
    manager.removeAllActions()
    kept.name = "x"
    kept.name = "k"
    #expect(!manager.canUndo)
  }

  @Test("an object whose edits are all undone has no changes")
  func clean() throws {
    let (context, manager) = try library()
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    context.processPendingChanges()
    author.name = "b"
    author.books = []
    manager.undo()
    #expect(!author.hasChanges)
    #expect(!context.hasChanges)
    #expect(context.changedModelsArray.isEmpty)
    manager.redo()
    #expect(context.changedModelsArray.count == 1)
  }

  @Test("an undo after a save is a change that waits for the next")
  func acrossSave() throws {
    let container = try Library.container()
    let (context, manager) = try library(container)
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    author.name = "b"
    try context.save()
    manager.undo()
    #expect(author.name == "a")
    #expect(try ModelContext(container).only(Author.self).name == "b")
    try context.save()
    #expect(try ModelContext(container).only(Author.self).name == "a")
    manager.undo()
    #expect(author.isDeleted)
    try context.save()
    #expect(try ModelContext(container).all(Author.self).isEmpty)
    manager.redo()
    manager.redo()
    try context.save()
    #expect(try ModelContext(container).only(Author.self).name == "b")
    #expect(try context.only(Author.self) === author)
  }

  @Test("a saved deletion is undone: the object is back under its key, with its relationships")
  func savedDeletion() throws {
    let container = try Library.container()
    let (context, manager) = try library(container)
    let author = Author(name: "a")
    let books = ["1", "2", "3"].map { Book(title: $0) }
    let tag = Library.Tag(name: "t")
    author.books = [books[2], books[0], books[1]]
    books[0].tags = [tag]
    context.insert(author)
    try context.save()
    context.processPendingChanges()
    let identifier = books[0].persistentModelID
    context.delete(books[0])
    try context.save()
    #expect(author.books.map(\.title) == ["3", "2"])
    #expect(tag.books.isEmpty)
    manager.undo()
    #expect(books[0].persistentModelID == identifier)
    #expect(books[0].modelContext === context)
    #expect(author.books.map(\.title) == ["3", "1", "2"])
    #expect(books[0].author === author)
    #expect(tag.books.first === books[0])
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.only(Author.self).books.map(\.title) == ["3", "1", "2"])
    #expect(fresh.model(for: identifier).persistentModelID == identifier)
  }

  @Test("a cascade is undone as a whole")
  func cascade() throws {
    let (context, manager) = try library()
    let desk = Library.Desk()
    desk.drawers = []
    context.insert(desk)
    context.insert(Library.Drawer(desk: desk))
    context.insert(Library.Drawer(desk: desk))
    try context.save()
    let drawers = desk.drawers
    context.delete(desk)
    try context.save()
    #expect(drawers.allSatisfy { $0.modelContext == nil })
    manager.undo()
    #expect(desk.drawers == drawers)
    try context.save()
    manager.redo()
    #expect(try context.all(Library.Drawer.self).isEmpty)
    #expect(drawers[0].desk === desk)
  }

  @Test("ephemeral values are undone too")
  func ephemeral() throws {
    let (context, manager) = try library()
    let profile = Library.Profile(mood: .calm, place: .init(street: "s"))
    context.insert(profile)
    try context.save()
    context.processPendingChanges()
    profile.clicks = 9
    manager.undo()
    #expect(profile.clicks == 3)
    manager.redo()
    #expect(profile.clicks == 9)
  }

  @Test("what an upsert wrote over comes back")
  func upsert() throws {
    typealias Tag = Library.Tag
    let container = try Library.container()
    let (context, manager) = try library(container)
    let old = Tag(name: "n")
    old.colour = "red"
    context.insert(old)
    try context.save()
    context.processPendingChanges()
    let new = Tag(name: "n")
    new.colour = "blue"
    context.insert(new)
    let book = Book(title: "t")
    context.insert(book)
    book.tags = [new]
    try context.save()
    #expect(old.colour == "blue")
    manager.undo()
    #expect(old.colour == "red")
    #expect(new.colour == "red")
    #expect(old.books.isEmpty)
    manager.redo()
    #expect(old.colour == "blue")
    #expect(old.books.map(\.title) == ["t"])
    try context.save()
    #expect(try ModelContext(container).only(Tag.self).colour == "blue")
  }

  @Test("rolling back forgets what could be undone, but only this context's part of it")
  func rollback() throws {
    final class Other { var value = 1 }
    let (context, manager) = try library()
    let author = Author(name: "a")
    context.insert(author)
    context.processPendingChanges()
    let other = Other()
    manager.registerUndo(withTarget: other) { $0.value = 0 }
    context.rollback()
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(other.value == 0)
    #expect(author.modelContext == nil)
  }

  @Test("two contexts share an undo manager, and the order of their changes is kept")
  func shared() throws {
    let (first, manager) = try library()
    let second = try Library.context()
    second.undoManager = manager
    let a = Author(name: "a")
    let b = Author(name: "b")
    first.insert(a)
    first.processPendingChanges()
    second.insert(b)
    second.processPendingChanges()
    manager.undo()
    #expect(a.modelContext === first)
    #expect(b.modelContext == nil)
    manager.undo()
    #expect(a.modelContext == nil)
    manager.redo()
    manager.redo()
    #expect(b.modelContext === second)
  }

  @Test("what is changed without an undo manager, or with registration disabled, stays")
  func unregistered() throws {
    let (context, manager) = try library()
    let author = Author(name: "a")
    context.insert(author)
    manager.disableUndoRegistration()
    author.name = "b"
    manager.enableUndoRegistration()
    context.undoManager = nil
    context.insert(Author(name: "c"))
    context.undoManager = manager
    #expect(manager.undoCount == 1)
    author.motto = "m"
    manager.undo()
    #expect(author.motto == nil)
    #expect(author.name == "b")
    manager.undo()
    #expect(try context.only(Author.self).name == "c")
  }

  @Test("an action's name is that of the changes before it")
  func names() throws {
    let (context, manager) = try library()
    context.insert(Author(name: "a"))
    manager.setActionName("New Author")
    context.insert(Book(title: "t"))
    manager.setActionName("New Book")
    #expect(manager.undoMenuItemTitle == "Undo New Book")
    manager.undo()
    #expect(manager.undoMenuItemTitle == "Undo New Author")
    #expect(manager.redoMenuItemTitle == "Redo New Book")
  }

  @Test("observers hear of an undo")
  func observation() throws {
    final class Flag: @unchecked Sendable { var count = 0 }
    let (context, manager) = try library()
    let author = Author(name: "a")
    let book = Book(title: "t")
    context.insert(author)
    context.insert(book)
    context.processPendingChanges()
    author.name = "b"
    book.author = author
    let flag = Flag()
    withObservationTracking {
      _ = author.name
    } onChange: {
      flag.count += 1
    }
    withObservationTracking {
      _ = author.books
    } onChange: {
      flag.count += 10
    }
    manager.undo()
    #expect(flag.count == 11)
  }

  @Test("on the main actor each piece of work is one undo")
  @MainActor func events() async throws {
    let container = try Library.container()
    let context = container.mainContext
    let manager = UndoManager()
    context.undoManager = manager
    let author = Author(name: "a")
    context.insert(author)
    context.insert(Author(name: "b"))
    while context.hasChanges || manager.groupingLevel > 0 { await Task.yield() }
    #expect(manager.undoCount == 1)
    author.name = "c"
    while context.hasChanges || manager.groupingLevel > 0 { await Task.yield() }
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(author.name == "a")
    manager.undo()
    #expect(try context.all(Author.self).isEmpty)
    while context.hasChanges { await Task.yield() }
    #expect(try ModelContext(container).all(Author.self).isEmpty)
  }

  @Test("a context that is gone leaves nothing to undo and nothing in memory")
  func gone() throws {
    let manager = UndoManager()
    weak var leaked: Author?
    do {
      let context = try Library.context()
      context.undoManager = manager
      let author = Author(name: "a")
      leaked = author
      context.insert(author)
      context.processPendingChanges()
      author.name = "b"
    }
    #expect(!manager.canUndo)
    #expect(leaked == nil)
    manager.undo()
  }
}
