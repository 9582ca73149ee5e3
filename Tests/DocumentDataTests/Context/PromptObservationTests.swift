import DocumentData
import Foundation
import Observation
import Testing

@Suite("What one context saves, another hears of")
struct PromptObservationTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  private final class Flag: @unchecked Sendable {
    var count = 0
  }

  @MainActor private func track(_ read: () -> Void) -> Flag {
    let flag = Flag()
    withObservationTracking(read) { flag.count += 1 }
    return flag
  }

  @MainActor private func wait(until condition: () -> Bool) async throws {
    for _ in 0..<2000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("observers on the main actor hear of another thread's save without looking")
  @MainActor func main() async throws {
    let container = try Library.container()
    let context = container.mainContext
    let author = Author(name: "a")
    let book = Book(title: "t")
    context.insert(author)
    context.insert(book)
    try context.save()
    let name = track { _ = author.name }
    let books = track { _ = author.books }
    let identifiers = (author.persistentModelID, book.persistentModelID)
    try await Task.detached {
      let other = ModelContext(container)
      let author = try #require(other.model(for: identifiers.0) as? Author)
      let book = try #require(other.model(for: identifiers.1) as? Book)
      author.name = "b"
      book.author = author
      try other.save()
    }.value
    try await wait { name.count == 1 && books.count == 1 }
    #expect(name.count == 1)
    #expect(books.count == 1)
    #expect(author.name == "b")
    #expect(author.books == [book])
  }

  @Test("observers of any context whose objects are watched on the main actor hear of a save")
  @MainActor func other() async throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    let name = track { _ = author.name }
    let other = ModelContext(container)
    try other.only(Author.self).name = "b"
    try other.save()
    #expect(name.count == 0)
    try await wait { name.count == 1 }
    #expect(name.count == 1)
  }

  @Test("observers hear of a deletion through another context")
  @MainActor func deletion() async throws {
    let container = try Library.container()
    let context = container.mainContext
    let author = Author(name: "a")
    author.books = [Book(title: "t")]
    context.insert(author)
    try context.save()
    let books = track { _ = author.books }
    let other = ModelContext(container)
    other.delete(try other.only(Book.self))
    try other.save()
    try await wait { books.count == 1 }
    #expect(books.count == 1)
    #expect(author.books.isEmpty)
  }

  @Test("a context elsewhere is left alone until it looks")
  func elsewhere() async throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Author(name: "a")
    context.insert(author)
    try context.save()
    try await Task.detached {
      let other = ModelContext(container)
      try other.only(Author.self).name = "b"
      try other.save()
    }.value
    await MainActor.run {}
    #expect(author.name == "a")
    _ = try context.fetch(FetchDescriptor<Author>())
    #expect(author.name == "b")
  }
}
