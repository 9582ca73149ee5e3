import DocumentData
import Foundation
import Testing

@Suite("Fetch descriptors")
struct DescriptorTests {
  typealias Outing = Outings.Outing

  private func equal<T: PersistentModel>(
    _ left: Predicate<T>, _ right: Predicate<T>
  ) -> Bool {
    FetchDescriptor(predicate: left) == FetchDescriptor(predicate: right)
  }

  private func named(_ name: String) -> Predicate<Outing> { #Predicate { $0.name == name } }

  private func withStops(_ minutes: Int) -> Predicate<Outing> {
    #Predicate { outing in
      outing.stops.contains { $0.minutes == minutes } || outing.stops.allSatisfy { $0.minutes > 1 }
    }
  }

  @Test("are equal if they ask for the same")
  func equality() {
    var first = FetchDescriptor<Outing>(sortBy: [SortDescriptor(\.name)])
    var second = first
    #expect(first == second)
    second.fetchLimit = 3
    #expect(first != second)
    first.fetchLimit = 3
    first.propertiesToFetch = [\.name]
    #expect(first != second)
    second.propertiesToFetch = [\.name]
    #expect(first == second)
    second.sortBy = [SortDescriptor(\.name, order: .reverse)]
    #expect(first != second)
    second.sortBy = first.sortBy
    second.predicate = named("a")
    #expect(first != second)
    first.predicate = named("a")
    #expect(first == second)
  }

  @Test("compare predicates by operations, key paths and captured values")
  func predicates() {
    #expect(equal(named("a"), named("a")))
    #expect(!equal(named("a"), named("b")))
    #expect(!equal(named("a"), #Predicate { $0.name != "a" }))
    #expect(!equal(named("a"), #Predicate { $0.spot.street == "a" }))
    #expect(equal(withStops(2), withStops(2)))
    #expect(!equal(withStops(2), withStops(3)))
    let less = #Predicate<Outing> { $0.days < 2 }
    #expect(!equal(less, #Predicate { $0.days > 2 }))
    #expect(equal(less, #Predicate { $0.days < 2 }))
  }

  @Test("compare captured predicates too")
  func captured() {
    func nested(_ name: String) -> Predicate<Outing> {
      let inner = named(name)
      return #Predicate { inner.evaluate($0) && $0.days > 1 }
    }
    #expect(equal(nested("a"), nested("a")))
    #expect(!equal(nested("a"), nested("b")))
  }

  @Test("refuse key paths that lead to no property, and name the entity")
  func keyPaths() throws {
    let context = try OutingWorld.made(seed: 1, count: 4).context
    var descriptor = FetchDescriptor<Outing>()
    descriptor.propertiesToFetch = [\.name, \.stops]
    descriptor.relationshipKeyPathsForPrefetching = [\.stops, \.guide]
    #expect(try context.fetch(descriptor).count == 4)
    descriptor.propertiesToFetch = [\.shout]
    var error = #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetchCount(descriptor)
    }
    #expect(error?.entity == "Outing")
    descriptor.propertiesToFetch = []
    descriptor.relationshipKeyPathsForPrefetching = [\.name]
    error = #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetchIdentifiers(descriptor)
    }
    #expect(error?.property == "name")
  }

  @Test("may be sent to another task")
  func sendable() async throws {
    let container = try OutingWorld.made(seed: 2, count: 8).context.container
    let descriptor = FetchDescriptor<Outing>(predicate: named("a"))
    let count = try await Task.detached {
      try ModelContext(container).fetchCount(descriptor)
    }.value
    #expect(try ModelContext(container).fetchCount(descriptor) == count)
  }

  private func all<T: PersistentModel & OutingNamed>(
    _ type: T.Type, named name: String, in context: ModelContext
  ) throws -> [T] {
    try context.fetch(
      FetchDescriptor<T>(
        predicate: #Predicate { $0.name == name }, sortBy: [SortDescriptor(\.name)]))
  }

  private func one<T: PersistentModel>(
    _ type: T.Type, _ id: PersistentIdentifier, in context: ModelContext
  ) throws -> T? {
    let descriptor = FetchDescriptor<T>(predicate: #Predicate { $0.persistentModelID == id })
    #expect(try context.explain(descriptor).isTranslated)
    return try context.fetch(descriptor).first
  }

  @Test("serve code that is generic over models")
  func generic() throws {
    let world = try OutingWorld.made(seed: 3)
    world.outings[2].name = "same"
    world.guides[1].name = "same"
    #expect(
      try all(Outing.self, named: "same", in: world.context).map(\.id) == [world.outings[2].id])
    #expect(try all(Outings.Guide.self, named: "same", in: world.context).count == 1)
    try world.context.save()
    #expect(try all(Outing.self, named: "same", in: world.context).first === world.outings[2])
    let id = world.outings[4].persistentModelID
    #expect(try one(Outing.self, id, in: world.context) === world.outings[4])
    #expect(try one(Outings.Guide.self, id, in: world.context) == nil)
  }
}
