import DocumentData
import Foundation
import Testing

/// What a model class says about its properties.
@Suite struct MetadataTests {
  @Test("stored variables are persisted; constants, transient, lazy, static and computed are not")
  func names() {
    #expect(
      Shapes.schemaMetadata.map(\.name) == [
        "name", "greeting", "locked", "hidden", "default", "class", "pair", "isSelected", "key",
        "photo", "secret", "color",
      ])
  }

  @Test("the key paths of a subclass are its own, and inherited properties come first")
  func keyPaths() {
    let metadata = TankTruck.schemaMetadata
    #expect(metadata.map(\.name) == ["plate", "owner", "wheels", "load", "driver", "liquid"])
    #expect(metadata[0].keypath == \TankTruck.plate)
    #expect(metadata[3].keypath == \TankTruck.load)
    #expect(metadata[5].keypath == \TankTruck.liquid)
    #expect(Vehicle.schemaMetadata[0].keypath == \Vehicle.plate)
  }

  @Test("what @Attribute says stands in the metadata")
  func attributeOptions() throws {
    let metadata = Dictionary(
      uniqueKeysWithValues: Shapes.schemaMetadata.map { ($0.name, $0.metadata) })
    let key = try #require(metadata["key"] as? Schema.Attribute)
    #expect(key.isUnique)
    #expect(key.originalName == "code")
    let photo = try #require(metadata["photo"] as? Schema.Attribute)
    #expect(photo.options == [.externalStorage, .preserveValueOnDeletion])
    #expect(photo.hashModifier == "2")
    let color = try #require(metadata["color"] as? Schema.Attribute)
    #expect(color.isTransformable)
    let selected = try #require(metadata["isSelected"] as? Schema.Attribute)
    #expect(selected.isTransient)
  }

  @Test("a default that says so is computed anew for each object")
  func computedDefaults() throws {
    let uuid = try #require(Everything.schemaMetadata.first { $0.name == "uuid" })
    #expect(uuid.defaultKind == .computed)
    let first = try uuid.defaultTableValue()
    #expect(first != nil)
    #expect(try uuid.defaultTableValue() != first)
  }
}
