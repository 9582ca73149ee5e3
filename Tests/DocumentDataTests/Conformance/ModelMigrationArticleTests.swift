import DocumentData
import Foundation
import Testing

@Suite("The article on model migration, January 2025")
struct ModelMigrationArticleTests {
  @Test("a service opens a document of the first version, and its plan's closure has run")
  func service() throws {
    let folder = try TemporaryFolder()
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: PaletteV1.self),
          configurations: ModelConfiguration(url: folder.file("palette.trip"))))
      ["red", "blue"].forEach { context.insert(PaletteV1.Colour(name: $0)) }
      try context.save()
    }
    let service = try PaletteService(folder: folder.url)
    let byName = [SortDescriptor(\Colour.fullName)]
    let colours = try service.context.fetch(FetchDescriptor(sortBy: byName))
    #expect(colours.map(\.fullName) == ["blue!", "red!"])
  }

  // The properties of the two versions below differ in nothing but the name.
  enum Named {
    @Model class Pupil {
      var name: String
      init(name: String) { self.name = name }
    }
  }

  enum Renamed {
    @Model class Pupil {
      @Attribute(originalName: "name") var fullName: String
      init(name: String) { self.fullName = name }
    }
  }

  @Test("a property with its original name keeps its values, without any plan")
  func renamed() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("pupils.trip")
    do {
      let context = ModelContext(
        try ModelContainer(for: Named.Pupil.self, configurations: ModelConfiguration(url: file)))
      context.insert(Named.Pupil(name: "Ada"))
      try context.save()
    }
    let context = ModelContext(
      try ModelContainer(for: Renamed.Pupil.self, configurations: ModelConfiguration(url: file)))
    #expect(try context.only(Renamed.Pupil.self).fullName == "Ada")
  }
}
