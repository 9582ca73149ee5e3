import Foundation
import Testing

@testable import DocumentData

@Suite("An object whose context is gone belongs to its store")
struct ContextForEachCallTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  @Test("a change made before the insertion, after it or without any context is saved")
  func update() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"))
    for name in ["before", "after"] {
      let author = try shelf.only(Author.self)
      #expect(author.modelContext == nil)
      let context = ModelContext(shelf.container)
      if name == "before" { author.name = name }
      context.insert(author)
      #expect(author.modelContext === context)
      if name == "after" { author.name = name }
      #expect(context.changedModelsArray.map { $0 as? Author } == [author])
      try context.save()
      #expect(!context.hasChanges)
      #expect(author.name == name)
      #expect(try shelf.only(Author.self).name == name)
    }
    let author = try shelf.only(Author.self)
    author.name = "without"
    author.motto = "m"
    author.motto = nil
    try shelf.update(author)
    #expect(try shelf.only(Author.self).name == "without")
    try shelf.update(author)
    author.name = "again"
    try shelf.update(author)
    #expect(try shelf.only(Author.self).name == "again")
  }

  @Test("taking an object that was not changed changes nothing")
  func unchanged() throws {
    let shelf = try Shelf()
    let book = Book(title: "t")
    book.author = Author(name: "a")
    try shelf.add(book)
    let author = try shelf.only(Author.self)
    author.name = "a"
    let context = ModelContext(shelf.container)
    let key = author.persistentModelID
    context.insert(author)
    #expect(!context.hasChanges)
    #expect(author.persistentModelID == key)
    #expect(author.books.map(\.title) == ["t"])
    let registered: Author? = context.registeredModel(for: key)
    #expect(registered === author)
    #expect(try context.only(Author.self) === author)
  }

  @Test("an object is deleted with what its rules say")
  func delete() throws {
    let shelf = try Shelf()
    let desk = Library.Desk()
    let drawer = Library.Drawer(desk: desk)
    let book = Book(title: "t")
    let author = Author(name: "a")
    book.author = author
    let list = Library.Playlist()
    list.books = [book]
    try shelf.add(drawer, book, list)
    try shelf.delete(try shelf.only(Library.Desk.self))
    #expect(try shelf.all(Library.Drawer.self).isEmpty)
    let fetched = try shelf.only(Author.self)
    fetched.name = "changed"
    try shelf.delete(fetched)
    #expect(fetched.modelContext == nil)
    #expect(fetched.name == "changed" || fetched.name == "a")
    #expect(try shelf.only(Book.self).author == nil)
    try shelf.delete(book)
    #expect(try shelf.only(Library.Playlist.self).books.isEmpty)
  }

  @Test("relating it to an object of a context takes it, from either end")
  func related() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"), Library.Tag(name: "t"))
    let author = try shelf.only(Author.self)
    author.name = "changed"
    var context = ModelContext(shelf.container)
    let book = Book(title: "1")
    context.insert(book)
    book.author = author
    #expect(author.modelContext === context)
    #expect(author.books == [book])
    try context.save()
    #expect(try shelf.only(Author.self).name == "changed")
    #expect(try shelf.only(Book.self).author?.name == "changed")
    context = ModelContext(shelf.container)
    let tag = try shelf.only(Library.Tag.self)
    let other = try context.only(Book.self)
    tag.books = [other]
    #expect(tag.modelContext === context)
    #expect(other.tags == [tag])
    try context.save()
    #expect(try shelf.only(Book.self).tags.map(\.name) == ["t"])
  }

  @Test("relationships that it is given without a context are saved with it")
  func relatedWithoutContext() throws {
    let shelf = try Shelf()
    let first = Book(title: "1")
    let second = Book(title: "2")
    let author = Author(name: "a")
    author.books = [first]
    try shelf.add(author, second)
    let fetched = try shelf.only(Author.self)
    let books = try shelf.all(Book.self)
    fetched.books = [books[1], Book(title: "3")]
    #expect(fetched.books.map(\.title) == ["2", "3"])
    books[1].tags = [Library.Tag(name: "t")]
    try shelf.update(fetched)
    #expect(try shelf.only(Author.self).books.map(\.title) == ["2", "3"])
    #expect(try shelf.all(Book.self).map(\.author?.name) == [nil, "a", "a"])
    #expect(try shelf.only(Library.Tag.self).books.map(\.title) == ["2"])
    let book = try shelf.all(Book.self)[0]
    book.author = try shelf.only(Author.self)
    try shelf.update(book)
    #expect(Set(try shelf.only(Author.self).books.map(\.title)) == ["1", "2", "3"])
    let last = try shelf.only(Author.self)
    last.books = []
    try shelf.update(last)
    #expect(try shelf.only(Author.self).books.isEmpty)
  }

  @Test("a new object that leads to it takes it along, whatever lies between")
  func fromNewObjects() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"))
    let author = try shelf.only(Author.self)
    let tag = Library.Tag(name: "t")
    let book = Book(title: "b")
    book.author = author
    tag.books = [book]
    try shelf.add(tag)
    #expect(try shelf.only(Author.self).books.map(\.title) == ["b"])
    #expect(try shelf.only(Library.Tag.self).books.first?.author?.name == "a")
  }

  @Test("a long chain of such objects is taken without recursion")
  func chain() throws {
    let shelf = try Shelf()
    var last = Library.Node(number: 0)
    try shelf.add(last)
    for number in 1...2_000 {
      let node = Library.Node(number: number)
      try shelf.add(node)
      if number.isMultiple(of: 2) {
        let new = Library.Node(number: -number)
        new.next = last
        last = new
      }
      node.next = last
      last = node
    }
    try shelf.update(last)
    let nodes = try shelf.all(Library.Node.self)
    #expect(nodes.count == 3_001)
    #expect(nodes.count { $0.next != nil } == 3_000)
  }

  @Test("held objects that it leads to come with it and stay the same objects")
  func reached() throws {
    let shelf = try Shelf()
    let book = Book(title: "t")
    let author = Author(name: "a")
    book.author = author
    try shelf.add(book, Author(name: "other"))
    let authors = try shelf.all(Author.self)
    let held = try #require(authors[0].books.first)
    held.title = "changed"
    authors[1].name = "not reached"
    let context = ModelContext(shelf.container)
    context.insert(authors[0])
    #expect(held.modelContext === context)
    #expect(authors[0].books.first === held)
    #expect(authors[1].modelContext == nil)
    try context.save()
    #expect(try shelf.only(Book.self).title == "changed")
    #expect(try shelf.all(Author.self).map(\.name) == ["a", "other"])
    try shelf.update(authors[1])
    #expect(try shelf.all(Author.self).map(\.name) == ["a", "not reached"])
  }

  @Test("where the context has an object for the row already, both are one from then on")
  func registered() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"), Book(title: "t"))
    let author = try shelf.only(Author.self)
    author.name = "changed"
    author.books = try shelf.all(Book.self)
    let context = ModelContext(shelf.container)
    let known = try context.only(Author.self)
    known.motto = "m"
    context.insert(author)
    #expect(author.modelContext === context)
    #expect(known.name == "changed")
    #expect(author.motto == "m")
    #expect(known.books.map(\.title) == ["t"])
    #expect(try context.only(Author.self) === known)
    author.name = "through the taken one"
    #expect(known.name == "through the taken one")
    try context.save()
    #expect(author.name == "through the taken one")
    #expect(author.motto == "m")
    known.motto = "n"
    #expect(author.motto == "n")
    let saved = try shelf.only(Author.self)
    #expect(saved.name == "through the taken one")
    #expect(saved.books.map(\.title) == ["t"])
    context.delete(author)
    try context.save()
    #expect(try shelf.all(Author.self).isEmpty)
    #expect(known.modelContext == nil)
  }

  @Test("several objects for one row, each with changes, all come to the row")
  func severalForOneRow() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"))
    let authors = try (0..<4).map { _ in try shelf.only(Author.self) }
    authors[0].name = "n"
    authors[1].motto = "m"
    let context = ModelContext(shelf.container)
    for author in authors { context.insert(author) }
    try context.save()
    for author in authors { #expect(author.name == "n" && author.motto == "m") }
    #expect(try shelf.only(Author.self).motto == "m")
  }

  @Test("objects of one row that another context had made one are taken together")
  func aliases() throws {
    let shelf = try Shelf()
    let older = Library.Tag(name: "t")
    let newer = Library.Tag(name: "t")
    do {
      let context = ModelContext(shelf.container)
      context.insert(older)
      try context.save()
      context.insert(newer)
      try context.save()
      #expect(newer.persistentModelID == older.persistentModelID)
    }
    newer.colour = "red"
    let context = ModelContext(shelf.container)
    context.insert(newer)
    #expect(older.modelContext === context)
    #expect(older.colour == "red")
    try context.save()
    #expect(try shelf.only(Library.Tag.self).colour == "red")
  }

  @Test(
    "an object that the context is to delete comes back when it is inserted, and stays away else")
  func knownDeleted() throws {
    let shelf = try Shelf()
    try shelf.add(Author(name: "a"))
    let author = try shelf.only(Author.self)
    author.name = "b"
    let context = ModelContext(shelf.container)
    let known = try context.only(Author.self)
    context.delete(known)
    context.delete(author)
    #expect(author.isDeleted)
    context.insert(author)
    #expect(!known.isDeleted)
    try context.save()
    #expect(try shelf.only(Author.self).name == "a" || shelf.only(Author.self).name == "b")
    let second = try shelf.only(Author.self)
    second.name = "c"
    let last = ModelContext(shelf.container)
    last.delete(try last.only(Author.self))
    last.insert(second)
    try last.save()
    #expect(try shelf.only(Author.self).name == "c")
  }
}
