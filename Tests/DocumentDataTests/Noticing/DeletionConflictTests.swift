import DocumentFile
import Foundation
import Testing

@testable import DocumentData

@Suite("Deletions against changes of another process")
struct DeletionConflictTests {
  typealias Ship = Fleet.Ship
  typealias Leg = Fleet.Leg
  typealias Boat = Fleet.Boat
  typealias Flag = Fleet.Flag

  private func fleet() throws -> TwoProcesses {
    try TwoProcesses { context in
      let ship = Ship("a")
      ship.title = "before"
      context.insert(ship)
      ship.legs = ["p", "q"].map { Leg($0) }
      ship.flags = [Flag("x")]
      context.insert(Boat(1, of: ship))
      context.insert(Ship("b"))
    }
  }

  private func conflict(_ context: ModelContext) throws -> MergeConflict {
    let error = #expect(throws: SwiftDataError.mergeConflict) { try context.save() }
    let conflicts = try #require(error).conflicts
    #expect(conflicts.count == 1)
    return try #require(conflicts.first)
  }

  @Test("new parts of an object whose deletion is given up keep their values")
  func newParts() throws {
    let both = try fleet()
    let mine = try both.mine.ship("a")
    both.mine.insert(Leg("new", of: mine))
    both.mine.delete(mine)
    try both.theirs.ship("a").title = "theirs"
    try both.theirs.save()
    both.mine.mergePolicy = .mergeByPropertyStoreTrump
    try both.mine.save()
    for context in [both.mine, try both.fresh()] {
      let ship = try context.ship("a")
      #expect(ship.title == "theirs")
      #expect(ship.legs.map(\.place) == ["p", "q", "new"])
    }
  }

  @Test(
    "an object that was changed and deleted here, changed there, and inserted here again",
    arguments: [MergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump],
    [true, false])
  func insertedAgain(policy: MergePolicy, fails: Bool) throws {
    let both = try fleet()
    let mine = try both.mine.ship("a")
    mine.title = "mine"
    mine.notes = "mine"
    both.mine.delete(mine)
    let theirs = try both.theirs.ship("a")
    theirs.title = "theirs"
    theirs.berth = 4
    try both.theirs.save()
    if fails {
      // A save that fails keeps what it has found.
      #expect(throws: SwiftDataError.mergeConflict) { try both.mine.save() }
    } else {
      _ = try both.mine.all(Ship.self)
    }
    both.mine.insert(mine)
    let conflict = try conflict(both.mine)
    #expect(conflict.kind == .bothChanged && conflict.property == "title")
    both.mine.mergePolicy = policy
    try both.mine.save()
    let isMine = if case .mergeByPropertyObjectTrump = policy { true } else { false }
    for ship in [mine, try both.fresh().ship("a")] {
      #expect(ship.title == (isMine ? "mine" : "theirs"))
      #expect(ship.notes == "mine" && ship.berth == 4)
      #expect(ship.legs.map(\.place) == ["p", "q"])
    }
  }

  @Test("an object that was related and deleted here, whose target was deleted there")
  func targetOfDeleted() throws {
    let both = try fleet()
    let leg = Leg("r")
    both.mine.insert(leg)
    try both.mine.save()
    leg.ship = try both.mine.ship("b")
    both.mine.delete(leg)
    both.theirs.delete(try both.theirs.ship("b"))
    try both.theirs.save()
    _ = try both.mine.all(Ship.self)
    both.mine.insert(leg)
    let conflict = try conflict(both.mine)
    #expect(conflict.kind == .deletedThere && conflict.property == "ship")
  }

  @Test(
    "an object that was changed here and deleted there",
    arguments: [MergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump], [true, false])
  func deletedThere(policy: MergePolicy, fails: Bool) throws {
    let both = try fleet()
    let mine = try both.mine.ship("a")
    mine.title = "mine"
    let identifier = mine.persistentModelID
    both.theirs.delete(try both.theirs.ship("a"))
    try both.theirs.save()
    if fails {
      let conflict = try conflict(both.mine)
      #expect(conflict.kind == .deletedThere && conflict.property == nil)
      #expect(conflict.identifier == identifier)
    }
    both.mine.mergePolicy = policy
    try both.mine.save()
    if case .mergeByPropertyObjectTrump = policy {
      #expect(mine.persistentModelID == identifier && mine.title == "mine")
      let ship = try both.fresh().ship("a")
      #expect(ship.persistentModelID == identifier && ship.title == "mine")
      #expect(ship.flags.map(\.name) == ["x"])
    } else {
      #expect(mine.modelContext == nil)
      #expect(try both.titles() == ["b": ""])
    }
    #expect(!both.mine.hasChanges)
  }

