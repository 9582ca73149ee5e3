import DocumentData
import JSONArchiveStore
import Testing

@Suite("Fetching, in every store")
struct FetchingTests {
  typealias Port = Harbour.Port
  typealias Ship = Harbour.Ship
  typealias Voyage = Harbour.Voyage

  private func fleet(_ harbours: Harbours) throws -> ModelContext {
    let context = try harbours.context()
    for (index, name) in ["Dora", "Anna", "Cleo", "Bea", "Anna"].enumerated() {
      let ship = Ship(name: name, tons: Double(index))
      let voyage = Voyage(number: index)
      voyage.ships = [ship]
      voyage.port = index < 2 ? Port(name: "port \(index)") : nil
      context.insert(voyage)
    }
    try context.save()
    return try harbours.context()
  }

  @Test("Predicates, orders, limits and offsets work together", arguments: StoreKind.allCases)
  func descriptors(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try fleet(harbours)
    var descriptor = FetchDescriptor<Ship>(
      predicate: #Predicate { $0.tons > 0 },
      sortBy: [SortDescriptor(\.name), SortDescriptor(\.tons, order: .reverse)])
    #expect(try context.fetch(descriptor).map(\.tons) == [4, 1, 3, 2])
    descriptor.fetchOffset = 1
    descriptor.fetchLimit = 2
    #expect(try context.fetch(descriptor).map(\.tons) == [1, 3])
    #expect(try context.fetchCount(descriptor) == 2)
    #expect(try context.fetchIdentifiers(descriptor).count == 2)
    descriptor.fetchOffset = 10
    #expect(try context.fetch(descriptor).isEmpty)
    #expect(try context.fetchCount(descriptor) == 0)
  }

  @Test(
    "A predicate may go through relationships that have not been read",
    arguments: StoreKind.allCases)
  func relationships(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try fleet(harbours)
    let named = #Predicate<Voyage> { voyage in
      voyage.ships.contains { $0.name == "Anna" } && voyage.port != nil
    }
    #expect(try context.fetch(FetchDescriptor(predicate: named)).map(\.number) == [1])
  }

  @Test("Pending changes count, unless a descriptor says no", arguments: StoreKind.allCases)
  func pending(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try fleet(harbours)
    let ships = try context.all(Ship.self, by: \.name)
    ships[2].name = "Zoe"
    context.delete(ships[3])
    context.insert(Ship(name: "Yve"))
    var descriptor = FetchDescriptor<Ship>(
      predicate: #Predicate { $0.name > "B" }, sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetch(descriptor).map(\.name) == ["Dora", "Yve", "Zoe"])
    #expect(try context.fetchCount(descriptor) == 3)
    descriptor.includePendingChanges = false
    #expect(try context.fetchCount(descriptor) == 3)
    // The objects are the context's own, with their pending changes.
    #expect(try context.fetch(descriptor).contains { $0 === ships[2] })
    context.rollback()
    descriptor.includePendingChanges = true
    #expect(try context.fetch(descriptor).map(\.name) == ["Bea", "Cleo", "Dora"])
  }

  @Test("A predicate sees pending changes of related objects", arguments: StoreKind.allCases)
  func pendingRelated(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try fleet(harbours)
    let descriptor = FetchDescriptor<Voyage>(predicate: #Predicate { $0.port?.name == "moved" })
    #expect(try context.fetchCount(descriptor) == 0)
    let port = try #require(
      try context.fetch(FetchDescriptor<Port>()).first { $0.name == "port 1" })
    port.name = "moved"
    #expect(try context.fetch(descriptor).map(\.number) == [1])
  }

  @Test("Deleting by a predicate deletes at the next save", arguments: StoreKind.allCases)
  func batch(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try fleet(harbours)
    try context.delete(model: Voyage.self, where: #Predicate { $0.number >= 2 })
    #expect(try context.fetchCount(FetchDescriptor<Voyage>()) == 2)
    #expect(try harbours.context().fetchCount(FetchDescriptor<Voyage>()) == 5)
    try context.save()
    let left = try harbours.context()
    #expect(try left.fetch(FetchDescriptor<Voyage>()).map(\.number).sorted() == [0, 1])
    #expect(try left.fetch(FetchDescriptor<Ship>()).allSatisfy { $0.voyages.count < 2 })
  }
}
