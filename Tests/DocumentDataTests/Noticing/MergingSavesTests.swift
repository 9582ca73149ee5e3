import DocumentFile
import Foundation
import Testing

@testable import DocumentData

@Suite("Two processes that save one document")
struct MergingSavesTests {
  typealias Ship = Fleet.Ship
  typealias Leg = Fleet.Leg
  typealias Boat = Fleet.Boat
  typealias Flag = Fleet.Flag

  @Test("save different objects in turn, and lose nothing")
  func turns() throws {
    let both = try TwoProcesses()
    for number in 0..<20 {
      for (context, name) in [(both.mine, "m"), (both.theirs, "t")] {
        let ship = Ship("\(name)\(number)")
        ship.legs = [Leg("a"), Leg("b")]
        context.insert(ship)
        try context.save()
      }
    }
    for context in [try both.fresh(), both.theirs] {
      #expect(try context.fetchCount(FetchDescriptor<Ship>()) == 40)
      #expect(try context.all(Ship.self).allSatisfy { $0.legs.map(\.place) == ["a", "b"] })
    }
    #expect(try both.mine.fetchCount(FetchDescriptor<Ship>()) == 39)
  }

  @Test("change different properties of one object, and both are kept")
  func properties() throws {
    let both = try TwoProcesses { $0.insert(Ship("a")) }
    let mine = try both.mine.ship("a")
    let theirs = try both.theirs.ship("a")
    theirs.title = "theirs"
    try both.theirs.save()
    mine.notes = "mine"
    try both.mine.save()
    #expect(mine.title == "theirs")
    let ship = try both.fresh().ship("a")
    #expect(ship.title == "theirs" && ship.notes == "mine")
  }

  @Test("an unchanged object gets the values of the other process")
  func unchanged() throws {
    let both = try TwoProcesses { context in
      for code in ["a", "b"] { context.insert(Ship(code)) }
    }
    let mine = try both.mine.ship("a")
    let theirs = try both.theirs.ship("a")
    theirs.title = "theirs"
    theirs.legs.append(Leg("port"))
    try both.theirs.save()
    try both.mine.ship("b").title = "mine"
    try both.mine.save()
    #expect(mine.title == "theirs")
    #expect(mine.legs.map(\.place) == ["port"])
    #expect(!mine.hasChanges)
  }

  private func bothSet(_ mine: String, _ theirs: String) throws -> TwoProcesses {
    let both = try TwoProcesses { context in
      let ship = Ship("a")
      ship.title = "before"
      context.insert(ship)
    }
    try both.mine.ship("a").title = mine
    try both.theirs.ship("a").title = theirs
    try both.theirs.save()
    return both
  }

  @Test("change one property differently, and the second save names both values")
  func conflict() throws {
    let both = try bothSet("mine", "theirs")
    both.mine.insert(Ship("b"))
    let error = #expect(throws: SwiftDataError.mergeConflict) { try both.mine.save() }
    let conflicts = try #require(error).conflicts
    let conflict = try #require(conflicts.first)
    #expect(conflicts.count == 1)
    #expect(conflict.identifier == (try both.mine.ship("a").persistentModelID))
    #expect(conflict.kind == .bothChanged && conflict.property == "title")
    #expect(conflict.mine(as: String.self) == "mine")
    #expect(conflict.theirs(as: String.self) == "theirs")
    #expect(conflict.base(as: String.self) == "before")
    #expect(conflict.mine(as: Int.self) == nil)
    #expect("\(error as (any Error)?, default: "")".contains("Ship 1, title"))
    // Nothing was saved, and nothing is lost.
    #expect(try both.titles() == ["a": "theirs"])
    #expect(both.mine.hasChanges)
    #expect(try both.mine.ship("a").title == "mine")
    // The other process is not kept from saving.
    try both.theirs.ship("a").notes = "again"
    try both.theirs.save()
    #expect(throws: SwiftDataError.mergeConflict) { try both.mine.save() }
  }

