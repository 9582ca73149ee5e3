import DocumentData
import Foundation
import Observation
import Testing

/// Three levels: the root with an initialiser, the second without, the third with its own.
private enum Shop {
  static let models: [any PersistentModel.Type] = [
    Article.self, Book.self, AudioBook.self, Tool.self, Shelf.self,
  ]

  @Model class Article {
    var name: String
    var price: Double = 1
    var shelf: Shelf?

    init(name: String) { self.name = name }

    var label: String { name }
    var isHeavy: Bool { false }
  }

  @Model class Book: Article {
    var pages: Int = 100
    // A relationship that the root does not have.
    var sequel: Book?

    override var label: String { "\(super.label), \(pages) pages" }
    override var isHeavy: Bool { pages > 500 }
  }

  @Model class AudioBook: Book {
    enum Voice: String, Codable, CaseIterable { case low, high }

    var voice: Voice

    init(name: String, voice: Voice) {
      self.voice = voice
      super.init(name: name)
    }

    override var label: String { "\(super.label), \(voice.rawValue)" }
  }

  @Model class Tool: Article {
    var weight: Int

    init(name: String, weight: Int) {
      self.weight = weight
      super.init(name: name)
    }
  }

  @Model class Shelf {
    @Relationship(deleteRule: .cascade, inverse: \Article.shelf) var articles: [Article] = []
    var newest: Book?

    init() {}
  }

  /// One object of each class, in this order on one shelf, saved.
  static func stocked() throws -> ModelContext {
    let container = try ModelContainer(
      for: Schema(models), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let shelf = Shelf()
    let book = Book(name: "novel")
    let audio = AudioBook(name: "play", voice: .low)
    audio.pages = 600
    book.sequel = audio
    shelf.articles = [Tool(name: "saw", weight: 3), audio, Article(name: "pen"), book]
    shelf.newest = audio
    context.insert(shelf)
    try context.save()
    return ModelContext(container)
  }
}

@Suite("Inheritance on three levels")
struct InheritanceBehaviourTests {
  private typealias Article = Shop.Article
  private typealias Book = Shop.Book
  private typealias AudioBook = Shop.AudioBook
  private typealias Tool = Shop.Tool

  private func names<T: Shop.Article>(
    _ context: ModelContext, _ type: T.Type, _ predicate: Predicate<T>? = nil
  ) throws -> [String] {
    try context.fetch(FetchDescriptor<T>(predicate: predicate)).map(\.name).sorted()
  }

  @Test("a fetch of a class is deep: it finds the objects of its subclasses, as such")
  func deep() throws {
    let context = try Shop.stocked()
    #expect(try names(context, Article.self) == ["novel", "pen", "play", "saw"])
    #expect(try names(context, Book.self) == ["novel", "play"])
    #expect(try names(context, AudioBook.self) == ["play"])
    let articles = try context.all(Article.self)
    #expect(articles.first { $0.name == "play" } is AudioBook)
    #expect(articles.first { $0.name == "novel" }.map { type(of: $0) == Book.self } == true)
  }

  @Test("a predicate makes it shallow")
  func shallow() throws {
    let context = try Shop.stocked()
    let books = #Predicate<Shop.Article> { $0 is Shop.Book && !($0 is Shop.AudioBook) }
    #expect(try names(context, Article.self, books) == ["novel"])
    let plain = #Predicate<Shop.Article> { !($0 is Shop.Book) && !($0 is Shop.Tool) }
    #expect(try names(context, Article.self, plain) == ["pen"])
    #expect(try context.fetchCount(FetchDescriptor(predicate: books)) == 1)
  }

  @Test("`as?` in a predicate reaches the properties of a subclass, on every level")
  func casts() throws {
    let context = try Shop.stocked()
    let long = #Predicate<Shop.Article> { (($0 as? Shop.Book)?.pages ?? 0) > 100 }
    #expect(try names(context, Article.self, long) == ["play"])
    let inherited = #Predicate<Shop.Article> { ($0 as? Shop.AudioBook)?.name == "play" }
    #expect(try names(context, Article.self, inherited) == ["play"])
    let neither = #Predicate<Shop.Article> { ($0 as? Shop.Tool) == nil }
    #expect(try names(context, Article.self, neither) == ["novel", "pen", "play"])
  }

  @Test("a relationship to a class leads to objects of its subclasses, in order")
  func polymorphic() throws {
    let context = try Shop.stocked()
    let shelf = try context.only(Shop.Shelf.self)
    #expect(shelf.articles.map(\.name) == ["saw", "play", "pen", "novel"])
    #expect((shelf.articles[1] as? AudioBook)?.voice == .low)
    #expect((shelf.articles[0] as? Tool)?.weight == 3)
    #expect(shelf.newest is AudioBook)
    let novel = try #require(shelf.articles.last as? Book)
    #expect(novel.sequel === shelf.articles[1])
    let tools = #Predicate<Shop.Shelf> { $0.articles.contains { $0 is Shop.Tool } }
    #expect(try context.fetchCount(FetchDescriptor(predicate: tools)) == 1)
  }

  @Test("computed properties that a subclass overrides are its own, also seen as the superclass")
  func overridden() throws {
    let context = try Shop.stocked()
    let labels = try context.all(Article.self).map(\.label).sorted()
    #expect(labels == ["novel, 100 pages", "pen", "play, 600 pages, low", "saw"])
    #expect(try context.all(Article.self).filter(\.isHeavy).map(\.name) == ["play"])
  }

  @Test("sorting and limits work across the classes of a hierarchy")
  func order() throws {
    let context = try Shop.stocked()
    try context.only(AudioBook.self).price = 9
    var descriptor = FetchDescriptor<Shop.Article>(
      sortBy: [SortDescriptor(\.price, order: .reverse), SortDescriptor(\.name)])
    descriptor.fetchLimit = 3
    #expect(try context.fetch(descriptor).map(\.name) == ["play", "novel", "pen"])
  }

  @Test("a change of an inherited property is that of the object, whatever class asks")
  func changes() throws {
    let context = try Shop.stocked()
    let audio = try context.only(AudioBook.self)
    (audio as Shop.Article).name = "opera"
    #expect(context.changedModelsArray.count == 1)
    try context.save()
    let other = ModelContext(context.container)
    #expect(try names(other, Book.self) == ["novel", "opera"])
  }

  @Test("a delete rule of the root's inverse reaches the objects of every class")
  func cascade() throws {
    let context = try Shop.stocked()
    context.delete(try context.only(Shop.Shelf.self))
    try context.save()
    #expect(try context.all(Article.self).isEmpty)
  }

  @Test("an identifier names the object's own class, and finds it as any of its superclasses")
  func identifiers() throws {
    let context = try Shop.stocked()
    let audio = try context.only(AudioBook.self)
    let id = audio.persistentModelID
    #expect(id.entityName == "AudioBook")
    let asArticle: Shop.Article? = context.registeredModel(for: id)
    #expect(asArticle === audio)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Shop.Article>()).contains(id))
  }

  @Test("observers of an inherited property hear of it, those of the subclass's own do not")
  func observed() throws {
    let context = try Shop.stocked()
    let audio = try context.only(AudioBook.self)
    let name = Heard { _ = audio.label }
    let own = Heard { _ = audio.voice }
    (audio as Shop.Article).name = "opera"
    #expect(name.count == 1)
    #expect(own.count == 0)
  }
}

/// Counts how often an observation was told of a change; once is all that it is told.
final class Heard: @unchecked Sendable {
  private(set) var count = 0

  init(_ read: () -> Void) {
    withObservationTracking(read) { [self] in count += 1 }
  }
}
