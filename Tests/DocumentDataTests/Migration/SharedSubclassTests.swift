import DocumentData
import DocumentTables
import Testing

private enum ZooV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Animal.self, Dog.self, Cage.self] }

  @Model class Animal {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Cage.animals) var cage: Cage?
    init(name: String) { self.name = name }
  }

  @Model class Dog: Animal {
    var tricks: Int = 0
    override init(name: String) { super.init(name: name) }
  }

  @Model class Cage {
    var number: Int
    var animals: [Animal] = []
    var keeper: Animal?
    init(number: Int) { self.number = number }
  }
}

/// It declares the hierarchy anew and shares the cage.
private enum ZooV2: VersionedSchema {
  typealias Cage = ZooV1.Cage
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Animal.self, Dog.self, Cage.self] }

  @Model class Animal {
    @Attribute(.unique) var name: String
    var weight: Int = 0
    @Relationship(inverse: \Cage.animals) var cage: Cage?
    init(name: String) { self.name = name }
  }

  @Model class Dog: Animal {
    var tricks: Int = 0
    override init(name: String) { super.init(name: name) }
  }
}

/// Its dog inherits from the animal of version 1.
private enum ZooTorn: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [ZooV2.Animal.self, ZooV1.Dog.self, ZooV1.Cage.self]
  }
}

private enum DeskV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Owner.self, Desk.self] }
  enum Rank: String, Codable { case low, high }

  @Model class Owner {
    var name: String
    var rank: Rank
    init(name: String) {
      self.name = name
      rank = .low
    }
  }

  @Model class Desk {
    var owner: Owner
    init(owner: Owner) { self.owner = owner }
  }
}

private enum DeskV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Owner.self, DeskV1.Desk.self] }

  @Model class Owner {
    var name: String
    init(name: String) { self.name = name }
  }
}

@Suite("A shared class beside a hierarchy declared anew")
struct SharedSubclassTests {
  private func zoo() throws -> ModelContext {
    Birds.context(
      try Birds.tables(ZooV2.self) { context in
        let cage = ZooV2.Cage(number: 1)
        context.insert(cage)
        for animal in [ZooV2.Animal(name: "cat"), ZooV2.Dog(name: "rex")] {
          context.insert(animal)
          animal.cage = cage
        }
      }, ZooV2.self)
  }

  @Test("a relationship leads to objects of subclasses too")
  func subclasses() throws {
    let context = try zoo()
    let cage = try context.only(ZooV2.Cage.self)
    #expect(cage.animals.map(\.name).sorted() == ["cat", "rex"])
    let rex = try #require(cage.animals.first { $0.name == "rex" })
    rex.name = "max"
    #expect(try context.only(ZooV2.Dog.self).name == "max")
    cage.keeper = rex
    try context.save()
    let again = try ModelContext(context.container).only(ZooV2.Cage.self)
    #expect(again.keeper?.name == "max")
    #expect(again.animals.contains { $0 === again.keeper })
  }

  @Test("an upsert carries what stands in for the newer object over to the older")
  func upsert() throws {
    let context = try zoo()
    let cage = ZooV2.Cage(number: 2)
    context.insert(cage)
    let cat = ZooV1.Animal(name: "cat")
    cage.keeper = cat
    try context.save()
    #expect(try context.all(ZooV2.Animal.self).map(\.name).sorted() == ["cat", "rex"])
    #expect(cage.keeper?.name == "cat")
    cat.name = "puss"
    #expect(try context.all(ZooV2.Animal.self).map(\.name).sorted() == ["puss", "rex"])
  }

  @Test("an object of a replaced class is the same one when it is inserted after a rollback")
  func insertedAgain() throws {
    let context = try zoo()
    let cage = try context.only(ZooV2.Cage.self)
    let cat = ZooV1.Animal(name: "new")
    cage.keeper = cat
    context.rollback()
    #expect(cage.keeper == nil && cat.modelContext == nil)
    cage.keeper = cat
    #expect(cat.modelContext === context && cage.keeper === cat)
    cat.name = "puss"
    #expect(try context.all(ZooV2.Animal.self).map(\.name).sorted() == ["cat", "puss", "rex"])
    try context.save()
    cat.name = "tom"
    try context.save()
    #expect(cat.persistentModelID == cage.keeper?.persistentModelID)
    let saved = try ModelContext(context.container).only(ZooV2.Cage.self)
    #expect(saved.keeper?.name == "tom")
  }

  @Test("a subclass of a class that the version lists anew is refused with both classes")
  func torn() throws {
    let problem = #expect(throws: SchemaProblem.self) {
      try Schema(versionedSchema: ZooTorn.self).tableSchema(name: "zoo")
    }
    #expect(problem?.entity == "Animal")
    #expect(
      problem?.detail.hasPrefix("schema version 3.0.0 has two classes of this name, ") == true)
  }

  @Test("a required relationship whose class cannot stand in is refused with the property")
  func required() throws {
    let problem = #expect(throws: SchemaProblem.self) {
      try Schema(versionedSchema: DeskV2.self).tableSchema(name: "desks")
    }
    #expect(problem?.entity == "Desk")
    #expect(problem?.property == "owner")
    #expect(problem?.detail.hasSuffix("declare Desk anew in this version") == true)
  }
}