  @Test(
    "a merge policy decides",
    arguments: [
      (MergePolicy.mergeByPropertyObjectTrump, "mine"),
      (.mergeByPropertyStoreTrump, "theirs"), (.resolve { _ in .mine }, "mine"),
      (.resolve { $0.property == "title" ? .theirs : .mine }, "theirs"),
    ])
  func policies(policy: MergePolicy, title: String) throws {
    let both = try bothSet("mine", "theirs")
    try both.mine.ship("a").notes = "kept"
    both.mine.insert(Ship("b"))
    #expect(throws: SwiftDataError.mergeConflict) { try both.mine.save() }
    both.mine.mergePolicy = policy
    try both.mine.save()
    #expect(try both.mine.ship("a").title == title)
    let ship = try both.fresh().ship("a")
    #expect(ship.title == title && ship.notes == "kept")
    #expect(try both.titles().count == 2)
  }

  @Test("a rollback takes the other process's values")
  func rollback() throws {
    let both = try bothSet("mine", "theirs")
    #expect(throws: SwiftDataError.mergeConflict) { try both.mine.save() }
    both.mine.rollback()
    #expect(try both.mine.ship("a").title == "theirs")
    try both.mine.ship("a").title = "later"
    try both.mine.save()
    #expect(try both.titles() == ["a": "later"])
  }

  @Test(
    "equal changes, and a property that was set to its old value, contradict nothing",
    arguments: [("same", "same", "same"), ("before", "theirs", "theirs")])
  func noConflict(mine: String, theirs: String, result: String) throws {
    let both = try bothSet(mine, theirs)
    try both.mine.ship("a").notes = "kept"
    try both.mine.save()
    #expect(try both.mine.ship("a").title == result)
    #expect(try both.titles() == ["a": result])
  }

