import DocumentData
import Synchronization

/// Owners, their parts, and every other kind of relationship that a deletion changes.
enum Families {
  static var models: [any PersistentModel.Type] {
    [
      Parent.self, Child.self, Toy.self, Club.self, Album.self, Crate.self, Stone.self, House.self,
      Room.self, Guardian.self, Adopted.self, Person.self,
    ]
  }

  /// The identity of an object in tests, beside its attribute.
  protocol Tagged: PersistentModel {
    var tag: Int { get }
    var name: String { get set }
  }

  @Model class Parent {
    var tag: Int
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Child.parent) var children: [Child] = []

    init(_ tag: Int, _ name: String = "parent") {
      self.tag = tag
      self.name = name
    }
  }

  @Model class Child {
    var tag: Int
    var name: String
    var parent: Parent?
    @Relationship(deleteRule: .cascade, inverse: \Toy.owner) var toys: [Toy] = []
    var clubs: [Club] = []
    var presides: Club?

    init(_ tag: Int, _ name: String = "child") {
      self.tag = tag
      self.name = name
    }
  }

  @Model class Toy {
    var tag: Int
    var name: String
    var owner: Child?

    init(_ tag: Int, _ name: String = "toy") {
      self.tag = tag
      self.name = name
    }
  }

  @Model class Club {
    var tag: Int
    var name: String
    @Relationship(inverse: \Child.clubs) var members: [Child] = []
    @Relationship(inverse: \Child.presides) var president: Child?

    init(_ tag: Int, _ name: String = "club") {
      self.tag = tag
      self.name = name
    }
  }

  /// Names objects that do not know it.
  @Model class Album {
    var tag: Int
    var name: String
    var pictures: [Child] = []
    var cover: Child?

    init(_ tag: Int, _ name: String = "album") {
      self.tag = tag
      self.name = name
    }
  }

  /// Its relationships are their own inverses in containers of these tests.
  @Model class Person {
    var tag: Int
    var name: String
    var spouse: Person?
    var friends: [Person] = []

    init(_ tag: Int, _ name: String = "person") {
      self.tag = tag
      self.name = name
    }
  }

  /// Owns objects that do not know it.
  @Model class Crate {
    var tag: Int
    var name: String
    @Relationship(deleteRule: .cascade) var stones: [Stone] = []

    init(_ tag: Int, _ name: String = "crate") {
      self.tag = tag
      self.name = name
    }
  }

  @Model class Stone {
    var tag: Int
    var name: String

    init(_ tag: Int, _ name: String = "stone") {
      self.tag = tag
      self.name = name
    }
  }

  /// Its rooms must have one, and need not go with it.
  @Model class House {
    @Attribute(.unique) var address: String
    @Relationship(inverse: \Room.house) var rooms: [Room] = []

    init(address: String) { self.address = address }
  }

  @Model class Room {
    var name: String
    var house: House

    init(name: String, house: House) {
      self.name = name
      self.house = house
    }
  }

  /// Cannot be deleted while it has wards, of which it must have some.
  @Model class Guardian {
    @Relationship(
      deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 2, inverse: \Adopted.guardian)
    var wards: [Adopted] = []

    init() {}
  }

  @Model class Adopted {
    var guardian: Guardian?

    init() {}
  }

  static func container() throws -> ModelContainer { try makeContainer(models) }

  /// A container whose saves fail while its disk is full.
  static func container(on disk: Disk) throws -> ModelContainer {
    try makeContainer(models) { _ in
      if disk.isFull.load(ordering: .relaxed) { throw Disk.Full() }
    }
  }

  final class Disk: Sendable {
    struct Full: Error {}

    let isFull = Atomic(false)
  }
}

extension Families {
  /// A saved parent with three children in an order of their own, each of whom has a toy.
  struct Three {
    let container: ModelContainer
    let context: ModelContext
    let parent = Parent(1)
    let children = (1...3).map { Child($0) }
    let toys = (1...3).map { Toy($0) }

    init() throws {
      container = try Families.container()
      context = ModelContext(container)
      context.insert(parent)
      for (child, toy) in zip(children, toys) {
        context.insert(child)
        child.toys = [toy]
      }
      parent.children = [children[2], children[0], children[1]]
      try context.save()
    }

    /// Saves, and returns a context that reads what was saved.
    func saved() throws -> ModelContext {
      try context.save()
      return ModelContext(container)
    }
  }
}

extension Families.Parent: Families.Tagged {}
extension Families.Child: Families.Tagged {}
extension Families.Toy: Families.Tagged {}
extension Families.Club: Families.Tagged {}
extension Families.Album: Families.Tagged {}
extension Families.Crate: Families.Tagged {}
extension Families.Stone: Families.Tagged {}
extension Families.Person: Families.Tagged {}
