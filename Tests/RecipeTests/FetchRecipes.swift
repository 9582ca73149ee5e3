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

  @Test("Count and add by group")
  func grouping() throws {
    // recipe: Count and add by group
    let genres = try context.fetchGroups(
      FetchDescriptor<Book>(), by: \.genre, aggregates: .count, .sum(of: \.pages),
      .average(of: \.pages))
    let longest = genres.filter { $0.values.0 > 1 }.sorted { $0.values.1 > $1.values.1 }.prefix(10)
    for genre in longest { print(genre.key, genre.values.0, genre.values.1) }

    let authors = try context.fetchGroups(
      FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 100 }),
      by: .expression(#Expression { $0.author?.name }), .key(\.title) { String($0.prefix(1)) },
      aggregates: .count, .countDistinct(of: \.genre))
    let (count, least) = try context.fetchAggregates(
      FetchDescriptor<Book>(), .count, .min(of: \.pages))
    // end
    #expect(genres.map(\.values.0).reduce(0, +) == 3)
    #expect(longest.map(\.values.0).allSatisfy { $0 > 1 })
    #expect(authors.map(\.values.0).reduce(0, +) == 3)
    #expect(count == 3 && least == 200)
  }
}
