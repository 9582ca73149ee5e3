import DocumentTables
import Foundation
import Testing

@testable import DocumentData

@Suite("Changes of a schema before a container is made of it")
struct ChangedSchemaTests {
  private static func schema() -> Schema { Schema(Harbour.self, Ship.self, Ferry.self) }

  private static func container(_ schema: Schema) throws -> ModelContainer {
    try ModelContainer(
      for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private static func change(_ body: (Schema.Entity, Schema) throws -> Void) throws -> Schema {
    let schema = schema()
    try body(try #require(schema.entity(for: Ship.self)), schema)
    return schema
  }

  @Test("looking at the entities changes nothing")
  func untouched() throws {
    let schema = Self.schema()
    let before = try schema.tableSchema(name: "x")
    #expect(schema.entities.count == 3)
    #expect(try schema.tableSchema(name: "x") == before)
  }

  @Test("indexes and constraints come in the order in which the class states them")
  func order() throws {
    let entity = try #require(Self.schema().entity(for: Ship.self))
    #expect(entity.uniquenessConstraints == [["name"], ["size", "flag"], ["flag", "name"]])
    #expect(entity.indices == [["size"], ["flag", "name"], ["flag"]])
    #expect(entity.rtreeIndices == [["flag", "name"]])
  }

  @Test("a delete rule holds")
  func deleteRule() throws {
    let schema = Self.schema()
    let harbour = try #require(schema.entity(for: Harbour.self))
    harbour.relationshipsByName["ships"]?.deleteRule = .cascade
    let context = ModelContext(try Self.container(schema))
    let place = Harbour(name: "Hull")
    context.insert(place)
    place.ships = [Ship(name: "Ann", size: 1, flag: "x")]
    try context.save()
    context.delete(place)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Ship>()) == 0)
  }

  @Test("counts are checked at the save")
  func counts() throws {
    let schema = Self.schema()
    let ships = try #require(schema.entity(for: Harbour.self)?.relationshipsByName["ships"])
    ships.maximumModelCount = 1
    let context = ModelContext(try Self.container(schema))
    let place = Harbour(name: "Hull")
    context.insert(place)
    place.ships = [Ship(name: "A", size: 1, flag: "x"), Ship(name: "B", size: 2, flag: "y")]
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  @Test("an attribute can become unique, and one that is can cease to be")
  func uniqueness() throws {
    let schema = try Self.change { ship, _ in
      ship.attributesByName["size"]?.options = [.unique]
      ship.attributesByName["name"]?.options = []
    }
    let context = ModelContext(try Self.container(schema))
    context.insert(Ship(name: "A", size: 1, flag: "x"))
    context.insert(Ship(name: "A", size: 2, flag: "y"))
    try context.save()
    context.insert(Ship(name: "B", size: 2, flag: "z"))
    try context.save()
    let ships = try context.fetch(FetchDescriptor<Ship>(sortBy: [SortDescriptor(\.size)]))
    #expect(ships.map(\.name) == ["A", "B"])
  }

  @Test("constraints and indexes can be added, by lists and as properties")
  func lists() throws {
    let schema = try Self.change { ship, _ in
      ship.uniquenessConstraints = [["flag", "size"]]
      ship.indices.removeAll()
      ship.storedProperties.append(Schema.Unique<Ship>([\.size, \.name]))
      ship.storedProperties.append(Schema.Index<Ship>([\.name]))
    }
    let table = try #require(try schema.tableSchema(name: "x").entity(named: "Ship"))
    #expect(table.uniquenessConstraints == [["flag", "size"], ["name", "size"]])
    #expect(table.indexes == [["name"]])
  }

  @Test("external storage of what is neither text nor data is recorded, and nothing more")
  func externalNumber() throws {
    let schema = try Self.change { ship, _ in
      ship.attributesByName["size"]?.options = [.externalStorage]
    }
    let table = try #require(try schema.tableSchema(name: "x").entity(named: "Ship"))
    let size = try #require(table.attribute(named: "size"))
    #expect(!size.isExternal)
    #expect(size.recordedOptions == ["externalStorage"])
    #expect(AttributeRecord(size).options == [.externalStorage])
  }

  @Test("options, former names and defaults become part of the document's schema")
  func attributes() throws {
    let schema = try Self.change { ship, schema in
      let flag = try #require(ship.attributesByName["flag"])
      flag.options = [.externalStorage, .preserveValueOnDeletion, .spotlight]
      flag.originalName = "banner"
      flag.hashModifier = "2"
      flag.defaultValue = "red"
      ship.relationshipsByName["harbour"]?.originalName = "port"
      // The same object stands among what the subclass inherits.
      let ferry = try #require(schema.entity(for: Ferry.self))
      ferry.attributesByName["size"]?.hashModifier = "3"
    }
    let table = try #require(
      try Self.container(schema).store.current.tables.schema.entity(named: "Ship"))
    let flag = try #require(table.attribute(named: "flag"))
    #expect(flag.isExternal && flag.isPreservedOnDeletion)
    #expect(flag.recordedOptions == ["spotlight"])
    #expect(flag.originalName == "banner")
    #expect(flag.hashModifier == "2")
    #expect(flag.defaultValue == .value(.text("red")))
    #expect(table.attribute(named: "size")?.hashModifier == "3")
    #expect(table.relationship(named: "harbour")?.originalName == "port")
  }

  @Test("an inverse can be stated at one end, and taken away")
  func inverses() throws {
    func inverses(_ schema: Schema) throws -> [String?] {
      let tables = try schema.tableSchema(name: "x")
      return [("Ship", "harbour"), ("Ship", "home"), ("Harbour", "ships")].map {
        tables.relationship(named: $1, of: $0)?.relationship.inverse
      }
    }
    #expect(try inverses(Self.schema()) == ["ships", nil, "harbour"])
    let byName = try Self.change { ship, _ in
      ship.relationshipsByName["home"]?.inverseName = "ships"
    }
    #expect(try inverses(byName) == [nil, "ships", "home"])
    let byKeyPath = try Self.change { ship, _ in
      ship.relationshipsByName["home"]?.inverseKeyPath = \Harbour.ships
    }
    #expect(try inverses(byKeyPath) == [nil, "ships", "home"])
    let none = try Self.change { ship, _ in ship.relationshipsByName["harbour"]?.inverseName = nil }
    #expect(try inverses(none) == [nil, nil, nil])
  }

  @Test(
    "what the class decides is refused with entity, property and what to do",
    arguments: Refusal.all)
  private func refusal(_ refusal: Refusal) throws {
    let schema = try Self.change { ship, schema in try refusal.change(ship, schema) }
    let error = #expect(throws: SwiftDataError.unknownSchema) { try Self.container(schema) }
    #expect(error?.entity == refusal.entity)
    #expect(error?.property == refusal.property)
    #expect(error?.explanation.contains(refusal.words) ?? false, "\(error?.explanation ?? "")")
  }

  private struct Refusal: CustomTestStringConvertible, Sendable {
    var property: String?
    var words: String
    var entity = "Ship"
    var change: @Sendable (Schema.Entity, Schema) throws -> Void

    var testDescription: String { "\(entity).\(property ?? ""): \(words)" }

    init(
      _ property: String?, _ words: String, entity: String = "Ship",
      _ change: @escaping @Sendable (Schema.Entity, Schema) throws -> Void
    ) {
      self.property = property
      self.words = words
      self.entity = entity
      self.change = change
    }

    static let all = [
      Refusal("size", "remove it from the class") { ship, _ in
        ship.attributesByName["size"] = nil
      },
      Refusal("depth", "add it there") { ship, _ in
        ship.storedProperties.append(Schema.Attribute(name: "depth", valueType: Int.self))
      },
      Refusal("size", "change its type there") { ship, _ in
        ship.attributesByName["size"]?.valueType = String.self
      },
      Refusal("size", "@Attribute(.ephemeral)") { ship, _ in
        ship.attributesByName["size"]?.options = [.ephemeral]
      },
      Refusal("size", "state a Int") { ship, _ in
        ship.attributesByName["size"]?.defaultValue = "large"
      },
      Refusal("home", "change its type there") { ship, _ in
        ship.relationshipsByName["home"]?.destination = "Ship"
      },
      Refusal("home", "leads back") { ship, _ in
        ship.relationshipsByName["home"]?.inverseKeyPath = \Ferry.lines
      },
      Refusal(nil, "rename the class") { ship, _ in ship.name = "Boat" },
      Refusal(nil, "let the class inherit", entity: "Harbour") { _, schema in
        schema.entity(for: Harbour.self)?.superentityName = "Ship"
      },
      Refusal("size", "the entity that declares it", entity: "Ferry") { _, schema in
        let size = Schema.Attribute(name: "size", options: [.unique], valueType: Int.self)
        schema.entity(for: Ferry.self)?.inheritedPropertiesByName["size"] = size
      },
      Refusal("nothing", "index") { ship, _ in ship.indices = [["nothing"]] },
    ]
  }

  @Test("several stores share what was changed")
  func severalStores() throws {
    let schema = Schema([Offices.Trip.self, Offices.LongTrip.self, Offices.Person.self])
    let stops = try #require(schema.entity(for: Offices.Trip.self)?.relationshipsByName["stops"])
    stops.deleteRule = .cascade
    let container = try ModelContainer(
      for: schema,
      configurations: ModelConfiguration(
        "trips", schema: Schema([Offices.Trip.self, Offices.LongTrip.self]),
        isStoredInMemoryOnly: true),
      ModelConfiguration("people", isStoredInMemoryOnly: true))
    let rule = container.stores[0].catalog.schema.relationship(named: "stops", of: "Trip")
    #expect(rule?.relationship.deleteRule == .cascade)
  }

  @Test("a change in a configuration's schema alone is refused")
  func configuration() throws {
    let part = Schema([Offices.Person.self])
    part.entity(for: Offices.Person.self)?.attributesByName["age"]?.options = [.unique]
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: Offices.whole,
        configurations: ModelConfiguration("people", schema: part, isStoredInMemoryOnly: true),
        ModelConfiguration("rest", isStoredInMemoryOnly: true))
    }
    #expect(error?.entity == "Person")
    #expect(error?.property == nil)
    #expect(error?.explanation.contains("people") ?? false)
  }

  private enum Plan: SchemaMigrationPlan {
    enum SchemaV1: VersionedSchema {
      static var models: [any PersistentModel.Type] { [Harbour.self, Ship.self, Ferry.self] }
    }
    static var schemas: [any VersionedSchema.Type] { [SchemaV1.self] }
    static var stages: [MigrationStage] { [] }
  }

  @Test("with a migration plan, whose schemas have no such change, it is refused by name")
  func plan() throws {
    let schema = try Self.change { ship, _ in
      ship.relationshipsByName["home"]?.deleteRule = .deny
    }
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: schema, migrationPlan: Plan.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error?.entity == "Ship")
    #expect(error?.property == "home")
    #expect(error?.explanation.contains("state it in the class") ?? false)
  }
}

@Model private class Harbour {
  var name: String
  @Relationship(inverse: \Ship.harbour) var ships: [Ship] = []

  init(name: String) { self.name = name }
}

@Model private class Ship {
  #Unique<Ship>([\.size, \.flag], [\.flag, \.name])
  #Index<Ship>([\.size])
  #Index<Ship>(.rtree([\.flag, \.name]), .binary([\.flag]))
  @Attribute(.unique) var name: String
  var size: Int
  var flag: String
  var harbour: Harbour?
  var home: Harbour?

  init(name: String, size: Int, flag: String) {
    self.name = name
    self.size = size
    self.flag = flag
  }
}

@Model private class Ferry: Ship {
  var lines: Int

  init(name: String, lines: Int) {
    self.lines = lines
    super.init(name: name, size: 0, flag: "")
  }
}
