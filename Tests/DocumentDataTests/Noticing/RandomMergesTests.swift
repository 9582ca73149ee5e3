import DocumentTables
import Foundation
import Testing

@testable import DocumentData

@Suite("Random changes by two processes")
struct RandomMergesTests {
  typealias Ship = Fleet.Ship
  typealias Leg = Fleet.Leg

  /// One process: its context, and what its own objects should be.
  private struct Side {
    let context: ModelContext
    let name: String
    var titles: [String: String] = [:]
    /// The places of its own legs of the shared ship.
    var legs: Set<String> = []
    var count = 0

    mutating func change(_ choices: inout RandomChoices) throws {
      count += 1
      let code = choices.one(of: titles.keys.sorted())
      let shared = try context.ship("shared")
      switch (choices.number(below: 6), code) {
      case (0, _), (1, nil), (2, nil):
        let ship = Ship("\(name)\(count)")
        context.insert(ship)
        titles[ship.code] = ""
      case (1, let code?):
        try context.ship(code).title = "\(count)"
        titles[code] = "\(count)"
      case (2, let code?):
        context.delete(try context.ship(code))
        titles[code] = nil
      case (3, _):
        let leg = Leg("\(name)\(count)")
        shared.legs.insert(leg, at: choices.number(below: shared.legs.count + 1))
        legs.insert(leg.place)
      case (4, _):
        guard let place = choices.one(of: legs.sorted()) else { return }
        shared.legs.removeAll { $0.place == place }
        legs.remove(place)
      default:
        if name == "x" { shared.title = "\(count)" } else { shared.notes = "\(count)" }
        titles[name] = "\(count)"
      }
    }
  }

  @Test(
    "are all kept, if they concern different objects, properties and elements", arguments: 0..<24)
  func merges(seed: Int) throws {
    let both = try TwoProcesses { $0.insert(Ship("shared")) }
    var choices = RandomChoices(seed: UInt64(seed))
    var sides = [Side(context: both.mine, name: "x"), Side(context: both.theirs, name: "y")]
    for side in sides.indices { sides[side].titles[sides[side].name] = "" }
    for side in sides.indices { sides[side].context.insert(Ship(sides[side].name)) }
    for _ in 0..<40 {
      let side = choices.number(below: 2)
      for _ in 0...choices.number(below: 2) {
        // The own ship stays, to note the changes of the shared one.
        let own = sides[side].titles.removeValue(forKey: sides[side].name)
        try sides[side].change(&choices)
        sides[side].titles[sides[side].name] = sides[side].titles[sides[side].name] ?? own
      }
      if choices.number(below: 3) > 0 { try sides[side].context.save() }
      if choices.number(below: 4) == 0 { try sides[side].context.container.store.adopt() }
    }
    for side in sides { try side.context.save() }
    for side in sides { try side.context.container.store.adopt() }
    let fresh = try both.fresh()
    for context in [both.mine, both.theirs, fresh] {
      var titles = Dictionary(
        uniqueKeysWithValues: try context.all(Ship.self).map { ($0.code, $0.title) })
      let shared = try context.ship("shared")
      #expect(shared.title == sides[0].titles["x"] && shared.notes == sides[1].titles["y"])
      titles["shared"] = nil
      var expected: [String: String] = [:]
      for side in sides { expected.merge(side.titles) { $1 } }
      for name in ["x", "y"] {
        titles[name] = nil
        expected[name] = nil
      }
      #expect(titles == expected)
      #expect(Set(shared.legs.map(\.place)) == sides[0].legs.union(sides[1].legs))
    }
    #expect(
      try both.mine.ship("shared").legs.map(\.place) == fresh.ship("shared").legs.map(\.place))
  }
}

@Suite("Keys that other processes have used")
struct ForeignSavesTests {
  @Test("are known for each adopted save, and none is forgotten beyond the limit")
  func ranges() {
    var saves = ForeignSaves(nextKey: 10)
    saves.note(1, nextKey: 12)
    // The process has saved in between.
    saves.nextKey = 20
    saves.note(3, nextKey: 25)
    #expect((5..<30).filter { saves.hasUsed($0, since: 0) } == [10, 11, 20, 21, 22, 23, 24])
    #expect((5..<30).filter { saves.hasUsed($0, since: 1) } == [20, 21, 22, 23, 24])
    #expect((5..<30).allSatisfy { !saves.hasUsed($0, since: 3) })
    // An older state of the document was restored.
    saves.note(4, nextKey: 15)
    #expect(saves.last == 4 && !saves.hasUsed(15, since: 3))
    for number in 0..<200 {
      saves.nextKey = ObjectKey(100 + 10 * number)
      saves.note(5 + number, nextKey: ObjectKey(103 + 10 * number))
    }
    #expect((0..<200).allSatisfy { saves.hasUsed(ObjectKey(101 + 10 * $0), since: 4) })
    #expect(!saves.hasUsed(2099, since: 4))
    #expect(!saves.hasUsed(2091, since: 204))
  }

  @Test("lead from an old key to the last one")
  func newKeys() {
    var saves = ForeignSaves(nextKey: 1)
    saves.note([5: 9, 6: 10])
    saves.note([9: 12])
    #expect([4, 5, 6, 9].map { saves.newKey(of: $0) } == [4, 12, 10, 12])
  }
}
