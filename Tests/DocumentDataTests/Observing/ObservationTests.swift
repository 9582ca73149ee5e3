import Observation
import Testing

@testable import DocumentData

@Suite("Observation of objects")
struct ObservationTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  private final class Flag: @unchecked Sendable {
    var count = 0
  }

  private func track(_ read: () -> Void) -> Flag {
    let flag = Flag()
    withObservationTracking(read) { flag.count += 1 }
    return flag
  }

  @Test("a change of a property that was read is heard, of another it is not")
  func change() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    let name = track { _ = author.name }
    author.motto = "m"
    #expect(name.count == 0)
    author.name = "b"
    #expect(name.count == 1)
    let motto = track { _ = author.motto }
    context.rollback()
    #expect(motto.count == 1)
  }

  @Test("a change of one end of a relationship is heard at the other")
  func inverse() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    let book = Book(title: "t")
    context.insert(author)
    context.insert(book)
    try context.save()
    var books = track { _ = author.books }
    book.author = author
    #expect(books.count == 1)
    let owner = track { _ = book.author }
    author.books = []
    #expect(owner.count == 1)
    author.books = [book]
    books = track { _ = author.books.count }
    context.delete(book)
    #expect(books.count == 1)
  }

  @Test("what another context saves is heard when this one looks")
  func otherContext() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    let book = Book(title: "t")
    context.insert(author)
    context.insert(book)
    try context.save()
    let other = ModelContext(container)
    let name = track { _ = author.name }
    try other.only(Author.self).name = "b"
    try other.save()
    _ = try context.fetch(FetchDescriptor<Author>())
    #expect(name.count == 1)
    #expect(author.name == "b")
    let books = track { _ = author.books }
    try other.only(Book.self).author = try other.only(Author.self)
    try other.save()
    _ = try context.fetch(FetchDescriptor<Author>())
    #expect(books.count == 1)
    let emptied = track { _ = author.books }
    other.delete(try other.only(Book.self))
    try other.save()
    _ = try context.fetch(FetchDescriptor<Author>())
    #expect(emptied.count == 1)
  }

  @Test("an object that nobody watches has no registrar")
  func noRegistrar() throws {
    let context = try Library.context()
    let author = Author(name: "a")
    context.insert(author)
    _ = author.name
    author.name = "b"
    try context.save()
    #expect(author._$state.registrar == nil)
    _ = track { _ = author.name }
    #expect(author._$state.registrar != nil)
  }
}
