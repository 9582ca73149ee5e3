import DocumentFile
import DocumentTables
import Testing

@Suite("Structures of a schema")
struct StructureTests {
  private static let place = TableStructure(
    name: "Place",
    members: [
      TableAttribute(name: "name", type: .scalar(.text), isNullable: true),
      TableAttribute(
        name: "floor", type: .scalar(.int8), defaultValue: .value(.integer(0)),
        cases: [.integer(0), .integer(1)]),
      TableAttribute(name: "height", type: .scalar(.double)),
      TableAttribute(name: "days", type: .array(.day, nullableElements: true), isNullable: true),
    ])

  private static let text = #"{"name":"a","type":"text"}"#

  private func schema(_ text: String) throws -> TableSchema {
    try TableSchema(
      name: "S", version: nil,
      entities: JSONTreeReader.tree(
        of: Array(
          #"[{"name":"Stop","attributes":[{"name":"at","type":"structure","of":"Place"}]},\#(text)]"#
            .utf8)))
  }

  // Spec 6.11-1, 6.11-2, 6.11-3, 6.11-4, 6.11-5
  @Test(
    "that the format does not have are refused",
    arguments: [
      (#"{"name":"Place","structure":true}"#, "schema-malformed"),
      (#"<[]}"#, "schema-malformed"),
      (#"{"name":"Place","attributes":[]}"#, "schema-missing-entity"),
      (#"{"name":"place","structure":true,"attributes":[A]}"#, "schema-missing-entity"),
      (#"<A>},{"name":"Place"}"#, "schema-duplicate-name"),
      (#"<A>},<A>}"#, "schema-duplicate-name"),
      (#"<A>},{"name":"Spare","structure":true,"attributes":[A]}"#, "schema-malformed"),
      (#"<[A,A]}"#, "schema-duplicate-name"),
      (#"<A>,"abstract":true}"#, "schema-malformed"),
      (#"<A>,"superentity":"Stop"}"#, "schema-malformed"),
      (#"<A>,"unique":[["a"]]}"#, "schema-malformed"),
      (#"<A>,"indexes":[["a"]]}"#, "schema-malformed"),
      (#"<A>,"relationships":[{"name":"r","toOne":"Stop"}]}"#, "schema-malformed"),
      (#"<[{"name":"a.b","type":"text"}]}"#, "schema-malformed"),
      (#"<[{"name":"$a","type":"text"}]}"#, "schema-malformed"),
      (#"<[{"name":"a","type":"tree"}]}"#, "schema-malformed"),
      (#"<[{"name":"a","type":"[text: text]"}]}"#, "schema-malformed"),
      (#"<[{"name":"a","type":"structure","of":"Place"}]}"#, "schema-malformed"),
      (
        #"<A>},{"name":"E","attributes":[{"name":"e","type":"text","of":"X"}]}"#, "schema-malformed"
      ),
      (#"<[{"name":"a","type":"text","external":true}]}"#, "schema-malformed"),
      (#"<[{"name":"a","type":"text","computed":true}]}"#, "schema-malformed"),
      (#"<[{"name":"a","type":"text","options":["o"]}]}"#, "schema-malformed"),
      (#"<[{"name":"a","type":"text","transformer":"T"}]}"#, "schema-malformed"),
      (#"<[{"name":"a","type":"text","preservedOnDeletion":true}]}"#, "schema-malformed"),
      (
        #"<A>},{"name":"E","attributes":[{"name":"e","type":"text","of":"Place"}]}"#,
        "schema-malformed"
      ),
      (#"<A>},<E}]}"#, "schema-malformed"),
      (#"<A>},<E,"of":"Place","cases":[{"a":"x"}]}]}"#, "schema-malformed"),
      (#"<A>},<E,"of":"Place","transformer":"T"}]}"#, "schema-malformed"),
      (#"<A>},<E,"of":"Place","default":{"b":1}}]}"#, "schema-malformed"),
    ])
  func refused(text: String, code: String) throws {
    let text =
      text
      .replacing("<E", with: #"{"name":"E","attributes":[{"name":"e","type":"structure""#)
      .replacing("<A>", with: "<[A]")
      .replacing("<[", with: #"{"name":"Place","structure":true,"attributes":["#)
      .replacing("[A", with: "[" + Self.text).replacing(",A]", with: "," + Self.text + "]")
    let problem = #expect(throws: SchemaProblem.self) { try schema(text) }
    #expect(problem?.code.rawValue == code)
    #expect(throws: Never.self) {
      try schema(#"{"name":"Place","structure":true,"attributes":[{"name":"a","type":"text"}]}"#)
    }
  }

  // Spec 6.11-2
  @Test("have at most 256 attributes")
  func limit() throws {
    func entities(_ count: Int) -> [TableEntity] {
      let members = (0..<count).map { TableAttribute(name: "m\($0)", type: .scalar(.bool)) }
      let structure = TableStructure(name: "S", members: members)
      let attribute = TableAttribute(name: "s", type: .structure(structure))
      return [TableEntity(name: "E", attributes: [attribute])]
    }
    #expect(try TableSchema(name: "S", version: nil, entities: entities(256)).structures.count == 1)
    let problem = #expect(throws: SchemaProblem.self) {
      try TableSchema(name: "S", version: nil, entities: entities(257))
    }
    #expect(problem?.code == .tooLarge)
  }

  // Spec 6.11-1, 6.11-3
  @Test("are limited with the defaults and the members that attributes multiply")
  func multiplied() throws {
    func entities(_ attributes: Int, _ members: Int, _ text: String = "") -> [TableEntity] {
      let structure = TableStructure(
        name: "S",
        members: (0..<members).map {
          TableAttribute(name: "m\($0)", type: .scalar(.text), defaultValue: .value(.text(text)))
        })
      return [
        TableEntity(
          name: "E",
          attributes: (0..<attributes).map {
            TableAttribute(
              name: "a\($0)", type: .structure(structure), defaultValue: .value(.tree(.object([]))))
          })
      ]
    }
    func code(_ entities: [TableEntity]) -> SchemaProblem.Code? {
      do throws(SchemaProblem) {
        _ = try TableSchema(name: "S", version: nil, entities: entities)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(entities(1, 2, String(repeating: "x", count: 32_768))) == nil)
    #expect(code(entities(1, 2, String(repeating: "x", count: 32_769))) == .tooLarge)
    #expect(code(entities(1940, 256)) == nil)
    #expect(code(entities(1946, 256)) == .tooLarge)
  }

  @Test("of one name are one structure, and differ in nothing")
  func oneName() throws {
    func entity(_ name: String, _ member: String) -> TableEntity {
      let structure = TableStructure(
        name: "S", members: [TableAttribute(name: member, type: .scalar(.bool))])
      return TableEntity(
        name: name, attributes: [TableAttribute(name: "s", type: .structure(structure))])
    }
    let schema = try TableSchema(
      name: "S", version: nil, entities: [entity("A", "x"), entity("B", "x")])
    #expect(schema.structures.map(\.name) == ["S"])
    let problem = #expect(throws: SchemaProblem.self) {
      try TableSchema(name: "S", version: nil, entities: [entity("A", "x"), entity("B", "y")])
    }
    #expect(problem?.code == .duplicateName)
  }

  // Spec 6.11-10
  @Test("are part of both fingerprints, original names of the model's only")
  func fingerprints() throws {
    func schema(_ structure: TableStructure) throws -> TableSchema {
      let attribute = TableAttribute(name: "s", type: .structure(structure))
      return try TableSchema(
        name: "S", version: nil, entities: [TableEntity(name: "E", attributes: [attribute])])
    }
    func structure(
      _ member: TableAttribute, name: String = "S", originalName: String? = nil
    ) -> TableStructure {
      TableStructure(name: name, originalName: originalName, members: [member])
    }
    let member = TableAttribute(name: "a", type: .scalar(.text))
    var renamed = member
    renamed.originalName = "b"
    var optional = member
    optional.isNullable = true
    let first = try schema(structure(member))
    for (changed, isLayout) in [
      (structure(renamed), false), (structure(member, originalName: "T"), false),
      (structure(member, name: "T"), true), (structure(optional), true),
    ] {
      let other = try schema(changed)
      #expect(other.modelFingerprint() != first.modelFingerprint())
      #expect((other.layoutFingerprint() != first.layoutFingerprint()) == isLayout)
    }
  }

  // Spec 6.11-9
  @Test("are read as a whole outside records: no member is left out")
  func whole() throws {
    let type = AttributeType.structure(Self.place)
    let value = try Self.place.value(of: .members(["height": .double(3)]))
    #expect(Value(value, of: type) == .tree(value))
    #expect(Value(.members(["height": .double(3)]), of: type) == nil)
    #expect(Value(.text("a"), of: type) == nil)
  }

  // Spec 6.11-7
  @Test("take a tree as the value of all members, absent ones as default or nil")
  func values() throws {
    let value = try Self.place.value(of: .members(["height": .integer(3), "name": .text("a")]))
    #expect(
      value
        == .members([
          "days": .null, "floor": .integer(0), "height": .double(3), "name": .text("a"),
        ]))
    #expect(try Self.place.value(of: value) == value)
    let refused: [(Tree, TableStructure.ValueProblem)] = [
      (.text("a"), .notAnObject),
      (.members([:]), .missingMember("height")),
      (.members(["height": .double(1), "width": .double(1)]), .unknownMember("width")),
      (.members(["height": .null]), .wrongMember("height")),
      (.members(["height": .text("1")]), .wrongMember("height")),
      (.members(["height": .double(1), "floor": .integer(2)]), .wrongMember("floor")),
      (.members(["height": .double(1), "floor": .integer(128)]), .wrongMember("floor")),
      (.members(["height": .double(1), "days": .array([.text("a")])]), .wrongMember("days")),
    ]
    for (tree, problem) in refused {
      #expect(throws: problem) { try Self.place.value(of: tree) }
    }
  }

  @Test("have a column that gives back each value, and copies rows of another structure by value")
  func column() throws {
    let values: [Value] = [
      .tree(try Self.place.value(of: .members(["height": .double(-0.0)]))), .null,
      .tree(
        try Self.place.value(
          of: .members(["height": .double(.infinity), "days": .array([.day(5), .null])]))),
    ]
    let builder = ColumnBuilder(.structure(Self.place))
    for value in values { builder.append(value) }
    let column = builder.finish()
    #expect((0..<3).map { column.value(at: $0) } == values)
    let narrower = TableStructure(
      name: "Height", members: [TableAttribute(name: "height", type: .scalar(.double))])
    let other = ColumnBuilder(.structure(narrower))
    other.append(column, rows: 0..<3)
    let copied = other.finish()
    #expect(copied.value(at: 0) == .tree(.members(["height": .double(-0.0)])))
    #expect(copied.isNull(at: 1))
  }
}
