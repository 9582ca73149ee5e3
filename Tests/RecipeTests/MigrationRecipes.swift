import DocumentData
import Testing

// recipe: Make an attribute unique in a new version
enum ShelfV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model final class Book {
    var title: String
    var pages = 0
    init(title: String) { self.title = title }
  }
}

enum ShelfV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }

  @Model final class Book {
    @Attribute(.unique) var title: String
    var pages = 0
    init(title: String) { self.title = title }
  }
}

enum ShelfMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShelfV1.self, ShelfV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ShelfV1.self, toVersion: ShelfV2.self,
        willMigrate: { context in
          let books = try context.fetch(FetchDescriptor<ShelfV1.Book>())
          for (_, copies) in Dictionary(grouping: books, by: \.title) {
            copies[0].pages = copies.map(\.pages).max() ?? 0
            for copy in copies.dropFirst() { context.delete(copy) }
          }
          try context.save()
        },
        didMigrate: nil)
    ]
  }
}
// end

/// The models of other releases.
private enum OtherReleases {
  enum Weather: String, Codable { case sunny, wet, foggy }

  @Model final class Walk {
    var weather: Weather
    init(weather: Weather) { self.weather = weather }
  }
}

// recipe: Rename a case of an enumeration
enum Weather: String, PersistentEnumeration {
  case sunny, rainy, unknown

  static var originalRawValues: [String: Weather] { ["wet": .rainy] }
  static var unknownCase: Weather? { .unknown }
}

@Model final class Walk {
  var weather: Weather
  init(weather: Weather) { self.weather = weather }
}
// end

// recipe: Change the raw values of an enumeration
enum JournalV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Day.self] }

  enum Mood: String, Codable { case happy, sad }

  @Model final class Day {
    var mood: Mood
    init(mood: Mood) { self.mood = mood }
  }
}

enum JournalV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Day.self] }

  enum Mood: String, Codable { case happy, blue }

  @Model final class Day {
    var mood: Mood
    init(mood: Mood) { self.mood = mood }
  }
}

enum JournalMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [JournalV1.self, JournalV2.self] }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: JournalV1.self, toVersion: JournalV2.self,
        transform: { old, new in
          for day in try old.fetch(FetchDescriptor<JournalV1.Day>()) {
            let changed: JournalV2.Day? = new.counterpart(of: day)
            changed?.mood = day.mood == .sad ? .blue : .happy
          }
        })
    ]
  }
}
// end

@Suite("Recipes for migration")
struct MigrationRecipes {
  private let folder = TemporaryFolder()

  @Test("Make an attribute unique in a new version")
  func custom() throws {
    let url = folder.url.appending(path: "shelf.store")
    do {
      let context = try ModelContext(
        ModelContainer(for: ShelfV1.Book.self, configurations: ModelConfiguration(url: url)))
      for pages in [10, 30, 20] {
        let book = ShelfV1.Book(title: "Rihla")
        book.pages = pages
        context.insert(book)
      }
      try context.save()
    }
    // recipe: Make an attribute unique in a new version
    let container = try ModelContainer(
      for: ShelfV2.Book.self, migrationPlan: ShelfMigrationPlan.self,
      configurations: ModelConfiguration(url: url))
    // end
    let books = try ModelContext(container).fetch(FetchDescriptor<ShelfV2.Book>())
    #expect(books.map(\.title) == ["Rihla"])
    #expect(books.map(\.pages) == [30])
  }

  @Test("Rename a case of an enumeration")
  func renamedCase() throws {
    let url = folder.url.appending(path: "walks.store")
    let configuration = ModelConfiguration(url: url)
    do {
      let context = try ModelContext(
        ModelContainer(for: OtherReleases.Walk.self, configurations: configuration))
      for weather in [OtherReleases.Weather.sunny, .wet, .foggy] {
        context.insert(OtherReleases.Walk(weather: weather))
      }
      try context.save()
    }
    let container = try ModelContainer(for: Walk.self, configurations: configuration)
    let walks = try ModelContext(container).fetch(FetchDescriptor<Walk>())
    #expect(walks.map(\.weather) == [.sunny, .rainy, .unknown])
    let report = container.migrationReport?.description ?? ""
    #expect(report.contains(#""wet" becomes "rainy""#) && report.contains(#""foggy""#))
  }

  @Test("Change the raw values of an enumeration")
  func rawValues() throws {
    let url = folder.url.appending(path: "journal.store")
    do {
      let context = try ModelContext(
        ModelContainer(
          for: Schema(versionedSchema: JournalV1.self),
          configurations: ModelConfiguration(url: url)))
      for mood in [JournalV1.Mood.happy, .sad] { context.insert(JournalV1.Day(mood: mood)) }
      try context.save()
    }
    let container = try ModelContainer(
      for: JournalV2.Day.self, migrationPlan: JournalMigrationPlan.self,
      configurations: ModelConfiguration(url: url))
    let days = try ModelContext(container).fetch(FetchDescriptor<JournalV2.Day>())
    #expect(Set(days.map(\.mood)) == [.happy, .blue])
  }
}