  @Test("several contexts of one process save later than the other process, and merge")
  func contexts() throws {
    let both = try TwoProcesses { context in
      for code in ["a", "b"] { context.insert(Ship(code)) }
    }
    let second = ModelContext(both.mine.container)
    try both.mine.ship("a").title = "1"
    try second.ship("b").title = "2"
    both.mine.insert(Ship("c"))
    second.insert(Ship("d"))
    both.theirs.insert(Ship("e"))
    both.theirs.insert(Ship("f"))
    try both.theirs.save()
    try both.mine.save()
    try second.save()
    #expect(
      try both.titles() == ["a": "1", "b": "2", "c": "", "d": "", "e": "", "f": ""])
    // In one process the context that saves later wins, as before.
    try both.mine.ship("a").title = "3"
    try second.ship("a").title = "4"
    both.theirs.insert(Ship("g"))
    try both.theirs.save()
    try both.mine.save()
    try second.save()
    #expect(try both.titles()["a"] == "4")
  }

  // MARK: Rules

  @Test("objects with one unique key that two processes insert become one object")
  func uniqueInserted() throws {
    let both = try TwoProcesses()
    for (context, leg) in [(both.theirs, "t"), (both.mine, "m")] {
      let ship = Ship("a")
      ship.legs = [Leg(leg)]
      context.insert(ship)
      try context.save()
    }
    let ships = try both.fresh().all(Ship.self)
    #expect(ships.count == 1)
    #expect(ships.first?.legs.map(\.place) == ["t", "m"])
  }

  @Test("a unique key that both give to different objects is refused")
  func uniqueChanged() throws {
    let both = try TwoProcesses { context in
      for code in ["a", "b"] { context.insert(Ship(code)) }
    }
    try both.theirs.ship("a").code = "x"
    try both.theirs.save()
    try both.mine.ship("b").code = "x"
    #expect(throws: SwiftDataError.modelValidationFailure) { try both.mine.save() }
    #expect(try both.titles().keys.sorted() == ["b", "x"])
  }

  @Test("a count that only both changes together exceed is refused")
  func counts() throws {
    let both = try TwoProcesses { context in
      let ship = Ship("a")
      context.insert(ship)
      for number in 0..<2 { context.insert(Boat(number, of: ship)) }
    }
    for (context, number) in [(both.theirs, 2), (both.mine, 3)] {
      context.insert(Boat(number, of: try context.ship("a")))
    }
    try both.theirs.save()
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try both.mine.save() }
    #expect(error?.explanation.contains("at most 3") == true)
    #expect(try both.fresh().ship("a").boats.count == 3)
  }

  // MARK: Lists

  private func legs(_ context: ModelContext) throws -> String {
    try context.ship("a").legs.map(\.place).joined()
  }

  private func withLegs(_ order: String = "abc") throws -> TwoProcesses {
    try TwoProcesses { context in
      let ship = Ship("a")
      context.insert(ship)
      let legs = ["a", "b", "c"].map { Leg($0) }
      ship.legs = legs
      ship.legs = order.compactMap { name in legs.first { $0.place == String(name) } }
    }
  }

  @Test("lists merge by element", arguments: [("abc", "ctm"), ("cba", "cmt")])
  func lists(order: String, result: String) throws {
    let both = try withLegs(order)
    let theirs = try both.theirs.ship("a")
    theirs.legs.append(Leg("t"))
    theirs.legs.removeAll { $0.place == "b" }
    try both.theirs.save()
    let mine = try both.mine.ship("a")
    mine.legs.append(Leg("m"))
    mine.legs.removeAll { $0.place == "a" }
    try both.mine.save()
    for context in [both.mine, try both.fresh()] { #expect(try legs(context) == result) }
  }

  @Test("a new order is kept beside what the other process added or removed")
  func orders() throws {
    let both = try withLegs()
    let theirs = try both.theirs.ship("a")
    theirs.legs.insert(Leg("t"), at: 0)
    try both.theirs.save()
    let mine = try both.mine.ship("a")
    mine.legs.reverse()
    try both.mine.save()
    for context in [both.mine, try both.fresh()] { #expect(try legs(context) == "tcba") }
  }

  @Test(
    "two different orders of the same elements contradict each other",
    arguments: [(MergePolicy.error, ""), (.mergeByPropertyObjectTrump, "cba")])
  func reordered(policy: MergePolicy, result: String) throws {
    let both = try withLegs()
    let theirs = try both.theirs.ship("a").legs
    try both.theirs.ship("a").legs = [theirs[1], theirs[0], theirs[2]]
    try both.theirs.save()
    let mine = try both.mine.ship("a")
    mine.legs.reverse()
    both.mine.mergePolicy = policy
    if result.isEmpty {
      #expect(throws: SwiftDataError.mergeConflict) { try both.mine.save() }
      both.mine.mergePolicy = .mergeByPropertyStoreTrump
      try both.mine.save()
    } else {
      try both.mine.save()
    }
    for context in [both.mine, try both.fresh()] {
      #expect(try legs(context) == (result.isEmpty ? "bac" : result))
    }
  }

  @Test("members of a many-to-many that both change are merged")
  func manyToMany() throws {
    let both = try TwoProcesses { context in
      let ship = Ship("a")
      context.insert(ship)
      ship.flags = ["x", "y"].map { Flag($0) }
    }
    let theirs = try both.theirs.ship("a")
    theirs.flags.append(Flag("t"))
    theirs.flags.removeAll { $0.name == "x" }
    try both.theirs.save()
    let mine = try both.mine.ship("a")
    mine.flags.append(Flag("m"))
    try both.mine.save()
    for context in [both.mine, try both.fresh()] {
      let flags = try context.ship("a").flags
      #expect(flags.map(\.name).sorted() == ["m", "t", "y"])
      #expect(flags.allSatisfy { $0.ships.map(\.code) == ["a"] })
    }
  }
}
