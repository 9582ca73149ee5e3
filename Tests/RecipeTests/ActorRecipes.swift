import DocumentData
import Testing

// recipe: Save on a background task
@ModelActor actor Importer {
  func addBooks(titled titles: [String]) throws {
    for title in titles { modelContext.insert(Book(title: title)) }
    try modelContext.save()
  }
}
// end

// recipe: Pass an object to another actor
@ModelActor actor Librarian {
  func addChapter(titled title: String, to book: PersistentIdentifier) throws {
    self[book, as: Book.self]?.chapters.append(Chapter(title: title))
    try modelContext.save()
  }
}
// end

@Suite("Recipes for actors")
struct ActorRecipes {
  @Test("Save on a background task")
  func saving() async throws {
    let container = try ModelContainer.library()
    // recipe: Save on a background task
    let importer = Importer(modelContainer: container)
    try await importer.addBooks(titled: ["Rihla", "Oku no Hosomichi"])
    // end
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 2)
  }

  @Test("Pass an object to another actor")
  func passing() async throws {
    let container = try ModelContainer.library()
    let context = ModelContext(container)
    let book = Book(title: "Rihla")
    context.insert(book)
    let librarian = Librarian(modelContainer: container)
    // recipe: Pass an object to another actor
    try context.save()
    let identifier = book.persistentModelID  // Sendable; the object is not
    try await librarian.addChapter(titled: "Tangier", to: identifier)
    // end
    #expect(
      try context.fetch(FetchDescriptor<Book>()).map { $0.chapters.map(\.title) } == [["Tangier"]])
  }
}
