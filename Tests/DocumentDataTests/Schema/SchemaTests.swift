import DocumentData
import DocumentTables
import Foundation
import Testing

/// The schema that model classes make.
@Suite struct SchemaTests {
  private static func table(_ types: any PersistentModel.Type...) throws -> TableSchema {
    try SchemaBuilding.tableSchema(of: types, name: "test", version: SchemaVersion(1, 0, 0))
  }

  private static func attribute(_ name: String) throws -> TableAttribute {
    let entity = try #require(try table(Everything.self).entity(named: "Everything"))
    return try #require(entity.attribute(named: name))
  }

  @Test(
    "the type of an attribute follows from the property's",
    arguments: [
      ("bool", AttributeType.scalar(.bool)), ("int", .scalar(.int64)), ("int8", .scalar(.int8)),
      ("int16", .scalar(.int16)), ("int32", .scalar(.int32)), ("int64", .scalar(.int64)),
      ("uint", .scalar(.uint64)), ("uint8", .scalar(.uint8)), ("uint16", .scalar(.uint16)),
      ("uint32", .scalar(.uint32)), ("uint64", .scalar(.uint64)), ("float", .scalar(.float)),
      ("double", .scalar(.double)), ("decimal", .scalar(.decimal)), ("text", .scalar(.text)),
      ("date", .scalar(.date)), ("uuid", .scalar(.uuid)), ("url", .scalar(.url)),
      ("data", .scalar(.data)), ("weather", .scalar(.text)), ("rank", .scalar(.int64)),
      ("forecast", .array(.text, nullableElements: false)),
      ("numbers", .array(.int64, nullableElements: false)),
      ("gaps", .array(.int64, nullableElements: true)), ("nested", .tree(shape: nil)),
      ("scores", .dictionary(key: .text, value: .int64, nullableValues: false)),
      ("byDay", .dictionary(key: .int64, value: .double, nullableValues: true)),
      ("ranks", .dictionary(key: .text, value: .int64, nullableValues: false)),
      ("address", .tree(shape: nil)), ("formerAddress", .tree(shape: nil)),
      ("addresses", .tree(shape: nil)),
    ])
  func types(name: String, type: AttributeType) throws {
    let attribute = try Self.attribute(name)
    #expect(attribute.type == type)
    #expect(attribute.isNullable == ["int16", "data", "rank", "formerAddress"].contains(name))
  }

  @Test(
    "a default that is a literal or a case is a value of the schema, any other is computed",
    arguments: [
      ("bool", AttributeDefault.value(.bool(true))), ("int", .value(.integer(-3))),
      ("int8", .none), ("int16", .value(.null)), ("double", .value(.double(-1.5))),
      ("text", .value(.text("plain"))), ("date", .computed),
      ("past", .value(.date(Date.distantPast.timeIntervalSinceReferenceDate))),
      ("uuid", .computed), ("weather", .value(.text("sunny"))), ("rank", .value(.null)),
      ("numbers", .value(.array([.integer(1), .integer(-2), .integer(3)]))),
      ("scores", .value(.tree(.object([])))), ("interpolated", .computed),
      ("computed", .computed),
    ])
  func defaults(name: String, value: AttributeDefault) throws {
    #expect(try Self.attribute(name).defaultValue == value)
  }

