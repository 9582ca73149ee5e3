import DocumentData
import Testing

@Suite("Deleting by predicate")
struct BatchDeletionTests {
  typealias Outing = Outings.Outing

  @Test("deletes what the predicate finds, pending objects included")
  func predicate() throws {
    var world = try OutingWorld.made(seed: 1)
    var generator = OutingGenerator(seed: 7)
    generator.disturb(&world)
    let predicate = #Predicate<Outing> { $0.days > 1 && $0.name != "a" }
    let all = try world.context.fetch(FetchDescriptor<Outing>())
    let kept = try all.filter { try !predicate.evaluate($0) }.map(\.persistentModelID)
    #expect(kept.count < all.count)
    try world.context.delete(model: Outing.self, where: predicate)
    #expect(try world.context.fetchIdentifiers(FetchDescriptor<Outing>()) == kept)
    try world.context.save()
    let other = ModelContext(world.context.container)
    #expect(try other.fetchIdentifiers(FetchDescriptor<Outing>()) == kept)
  }

  @Test("spares subclasses where it is told to")
  func subclasses() throws {
    let context = try OutingWorld.made(seed: 2).context
    let climbs = try context.fetchCount(FetchDescriptor<Outings.Climb>())
    let dives = try context.fetchCount(FetchDescriptor<Outings.Dive>())
    #expect(climbs > 0 && dives > 0)
    try context.delete(model: Outing.self, includeSubclasses: false)
    #expect(try context.fetchCount(FetchDescriptor<Outing>()) == climbs + dives)
    try context.delete(model: Outings.Climb.self)
    #expect(try context.fetchCount(FetchDescriptor<Outing>()) == dives)
    try context.delete(model: Outing.self)
    #expect(try context.fetchCount(FetchDescriptor<Outing>()) == 0)
  }

  @Test("follows the delete rules and makes no other object")
  func rules() throws {
    let world = try OutingWorld.made(seed: 3)
    let context = ModelContext(world.context.container)
    let named = try #require(world.outings.first { !$0.stops.isEmpty })
    let id = named.persistentModelID
    try context.delete(model: Outing.self, where: #Predicate { $0.persistentModelID == id })
    #expect(context.deletedModelsArray.map(\.persistentModelID) == [id])
    let others = world.outings.map(\.persistentModelID).filter { $0 != id }
    #expect(!others.contains { (context.registeredModel(for: $0) as Outing?) != nil })
    let stops = try context.fetch(FetchDescriptor<Outings.Stop>())
    #expect(stops.filter { $0.outing == nil }.count == named.stops.count)
  }

  @Test("of a class of another schema is an error that names it")
  func unknownClass() throws {
    let context = try OutingWorld.made(seed: 4, count: 2).context
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try context.delete(model: Library.Book.self)
    }
    #expect(error?.entity == "Book")
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.enumerate(FetchDescriptor<Library.Book>()) { _ in }
    }
  }
}
