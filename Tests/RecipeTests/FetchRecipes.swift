import DocumentData
import Testing

@Suite("Recipes for fetching")
struct FetchRecipes {
  private let context: ModelContext

  init() throws {
    context = try ModelContext(ModelContainer.library())
    let author = Author(name: "Ibn Battuta")
    author.books = [Book(title: "Rihla", pages: 900)]
    context.insert(author)
    context.insert(Book(title: "Physica", genre: .natural, pages: 300))
    context.insert(Book(title: "Edda", genre: .poetry, pages: 200))
    try context.save()
  }

  @Test("Filter by an enumeration")
  func enumeration() throws {
    // recipe: Filter by an enumeration
    let books = try context.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.genre == .travel }))
    // end
    #expect(books.map(\.title) == ["Rihla"])
  }

  @Test("Filter through an optional relationship")
  func optionalRelationship() throws {
    // recipe: Filter through an optional relationship
    let byAuthor = #Predicate<Book> { $0.author?.name == "Ibn Battuta" }
    let withoutAuthor = #Predicate<Book> { $0.author == nil }
    let ofLongBook = #Predicate<Author> { author in
      author.books.contains { $0.chapters.isEmpty && $0.pages > 500 }
    }
    // end
    #expect(try context.fetch(FetchDescriptor(predicate: byAuthor)).map(\.title) == ["Rihla"])
    #expect(try context.fetchCount(FetchDescriptor(predicate: withoutAuthor)) == 2)
    #expect(try context.fetchCount(FetchDescriptor(predicate: ofLongBook)) == 1)
  }

  @Test("Visit many objects in little memory")
  func enumerating() throws {
    // recipe: Visit many objects in little memory
    var pages = 0
    try context.enumerate(FetchDescriptor<Book>(), batchSize: 1000) { book in
      pages += book.pages
    }
    let long = try context.fetchCount(
      FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 500 }))  // creates no objects
    // end
    #expect(pages == 1400 && long == 1)
  }
}
