// recipe: The models of this page
import DocumentData

enum Genre: String, Codable { case travel, natural, poetry }

@Model final class Author {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
  init(name: String) { self.name = name }
}

@Model final class Book {
  var title: String
  var genre: Genre
  var pages: Int
  var author: Author?
  @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter] = []
  init(title: String, genre: Genre = .travel, pages: Int = 0) {
    self.title = title
    self.genre = genre
    self.pages = pages
  }
}

@Model final class Chapter {
  var title: String
  var book: Book?
  init(title: String) { self.title = title }
}
// end

extension ModelContainer {
  /// A container in memory over the models of this page.
  static func library() throws -> ModelContainer {
    try ModelContainer(
      for: Author.self, Book.self, Chapter.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
