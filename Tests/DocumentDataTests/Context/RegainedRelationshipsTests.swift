import DocumentData
import Foundation
import Testing

@Suite("The relationships of a deleted object that is inserted again before the save")
struct RegainedRelationshipsTests {
  private typealias Parent = Families.Parent
  private typealias Child = Families.Child
  private typealias Toy = Families.Toy
  private typealias Club = Families.Club
  private typealias Album = Families.Album

  private let family: Families.Three
  private var container: ModelContainer { family.container }
  private var context: ModelContext { family.context }
  private var parent: Parent { family.parent }
  private var children: [Child] { family.children }
  private var toys: [Toy] { family.toys }

  init() throws { family = try Families.Three() }

  private func saved() throws -> ModelContext { try family.saved() }

  private func tags(_ models: [some Families.Tagged]) -> [Int] { models.map(\.tag) }

  @Test("gets its members back, in relationships of every kind")
  func unlinked() throws {
    let club = Club(1)
    let album = Album(1)
    context.insert(club)
    context.insert(album)
    club.members = [children[1], children[0], children[2]]
    club.president = children[0]
    album.pictures = [children[2], children[0], children[1]]
    album.cover = children[0]
    try context.save()
    context.delete(children[0])
    #expect(tags(club.members) == [2, 3])
    #expect(tags(album.pictures) == [3, 2])
    #expect(club.president == nil && album.cover == nil)
    context.delete(club)
    #expect(children[1].clubs.isEmpty)
    context.insert(children[0])
    #expect(children[0].clubs.isEmpty && children[0].presides == nil)
    #expect(tags(album.pictures) == [3, 1, 2])
    #expect(album.cover === children[0])
    context.insert(club)
    #expect(tags(club.members) == [2, 1, 3])
    #expect(club.president === children[0])
    #expect(children[0].presides === club)
    #expect(!context.hasChanges)
    let other = try saved()
    #expect(tags(try other.only(Club.self).members) == [2, 1, 3])
    #expect(tags(try other.only(Album.self).pictures) == [3, 1, 2])
  }

  @Test("does not get back ends that were given to others since, or were set to nil")
  func givenAway() throws {
    let clubs = (1...2).map { Club($0) }
    for club in clubs { context.insert(club) }
    clubs[0].president = children[0]
    try context.save()
    context.delete(clubs[0])
    clubs[1].president = children[0]
    clubs[1].president = nil
    context.insert(clubs[0])
    #expect(clubs[0].president == nil)
    clubs[0].president = children[0]
    context.delete(children[0])
    clubs[0].president = children[2]
    context.insert(children[0])
    #expect(children[0].presides == nil)
    context.delete(clubs[0])
    children[2].presides = nil
    context.insert(clubs[0])
    #expect(clubs[0].president == nil)
    let other = try saved()
    #expect(try other.all(Club.self).allSatisfy { $0.president == nil })
  }

