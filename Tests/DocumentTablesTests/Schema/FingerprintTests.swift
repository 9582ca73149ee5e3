import DocumentTables
import Testing

/// One change of a schema, and which fingerprints it moves.
struct SchemaChange: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let movesLayout: Bool
  let movesModel: Bool
  let change: @Sendable (inout [TableEntity]) -> Void

  init(
    _ words: String, layout: Bool, model: Bool = true,
    _ change: @escaping @Sendable (inout [TableEntity]) -> Void
  ) {
    testDescription = words
    movesLayout = layout
    movesModel = model
    self.change = change
  }

  static let all: [SchemaChange] = [
    SchemaChange("entity renamed", layout: true) { $0[2].name = "Tag2" },
    SchemaChange("entity added", layout: true) { $0.append(TableEntity(name: "New")) },
    SchemaChange("entity abstract", layout: true) { $0[0].isAbstract = true },
    SchemaChange("superentity", layout: true) { $0[2].superentity = "Item" },
    SchemaChange("original name of an entity", layout: false) { $0[0].originalName = "Old" },
    SchemaChange("attribute renamed", layout: true) { $0[2].attributes[0].name = "other" },
    SchemaChange("type", layout: true) { $0[2].attributes[0].type = .scalar(.url) },
    SchemaChange("nullability", layout: true) { $0[0].attributes[0].isNullable = true },
    SchemaChange("literal default", layout: true) {
      $0[0].attributes[0].defaultValue = .value(.text("x"))
    },
    SchemaChange("computed default", layout: true) { $0[0].attributes[0].defaultValue = .computed },
    SchemaChange("external", layout: true) { $0[0].attributes[0].isExternal = true },
    SchemaChange("cases", layout: true) { $0[0].attributes[0].cases = [.text("x")] },
    SchemaChange("transformer", layout: true) { $0[0].attributes[0].transformer = "T" },
    SchemaChange("hash modifier", layout: true) { $0[0].attributes[0].hashModifier = "1" },
    SchemaChange("original name", layout: false) { $0[0].attributes[0].originalName = "old" },
    SchemaChange("preserved", layout: false) { $0[0].attributes[0].isPreservedOnDeletion = true },
    SchemaChange("options", layout: false) { $0[0].attributes[0].recordedOptions = ["spotlight"] },
    SchemaChange("to-many", layout: true) { $0[1].relationships[0].isToMany = true },
    SchemaChange("relationship's nullability", layout: true) {
      $0[1].relationships[0].isNullable = false
    },
    SchemaChange("relationship's hash modifier", layout: true) {
      $0[1].relationships[0].hashModifier = "1"
    },
    SchemaChange("destination", layout: true) { $0[1].relationships[0].destination = "Item" },
    SchemaChange("delete rule", layout: false) { $0[1].relationships[0].deleteRule = .cascade },
    SchemaChange("minimum", layout: false) { $0[1].relationships[0].minimumCount = 1 },
    SchemaChange("maximum", layout: false) { $0[1].relationships[0].maximumCount = 1 },
    SchemaChange("original name of a relationship", layout: false) {
      $0[1].relationships[0].originalName = "old"
    },
    SchemaChange("uniqueness", layout: false) { $0[0].uniquenessConstraints = [["name"]] },
    SchemaChange("index", layout: false) { $0[0].indexes = [["name"]] },
    SchemaChange("order of entities", layout: false, model: false) { $0.reverse() },
    SchemaChange("nothing", layout: false, model: false) { _ in },
  ]
}

@Suite("Fingerprints")
struct FingerprintTests {
  static let entities = [
    TableEntity(name: "Trip", attributes: [TableAttribute(name: "name", type: .scalar(.text))]),
    TableEntity(
      name: "Item",
      relationships: [TableRelationship(name: "tag", destination: "Trip", isToMany: false)]),
    TableEntity(name: "Tag", attributes: [TableAttribute(name: "word", type: .scalar(.text))]),
  ]

  @Test("move with what they stand for, and with nothing else", arguments: SchemaChange.all)
  func table(change: SchemaChange) throws {
    let before = try TableSchema(name: "S", version: nil, entities: Self.entities)
    var entities = Self.entities
    change.change(&entities)
    let after = try TableSchema(name: "S", version: nil, entities: entities)
    #expect((before.layoutFingerprint() != after.layoutFingerprint()) == change.movesLayout)
    #expect((before.modelFingerprint() != after.modelFingerprint()) == change.movesModel)
    #expect((before.tree() != after.tree()) == change.movesModel)
  }

  @Test("leave out the name and the version")
  func nameAndVersion() throws {
    let first = try TableSchema(name: "S", version: nil, entities: Self.entities)
    let second = try first.renamed("Other", version: SchemaVersion(2, 0, 0))
    #expect(first != second)
    #expect(first.layoutFingerprint() == second.layoutFingerprint())
    #expect(first.modelFingerprint() == second.modelFingerprint())
  }

  @Test("are the SHA-256 digests of the canonical text")
  func digest() throws {
    let schema = try TableSchema(name: "S", version: nil, entities: [TableEntity(name: "A")])
    let layout =
      #"[{"abstract":false,"attributes":[],"name":"A","relationships":[],"superentity":null}]"#
    let model =
      #"[{"abstract":false,"attributes":[],"indexes":[],"name":"A","originalName":null,"#
      + #""relationships":[],"superentity":null,"unique":[]}]"#
    #expect(schema.layoutFingerprint() == Digest(of: Array(layout.utf8)))
    #expect(schema.modelFingerprint() == Digest(of: Array(model.utf8)))
  }
  @Test("of the specification's example are the ones that it states")
  func example() throws {
    let schema = try TableSchema(
      name: "Trips", version: SchemaVersion(1, 0, 0),
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [TableAttribute(name: "destination", type: .scalar(.text))],
          relationships: [TableRelationship(name: "next", destination: "Trip", isToMany: false)],
          uniquenessConstraints: [["destination"]])
      ])
    #expect(
      schema.layoutFingerprint().text
        == "2c6f5dd1e8ed3e23bcca7ef869f7a28589b97255b4fb420bb2b847e48d645469")
    #expect(
      schema.modelFingerprint().text
        == "d97a919f94e0c12d9f0cb93b66ea052a34eff851f546fae8ba03fd6d34770c87")
  }
}
