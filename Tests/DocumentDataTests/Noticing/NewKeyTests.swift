import DocumentFile
import Foundation
import Testing

@testable import DocumentData

@Suite("New keys of unsaved objects")
struct NewKeyTests {
  typealias Ship = Fleet.Ship
  typealias Leg = Fleet.Leg

  /// A new ship with legs here, after which the other process has used the same keys.
  private func collide() throws -> (both: TwoProcesses, mine: Ship, old: [PersistentIdentifier]) {
    let both = try TwoProcesses { $0.insert(Ship("a")) }
    let mine = Ship("mine")
    both.mine.insert(mine)
    mine.legs = ["p", "q", "r"].map { Leg($0) }
    mine.legs.swapAt(0, 2)
    let old = [mine.persistentModelID] + mine.legs.map(\.persistentModelID)
    let theirs = Ship("theirs")
    both.theirs.insert(theirs)
    theirs.legs = [Leg("t")]
    both.theirs.insert(Ship("more"))
    try both.theirs.save()
    return (both, mine, old)
  }

  @Test("the objects of both processes are kept, with their relationships and order")
  func kept() throws {
    let (both, mine, old) = try collide()
    try both.mine.save()
    for context in [both.mine, try both.fresh()] {
      #expect(try context.ship("mine").legs.map(\.place) == ["r", "q", "p"])
      #expect(try context.ship("theirs").legs.map(\.place) == ["t"])
      #expect(try context.fetchCount(FetchDescriptor<Ship>()) == 4)
    }
    #expect(try both.mine.ship("mine") === mine)
    #expect(mine.persistentModelID != old[0])
    #expect(Set(mine.legs.map(\.persistentModelID)).isDisjoint(with: old))
  }