  @Test("an enum that lists its cases is closed, and the list is sorted")
  func cases() throws {
    #expect(
      try Self.attribute("weather").cases == [.text("cloudy"), .text("rainy"), .text("sunny")])
    #expect(try Self.attribute("rank").cases == nil)
    #expect(try Self.attribute("text").cases == nil)
  }

  @Test("options become what the tables know of them")
  func options() throws {
    let entity = try #require(try Self.table(Shapes.self).entity(named: "Shapes"))
    let key = try #require(entity.attribute(named: "key"))
    #expect(key.originalName == "code")
    #expect(entity.uniquenessConstraints == [["key"]])
    let photo = try #require(entity.attribute(named: "photo"))
    #expect(photo.isExternal)
    #expect(photo.isPreservedOnDeletion)
    #expect(photo.hashModifier == "2")
    #expect(
      entity.attribute(named: "secret")?.recordedOptions == [
        "allowsCloudEncryption", "codable", "spotlight",
      ])
    #expect(entity.attribute(named: "color")?.transformer == "Color")
    #expect(entity.attribute(named: "isSelected") == nil)
  }

  @Test("constraints and indexes of a class are found by their key paths")
  func constraints() throws {
    let schema = try Self.table(TankTruck.self)
    let vehicle = try #require(schema.entity(named: "Vehicle"))
    #expect(vehicle.uniquenessConstraints == [["owner", "wheels"], ["plate"]])
    #expect(vehicle.indexes == [["wheels"], ["wheels", "owner"]])
    let truck = try #require(schema.entity(named: "Truck"))
    #expect(truck.uniquenessConstraints.isEmpty)
    #expect(truck.indexes == [["load"]])
    let deep = try #require(
      try Self.table(Outer<Int>.Inner.Deep.self).entity(named: "Deep"))
    #expect(deep.uniquenessConstraints == [["name"]])
  }

  @Test("superclasses belong to the schema without being listed, subclasses do not")
  func hierarchy() throws {
    let schema = try Self.table(TankTruck.self)
    #expect(schema.entities.map(\.name) == ["TankTruck", "Truck", "Vehicle"])
    #expect(schema.entity(named: "TankTruck")?.superentity == "Truck")
    #expect(schema.entity(named: "TankTruck")?.attributes.map(\.name) == ["liquid"])
    #expect(try Self.table(Vehicle.self).entities.map(\.name) == ["Vehicle"])
  }

  @Test("models of one name in two versions make two schemas")
  func versions() throws {
    let first = try Self.table(JourneySchemaV1.Journey.self)
    #expect(first.entities.map(\.name) == ["Journey", "Stop"])
    let entity = try #require(first.entity(named: "Journey"))
    #expect(entity.uniquenessConstraints == [["name"]])
    let second = Schema(versionedSchema: JourneySchemaV2.self)
    let journey = try #require(
      try second.tableSchema(name: "journeys").entity(named: "Journey"))
    #expect(journey.uniquenessConstraints == [["captain"], ["name", "start"]])
    #expect(journey.indexes == [["name"], ["start", "name"]])
    #expect(journey.attribute(named: "start")?.originalName == "begin")
  }

  @Test("two classes of one name contradict one another")
  func sameName() {
    #expect(throws: SchemaProblem.self) {
      try Self.table(JourneySchemaV1.Stop.self, JourneySchemaV2.Stop.self)
    }
    #expect(Schema(JourneySchemaV1.Stop.self, JourneySchemaV2.Stop.self).tableProblem != nil)
  }

  @Test("a version of models that states no number is 1.0.0")
  func versionNumbers() {
    #expect(JourneySchemaV1.versionIdentifier == Schema.Version(1, 0, 0))
    #expect(Schema(versionedSchema: JourneySchemaV2.self).version.description == "2.0.0")
    #expect(Schema.Version(1, 9, 9) < Schema.Version(1, 10, 0))
    #expect(JourneyPlan.stages.count == 2)
  }

  @Test("a schema shows its entities with what they inherit")
  func entities() throws {
    let schema = Schema(versionedSchema: JourneySchemaV2.self)
    #expect(Set(schema.entitiesByName.keys) == ["Journey", "Stop", "Guide", "Cruise", "Port"])
    let cruise = try #require(schema.entity(for: JourneySchemaV2.Cruise.self))
    #expect(cruise.superentityName == "Journey")
    #expect(cruise.inheritedPropertiesByName["name"] != nil)
    #expect(cruise.storedPropertiesByName["ship"] != nil)
    #expect(cruise.attributesByName["ship"]?.defaultValue as? String == "Beagle")
    #expect(cruise.indices == [["ship", "name"]])
    let journey = try #require(schema.entitiesByName["Journey"])
    #expect(journey.subentities.map(\.name) == ["Cruise"])
    #expect(journey.relationshipsByName["captain"]?.isToOneRelationship ?? false)
    #expect(journey.relationshipsByName["stops"]?.inverseName == "journey")
    #expect(Schema.entityName(for: JourneySchemaV2.Cruise.self) == "Cruise")
    #expect(schema.entity(for: Vehicle.self) == nil)
    #expect(schema == Schema(versionedSchema: JourneySchemaV2.self))
  }
}

extension Schema {
  fileprivate var tableProblem: SchemaProblem? {
    do throws(SchemaProblem) {
      _ = try tableSchema(name: "test")
      return nil
    } catch {
      return error
    }
  }
}
