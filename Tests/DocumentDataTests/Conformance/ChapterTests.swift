import DocumentData
import Foundation
import Testing

@Suite("Mastering iOS 18 Development, the chapter on SwiftData")
struct ChapterTests {
  private typealias Atlas = Atlases.Atlas
  private typealias Sheet = Atlases.Sheet
  private typealias Cartographer = Atlases.Cartographer
  private typealias Drawer = Atlases.Drawer

  private let memory = ModelConfiguration(isStoredInMemoryOnly: true)

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Atlas.self, Drawer.self, configurations: memory))
  }

  @Test("a stated inverse: setting the to-one puts the object into the to-many")
  func inverse() throws {
    let context = try context()
    let atlas = Atlas(title: "Moon")
    context.insert(atlas)
    let sheet = Sheet(content: "craters")
    sheet.atlas = atlas
    #expect(atlas.sheets.map(\.content) == ["craters"])
  }

  @Test("deleting an atlas takes its sheets, and leaves who drew it")
  func deletion() throws {
    let context = try context()
    let atlas = Atlas(title: "Moon", sheets: 2)
    atlas.drawnBy = Cartographer(id: UUID())
    context.insert(atlas)
    try context.save()
    context.delete(atlas)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Sheet>()) == 0)
    #expect(try context.only(Cartographer.self).firstName == "Nobody")
  }

  @Test("a tree: the inverse may be a property of the same class, and both may be arguments")
  func tree() throws {
    let context = try context()
    let inner = Drawer(inner: [], name: "inner", id: UUID())
    let outer = Drawer(inner: [inner], name: "outer", id: UUID())
    context.insert(outer)
    let last = Drawer(parent: outer, inner: [], name: "last", id: UUID())
    context.insert(last)
    #expect(inner.parent === outer)
    #expect(outer.inner.map(\.name) == ["inner", "last"])
  }

  @Test("a default of an optional property is that of a new object, and nil is kept")
  func optionalDefault() throws {
    let context = try context()
    let someone = Cartographer(id: UUID())
    #expect(someone.firstName == "Nobody")
    someone.firstName = nil
    context.insert(someone)
    try context.save()
    #expect(try ModelContext(context.container).only(Cartographer.self).firstName == nil)
  }

  @Test("a UUID may be unique, and two properties together")
  func unique() throws {
    let context = try context()
    let id = UUID()
    context.insert(Cartographer(id: id))
    context.insert(Atlas(title: "Moon", publisher: "North"))
    context.insert(Atlas(title: "Moon", publisher: "South"))
    try context.save()
    let again = Cartographer(id: id)
    again.firstName = "Ada"
    context.insert(again)
    let twin = Atlas(title: "Moon", publisher: "South")
    twin.isFavourite = true
    context.insert(twin)
    try context.save()
    #expect(try context.only(Cartographer.self).firstName == "Ada")
    let atlases = try context.fetch(FetchDescriptor<Atlas>(sortBy: [SortDescriptor(\.publisher)]))
    #expect(atlases.map(\.isFavourite) == [false, true])
  }

  @Test("a transient counter starts anew in every object that is fetched")
  func transient() throws {
    let context = try context()
    let atlas = Atlas(title: "Moon")
    atlas.timesOpened = 4
    context.insert(atlas)
    try context.save()
    #expect(try ModelContext(context.container).only(Atlas.self).timesOpened == 0)
  }

  @Test("a schema of the root alone has the related models, as a list of all has")
  func related() throws {
    let root = Schema([Atlas.self])
    let all = Schema([Atlas.self, Cartographer.self, Sheet.self])
    #expect(Set(root.entities.map(\.name)) == ["Atlas", "Cartographer", "Sheet"])
    #expect(root.entitiesByName.keys == all.entitiesByName.keys)
    let container = try ModelContainer(for: root, configurations: [memory])
    let context = ModelContext(container)
    context.insert(Sheet(content: "alone"))
    try context.save()
  }

  @Test(
    "two configurations: sketches in memory, atlases in a private database's place, a file here")
  func twoConfigurations() throws {
    let folder = try TemporaryFolder()
    let sketches = ModelConfiguration(
      "sketches", schema: Schema([Atlases.Sketch.self]), isStoredInMemoryOnly: true)
    let atlases = ModelConfiguration(
      "atlases", schema: Schema([Atlas.self]), url: folder.file("atlases.trip"),
      cloudKitDatabase: .private("iCloud.atlases"))
    func context() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Schema([Atlases.Sketch.self, Atlas.self]), configurations: [sketches, atlases]))
    }
    let first = try context()
    first.insert(Atlases.Sketch())
    first.insert(Atlas(title: "Moon"))
    try first.save()
    let second = try context()
    #expect(try second.fetchCount(FetchDescriptor<Atlases.Sketch>()) == 0)
    #expect(try second.fetchCount(FetchDescriptor<Atlas>()) == 1)
  }

  @Test("the container's main context takes a new object, and saves when it is told to")
  @MainActor func mainContext() throws {
    let container = try ModelContainer(for: Atlas.self, configurations: memory)
    let context = container.mainContext
    context.autosaveEnabled = false
    let atlas = Atlas(title: "Moon")
    context.insert(atlas)
    #expect(try ModelContext(container).all(Atlas.self).isEmpty)
    try context.save()
    #expect(try ModelContext(container).all(Atlas.self).count == 1)
  }

  private func shelf() throws -> ModelContext {
    let context = try context()
    for (title, count) in [("Moon", 12), ("Earth", 30), ("Mars", 12), ("Sun", 1)] {
      context.insert(Atlas(title: title, sheets: count))
    }
    try context.save()
    let mars = try context.fetch(
      FetchDescriptor<Atlas>(predicate: #Predicate { $0.title == "Mars" })
    ).first
    mars?.wasRead = true
    return context
  }

  @Test("a predicate of a text, and of the number of the related")
  func predicates() throws {
    let context = try shelf()
    let named = FetchDescriptor<Atlas>(predicate: #Predicate { $0.title == "Moon" })
    let moon = try? context.fetch(named).first
    #expect(moon?.title == "Moon")
    let thick = FetchDescriptor<Atlas>(
      predicate: #Predicate { atlas in
        return atlas.sheets.count > 10
      })
    #expect(try context.fetchCount(thick) == 3)
    let thickest = #Predicate<Atlases.Atlas> {
      $0.sheets.count > 20
    }
    #expect(try context.fetch(FetchDescriptor(predicate: thickest)).map(\.title) == ["Earth"])
  }

  @Test("conditions are joined as Swift joins them")
  func conditions() throws {
    let unreadOrLoved = #Predicate<Atlases.Atlas> {
      $0.sheets.count > 10 && (!$0.wasRead || $0.isFavourite)
    }
    let titles = try shelf().fetch(FetchDescriptor(predicate: unreadOrLoved)).map(\.title)
    #expect(Set(titles) == ["Moon", "Earth"])
  }

  @Test("orders follow one another, that of a count among them")
  func orders() throws {
    let descriptor = FetchDescriptor<Atlas>(
      sortBy: [SortDescriptor(\.sheets.count, order: .reverse), SortDescriptor(\.title)])
    #expect(try shelf().fetch(descriptor).map(\.title) == ["Earth", "Mars", "Moon", "Sun"])
  }

  @Test("a plan whose second stage moves one property into another before it goes")
  func migration() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("atlas.trip")
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: AtlasV1.self), configurations: ModelConfiguration(url: file))
      )
      context.insert(AtlasV1.Atlas(title: "Moon"))
      try context.save()
    }
    let container = try ModelContainer(
      for: AtlasV3.Atlas.self, migrationPlan: AtlasPlan.self,
      configurations: ModelConfiguration(url: file))
    #expect(try ModelContext(container).only(AtlasV3.Atlas.self).title == "Moon, new")
  }
}
