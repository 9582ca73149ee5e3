import DocumentTables
import Testing

@testable import DocumentData

@Suite("The first difference of two schemas that should be one")
struct SchemaDeviationTests {
  private static let entity = TableEntity(
    name: "Bird",
    attributes: [TableAttribute(name: "weight", type: .scalar(.int32))],
    relationships: [TableRelationship(name: "nests", destination: "Nest", isToMany: true)])

  private static func words(
    _ change: (inout TableEntity) -> Void, besides others: [TableEntity] = []
  ) throws -> [String] {
    var changed = entity
    change(&changed)
    let nest = TableEntity(name: "Nest")
    let found = try TableSchema(
      name: "birds", version: nil, entities: [changed, nest] + others)
    let expected = try TableSchema(name: "birds", version: nil, entities: [entity, nest])
    return SchemaComparison.deviations(found, expected).map { $0.words("the document", "1.0.0") }
  }

  private static let weights: [(String, @Sendable (inout TableAttribute) -> Void)] = [
    ("is of type text in the document, and is of type int32", { $0.type = .scalar(.text) }),
    (
      "is of type list of text or nil in the document, and is of type int32",
      { $0.type = .array(.text, nullableElements: true) }
    ),
    (
      "is of type map from text to bool in the document, and is of type int32",
      { $0.type = .dictionary(key: .text, value: .bool, nullableValues: false) }
    ),
    (
      "is of type Codable value in the document, and is of type int32",
      { $0.type = .tree(shape: nil) }
    ),
    ("may be nil in the document, and may not be nil", { $0.isNullable = true }),
    (
      "has the default 7 in the document, and has no default",
      { $0.defaultValue = .value(.integer(7)) }
    ),
    (
      "has a computed default in the document, and has no default",
      { $0.defaultValue = .computed }
    ),
    (
      "is one of 1, 2 in the document, and may have any value",
      { $0.cases = [.integer(1), .integer(2)] }
    ),
    (
      "is stored externally in the document, and is not stored externally",
      { $0.isExternal = true }
    ),
    (
      "is transformed by Rot13 in the document, and is not transformed",
      { $0.transformer = "Rot13" }
    ),
    (
      "has the hash modifier “2” in the document, and has no hash modifier",
      { $0.hashModifier = "2" }
    ),
    (
      "has the original name mass in the document, and has no original name",
      { $0.originalName = "mass" }
    ),
    (
      "is preserved on deletion in the document, and is not preserved on deletion",
      { $0.isPreservedOnDeletion = true }
    ),
    (
      "has the options spotlight in the document, and has no further options",
      { $0.recordedOptions = ["spotlight"] }
    ),
  ]

  @Test("of a structure it names the member and what is declared differently")
  func structures() throws {
    func schema(_ name: String, _ members: [TableAttribute], original: String? = nil) throws
      -> TableSchema
    {
      let structure = TableStructure(name: name, originalName: original, members: members)
      return try TableSchema(
        name: "birds", version: nil,
        entities: [
          TableEntity(
            name: "Bird",
            attributes: [TableAttribute(name: "seen", type: .structure(structure))])
        ])
    }
    let latitude = TableAttribute(name: "latitude", type: .scalar(.double))
    var optional = latitude
    optional.isNullable = true
    let released = try schema("Place", [latitude])
    func words(_ found: TableSchema) -> [String] {
      SchemaComparison.deviations(found, released).map { $0.words("the document", "1.0.0") }
    }
    #expect(words(released).isEmpty)
    #expect(
      words(try schema("Place", [optional]))
        == ["Place.latitude may be nil in the document, and may not be nil in 1.0.0"])
    #expect(
      words(try schema("Place", [latitude, TableAttribute(name: "name", type: .scalar(.text))]))
        == ["Place.name is there in the document, and is not there in 1.0.0"])
    #expect(
      words(try schema("Place", [latitude], original: "Spot"))
        == ["Place has the original name Spot in the document, and has no original name in 1.0.0"])
    #expect(words(try schema("Spot", [latitude])).count == 3)
  }

  @Test("of an attribute it says what is declared differently", arguments: weights.indices)
  func attribute(index: Int) throws {
    let (text, change) = Self.weights[index]
    #expect(
      try Self.words { change(&$0.attributes[0]) } == ["Bird.weight \(text) in 1.0.0"])
  }

  private static let nests: [(String, @Sendable (inout TableRelationship) -> Void)] = [
    (
      "leads to one object of Nest in the document, and leads to objects of Nest",
      { $0.isToMany = false }
    ),
    (
      "leads to objects of Bird in the document, and leads to objects of Nest",
      { $0.destination = "Bird" }
    ),
    ("may not be nil in the document, and may be nil", { $0.isNullable = false }),
    (
      "has the delete rule deny in the document, and has the delete rule nullify",
      { $0.deleteRule = .deny }
    ),
    (
      "has at least 1 objects in the document, and has no least number of objects",
      { $0.minimumCount = 1 }
    ),
    (
      "has at most 3 objects in the document, and has no greatest number of objects",
      { $0.maximumCount = 3 }
    ),
  ]

  @Test("of a relationship too", arguments: nests.indices)
  func relationship(index: Int) throws {
    let (text, change) = Self.nests[index]
    #expect(
      try Self.words { change(&$0.relationships[0]) } == ["Bird.nests \(text) in 1.0.0"])
  }

  @Test("what is there on one side only comes with its side")
  func presence() throws {
    #expect(
      try Self.words { $0.attributes = [] } == [
        "Bird.weight is not there in the document, and is there in 1.0.0"
      ])
    #expect(
      try Self.words({ _ in }, besides: [TableEntity(name: "Egg")]) == [
        "Egg is there in the document, and is not there in 1.0.0"
      ])
    #expect(
      try Self.words { bird in
        bird.attributes = []
        bird.relationships.append(
          TableRelationship(name: "weight", destination: "Nest", isToMany: false))
      } == ["Bird.weight is a relationship in the document, and is an attribute in 1.0.0"])
  }

  @Test("constraints, indexes and the hierarchy are named")
  func entity() throws {
    #expect(
      try Self.words { $0.uniquenessConstraints = [["weight"]] } == [
        "Bird is unique by weight in the document, and is not unique by anything in 1.0.0"
      ])
    #expect(
      try Self.words { $0.indexes = [["weight"]] } == [
        "Bird is indexed by weight in the document, and is not indexed in 1.0.0"
      ])
    #expect(
      try Self.words { $0.superentity = "Nest" } == [
        "Bird has the superentity Nest in the document, and has no superentity in 1.0.0"
      ])
    #expect(
      try Self.words { $0.isAbstract = true } == [
        "Bird is abstract in the document, and is not abstract in 1.0.0"
      ])
  }
}
