import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Schemas as values: by hand, encoded, saved")
struct SchemaCodingTests {
  private static let schema = Schema(versionedSchema: JourneySchemaV2.self)

  private func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).schema")
  }

  @Test("a schema that was saved and loaded says the same, without classes")
  func file() throws {
    for schema in [Self.schema, Schema(Everything.self, Shapes.self, TankTruck.self), Schema()] {
      let url = temporaryFile()
      defer { try? FileManager.default.removeItem(at: url) }
      try schema.save(to: url)
      let loaded = try Schema.load(from: url)
      #expect(loaded == schema)
      #expect(loaded.hashValue == schema.hashValue)
      #expect(loaded.version == schema.version)
      #expect(loaded.encodingVersion == Schema.schemaEncodingVersion)
      #expect(try loaded.tableSchema(name: "x") == schema.tableSchema(name: "x"))
    }
  }

  @Test("a schema and each of its parts come back from their encoding")
  func coding() throws {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    let copy = try decoder.decode(Schema.self, from: encoder.encode(Self.schema))
    #expect(copy == Self.schema)
    for entity in Schema(Everything.self, Shapes.self, TankTruck.self).entities {
      let copy = try decoder.decode(Schema.Entity.self, from: encoder.encode(entity))
      #expect(copy.storedProperties.count == entity.storedProperties.count)
      for attribute in entity.attributes where entity.storedPropertiesByName[attribute.name] != nil
      {
        #expect(copy.attributesByName[attribute.name] == attribute)
      }
      #expect(copy.uniquenessConstraints == entity.uniquenessConstraints)
    }
    let journey = try #require(copy.entitiesByName["Journey"])
    let original = try #require(Self.schema.entitiesByName["Journey"])
    #expect(journey.relationships == original.relationships)
    #expect(journey.relationshipsByName["captain"]?.isToOneRelationship ?? false)
  }

  @Test("a file that is no schema, or of another encoding, is refused")
  func refusal() throws {
    let url = temporaryFile()
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("{}".utf8).write(to: url)
    #expect(throws: SwiftDataError.unknownSchema) { try Schema.load(from: url) }
    for major in [1, 3] {
      let other =
        #"{"encodingVersion":{"major":\#(major),"minor":0,"patch":0},"#
        + #""schema":"{\"name\":\"s\",\"entities\":[]}"}"#
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Schema.self, from: Data(other.utf8))
      }
      #expect("\(error as Any)".contains("encoding version \(major).0.0"))
    }
  }

  @Test("a loaded schema shows types, defaults and options")
  func loadedProperties() throws {
    let tables = try Schema(Everything.self, Shapes.self).tableSchema(name: "x")
    let entities = Schema(tables).entitiesByName
    let everything = try #require(entities["Everything"]).attributesByName
    #expect(everything["int16"]?.valueType == Int16?.self)
    #expect(everything["int16"]?.isOptional ?? false)
    #expect(everything["gaps"]?.valueType == [Int?].self)
    #expect(everything["byDay"]?.valueType == [Int: Double?].self)
    #expect(everything["double"]?.defaultValue as? Double == -1.5)
    #expect(everything["uuid"]?.defaultValue == nil)
    let shapes = try #require(entities["Shapes"]).attributesByName
    #expect(shapes["key"]?.isUnique ?? false)
    #expect(shapes["key"]?.originalName == "code")
    #expect(shapes["photo"]?.options == [.externalStorage, .preserveValueOnDeletion])
    #expect(shapes["color"]?.isTransformable ?? false)
    #expect(shapes["secret"]?.isCodable ?? false)
  }

  @Test("a schema made by hand equals that of the classes it describes, and can be bound to them")
  func byHand() throws {
    let plate = Schema.Attribute(name: "plate", options: [.unique], valueType: String.self)
    let owner = Schema.Attribute(name: "owner", valueType: String?.self)
    owner.defaultValue = Optional<String>.none as Any
    let wheels = Schema.Attribute(name: "wheels", valueType: Int.self, defaultValue: 4)
    let load = Schema.Attribute(name: "load", valueType: Double.self, defaultValue: 3.5)
    let driver = Schema.Attribute(
      name: "driver", valueType: String?.self, defaultValue: Optional<String>.none as Any)
    let truck = Schema.Entity("Truck", properties: load, driver)
    truck.indices = [["load"]]
    let vehicle = Schema.Entity("Vehicle", subentities: truck, properties: plate, owner, wheels)
    vehicle.uniquenessConstraints = [["owner", "wheels"]]
    vehicle.indices = [["wheels"], ["wheels", "owner"]]
    #expect(truck.superentity === vehicle)
    #expect(truck.superentityName == "Vehicle")
    let schema = Schema(vehicle)
    #expect(schema.entities.map(\.name) == ["Vehicle", "Truck"])
    #expect(truck.inheritedProperties.map(\.name) == ["plate", "owner", "wheels"])
    #expect(schema == Schema(Truck.self))
    #expect(schema.entity(for: Truck.self) === truck)
    let bound = try schema.bound(to: Truck.self)
    #expect(bound.types.count == 2)
    let context = ModelContext(try makeContainer(bound.types))
    context.insert(Truck(plate: "p"))
    try context.save()
    wheels.defaultValue = 5
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try schema.bound(to: Truck.self)
    }
    #expect(error?.explanation.contains("Vehicle.wheels") ?? false)
    let missing = #expect(throws: SwiftDataError.unknownSchema) {
      try schema.bound(to: Vehicle.self)
    }
    #expect(missing?.explanation.contains("add Truck.self") ?? false)
  }

  @Test("a container refuses a schema that has no classes and says what to do")
  func withoutClasses() throws {
    let loaded = Schema(try Schema(Vehicle.self).tableSchema(name: "x"))
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: loaded, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error?.explanation.contains("bound(to:)") ?? false)
  }

  @Test("a relationship by hand needs a destination; without a type it leads to one or to several")
  func relationshipsByHand() throws {
    let stops = Schema.Relationship(deleteRule: .cascade)
    stops.name = "stops"
    let journey = Schema.Entity("Journey", properties: stops)
    #expect(throws: SchemaProblem.self) { try Schema(journey).tableSchema(name: "x") }
    stops.destination = "Stop"
    stops.inverseName = "journey"
    let back = Schema.Relationship(maximumModelCount: 1)
    back.name = "journey"
    back.destination = "Journey"
    back.inverseName = "stops"
    let stop = Schema.Entity("Stop", properties: back)
    #expect(!stops.isToOneRelationship)
    #expect(back.isToOneRelationship)
    #expect(back.isOptional)
    let table = try Schema(journey, stop).tableSchema(name: "x")
    #expect(table.entity(named: "Journey")?.relationships.first?.isToMany ?? false)
  }
}
