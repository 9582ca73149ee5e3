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

  // Spec 6.8-2
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

  // Spec 6.8-3
  @Test("leave out the name and the version")
  func nameAndVersion() throws {
    let first = try TableSchema(name: "S", version: nil, entities: Self.entities)
    let second = try first.renamed("Other", version: SchemaVersion(2, 0, 0))
    #expect(first != second)
    #expect(first.layoutFingerprint() == second.layoutFingerprint())
    #expect(first.modelFingerprint() == second.modelFingerprint())
  }

  // Spec 6.7-1, 6.8-1, 6.8-2
  @Test("are the SHA-256 digests of the canonical text")
  func digest() throws {
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(name: "B", superentity: "A", isAbstract: true),
        TableEntity(
          name: "A", originalName: "Old",
          attributes: [
            TableAttribute(
              name: "x", type: .dictionary(key: .text, value: .int8, nullableValues: true),
              isNullable: true, defaultValue: .value(.null), isPreservedOnDeletion: true),
            TableAttribute(
              name: "d", type: .scalar(.double), defaultValue: .value(.double(2)),
              cases: [.double(2), .double(-0.0)], hashModifier: "1",
              recordedOptions: ["spotlight"]),
          ],
          relationships: [
            TableRelationship(
              name: "r", destination: "A", isToMany: true, isNullable: false, deleteRule: .deny,
              minimumCount: 1)
          ],
          uniquenessConstraints: [["x", "d"]], indexes: [["x"]]),
      ])
    let layout =
      #"[{"name":"A","attributes":[{"name":"d","type":"double","cases":["-0",2],"default":2,"#
      + #""hashModifier":"1"},{"name":"x","type":"[text: int8?]","optional":true,"default":null}],"#
      + #""relationships":[{"name":"r","toMany":"A","optional":false}]},"#
      + #"{"name":"B","superentity":"A","abstract":true}]"#
    let model =
      #"[{"name":"A","originalName":"Old","attributes":[{"name":"d","type":"double","#
      + #""cases":["-0",2],"default":2,"options":["spotlight"],"hashModifier":"1"},"#
      + #"{"name":"x","type":"[text: int8?]","optional":true,"default":null,"#
      + #""preservedOnDeletion":true}],"relationships":[{"name":"r","toMany":"A","#
      + #""optional":false,"deleteRule":"deny","minimumCount":1}],"unique":[["d","x"]],"#
      + #""indexes":[["x"]]},{"name":"B","superentity":"A","abstract":true}]"#
    #expect(schema.layoutFingerprint() == Digest(of: Array(layout.utf8)))
    #expect(schema.modelFingerprint() == Digest(of: Array(model.utf8)))
  }

  // Spec 6-2, 6.8-3
  @Test("of a schema without anything beyond a name are those of its shortest text")
  func shortest() throws {
    let schema = try TableSchema(name: "S", version: nil, entities: [TableEntity(name: "A")])
    let digest = Digest(of: Array(#"[{"name":"A"}]"#.utf8))
    #expect(schema.layoutFingerprint() == digest)
    #expect(schema.modelFingerprint() == digest)
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
    // printf '%s' '[{"name":"Trip","attributes":[{"name":"destination","type":"text"}],
    // "relationships":[{"name":"next","toOne":"Trip"}]}]' | sha256sum, on one line
    #expect(
      schema.layoutFingerprint().text
        == "eab072a27b6e57cc1bbd23f7270e6d6e07ecce6341f1b1bc1a57c72f6f6e247a")
    // The same with ,"unique":[["destination"]] behind the relationships.
    #expect(
      schema.modelFingerprint().text
        == "0ef1091b759e575f9b315177a60a30292ad4286c81f5149976240b68412c730c")
  }
}
