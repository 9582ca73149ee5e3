import Foundation
import Synchronization
import Testing

@testable import DocumentData

@Suite("A new object that is inserted again")
struct InsertionOfUnsavedTests {
  private typealias Parent = Families.Parent
  private typealias Child = Families.Child
  private typealias Toy = Families.Toy
  private typealias Club = Families.Club

  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try Families.container()
    context = ModelContext(container)
  }

  private func tags(_ models: [some Families.Tagged]) -> [Int] { models.map(\.tag) }

  @Test("after its deletion is saved, with its identifier, its parts and its relationships")
  func deleted() throws {
    let club = Club(1)
    context.insert(club)
    try context.save()
    let parent = Parent(1)
    parent.children = [Child(2), Child(1)]
    context.insert(parent)
    let id = parent.persistentModelID
    parent.children[0].toys = [Toy(1)]
    club.president = parent.children[0]
    club.members = parent.children.reversed()
    context.delete(parent)
    #expect(!context.hasChanges || context.insertedModelsArray.isEmpty)
    #expect(parent.modelContext == nil && parent.children.isEmpty)
    #expect(club.members.isEmpty && club.president == nil)
    context.insert(parent)
    #expect(parent.persistentModelID == id)
    #expect(tags(parent.children) == [2, 1])
    #expect(tags(club.members) == [1, 2])
    #expect(club.president?.tag == 2)
    try context.save()
    let saved = try ModelContext(container).only(Parent.self)
    #expect(tags(saved.children) == [2, 1])
    #expect(saved.children.map { tags($0.toys) } == [[1], []])
    #expect(saved.children.map { $0.presides?.tag } == [1, nil])
  }

  @Test("as a part of a stored owner returns with it, though the program does not hold it")
  func part() throws {
    let parent = Parent(1)
    context.insert(parent)
    try context.save()
    parent.children = [Child(1)]
    weak let released = parent.children[0]
    context.delete(parent)
    #expect(released != nil)
    context.insert(parent)
    #expect(tags(parent.children) == [1])
    try context.save()
    #expect(tags(try ModelContext(container).only(Parent.self).children) == [1])
  }

  @Test("alone returns without its owner, and a save between makes it a new object")
  func alone() throws {
    let parent = Parent(1)
    let child = Child(1)
    parent.children = [child]
    context.insert(parent)
    context.delete(parent)
    context.insert(child)
    #expect(child.parent == nil)
    context.delete(child)
    context.insert(Toy(1))
    try context.save()
    child.parent = parent
    context.insert(child)
    try context.save()
    #expect(try ModelContext(container).only(Child.self).parent?.tag == 1)
    #expect(try ModelContext(container).all(Toy.self).count == 1)
  }

  @Test("after a rollback is saved, with what it is related to since")
  func rolledBack() throws {
    let parent = Parent(1)
    let child = Child(1)
    parent.children = [child]
    context.insert(parent)
    context.rollback()
    #expect(parent.children.isEmpty && child.parent == nil && parent.modelContext == nil)
    context.insert(child)
    child.name = "changed"
    let other = Parent(2)
    other.children = [child]
    context.insert(other)
    context.insert(parent)
    parent.name = "again"
    try context.save()
    let reader = ModelContext(container)
    #expect(try reader.all(Parent.self).map(\.name).sorted() == ["again", "parent"])
    #expect(try reader.only(Child.self).parent?.tag == 2)
    #expect(try reader.only(Child.self).name == "changed")
    #expect(!context.hasChanges)
  }

  @Test("after a rollback brings along what it must be related to, and relating it inserts it")
  func requiredAfterRollback() throws {
    let house = Families.House(address: "a")
    let room = Families.Room(name: "r", house: house)
    context.insert(room)
    context.rollback()
    #expect(room.house === house)
    context.insert(room)
    try context.save()
    #expect(try ModelContext(container).only(Families.Room.self).house.address == "a")
    let second = Families.Room(name: "s", house: house)
    context.insert(second)
    context.rollback()
    house.rooms.append(second)
    try context.save()
    #expect(try ModelContext(container).all(Families.Room.self).map(\.name) == ["r", "s"])
  }

  @Test("after a rollback has its own values, not those of an object that it was united with")
  func unitedNew() throws {
    let container = try ModelContainer(
      for: Schema(Fleet.models), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let ships = ["first", "second", "third"].map { title in
      let ship = Fleet.Ship("a")
      ship.title = title
      context.insert(ship)
      context.insert(Fleet.Leg(title, of: ship))
      return ship
    }
    let crowded = Fleet.Ship("b")
    for number in 1...4 { context.insert(Fleet.Boat(number, of: crowded)) }
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(Set(ships.map(\.persistentModelID)).count == 1)
    context.rollback()
    #expect(ships.map(\.title) == ["first", "second", "third"])
    for (number, ship) in ships.enumerated() {
      ship.code = "\(number)"
      context.insert(ship)
    }
    try context.save()
    let saved = try ModelContext(container).all(Fleet.Ship.self).sorted { $0.code < $1.code }
    #expect(saved.map(\.title) == ["first", "second", "third"])
  }

  @Test("after a rollback has the values that an upsert gave to an older object")
  func unitedBefore() throws {
    let disk = Families.Disk()
    let container = try Families.container(on: disk)
    let context = ModelContext(container)
    let old = Families.House(address: "a")
    context.insert(old)
    try context.save()
    let new = Families.House(address: "a")
    // Without the room, the older house has no change to write.
    context.insert(Families.Room(name: "r", house: new))
    disk.isFull.store(true, ordering: .relaxed)
    #expect(throws: Families.Disk.Full.self) { try context.save() }
    context.rollback()
    #expect(new.address == "a" && new.modelContext == nil)
    disk.isFull.store(false, ordering: .relaxed)
    new.address = "b"
    context.insert(new)
    #expect(old.address == "a")
    try context.save()
    let saved = try ModelContext(container).all(Families.House.self).map(\.address)
    #expect(saved.sorted() == ["a", "b"])
  }

  @Test("after its deletion or a rollback may be inserted into another context")
  func otherContext() throws {
    let parent = Parent(1)
    let child = Child(1)
    parent.children = [child]
    context.insert(parent)
    context.delete(parent)
    let other = ModelContext(container)
    other.insert(child)
    try other.save()
    context.insert(parent)
    #expect(parent.children.isEmpty)
    try context.save()
    #expect(try ModelContext(container).only(Parent.self).children.isEmpty)
    #expect(try ModelContext(container).only(Child.self).tag == 1)
  }

  @Test("an object of an identifier that leads nowhere is refused")
  func missing() throws {
    let author = Parent(1)
    context.insert(author)
    let other = ModelContext(container)
    let missing = try #require(other.model(for: author.persistentModelID) as? Parent)
    other.insert(missing)
    #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
  }

  @Test("is not kept in memory by its deletion, nor is what went with it")
  func memory() throws {
    weak var released: Child?
    for tag in 0..<200 {
      let parent = Parent(tag)
      let child = Child(tag)
      parent.children = [child]
      context.insert(parent)
      context.delete(parent)
      if tag == 0 { released = child }
    }
    #expect(released == nil)
    #expect(!context.hasChanges)
  }

  @Test("returns under a new key if another process has used its key")
  func foreignSave() throws {
    let both = try TwoProcesses { $0.insert(Fleet.Ship("old")) }
    let ship = Fleet.Ship("mine")
    ship.legs = [Fleet.Leg("p"), Fleet.Leg("q")]
    both.mine.insert(ship)
    let flag = Fleet.Flag("f")
    both.mine.insert(flag)
    flag.ships = [ship, try both.mine.ship("old")]
    let key = ship.persistentModelID.key
    both.mine.delete(ship)
    for code in ["a", "b", "c", "d", "e"] { both.theirs.insert(Fleet.Ship(code)) }
    try both.theirs.save()
    try both.mine.save()
    both.mine.insert(ship)
    try both.mine.save()
    #expect(ship.persistentModelID.key != key)
    let fresh = try both.fresh()
    #expect(try fresh.all(Fleet.Ship.self).count == 7)
    #expect(try fresh.ship("mine").legs.isEmpty)
  }

  @Test("keeps its relationships if another process saves meanwhile")
  func followedForeignSave() throws {
    let both = try TwoProcesses { $0.insert(Fleet.Ship("old")) }
    let ship = Fleet.Ship("mine")
    ship.legs = [Fleet.Leg("p"), Fleet.Leg("q")]
    both.mine.insert(ship)
    let flag = Fleet.Flag("f")
    both.mine.insert(flag)
    flag.ships = [ship, try both.mine.ship("old")]
    both.mine.delete(ship)
    for code in ["a", "b", "c", "d", "e"] { both.theirs.insert(Fleet.Ship(code)) }
    try both.theirs.save()
    try both.mine.core.store.adopt()
    #expect(try both.mine.all(Fleet.Ship.self).count == 6)
    both.mine.insert(ship)
    #expect(flag.ships.map(\.code) == ["mine", "old"])
    try both.mine.save()
    let fresh = try both.fresh()
    #expect(try fresh.ship("mine").legs.map(\.place) == ["p", "q"])
    #expect(try fresh.ship("mine").flags.map(\.name) == ["f"])
    #expect(try fresh.all(Fleet.Ship.self).count == 7)
  }
}
