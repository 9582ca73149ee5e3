import DocumentData
import Foundation
import Synchronization
import Testing

@Suite("A deleted object that is inserted again before the save")
struct InsertionAgainTests {
  private typealias Parent = Families.Parent
  private typealias Child = Families.Child
  private typealias Toy = Families.Toy
  private typealias Club = Families.Club

  private let family: Families.Three
  private var container: ModelContainer { family.container }
  private var context: ModelContext { family.context }
  private var parent: Parent { family.parent }
  private var children: [Child] { family.children }
  private var toys: [Toy] { family.toys }

  init() throws { family = try Families.Three() }

  private func saved() throws -> ModelContext { try family.saved() }

  private func tags(_ models: [some Families.Tagged]) -> [Int] { models.map(\.tag) }

  // MARK: Cascades

  @Test("returns with the objects that delete rules have deleted, and theirs, in their places")
  func cascade() throws {
    context.delete(parent)
    #expect(
      parent.isDeleted && children.allSatisfy { $0.isDeleted } && toys.allSatisfy { $0.isDeleted })
    #expect(try context.all(Child.self).isEmpty)
    context.insert(parent)
    #expect(!parent.isDeleted && children.allSatisfy { !$0.isDeleted })
    #expect(tags(parent.children) == [3, 1, 2])
    #expect(children.allSatisfy { $0.parent === parent && $0.toys.count == 1 })
    #expect(!context.hasChanges)
    let other = try saved()
    #expect(tags(try other.only(Parent.self).children) == [3, 1, 2])
    #expect(try other.all(Toy.self).allSatisfy { $0.owner != nil })
  }

  @Test(
    "leaves deleted what the program has deleted itself, before or after", arguments: [true, false])
  func ownDeletion(isFirst: Bool) throws {
    if isFirst { context.delete(children[0]) }
    context.delete(parent)
    if !isFirst { context.delete(children[0]) }
    context.insert(parent)
    #expect(children[0].isDeleted && toys[0].isDeleted)
    #expect(tags(parent.children) == [3, 2])
    let other = try saved()
    #expect(tags(try other.only(Parent.self).children) == [3, 2])
    #expect(try other.all(Toy.self).count == 2)
  }

  @Test("returns without an owner that stays deleted, and to the owner when that returns, too")
  func partFirst() throws {
    context.delete(parent)
    context.insert(children[1])
    #expect(children[1].parent == nil)
    #expect(toys[1].owner === children[1])
    #expect(children[0].isDeleted)
    context.insert(parent)
    #expect(tags(parent.children) == [3, 1, 2])
    #expect(!context.hasChanges)
  }

  @Test("is saved without the owner that stays deleted")
  func partOnly() throws {
    context.delete(parent)
    context.insert(children[1])
    let other = try saved()
    #expect(try other.only(Child.self).parent == nil)
    #expect(try other.only(Toy.self).owner?.tag == 2)
  }

  @Test("leaves deleted what another deletion deletes, too, until that is taken back")
  func severalOwners() throws {
    let crates = (1...2).map { Families.Crate($0) }
    let stones = (1...3).map { Families.Stone($0) }
    for crate in crates { context.insert(crate) }
    crates[0].stones = [stones[0], stones[1]]
    crates[1].stones = [stones[1], stones[2]]
    try context.save()
    for crate in crates { context.delete(crate) }
    #expect(stones.allSatisfy { $0.isDeleted })
    context.insert(crates[0])
    #expect(stones.map(\.isDeleted) == [false, true, true])
    #expect(tags(crates[0].stones) == [1])
    context.insert(crates[1])
    #expect(stones.map(\.isDeleted) == [false, false, false])
    #expect(crates.map { tags($0.stones) } == [[1, 2], [2, 3]])
    #expect(!context.hasChanges)
  }

  @Test("keeps what was edited since, and before")
  func edited() throws {
    children[0].name = "before"
    let moved = Parent(2)
    context.insert(moved)
    context.delete(parent)
    children[1].name = "since"
    children[2].parent = moved
    parent.name = "since"
    context.insert(parent)
    #expect(tags(parent.children) == [1, 2])
    #expect(tags(moved.children) == [3])
    let other = try saved()
    let names = try other.all(Child.self).map(\.name)
    #expect(names == ["before", "since", "child"])
    #expect(try other.all(Parent.self).map(\.name) == ["since", "parent"])
    #expect(try other.all(Parent.self).map { tags($0.children) } == [[1, 2], [3]])
  }

  @Test("takes a relationship that was set while it was deleted")
  func relatedWhileDeleted() throws {
    let club = Club(1)
    context.insert(club)
    context.delete(children[0])
    children[0].clubs = [club]
    children[0].parent = nil
    #expect(club.members.isEmpty)
    context.insert(children[0])
    #expect(tags(club.members) == [1])
    #expect(children[0].parent == nil)
    #expect(tags(parent.children) == [3, 2])
    let other = try saved()
    #expect(tags(try other.only(Club.self).members) == [1])
  }

  // MARK: Other owners

  enum End: CaseIterable { case owner, part }

  @Test("a part of a deleted owner that gets another owner survives", arguments: End.allCases)
  func moved(end: End) throws {
    let other = Parent(2)
    context.insert(other)
    context.delete(parent)
    switch end {
    case .owner: other.children = [children[0], children[1]]
    case .part: for child in children.prefix(2) { child.parent = other }
    }
    #expect(children.map(\.isDeleted) == [false, false, true])
    #expect(toys.map(\.isDeleted) == [false, false, true])
    #expect(tags(other.children) == [1, 2])
    let reader = try saved()
    #expect(tags(try reader.only(Parent.self).children) == [1, 2])
    #expect(try tags(reader.all(Toy.self)) == [1, 2])
  }

  @Test("a part survives with a new owner that is inserted with it, or that does not know it")
  func movedToNew() throws {
    context.delete(parent)
    let other = Parent(2)
    other.children = [children[0]]
    context.insert(other)
    #expect(tags(other.children) == [1])
    let crates = [Families.Crate(1), Families.Crate(2)]
    crates[0].stones = [Families.Stone(1)]
    for crate in crates { context.insert(crate) }
    try context.save()
    let stone = crates[0].stones[0]
    context.delete(crates[0])
    crates[1].stones = [stone]
    let reader = try saved()
    #expect(tags(try reader.only(Families.Crate.self).stones) == [1])
    #expect(tags(try reader.only(Child.self).toys) == [1])
  }

  @Test("a part that the program has deleted itself gets no other owner")
  func ownDeletionMoved() throws {
    let other = Parent(2)
    context.insert(other)
    context.delete(children[0])
    other.children = [children[0]]
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(children[0].isDeleted)
    try context.save()
    #expect(tags(try ModelContext(container).all(Child.self)) == [2, 3])
  }

  // MARK: Saves between

  @Test("is refused by name if another context has deleted it meanwhile")
  func deletedElsewhere() throws {
    context.delete(parent)
    let other = ModelContext(container)
    other.delete(try other.only(Parent.self))
    try other.save()
    #expect(try context.all(Parent.self).isEmpty)
    context.insert(parent)
    let error = #expect(throws: SwiftDataError.concurrentDeletion) { try context.save() }
    #expect(error?.entity == "Parent")
    try context.save()
    #expect(try ModelContext(container).all(Child.self).isEmpty)
  }

  @Test("has what another context has saved meanwhile")
  func savedElsewhere() throws {
    let club = Club(1)
    context.insert(club)
    club.president = children[0]
    try context.save()
    context.delete(children[0])
    context.delete(parent)
    let other = ModelContext(container)
    let owner = try other.only(Parent.self)
    let added = Child(4)
    owner.children.append(added)
    owner.name = "elsewhere"
    try other.all(Child.self)[2].name = "elsewhere"
    try other.save()
    #expect(try context.all(Child.self).isEmpty)
    context.insert(parent)
    #expect(parent.name == "elsewhere")
    #expect(tags(parent.children) == [3, 2, 4])
    #expect(children[2].name == "elsewhere")
    context.insert(children[0])
    #expect(club.president === children[0])
    #expect(tags(parent.children) == [3, 1, 2, 4])
    #expect(tags(try saved().only(Parent.self).children) == [3, 1, 2, 4])
  }

  @Test("returns to its place even if a save has failed")
  func failedSave() throws {
    let disk = Families.Disk()
    let container = try Families.container(on: disk)
    let context = ModelContext(container)
    let (parent, children) = (Parent(1), (1...3).map { Child($0) })
    context.insert(parent)
    for child in children { context.insert(child) }
    parent.children = [children[2], children[0], children[1]]
    try context.save()
    disk.isFull.store(true, ordering: .relaxed)
    context.delete(children[0])
    #expect(throws: Families.Disk.Full.self) { try context.save() }
    disk.isFull.store(false, ordering: .relaxed)
    context.insert(children[0])
    #expect(tags(parent.children) == [3, 1, 2])
    try context.save()
    #expect(tags(try ModelContext(container).only(Parent.self).children) == [3, 1, 2])
  }

  @Test("is refused once the deletion is saved")
  func savedDeletion() throws {
    context.delete(parent)
    try context.save()
    context.insert(parent)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }
}