  @Test(
    "an object that was deleted before its first save hides no row that has its key",
    arguments: [true, false])
  func deletedBefore(isReleased: Bool) throws {
    let both = try TwoProcesses { $0.insert(Ship("a")) }
    var new: Ship? = Ship("new")
    if let new {
      new.legs = [Leg("p")]
      both.mine.insert(new)
      both.mine.delete(new)
    }
    if isReleased { new = nil }
    let ship = try both.theirs.ship("a")
    ship.legs = ["s", "t", "u"].map { Leg($0) }
    try both.theirs.save()
    try both.mine.ship("a").title = "mine"
    try both.mine.container.store.adopt()
    #expect(try both.mine.ship("a").legs.map(\.place) == ["s", "t", "u"])
    if let new { both.mine.insert(new) }
    try both.mine.save()
    let fresh = try both.fresh()
    #expect(try fresh.ship("a").legs.map(\.place) == ["s", "t", "u"])
    #expect(
      try fresh.all(Leg.self).map(\.place).sorted()
        == ["p", "s", "t", "u"].filter { !isReleased || $0 != "p" })
  }

  @Test(
    "a deleted object does not refer to a row that has the key of a released one",
    arguments: [true, false])
  func releasedTarget(isSaved: Bool) throws {
    let both = try TwoProcesses { context in
      context.insert(Ship("a"))
      context.insert(Leg("old"))
    }
    let leg: Leg
    if isSaved {
      leg = try both.mine.only(Leg.self)
    } else {
      leg = Leg("new")
      both.mine.insert(leg)
    }
    let flag = Fleet.Flag("x")
    both.mine.insert(flag)
    var ship: Ship? = Ship("mine")
    leg.ship = ship
    flag.ships = [ship, try both.mine.ship("a")].compactMap { $0 }
    both.mine.delete(leg)
    both.mine.delete(flag)
    if let ship { both.mine.delete(ship) }
    ship = nil
    for code in ["s", "t", "u", "v"] { both.theirs.insert(Ship(code)) }
    try both.theirs.save()
    _ = try both.mine.all(Ship.self)
    both.mine.insert(leg)
    both.mine.insert(flag)
    for context in [
      both.mine,
      try {
        try both.mine.save(); return try both.fresh()
      }(),
    ] {
      let legs = try context.all(Leg.self)
      #expect(legs.count == (isSaved ? 1 : 2) && legs.allSatisfy { $0.ship == nil })
      #expect(try context.only(Fleet.Flag.self).ships.map(\.code) == ["a"])
    }
  }

  @Test("a redo gives back no object that a row of the other process has the key of")
  func redo() throws {
    let both = try TwoProcesses { $0.insert(Ship("a")) }
    let manager = UndoManager()
    manager.groupsByEvent = false
    both.mine.undoManager = manager
    manager.beginUndoGrouping()
    let mine = Ship("mine")
    both.mine.insert(mine)
    both.mine.processPendingChanges()
    manager.endUndoGrouping()
    manager.undo()
    try both.mine.save()
    for code in ["s", "t"] { both.theirs.insert(Ship(code)) }
    try both.theirs.save()
    _ = try both.mine.all(Ship.self)
    manager.redo()
    #expect(mine.code == "mine")
    try both.mine.save()
    for context in [both.mine, try both.fresh()] {
      #expect(try context.all(Ship.self).map(\.code).sorted() == ["a", "mine", "s", "t"])
    }
  }

  @Test(
    "old identifiers lead to the objects, in all contexts of the process", arguments: [true, false])
  func identifiers(isSaved: Bool) throws {
    let (both, mine, old) = try collide()
    let theirs = try both.theirs.ship("theirs").persistentModelID
    #expect(theirs == old[0])
    if isSaved { try both.mine.save() } else { _ = try both.mine.all(Ship.self) }
    _ = both.mine.container.store
    #expect(both.mine.model(for: old[0]) === mine)
    let legs = mine.legs
    let leg: Leg? = both.mine.registeredModel(for: old[1])
    #expect(leg === legs[0])
    let found = try #require(both.mine.model(for: theirs) as? Ship)
    #expect(isSaved ? found.code == "theirs" : found.code == "mine" || found.code == "theirs")
    if isSaved {
      let second = ModelContext(both.mine.container)
      #expect((second.model(for: old[0]) as? Ship)?.code == "mine")
      #expect((second.model(for: theirs) as? Ship)?.code == "theirs")
      let id = old[0]
      let names = try second.fetch(
        FetchDescriptor<Ship>(predicate: #Predicate { $0.persistentModelID == id })
      ).map(\.code)
      #expect(names == ["mine"])
    }
    let decoded = try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(old[0]))
    #expect(decoded == old[0])
  }

  @Test("new objects without a collision keep their identifiers")
  func noCollision() throws {
    let both = try TwoProcesses { $0.insert(Ship("a")) }
    let mine = Ship("mine")
    both.mine.insert(mine)
    let old = mine.persistentModelID
    try both.theirs.ship("a").title = "theirs"
    try both.theirs.save()
    try both.mine.save()
    #expect(mine.persistentModelID == old)
    #expect(both.mine.model(for: old) === mine)
  }

  @Test("an undo after the merge restores the relationships of renamed objects")
  func undo() throws {
    let both = try TwoProcesses { $0.insert(Ship("a")) }
    let manager = UndoManager()
    manager.groupsByEvent = false
    both.mine.undoManager = manager
    func step(_ body: () throws -> Void) rethrows {
      manager.beginUndoGrouping()
      try body()
      both.mine.processPendingChanges()
      manager.endUndoGrouping()
    }
    let mine = Ship("mine")
    step { both.mine.insert(mine) }
    step { mine.legs = ["p", "q"].map { Leg($0) } }
    let legs = mine.legs
    step { mine.legs = [legs[1], legs[0]] }
    both.theirs.insert(Ship("theirs"))
    both.theirs.insert(Leg("t"))
    try both.theirs.save()
    try both.mine.save()
    #expect(mine.legs.map(\.place) == ["q", "p"])
    manager.undo()
    #expect(mine.legs.map(\.place) == ["p", "q"])
    manager.undo()
    #expect(mine.legs.isEmpty)
    manager.redo()
    #expect(mine.legs.map(\.place) == ["p", "q"])
    try both.mine.save()
    let ship = try both.fresh().ship("mine")
    #expect(ship.legs.map(\.place) == ["p", "q"])
    #expect(try both.fresh().ship("theirs").legs.isEmpty)
    #expect(try both.fresh().fetchCount(FetchDescriptor<Leg>()) == 3)
  }

  @Test("both processes may create the file")
  func firstSave() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("fleet.store")
    func open() throws -> ModelContext {
      ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
    }
    let (mine, theirs) = (try open(), try open())
    let ship = Ship("mine")
    mine.insert(ship)
    ship.legs = [Leg("p")]
    let old = ship.persistentModelID
    theirs.insert(Ship("theirs"))
    try theirs.save()
    try mine.save()
    theirs.insert(Ship("again"))
    try theirs.save()
    let codes = try open().all(Ship.self).map(\.code)
    #expect(codes == ["theirs", "mine", "again"])
    let theirID = try theirs.ship("mine").persistentModelID
    #expect(ship.persistentModelID == theirID)
    #expect(mine.model(for: old) === ship)
  }
}
