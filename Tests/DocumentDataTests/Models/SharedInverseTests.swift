import DocumentTables
import Foundation
import Testing

@testable import DocumentData

/// Classes several of whose relationships state one inverse.
private enum Gardens {
  // Two to-many relationships state one to-one.
  @Model class Yard {
    var name: String
    @Relationship(inverse: \Plant.yard) var a: [Plant] = []
    @Relationship(deleteRule: .cascade, inverse: \Plant.yard) var b: [Plant] = []
    @Relationship(inverse: \Plant.yard) var chosen: Plant?

    init(name: String) { self.name = name }
  }

  @Model class Plant {
    var name: String
    var yard: Yard?

    init(name: String) { self.name = name }
  }

  // Two to-many relationships state one to-many; the class has another that could be meant.
  @Model class Club {
    @Relationship(inverse: \Member.clubs) var b: [Member] = []
    @Relationship(inverse: \Member.clubs) var a: [Member] = []

    init() {}
  }

  @Model class Member {
    var clubs: [Club] = []
    var favourite: Club?

    init() {}
  }

  enum V1: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Yard.self, Plant.self] }
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  }

  enum V2: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Yard.self, Plant.self] }
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }

    @Model class Yard {
      @Attribute(originalName: "name") var title: String
      @Relationship(inverse: \Plant.yard) var a: [Plant] = []
      @Relationship(deleteRule: .cascade, inverse: \Plant.yard) var b: [Plant] = []
      @Relationship(inverse: \Plant.yard) var chosen: Plant?

      init(title: String) { self.title = title }
    }

    @Model class Plant {
      var name: String
      var height = 0
      var yard: Yard?

      init(name: String) { self.name = name }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
  }
}

@Suite("Relationships that state one inverse")
struct SharedInverseTests {
  @Test(
    "the first that states it has it, the others have none",
    arguments: [
      ("Yard", "a", "yard"), ("Plant", "yard", "a"), ("Yard", "b", nil), ("Yard", "chosen", nil),
      ("Club", "b", "clubs"), ("Member", "clubs", "b"), ("Club", "a", nil),
      ("Member", "favourite", nil),
    ] as [(String, String, String?)])
  func inverses(entity: String, name: String, inverse: String?) throws {
    let schema = try Schema(Gardens.Yard.self, Gardens.Club.self)
      .tableSchema(name: "gardens")
    #expect(schema.entity(named: entity)?.relationship(named: name)?.inverse == inverse)
  }

  @Test("the schema lists those whose inverse belongs to another")
  func listed() {
    let schema = Schema(Gardens.Yard.self, Gardens.Club.self)
    let listed = schema.inversesWithoutEffect
    #expect(listed.map { "\($0.entity).\($0.property)" } == ["Yard.b", "Yard.chosen", "Club.a"])
    #expect(listed.map(\.inverse) == ["Plant.yard", "Plant.yard", "Member.clubs"])
    #expect(listed.map(\.owner) == ["Yard.a", "Yard.a", "Club.b"])
    #expect(
      listed.first?.description
        == """
        Yard.b states the inverse Plant.yard, which is the inverse of Yard.a: Yard.b keeps members \
        of its own, which setting Plant.yard does not change; give it an inverse of its own, or \
        leave `inverse:` out
        """)
    #expect(Schema(Library.models).inversesWithoutEffect.isEmpty)
  }

  @Test("each keeps members of its own, also after the document was saved and opened again")
  func reopening() throws {
    let folder = try MigrationFolder()
    let url = folder.url("yards.trips")
    try write(to: url)
    let context = ModelContext(
      try ModelContainer(for: Gardens.Yard.self, configurations: ModelConfiguration(url: url)))
    let yard = try context.only(Gardens.Yard.self)
    #expect(yard.a.map(\.name) == ["1", "2"])
    #expect(yard.b.map(\.name) == ["2", "3"])
    #expect(yard.chosen?.name == "4")
    let plants = try context.all(Gardens.Plant.self)
    #expect(plants.map { $0.yard?.name } == ["y", "y", nil, nil])
    plants[3].yard = yard
    #expect(yard.a.map(\.name) == ["1", "2", "4"])
    #expect(yard.b.map(\.name) == ["2", "3"])
    context.delete(plants[1])
    #expect(yard.b.map(\.name) == ["3"])
    try context.save()
    context.delete(yard)
    try context.save()
    #expect(try context.all(Gardens.Plant.self).map(\.name) == ["1", "4"])
  }

  @Test("a migration keeps the members of each")
  func migration() throws {
    let folder = try MigrationFolder()
    let url = folder.url("yards.trips")
    try write(to: url)
    let container = try ModelContainer(
      for: Schema(versionedSchema: Gardens.V2.self), migrationPlan: Gardens.Plan.self,
      configurations: ModelConfiguration(url: url))
    let yard = try ModelContext(container).only(Gardens.V2.Yard.self)
    #expect(yard.title == "y")
    #expect(yard.a.map(\.name) == ["1", "2"])
    #expect(yard.b.map(\.name) == ["2", "3"])
    #expect(yard.chosen?.name == "4")
  }

  private func write(to url: URL) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Gardens.V1.self), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let yard = Gardens.Yard(name: "y")
    let plants = (1...4).map { Gardens.Plant(name: "\($0)") }
    for plant in plants { context.insert(plant) }
    context.insert(yard)
    yard.a = [plants[0], plants[1]]
    yard.b = [plants[1], plants[2]]
    yard.chosen = plants[3]
    try context.save()
  }
}
