import DocumentData
import Testing

@Suite("Translated predicates")
struct TranslationTests {
  typealias Outing = Outings.Outing

  /// What a road finds, or that it throws.
  private enum Outcome: Equatable {
    case found([PersistentIdentifier])
    case failed
  }

  private func outcome(_ find: () throws -> [PersistentIdentifier]) -> Outcome {
    do {
      return .found(try find())
    } catch {
      return .failed
    }
  }

  private func check(_ world: OutingWorld, _ shape: PredicateShape, _ state: String) throws {
    let predicate = shape.make(world)
    let context = world.context
    let descriptor = FetchDescriptor<Outing>(predicate: predicate)
    let all = try context.fetch(FetchDescriptor<Outing>())
    // A predicate without a value selects nothing.
    let expected = outcome {
      all.filter { (try? predicate.evaluate($0)) ?? false }.map(\.persistentModelID)
    }
    let found = outcome { try context.fetch(descriptor).map(\.persistentModelID) }
    #expect(found == expected, "\(shape), \(state)")
    #expect(outcome { try context.fetchIdentifiers(descriptor) } == expected, "\(shape), \(state)")
    if case .found(let keys) = expected {
      #expect(try context.fetchCount(descriptor) == keys.count, "\(shape), \(state)")
    }
  }

  @Test("find what evaluating them finds", arguments: 0..<3 as Range<UInt64>)
  func sameAnswers(seed: UInt64) throws {
    var world = try OutingWorld.made(seed: seed)
    for shape in PredicateShape.all { try check(world, shape, "saved") }
    var generator = OutingGenerator(seed: seed + 1000)
    generator.disturb(&world)
    for shape in PredicateShape.all { try check(world, shape, "pending") }
    try world.context.save()
    for shape in PredicateShape.all { try check(world, shape, "saved again") }
  }

  @Test("find what is stored where pending changes do not count", arguments: [5, 6])
  func storedAnswers(seed: UInt64) throws {
    var world = try OutingWorld.made(seed: seed)
    let other = ModelContext(world.context.container)
    var generator = OutingGenerator(seed: seed + 1000)
    generator.disturb(&world)
    for shape in PredicateShape.all {
      var descriptor = FetchDescriptor<Outing>(predicate: shape.make(world))
      let expected = outcome { try other.fetchIdentifiers(descriptor) }
      descriptor.includePendingChanges = false
      let found = outcome { try world.context.fetch(descriptor).map(\.persistentModelID) }
      #expect(found == expected, "\(shape)")
    }
  }

  @Test("take the road that they are known to take")
  func roads() throws {
    let world = try OutingWorld.made(seed: 1)
    for shape in PredicateShape.all {
      let explanation = try world.context.explain(
        FetchDescriptor<Outing>(predicate: shape.make(world)))
      let road: PredicateShape.Road =
        if explanation.objectTestCount > 0 {
          .objects
        } else {
          explanation.rowTestCount > 0 ? .rows : .query
        }
      #expect(road == shape.road, "\(shape)")
    }
  }

  @Test("leave other rows alone while those have pending changes")
  func relatedChanges() throws {
    let world = try OutingWorld.made(seed: 2)
    let guide = try #require(world.guides.first)
    let descriptor = FetchDescriptor<Outing>(
      predicate: #Predicate { $0.guide?.name == "changed" && $0.days > -9 })
    #expect(try world.context.explain(descriptor).isTranslated)
    guide.name = "changed"
    let explanation = try world.context.explain(descriptor)
    #expect(explanation.objectTestCount == 1)
    let found = try world.context.fetch(descriptor)
    #expect(found.count == guide.outings.count)
    #expect(found.allSatisfy { $0.guide === guide })
  }

  @Test("make no object to count, to name, or to exclude")
  func noObjects() throws {
    let container = try OutingWorld.made(seed: 3).context.container
    let context = ModelContext(container)
    let ids = try context.fetchIdentifiers(
      FetchDescriptor<Outing>(sortBy: [SortDescriptor(\.days)]))
    var isMade: Bool { ids.contains { (context.registeredModel(for: $0) as Outing?) != nil } }
    for shape in PredicateShape.all where shape.road != .objects {
      let descriptor = FetchDescriptor<Outing>(
        predicate: shape.make(try OutingWorld.made(seed: 3, count: 8)))
      _ = try? context.fetchCount(descriptor)
      _ = try? context.fetchIdentifiers(descriptor)
      #expect(!isMade, "\(shape)")
    }
    let one = try context.fetch(FetchDescriptor<Outing>(predicate: #Predicate { $0.days == 2 }))
    let made = ids.filter { (context.registeredModel(for: $0) as Outing?) != nil }
    #expect(made.count == one.count)
  }

  @Test("are left to the objects where alternatives would multiply without end")
  func alternatives() throws {
    var world = try OutingWorld.made(seed: 6, count: 8)
    var generator = OutingGenerator(seed: 6)
    var predicate = #Predicate<Outing> { $0.isOpen }
    for number in 0..<30 {
      let inner = predicate
      predicate = #Predicate { inner.evaluate($0) ? $0.days > number % 3 : $0.seats == number % 4 }
    }
    let last = predicate
    #expect(try !world.context.explain(FetchDescriptor(predicate: last)).isTranslated)
    let shape = PredicateShape.objects("alternatives") { _ in last }
    try check(world, shape, "saved")
    generator.disturb(&world)
    try check(world, shape, "pending")
  }
}
