import DocumentData
import Foundation
import Testing

@Suite("The order of a fetch")
struct OrderTests {
  typealias Outing = Outings.Outing

  private static var orders: [(order: [SortDescriptor<Outing>], isByColumns: Bool)] {
    [
      ([SortDescriptor(\.days)], true),
      ([SortDescriptor(\.days, order: .reverse)], true),
      ([SortDescriptor(\.seats), SortDescriptor(\.days, order: .reverse)], true),
      ([SortDescriptor(\.seats, order: .reverse)], true),
      ([SortDescriptor(\.begin), SortDescriptor(\.end)], true),
      ([SortDescriptor(\.code)], true),
      ([SortDescriptor(\.weight), SortDescriptor(\.name)], true),
      ([SortDescriptor(\.level), SortDescriptor(\.weight)], true),
      ([SortDescriptor(\.formerLevel, order: .reverse)], true),
      ([SortDescriptor(\.name, comparator: .lexical)], true),
      ([SortDescriptor(\.place, comparator: .lexical, order: .reverse)], true),
      ([SortDescriptor(\.cabin.deck), SortDescriptor(\.cabin.bunks)], true),
      ([SortDescriptor(\.cabin.deck, comparator: .lexical, order: .reverse)], true),
      ([SortDescriptor(\.formerCabin?.row), SortDescriptor(\.days)], true),
      ([SortDescriptor(\.cabin.width), SortDescriptor(\.days)], false),
      ([SortDescriptor(\.stops.count), SortDescriptor(\.days)], false),
      ([SortDescriptor(\.guide?.nickname), SortDescriptor(\.days)], false),
      ([SortDescriptor(\.spot.street)], false),
      ([SortDescriptor(\.shout)], false),
      ([SortDescriptor(\.clicks), SortDescriptor(\.weight)], false),
    ]
  }

  /// A world without the texts that `String.<` itself cannot order.
  private func world(seed: UInt64) throws -> OutingWorld {
    let world = try OutingWorld.made(seed: seed)
    for (number, outing) in world.outings.enumerated() {
      outing.name = "\(number % 5)"
      outing.place = outing.place.map { _ in "\(number % 3)" }
      outing.spot.street = "\(number % 4)"
      outing.cabin.deck = "\(number % 4)"
      outing.cabin.width = Double(number % 6)
    }
    for guide in world.guides { guide.nickname = guide.nickname.map { _ in "x" } }
    try world.context.save()
    return world
  }

  private func check(_ context: ModelContext, _ state: String) throws {
    for (position, (order, _)) in Self.orders.enumerated() {
      let all = try context.fetch(FetchDescriptor<Outing>())
      let expected = all.sorted(using: order).map(\.persistentModelID)
      var descriptor = FetchDescriptor<Outing>(sortBy: order)
      let found = try context.fetch(descriptor).map(\.persistentModelID)
      #expect(found == expected, "\(state), order \(position)")
      #expect(try context.fetchIdentifiers(descriptor) == expected, "\(state), order \(position)")
      descriptor.fetchOffset = 3
      descriptor.fetchLimit = 5
      #expect(
        try context.fetchIdentifiers(descriptor) == Array(expected.dropFirst(3).prefix(5)),
        "\(state), order \(position)")
      #expect(try context.fetchCount(descriptor) == 5, "\(state), order \(position)")
    }
  }

  @Test("is that of the sort descriptors, by columns or by objects", arguments: [1, 2])
  func sameOrder(seed: UInt64) throws {
    let world = try world(seed: seed)
    try check(world.context, "saved")
    for outing in world.outings.prefix(8) { outing.days += 2 }
    world.context.delete(world.outings[9])
    let climb = Outings.Climb(name: "new", height: 3)
    world.context.insert(climb)
    try check(world.context, "pending")
  }

  @Test("is known to be that of columns")
  func roads() throws {
    let context = try world(seed: 1).context
    for (position, (order, isByColumns)) in Self.orders.enumerated() {
      let explanation = try context.explain(FetchDescriptor<Outing>(sortBy: order))
      #expect(explanation.isOrderedByColumns == isByColumns, "order \(position)")
    }
  }

  @Test("without descriptors is that of insertion")
  func insertion() throws {
    let world = try OutingWorld.made(seed: 4)
    world.outings[1].days = 77
    world.context.insert(Outing(name: "new"))
    let found = try world.context.fetch(FetchDescriptor<Outing>())
    #expect(found.dropLast().elementsEqual(world.outings, by: ===))
    #expect(found.last?.name == "new")
  }

  @Test("is that of stored values where pending changes do not count")
  func stored() throws {
    let world = try world(seed: 3)
    for order in Self.orders {
      var descriptor = FetchDescriptor<Outing>(sortBy: order.order)
      let expected = try ModelContext(world.context.container).fetchIdentifiers(descriptor)
      for outing in world.outings { outing.days = -outing.days }
      world.context.insert(Outing(name: "new"))
      descriptor.includePendingChanges = false
      #expect(try world.context.fetchIdentifiers(descriptor) == expected)
      world.context.rollback()
    }
  }

  @Test(
    "ends at limit and offset", arguments: [(0, 0), (0, 3), (2, 0), (20, 9), (99, 1), (-1, -1)])
  func windows(offset: Int, limit: Int) throws {
    let world = try OutingWorld.made(seed: 5)
    for predicate in [nil, #Predicate<Outing> { $0.days > 0 }, #Predicate { $0.shout != "A" }] {
      var descriptor = FetchDescriptor<Outing>(predicate: predicate)
      let all = try world.context.fetch(descriptor)
      descriptor.fetchOffset = offset
      descriptor.fetchLimit = limit
      let rest = all.dropFirst(max(0, offset))
      let expected = limit > 0 ? rest.prefix(limit) : rest
      #expect(try world.context.fetch(descriptor).elementsEqual(expected, by: ===))
      #expect(try world.context.fetchCount(descriptor) == expected.count)
    }
  }
}