  @Test(
    "an object that was deleted here and changed there",
    arguments: [MergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump], [true, false])
  func deletedHere(policy: MergePolicy, fails: Bool) throws {
    let both = try fleet()
    let flag = try both.mine.only(Flag.self)
    let mine = try both.mine.ship("a")
    let legs = mine.legs
    both.mine.delete(mine)
    try both.theirs.ship("a").title = "theirs"
    try both.theirs.save()
    if fails {
      let conflict = try conflict(both.mine)
      #expect(conflict.kind == .deletedHere && conflict.property == nil)
    }
    both.mine.mergePolicy = policy
    try both.mine.save()
    let fresh = try both.fresh()
    if case .mergeByPropertyObjectTrump = policy {
      #expect(try both.titles() == ["b": ""])
      #expect(try fresh.fetchCount(FetchDescriptor<Leg>()) == 0)
    } else {
      for ship in [mine, try fresh.ship("a")] {
        #expect(ship.title == "theirs")
        #expect(ship.legs.map(\.place) == ["p", "q"])
        #expect(ship.boats.map(\.number) == [1])
        #expect(ship.flags.map(\.name) == ["x"])
      }
      #expect(mine.legs.map(\.id) == legs.map(\.id))
      #expect(flag.ships.map(\.code) == ["a"])
    }
    #expect(!both.mine.hasChanges)
  }

  @Test(
    "an owner that was deleted here, with an object added there",
    arguments: [MergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump])
  func childAddedThere(policy: MergePolicy) throws {
    let both = try fleet()
    both.mine.delete(try both.mine.ship("a"))
    let theirs = try both.theirs.ship("a")
    both.theirs.insert(Boat(2, of: theirs))
    try both.theirs.save()
    #expect(try conflict(both.mine).kind == .deletedHere)
    both.mine.mergePolicy = policy
    try both.mine.save()
    let fresh = try both.fresh()
    if case .mergeByPropertyObjectTrump = policy {
      #expect(try fresh.fetchCount(FetchDescriptor<Boat>()) == 0)
      #expect(try both.titles() == ["b": ""])
    } else {
      #expect(try fresh.ship("a").boats.map(\.number) == [1, 2])
      #expect(try fresh.ship("a").legs.count == 2)
    }
  }

  @Test(
    "an owner that was deleted there, with an object added here",
    arguments: [MergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump], [true, false])
  func childAddedHere(policy: MergePolicy, isRequired: Bool) throws {
    let both = try fleet()
    let owner = try both.mine.ship("a")
    if isRequired {
      both.mine.insert(Boat(2, of: owner))
    } else {
      both.mine.insert(Leg("new", of: owner))
    }
    both.theirs.delete(try both.theirs.ship("a"))
    try both.theirs.save()
    let conflict = try conflict(both.mine)
    #expect(conflict.kind == .deletedThere && conflict.property == "ship")
    #expect(conflict.mine(as: PersistentIdentifier.self) == owner.persistentModelID)
    both.mine.mergePolicy = policy
    try both.mine.save()
    let fresh = try both.fresh()
    if case .mergeByPropertyObjectTrump = policy {
      let ship = try fresh.ship("a")
      #expect(ship.title == "before")
      #expect(ship.boats.map(\.number) == (isRequired ? [2] : []))
      #expect(ship.legs.map(\.place) == (isRequired ? [] : ["new"]))
    } else {
      #expect(try both.titles() == ["b": ""])
      #expect(try fresh.fetchCount(FetchDescriptor<Boat>()) == 0)
      #expect(try fresh.fetchCount(FetchDescriptor<Leg>()) == 0)
    }
    #expect(!both.mine.hasChanges)
  }

  @Test("an object that both delete is gone without a conflict")
  func deletedByBoth() throws {
    let both = try fleet()
    both.mine.delete(try both.mine.ship("a"))
    both.mine.insert(Ship("c"))
    both.theirs.delete(try both.theirs.ship("a"))
    try both.theirs.save()
    try both.mine.save()
    #expect(try both.titles() == ["b": "", "c": ""])
  }

  @Test("an object that only lost a related one, and was deleted there, is gone")
  func lostNothing() throws {
    let both = try fleet()
    both.mine.delete(try #require(try both.mine.ship("a").legs.first))
    both.theirs.delete(try both.theirs.ship("a"))
    try both.theirs.save()
    try both.mine.save()
    #expect(try both.titles() == ["b": ""])
  }

  @Test("a deletion in another context of the process is reported as before")
  func sameProcess() throws {
    let both = try fleet()
    let second = ModelContext(both.mine.container)
    try both.mine.ship("a").title = "mine"
    second.delete(try second.ship("a"))
    try second.save()
    #expect(throws: SwiftDataError.concurrentDeletion) { try both.mine.save() }
  }
}
