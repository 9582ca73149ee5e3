import SwiftData
import Testing

@Suite("Code for SwiftData's history")
struct JourneyHistoryTests {
  private let folder: URL

  init() throws {
    folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: Journey.self, Lodging.self,
      configurations: ModelConfiguration(url: folder.appending(path: "journeys.store")))
  }

  private func context(_ author: String) throws -> ModelContext {
    let context = ModelContext(try container())
    context.author = author
    return context
  }

  @Test("An app finds what its widget has saved since it looked last, over relaunches")
  func unread() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = TokenFile(url: folder.appending(path: "token"))
    do {
      let context = try context(Author.app)
      for name in ["Lisbon", "Goa"] {
        let journey = Journey(name: name)
        journey.lodging = Lodging(place: name)
        context.insert(journey)
      }
      try context.save()
    }
    _ = try await UnreadJourneys(modelContainer: container()).names(file)
    #expect(try await UnreadJourneys(modelContainer: container()).names(file).isEmpty)
    do {
      let context = try context(Author.widget)
      let goa = #Predicate<Lodging> { $0.place == "Goa" }
      try context.fetch(FetchDescriptor(predicate: goa)).first?.isConfirmed = true
      try context.save()
    }
    do {
      let context = try context(Author.app)
      for lodging in try context.fetch(FetchDescriptor<Lodging>()) { lodging.place += "!" }
      try context.save()
    }
    #expect(try await UnreadJourneys(modelContainer: container()).names(file) == ["Goa"])
    #expect(try await UnreadJourneys(modelContainer: container()).names(file).isEmpty)
  }

  @Test("An index follows insertions, updates and tombstones, and recovers when its token expires")
  func index() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try container()
    let context = ModelContext(container)
    let index = JourneyIndex(container)
    let journey = Journey(name: "Lisbon")
    context.insert(journey)
    try context.save()
    try index.update()
    journey.name = "Goa"
    context.insert(Journey(name: "Ormuz"))
    try context.save()
    try index.update()
    #expect(index.names.values.sorted() == ["Goa", "Ormuz"])
    context.delete(journey)
    try context.save()
    try index.update()
    #expect(index.names.values.sorted() == ["Ormuz"])
    #expect(index.rebuilds == 1)
    context.insert(Journey(name: "Hormuz"))
    try context.save()
    try JourneyIndex.forget(before: .now.addingTimeInterval(60), in: container)
    context.insert(Journey(name: "Macau"))
    try context.save()
    try index.update()
    #expect(index.names.values.sorted() == ["Hormuz", "Macau", "Ormuz"])
    #expect(index.rebuilds == 2)
  }
}
