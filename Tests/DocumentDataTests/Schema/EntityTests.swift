import DocumentData
import Foundation
import Testing

@Suite("Entities of a schema")
struct EntityTests {
  @Test("an entity's links live as long as its schema")
  func links() throws {
    let schema = Schema(TankTruck.self)
    let tank = try #require(schema.entity(for: TankTruck.self))
    #expect(tank === schema.entity(for: TankTruck.self))
    #expect(tank.superentity?.superentity?.name == "Vehicle")
    #expect(tank.superentity?.subentities == [tank])
    #expect(
      tank.properties.map(\.name) == ["plate", "owner", "wheels", "load", "driver", "liquid"])
  }

  @Test("attributes and relationships can be exchanged as sets and by names")
  func views() throws {
    let name = Schema.Attribute(name: "name", valueType: String.self)
    let link = Schema.Relationship()
    link.name = "link"
    let age = Schema.Attribute(name: "age", valueType: Int.self)
    let entity = Schema.Entity("Thing", properties: name, link, age)
    entity.attributesByName["age"] = nil
    entity.attributes.insert(Schema.Attribute(name: "size", valueType: Int.self))
    #expect(entity.storedProperties.map(\.name) == ["name", "link", "size"])
    entity.relationships = []
    #expect(entity.storedPropertiesByName.keys.sorted() == ["name", "size"])
    entity.storedPropertiesByName["name"] = nil
    #expect(entity.properties.map(\.name) == ["size"])
    #expect(entity.debugDescription == "Thing { size }")
  }

  @Test("a Codable type's own properties are shown, as far as it decodes from nothing")
  func composites() throws {
    let attributes = try #require(Schema(Everything.self).entities.first).attributesByName
    let address = try #require(attributes["address"] as? Schema.CompositeAttribute)
    #expect(address.properties.map(\.name) == ["street", "zip"])
    #expect(address.properties.map { "\($0.valueType)" } == ["String", "Optional<Int>"])
    let former = try #require(attributes["formerAddress"] as? Schema.CompositeAttribute)
    #expect(former.properties.count == 2)
    #expect(!(attributes["addresses"] is Schema.CompositeAttribute))
    #expect(!(attributes["weather"] is Schema.CompositeAttribute))
  }

  @Test("options that need services of Apple's platforms are listed")
  func withoutEffect() {
    let options = Schema(Shapes.self).optionsWithoutEffect
    #expect(options.map(\.option) == [.spotlight, .allowsCloudEncryption])
    #expect(options.map(\.property) == ["secret", "secret"])
    #expect(options.first?.description.hasPrefix("Shapes.secret: .spotlight needs") ?? false)
    #expect(Schema(Vehicle.self).optionsWithoutEffect.isEmpty)
  }

  @Test("indexes and constraints are properties of a schema that can be encoded by names")
  func notes() throws {
    let index = Schema.Index<Vehicle>([\.wheels], [\.wheels, \.owner])
    let tree = Schema.Index<Vehicle>(.rtree([\.wheels]), .binary([\.plate]))
    let unique = Schema.Unique<Vehicle>([\.plate], [\.owner, \.wheels])
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    #expect(try decoder.decode(Schema.Index<Vehicle>.self, from: encoder.encode(index)) == index)
    #expect(try decoder.decode(Schema.Index<Vehicle>.self, from: encoder.encode(tree)) == tree)
    #expect(
      try decoder.decode(Schema.Unique<Vehicle>.self, from: encoder.encode(unique)) == unique)
    #expect(unique.isUnique)
    #expect(!index.isUnique)
    #expect(throws: DecodingError.self) {
      try decoder.decode(Schema.Unique<Vehicle>.self, from: Data(#"[["nothing"]]"#.utf8))
    }
    let metadata = Schema.PropertyMetadata(
      name: "plate", keypath: \Vehicle.plate, defaultValue: "x", metadata: unique)
    #expect(metadata.metadata?.isUnique ?? false)
  }

  @Test("versions that nobody states are counted by the names of their schemas")
  func versions() {
    #expect(CountedSchemaV3.versionIdentifier == Schema.Version(3, 0, 0))
    #expect(CountedSchemaV3_1_4.versionIdentifier == Schema.Version(3, 1, 4))
    #expect(Uncounted.versionIdentifier == Schema.Version(1, 0, 0))
  }
}

private enum CountedSchemaV3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [] }
}

private enum CountedSchemaV3_1_4: VersionedSchema {
  static var models: [any PersistentModel.Type] { [] }
}

private enum Uncounted: VersionedSchema {
  static var models: [any PersistentModel.Type] { [] }
}