  @Test("gets back relationships that are their own inverses, unless they were given away")
  func ownInverses() throws {
    let people = (1...3).map { Families.Person($0) }
    for person in people { context.insert(person) }
    people[0].spouse = people[1]
    people[0].friends = [people[2], people[1]]
    try context.save()
    context.delete(people[0])
    #expect(people[1].spouse == nil && people[1].friends.isEmpty)
    context.insert(people[0])
    #expect(people[0].spouse === people[1] && people[1].spouse === people[0])
    #expect(tags(people[0].friends) == [3, 2] && tags(people[2].friends) == [1])
    #expect(!context.hasChanges)
    context.delete(people[0])
    people[1].spouse = people[2]
    people[1].spouse = nil
    people[2].friends = [people[1]]
    context.insert(people[0])
    #expect(people.allSatisfy { $0.spouse == nil })
    #expect(people.map { tags($0.friends).sorted() } == [[2, 3], [1, 3], [1, 2]])
    let reader = try saved()
    #expect(
      try reader.all(Families.Person.self).map { tags($0.friends).sorted() }
        == [[2, 3], [1, 3], [1, 2]])
  }

  @Test("returns to its place in a list that was changed since")
  func place() throws {
    let album = Album(1)
    context.insert(album)
    album.pictures = children
    try context.save()
    context.delete(children[1])
    let new = (4...5).map { Child($0) }
    album.pictures = [new[0], children[2], children[0], new[1]]
    parent.children = [new[0], children[2], children[0], new[1]]
    context.insert(children[1])
    #expect(tags(album.pictures) == [4, 3, 1, 2, 5])
    #expect(tags(parent.children) == [4, 3, 1, 2, 5])
    let other = try saved()
    #expect(tags(try other.only(Album.self).pictures) == [4, 3, 1, 2, 5])
    #expect(tags(try other.only(Parent.self).children) == [4, 3, 1, 2, 5])
  }

  @Test(
    "returns to its places one by one, whichever comes first", arguments: [[0, 1, 2], [2, 0, 1]])
  func places(order: [Int]) throws {
    let album = Album(1)
    context.insert(album)
    album.pictures = [children[1], children[2], children[0]]
    try context.save()
    for child in children { context.delete(child) }
    #expect(album.pictures.isEmpty && parent.children.isEmpty)
    for index in order { context.insert(children[index]) }
    #expect(tags(album.pictures) == [2, 3, 1])
    #expect(tags(parent.children) == [3, 1, 2])
    #expect(!context.hasChanges)
  }

  @Test("a required end that had lost it is valid again")
  func required() throws {
    let house = Families.House(address: "a")
    let room = Families.Room(name: "r", house: house)
    context.insert(room)
    try context.save()
    context.delete(house)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.insert(house)
    #expect(room.house === house)
    #expect(house.rooms == [room])
    #expect(try saved().only(Families.Room.self).house.address == "a")
    context.delete(house)
    room.house = Families.House(address: "b")
    context.insert(house)
    #expect(house.rooms.isEmpty)
    #expect(try saved().only(Families.Room.self).house.address == "b")
  }

  @Test("a denied deletion that is taken back is not denied, and counts hold")
  func denied() throws {
    let guardian = Families.Guardian()
    let ward = Families.Adopted()
    guardian.wards = [ward]
    context.insert(guardian)
    try context.save()
    context.delete(guardian)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.insert(guardian)
    try context.save()
    context.delete(ward)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.insert(ward)
    #expect(ward.guardian === guardian)
    #expect(try saved().only(Families.Guardian.self).wards.count == 1)
  }

  @Test("with the unique key of an object that was inserted meanwhile, takes the values of that")
  func uniqueKey() throws {
    let house = Families.House(address: "a")
    let room = Families.Room(name: "old", house: house)
    context.insert(room)
    try context.save()
    context.delete(room)
    context.delete(house)
    let new = Families.House(address: "a")
    context.insert(Families.Room(name: "new", house: new))
    context.insert(house)
    let saved = try saved().only(Families.House.self)
    #expect(saved.persistentModelID == house.persistentModelID)
    #expect(saved.rooms.map(\.name) == ["new"])
  }

  @Test("one of a deletion by predicate returns alone")
  func predicate() throws {
    try context.delete(model: Child.self, where: #Predicate { $0.tag > 1 })
    context.insert(children[2])
    #expect(tags(parent.children) == [3, 1])
    #expect(toys.map(\.isDeleted) == [false, true, false])
    #expect(tags(try saved().only(Parent.self).children) == [3, 1])
  }

  @Test("notifies observers of the relationships that return")
  func observed() throws {
    let club = Club(1)
    context.insert(club)
    club.members = children
    try context.save()
    context.delete(children[0])
    nonisolated(unsafe) var changed: [String] = []
    withObservationTracking {
      _ = club.members
    } onChange: {
      changed.append("members")
    }
    withObservationTracking {
      _ = parent.children
    } onChange: {
      changed.append("children")
    }
    context.insert(children[0])
    #expect(changed.sorted() == ["children", "members"])
  }
}
