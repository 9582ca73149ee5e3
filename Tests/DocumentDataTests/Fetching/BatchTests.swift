import DocumentData
import Testing

@Suite("Fetches in batches")
struct BatchTests {
  typealias Outing = Outings.Outing

  private func isMade(_ id: PersistentIdentifier, in context: ModelContext) -> Bool {
    (context.registeredModel(for: id) as Outing?) != nil
  }

  @Test("make the objects of a batch when one is accessed, and let go of the others")
  func collection() throws {
    let context = ModelContext(try OutingWorld.made(seed: 1).context.container)
    let descriptor = FetchDescriptor<Outing>(sortBy: [SortDescriptor(\.days)])
    let ids = try context.fetchIdentifiers(descriptor)
    let found = try context.fetch(descriptor, batchSize: 5)
    #expect(found.count == ids.count)
    #expect(!ids.contains { isMade($0, in: context) })
    #expect(found[7].persistentModelID == ids[7])
    #expect(ids.filter { isMade($0, in: context) } == Array(ids[5..<10]))
    let held = found[6]
    _ = found[0]
    #expect(ids.filter { isMade($0, in: context) } == Array(ids[0..<5]) + [ids[6]])
    #expect(found[6] === held)
    #expect(found.map(\.persistentModelID) == ids)
    #expect(found.reversed().map(\.persistentModelID) == ids.reversed())
    #expect(found.last?.persistentModelID == ids.last)
    #expect(found[3..<9].map(\.persistentModelID) == Array(ids[3..<9]))
    let none = FetchDescriptor<Outing>(predicate: #Predicate { $0.days > 99 })
    #expect(try context.fetch(none, batchSize: 0).isEmpty)
    #expect(try context.fetch(descriptor, batchSize: 0).map(\.persistentModelID) == ids)
  }

  @Test("keep their elements whatever happens later")
  func laterChanges() throws {
    let world = try OutingWorld.made(seed: 2)
    let context = ModelContext(world.context.container)
    let new = Outing(name: "new")
    context.insert(new)
    let found = try context.fetch(FetchDescriptor<Outing>(), batchSize: 4)
    let count = found.count
    #expect(found.last === new)
    let name = world.outings[0].name
    world.outings[1].name = "changed"
    world.context.delete(world.outings[0])
    try world.context.save()
    _ = try context.fetchCount(FetchDescriptor<Outing>())
    #expect(found.count == count)
    #expect(found[0].name == name)
    #expect(found[0].modelContext == nil)
    #expect(found[1].name == "changed")
    context.delete(found[2])
    #expect(found[2].isDeleted)
    context.rollback()
    #expect(found.last === new)
  }

  @Test("give identifiers without an object")
  func identifiers() throws {
    let context = ModelContext(try OutingWorld.made(seed: 3).context.container)
    let descriptor = FetchDescriptor<Outing>(predicate: #Predicate { $0.days > 1 })
    let ids = try context.fetchIdentifiers(descriptor)
    let found = try context.fetchIdentifiers(descriptor, batchSize: 2)
    #expect(Array(found) == ids)
    #expect(!ids.contains { isMade($0, in: context) })
    #expect(Set(ids.map(\.entityName)).isSubset(of: ["Outing", "Climb", "Dive"]))
  }

  @Test("go through every object and free those that nobody holds")
  func enumeration() throws {
    let context = ModelContext(try OutingWorld.made(seed: 4).context.container)
    let descriptor = FetchDescriptor<Outing>(
      predicate: #Predicate { $0.days > 0 }, sortBy: [SortDescriptor(\.name)])
    let ids = try context.fetchIdentifiers(descriptor)
    var seen: [PersistentIdentifier] = []
    var mostMade = 0
    try context.enumerate(descriptor, batchSize: 3) { outing in
      seen.append(outing.persistentModelID)
      mostMade = max(mostMade, ids.filter { isMade($0, in: context) }.count)
    }
    #expect(seen == ids)
    #expect(mostMade == 1)
  }

  @Test("let a closure change objects only if that is allowed, or saved in time")
  func mutations() throws {
    let world = try OutingWorld.made(seed: 5)
    let context = world.context
    let descriptor = FetchDescriptor<Outing>()
    var count = 0
    let error = #expect(throws: SwiftDataError.mutationDuringEnumeration) {
      try context.enumerate(descriptor, batchSize: 4) { outing in
        outing.days += 100
        count += 1
      }
    }
    #expect(count == 4)
    #expect(error?.object != nil)
    #expect(context.changedModelsArray.count == 4)
    context.rollback()
    try context.enumerate(descriptor, batchSize: 4, allowEscapingMutations: true) {
      $0.days = 5
    }
    #expect(context.changedModelsArray.count == world.outings.count)
    try context.enumerate(descriptor, batchSize: 4) { $0.days = 6 }
    try context.save()
    try context.enumerate(descriptor, batchSize: 1) {
      $0.days = 7
      try context.save()
    }
    #expect(
      try context.fetchCount(FetchDescriptor<Outing>(predicate: #Predicate { $0.days != 7 })) == 0)
  }

  @Test("leave out what a closure deletes, and end with what it throws")
  func deletions() throws {
    struct Stop: Error {}
    let world = try OutingWorld.made(seed: 6)
    var seen = 0
    try world.context.enumerate(FetchDescriptor<Outing>(), allowEscapingMutations: true) { _ in
      seen += 1
      if seen == 1 { world.outings.dropFirst(2).forEach(world.context.delete) }
    }
    #expect(seen == 2)
    #expect(throws: Stop.self) {
      try world.context.enumerate(FetchDescriptor<Outing>()) { _ in throw Stop() }
    }
  }
}
