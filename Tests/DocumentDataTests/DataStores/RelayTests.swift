import DocumentData
import Foundation
import Testing

@Suite("Custom stores that evaluate predicates")
struct RelayTests {
  @Model class Harbour {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model class Ship {
    var number: Int
    /// Nobody tells the harbour.
    var home: Harbour?
    var calls: [Harbour] = []
    var spares: [Harbour]?

    init(number: Int) { self.number = number }
  }

  @Model class Pass {
    var harbour: Harbour
    init(harbour: Harbour) { self.harbour = harbour }
  }

  private func filled(ships: Int) throws -> RelayConfiguration {
    let configuration = RelayConfiguration([Harbour.self, Ship.self, Pass.self])
    let context = try configuration.context()
    let harbours = ["Cadiz", "Bergen", "Genoa"].map { Harbour(name: $0) }
    for harbour in harbours { context.insert(harbour) }
    for number in 0..<ships {
      let ship = Ship(number: number)
      context.insert(ship)
      if number == 3 { ship.home = harbours[0] }
      if number == 5 { ship.calls = [harbours[1], harbours[0], harbours[2]] }
      if number == 7 { ship.spares = [harbours[0]] }
    }
    try context.save()
    _ = configuration.takeLog()
    return configuration
  }

  private func living(_ ids: [PersistentIdentifier], _ context: ModelContext) -> Int {
    ids.filter { (context.registeredModel(for: $0) as Ship?) != nil }.count
  }

  @Test("An enumeration asks for identifiers, then for the objects batch by batch")
  func enumeration() throws {
    let configuration = try filled(ships: 700)
    let context = try configuration.context()
    let descriptor = FetchDescriptor<Ship>(
      predicate: #Predicate { $0.number >= 100 },
      sortBy: [SortDescriptor(\.number, order: .reverse)])
    let ids = try context.fetchIdentifiers(descriptor)
    _ = configuration.takeLog()
    var numbers: [Int] = []
    var mostLiving = 0
    try context.enumerate(descriptor, batchSize: 300) { ship in
      numbers.append(ship.number)
      if ship.number % 50 == 0 { mostLiving = max(mostLiving, living(ids, context)) }
    }
    #expect(numbers == (100..<700).reversed())
    #expect(mostLiving == 1)
    #expect(
      configuration.takeLog()
        == ["identifiers Ship 600", "fetch Ship 300", "fetch Ship 300"])
  }

  @Test("Small batches are read together, and a window is kept")
  func smallBatches() throws {
    let configuration = try filled(ships: 300)
    let context = try configuration.context()
    var descriptor = FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.number)])
    descriptor.fetchOffset = 10
    descriptor.fetchLimit = 280
    var numbers: [Int] = []
    try context.enumerate(descriptor, batchSize: 1) { numbers.append($0.number) }
    #expect(numbers == Array(10..<290))
    #expect(configuration.takeLog().count == 3)
  }

  @Test("An enumeration sees what others save meanwhile, and leaves out what they delete")
  func meanwhile() throws {
    let configuration = try filled(ships: 600)
    let context = try configuration.context()
    let other = try configuration.context()
    var numbers: [Int] = []
    try context.enumerate(
      FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.number)]), batchSize: 300
    ) { ship in
      numbers.append(ship.number)
      guard ship.number == 0 else { return }
      for late in try other.fetch(FetchDescriptor<Ship>(predicate: #Predicate { $0.number > 590 }))
      {
        if late.number == 599 { late.number = 1_000 } else { other.delete(late) }
      }
      try other.save()
    }
    #expect(numbers == Array(0...590) + [1_000])
  }

  @Test("A store that does not find single objects is asked for everything once")
  func refusal() throws {
    let configuration = try filled(ships: 600)
    configuration.refusesPredicates = true
    let context = try configuration.context()
    var numbers: [Int] = []
    try context.enumerate(
      FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.number)]), batchSize: 300
    ) { numbers.append($0.number) }
    #expect(numbers == Array(0..<600))
    #expect(configuration.takeLog() == ["identifiers Ship 600", "fetch Ship 600"])
  }

  @Test("Batches of a fetch make their objects when one is accessed")
  func collection() throws {
    let configuration = try filled(ships: 40)
    let context = try configuration.context()
    let descriptor = FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.number)])
    let ids = try context.fetchIdentifiers(descriptor)
    let found = try context.fetch(descriptor, batchSize: 10)
    #expect(found.count == 40)
    #expect(living(ids, context) == 0)
    #expect(found[25].number == 25)
    #expect(living(ids, context) == 10)
    context.delete(found[3])
    try context.save()
    #expect(found[3].number == 3)
    #expect(found.map(\.number) == Array(0..<40))
  }

  @Test("Deleting an object asks only for those that refer to it one way")
  func oneWay() throws {
    let configuration = try filled(ships: 100)
    let context = try configuration.context()
    let cadiz = try #require(
      try context.fetch(FetchDescriptor<Harbour>(predicate: #Predicate { $0.name == "Cadiz" }))
        .first)
    _ = configuration.takeLog()
    context.delete(cadiz)
    try context.save()
    let ships = configuration.takeLog().filter { $0.hasPrefix("fetch Ship") }
    #expect(ships == ["fetch Ship 1", "fetch Ship 1", "fetch Ship 1"])
    let checked = try configuration.context()
    let stored = try checked.fetch(FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.number)]))
    #expect(stored.count == 100)
    #expect(stored[3].home == nil)
    #expect(stored[5].calls.map(\.name) == ["Bergen", "Genoa"])
    #expect(stored[7].spares == [])
  }

  @Test("Who requires the deleted object one way is found, and the deletion refused")
  func required() throws {
    let configuration = try filled(ships: 1)
    let first = try configuration.context()
    let harbour = try #require(try first.fetch(FetchDescriptor<Harbour>()).first)
    first.insert(Pass(harbour: harbour))
    try first.save()
    let context = try configuration.context()
    context.delete(try #require(try context.fetch(FetchDescriptor<Harbour>()).first))
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(try configuration.context().fetchCount(FetchDescriptor<Harbour>()) == 3)
  }

  @Test("Where many objects are deleted, those that may refer to them are read once")
  func manyDeletions() throws {
    let configuration = try filled(ships: 50)
    let filling = try configuration.context()
    for number in 0..<100 { filling.insert(Harbour(name: "\(number)")) }
    try filling.save()
    let context = try configuration.context()
    let harbours = try context.fetch(FetchDescriptor<Harbour>())
    _ = configuration.takeLog()
    for harbour in harbours { context.delete(harbour) }
    try context.save()
    let ships = configuration.takeLog().filter { $0.hasPrefix("fetch Ship") }
    #expect(ships.count < 60)
    #expect(ships.last == "fetch Ship 50")
    #expect(try configuration.context().all(Ship.self).allSatisfy { $0.calls.isEmpty })
  }

  @Test("A store that cannot evaluate the question gives everything")
  func oneWayRefused() throws {
    let configuration = try filled(ships: 20)
    configuration.refusesPredicates = true
    let context = try configuration.context()
    for harbour in try context.fetch(FetchDescriptor<Harbour>()) { context.delete(harbour) }
    try context.save()
    let stored = try configuration.context().fetch(FetchDescriptor<Ship>())
    #expect(stored.allSatisfy { $0.home == nil && $0.calls.isEmpty && $0.spares?.isEmpty != false })
  }
}
