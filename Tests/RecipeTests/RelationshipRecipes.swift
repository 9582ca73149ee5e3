import DocumentData
import Testing

@Suite("Recipes for keys and relationships")
struct RelationshipRecipes {
  private let folder = TemporaryFolder()

  @Test("Have one object for each key")
  func unique() throws {
    let context = try ModelContext(ModelContainer.library())
    // recipe: Have one object for each key
    context.insert(Author(name: "Ibn Battuta"))
    context.insert(Author(name: "Ibn Battuta"))  // the name is unique: updates the first author
    try context.save()
    let count = try context.fetchCount(FetchDescriptor<Author>())  // 1
    // end
    #expect(count == 1)
  }

  @Test("Choose what happens to a key that exists")
  func policies() throws {
    let url = folder.url.appending(path: "library.store")
    // recipe: Choose what happens to a key that exists
    var configuration = ModelConfiguration(url: url)
    configuration.setUniqueness(.keepExisting, of: Author.self, by: [\.name])
    // end
    let keeping = ModelContext(
      try ModelContainer(for: Author.self, configurations: configuration))
    for titles in [["Rihla"], ["Rihla", "Letters"]] {
      let author = Author(name: "Ibn Battuta")
      author.books = titles.map { Book(title: $0) }
      keeping.insert(author)
      try keeping.save()
    }
    #expect(try keeping.fetch(FetchDescriptor<Author>()).first?.books.map(\.title) == ["Rihla"])
    // recipe: Choose what happens to a key that exists
    configuration.setUniqueness(of: Author.self, by: [\.name]) { existing, new in
      existing.books += new.books.filter { book in
        !existing.books.contains { $0.title == book.title }
      }
      // The authors become one, and the other books of the new one are dropped.
      return .keepExisting
    }
    let container = try ModelContainer(for: Author.self, configurations: configuration)
    // end
    let context = ModelContext(container)
    let again = Author(name: "Ibn Battuta")
    again.books = ["Rihla", "Letters"].map { Book(title: $0) }
    context.insert(again)
    try context.save()
    #expect(
      try context.fetch(FetchDescriptor<Book>()).map(\.title).sorted() == ["Letters", "Rihla"])
    // recipe: Choose what happens to a key that exists
    configuration.setUniqueness(.refuse, of: Author.self, by: [\.name])
    let strict = ModelContext(try ModelContainer(for: Author.self, configurations: configuration))
    strict.insert(Author(name: "Ibn Battuta"))
    do {
      try strict.save()
    } catch let error as SwiftDataError {
      for conflict in error.uniquenessConflicts { print(conflict.existing, conflict.new) }
    }
    // end
    #expect(strict.hasChanges)
    func print(_ existing: PersistentIdentifier, _ new: PersistentIdentifier) {
      #expect(existing != new)
    }
  }

  @Test("Edit a draft that can be cancelled", arguments: [true, false])
  func draft(isConfirmed: Bool) throws {
    let container = try ModelContainer.library()
    let context = ModelContext(container)
    let book = Book(title: "Rihla")
    context.insert(book)
    try context.save()
    let title = "The Travels"
    // recipe: Edit a draft that can be cancelled
    let draft = ModelContext(container)
    draft.autosaveEnabled = false
    if let copy = draft.model(for: book.persistentModelID) as? Book {
      copy.title = title
      copy.chapters.append(Chapter(title: "Preface"))
    }
    if isConfirmed { try draft.save() }  // else the draft goes, and nothing has changed
    // end
    #expect(draft.hasChanges != isConfirmed)
    let saved = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    #expect(saved.title == (isConfirmed ? title : "Rihla"))
    #expect(saved.chapters.map(\.title) == (isConfirmed ? ["Preface"] : []))
  }

  @Test("Insert related objects")
  func graph() throws {
    let context = try ModelContext(ModelContainer.library())
    // recipe: Insert related objects
    let author = Author(name: "Ibn Battuta")
    let book = Book(title: "Rihla")
    book.chapters = [Chapter(title: "Tangier"), Chapter(title: "Mecca")]
    author.books.append(book)
    context.insert(author)  // inserts the book and its chapters too
    try context.save()
    // end
    #expect(try context.fetchCount(FetchDescriptor<Chapter>()) == 2)
    #expect(book.author === author && book.chapters.allSatisfy { $0.book === book })
  }

  @Test("Keep the order of a list")
  func order() throws {
    let configuration = ModelConfiguration(url: folder.url.appending(path: "library.store"))
    func open() throws -> ModelContext {
      try ModelContext(ModelContainer(for: Author.self, configurations: configuration))
    }
    let context = try open()
    let book = Book(title: "Rihla")
    book.chapters = ["Damascus", "Mecca", "Tangier"].map(Chapter.init(title:))
    context.insert(book)
    // recipe: Keep the order of a list
    let tangier = book.chapters.removeLast()
    book.chapters.insert(tangier, at: 0)
    try context.save()  // no attribute for the position is needed
    // end
    let saved = try open().fetch(FetchDescriptor<Book>())
    #expect(saved.map { $0.chapters.map(\.title) } == [["Tangier", "Damascus", "Mecca"]])
    #expect(saved.first?.chapters.first?.book === saved.first)
  }

  @Test("Delete what an object owns")
  func cascade() throws {
    let context = try ModelContext(ModelContainer.library())
    let author = Author(name: "Ibn Battuta")
    author.books = [Book(title: "Rihla")]
    author.books[0].chapters = [Chapter(title: "Tangier")]
    context.insert(author)
    try context.save()
    // recipe: Delete what an object owns
    context.delete(author)  // `deleteRule: .cascade` deletes its books and their chapters
    try context.save()
    // end
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Chapter>()) == 0)
  }
}
