import DocumentData
import Testing

@Suite("Models where the main actor is the default")
struct MainActorByDefaultTests {
  private func inMemory(_ types: any PersistentModel.Type...) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test("Objects are inserted, saved, found and related on the main actor")
  func mainContext() throws {
    let container = try inMemory(Piece.self, Print.self, Studio.self)
    let context = container.mainContext
    let studio = Studio(name: "Main")
    context.insert(studio)
    let piece = Piece(title: "Waterfall")
    piece.studio = studio
    piece.age()
    context.insert(Print(title: "Day and Night"))
    try context.save()
    #expect(piece.changes == 1)
    #expect(studio.pieces.map(\.label) == ["Waterfall (1899)"])
    let code = piece.code
    let descriptor = FetchDescriptor<Piece>(
      predicate: #Predicate { $0.code == code && $0.year < 1900 },
      sortBy: [SortDescriptor(\.title)])
    #expect(try context.fetch(descriptor).map(\.title) == ["Waterfall"])
    #expect(try context.fetch(FetchDescriptor<Print>()).map(\.copies) == [1])
  }

  @Test("Nonisolated code and other actors use the models of their own contexts")
  func background() async throws {
    let container = try inMemory(Piece.self, Print.self, Studio.self)
    let archivist = Archivist(modelContainer: container)
    let id = try await archivist.add("Reptiles")
    try await archivist.rename(id, to: "Relativity")
    let labels = try await Task.detached { try storedLabels(in: container) }.value
    #expect(labels == ["Relativity (1899)"])
    let known = container.mainContext.model(for: id) as? Print
    #expect(known?.title == "Relativity")
  }

  @Test("A plan's closures run")
  func migration() throws {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = ModelConfiguration(url: folder.appending(path: "studio.store"))
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: StudioVersion1.self), configurations: configuration)
      let context = ModelContext(container)
      context.insert(StudioVersion1.Piece(title: "hand with sphere"))
      try context.save()
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: StudioVersion2.self), migrationPlan: StudioPlan.self,
      configurations: configuration)
    let studio = try container.mainContext.fetch(FetchDescriptor<Studio>()).first
    #expect(studio?.pieces.map(\.title) == ["Hand With Sphere"])
  }

  @Test("A class that states the main actor is stored and found")
  func statedMainActor() throws {
    let container = try inMemory(Frame.self, GiltFrame.self)
    let context = container.mainContext
    let outer = Frame(name: "outer")
    context.insert(outer)
    let inner = GiltFrame(name: "inner")
    outer.parts = [inner]
    inner.name = "gilt"
    try context.save()
    #expect(inner.renamings == 1)
    #expect(inner.parent === outer)
    let other = ModelContext(container)
    let name = "gilt"
    let found = try other.fetch(
      FetchDescriptor<Frame>(predicate: #Predicate { $0.name == name && $0.parent != nil }))
    #expect(found.map(\.code) == [inner.code])
    #expect((found.first as? GiltFrame)?.carats == 22)
  }

  @Test("The schema of a class on the main actor is made on any thread")
  func metadataElsewhere() async {
    let names = await Task.detached { Schema([GiltFrame.self]).entities.map(\.name).sorted() }.value
    #expect(names == ["Frame", "GiltFrame"])
  }
}

nonisolated private func storedLabels(in container: ModelContainer) throws -> [String] {
  let context = ModelContext(container)
  let year = 1899
  let pieces = try context.fetch(
    FetchDescriptor<Piece>(
      predicate: #Predicate { $0.year == year }, sortBy: [SortDescriptor(\.title)]))
  return pieces.map(\.label)
}
