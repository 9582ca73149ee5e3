import DocumentData
import DocumentTables
import Foundation
import Testing

/// Every parameter of the macros.
@Model class Spelled {
  #Unique<Spelled>([\.code], [\.code, \.owner])
  #Index<Spelled>([\.count])
  #Index<Spelled>(.rtree([\.width, \.height]), .binary([\.owner, \.count]))

  @Attribute var code: String = ""
  @Attribute(
    .unique, .externalStorage, .allowsCloudEncryption, .preserveValueOnDeletion, .spotlight,
    .codable, originalName: "old", hashModifier: "v2") var everything: Data?
  @Attribute(originalName: "number") var count = 0
  @Attribute(hashModifier: "v3") var width = 0.0
  var height: Double = 0
  @DocumentData.Attribute(.ephemeral) var selected = false
  @Relationship(.unique, deleteRule: .deny, originalName: "holder", hashModifier: "r1")
  var owner: SpelledOwner?
  @Relationship(
    deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 3,
    inverse: \SpelledPart.whole) var parts: [SpelledPart] = []
  @Relationship(.noAction) var loose: [SpelledOwner] = []
  @Attribute(.unique, originalName: "before") var next: SpelledOwner?
  init() {}
}

@Model class SpelledOwner {
  var name = ""
  init() {}
}

@Model class SpelledPart {
  var whole: Spelled?
  init() {}
}

@Suite("Spellings of the macros")
struct SpellingTests {
  @Test("every parameter reaches the schema")
  func parameters() throws {
    let schema = try Schema(Spelled.self).tableSchema(name: "x")
    let entity = try #require(schema.entity(named: "Spelled"))
    #expect(
      Set(entity.uniquenessConstraints)
        == [["code"], ["code", "owner"], ["everything"], ["owner"], ["next"]])
    #expect(Set(entity.indexes) == [["count"], ["width", "height"], ["owner", "count"]])
    let everything = try #require(entity.attribute(named: "everything"))
    #expect(everything.originalName == "old")
    #expect(everything.hashModifier == "v2")
    #expect(everything.isExternal)
    #expect(everything.isPreservedOnDeletion)
    #expect(everything.recordedOptions == ["allowsCloudEncryption", "codable", "spotlight"])
    #expect(entity.attribute(named: "count")?.originalName == "number")
    #expect(entity.attribute(named: "width")?.hashModifier == "v3")
    #expect(entity.attribute(named: "selected") == nil)
    let owner = try #require(entity.relationship(named: "owner"))
    #expect(owner.deleteRule == .deny)
    #expect(owner.originalName == "holder")
    #expect(owner.hashModifier == "r1")
    let parts = try #require(entity.relationship(named: "parts"))
    #expect(parts.deleteRule == .cascade)
    #expect(parts.minimumCount == 1)
    #expect(parts.maximumCount == 3)
    #expect(parts.inverse == "whole")
    #expect(entity.relationship(named: "loose")?.deleteRule == .noAction)
    #expect(entity.relationship(named: "next")?.originalName == "before")
  }
}
