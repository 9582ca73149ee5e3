import DocumentTables
import Testing

@Suite("The layout of a schema")
struct SchemaLayoutTests {
  private func schema(_ entities: TableEntity...) throws -> TableSchema {
    try TableSchema(name: "S", version: nil, entities: entities)
  }

  private func code(_ entities: [TableEntity]) -> SchemaProblem.Code? {
    do {
      _ = try TableSchema(name: "S", version: nil, entities: entities)
      return nil
    } catch {
      return error.code
    }
  }

  private func text(_ name: String) -> TableAttribute {
    TableAttribute(name: name, type: .scalar(.text), isNullable: true)
  }

  // Spec 6.2-7
  @Test("gives a root and its subentities one table, with columns by name, then entity")
  func hierarchy() throws {
    let schema = try schema(
      TableEntity(name: "Sub", superentity: "Base", attributes: [text("b"), text("extra")]),
      TableEntity(name: "Other"),
      TableEntity(name: "Base", isAbstract: true, attributes: [text("name")]),
      TableEntity(name: "Deep", superentity: "Sub", attributes: [text("a")]),
      TableEntity(name: "Second", superentity: "Base", attributes: [text("b")]))
    #expect(schema.hierarchies.map(\.name) == ["Base", "Other"])
    let base = try #require(schema.hierarchies.first)
    #expect(base.entities.map(\.name) == ["Base", "Deep", "Second", "Sub"])
    #expect(base.entities.map(\.discriminator) == [0, 1, 2, 3])
    #expect(base.entities.map(\.isAbstract) == [true, false, false, false])
    #expect(
      base.columns.map { "\($0.name) \($0.entity)" }
        == ["a Deep", "b Second", "b Sub", "extra Sub", "name Base"])
    let deep = try #require(base.entity(named: "Deep"))
    #expect(deep.properties.map(\.name) == ["a", "b", "extra", "name"])
    #expect(deep.properties.map(\.entity) == ["Deep", "Sub", "Sub", "Base"])
    #expect(deep.properties.map(\.column) == [0, 2, 3, 4])
    #expect(schema.hierarchyIndex(of: "Deep") == 0)
    #expect(schema.hierarchyIndex(of: "Other") == 1)
    #expect(schema.hierarchyIndex(of: "None") == nil)
    #expect(schema.isEntity("Deep", kindOf: "Base"))
    #expect(!schema.isEntity("Base", kindOf: "Deep"))
    #expect(schema.lineage(of: "Deep").map(\.name) == ["Deep", "Sub", "Base"])
  }

  @Test(
    "stores a relationship where the rule says",
    arguments: [
      (false, nil, .reference, nil), (true, nil, .list, nil),
      (false, true, .reference, .order), (true, false, .order, .reference),
      (false, false, .reference, .derived), (true, true, .list, .order),
    ] as [(Bool, Bool?, RelationshipStorage, RelationshipStorage?)])
  func storage(
    isToMany: Bool, inverseIsToMany: Bool?, here: RelationshipStorage, there: RelationshipStorage?
  ) throws {
    let left = TableRelationship(
      name: "z", destination: "B", inverse: inverseIsToMany == nil ? nil : "a", isToMany: isToMany)
    let right = inverseIsToMany.map {
      [TableRelationship(name: "a", destination: "A", inverse: "z", isToMany: $0)]
    }
    let schema = try schema(
      TableEntity(name: "B", relationships: right ?? []),
      TableEntity(name: "A", relationships: [left]))
    #expect(schema.storage(of: left, declaredIn: "A") == here)
    let end = try #require(schema.relationshipEnd(named: "z", of: "A"))
    #expect(end.storage == here)
    #expect((end.column == nil) == (here == .derived))
    if let other = right?.first {
      #expect(schema.storage(of: other, declaredIn: "B") == there)
      let back = try #require(schema.relationshipEnd(named: "a", of: "B"))
      #expect((back.column == nil) == (there == .derived))
      #expect(back.inverseColumn == end.column)
    }
  }

  @Test("decides between two ends of one entity by property, and lets a self inverse stand alone")
  func selfInverse() throws {
    let friends = TableRelationship(
      name: "friends", destination: "P", inverse: "friends", isToMany: true)
    let spouse = TableRelationship(
      name: "spouse", destination: "P", inverse: "spouse", isToMany: false)
    let next = TableRelationship(name: "next", destination: "P", inverse: "prev", isToMany: false)
    let prev = TableRelationship(name: "prev", destination: "P", inverse: "next", isToMany: false)
    let schema = try schema(
      TableEntity(name: "P", relationships: [prev, next, spouse, friends]))
    #expect(schema.storage(of: friends, declaredIn: "P") == .list)
    #expect(schema.storage(of: spouse, declaredIn: "P") == .reference)
    #expect(schema.storage(of: next, declaredIn: "P") == .reference)
    #expect(schema.storage(of: prev, declaredIn: "P") == .derived)
    #expect(schema.hierarchies.first?.columns.map(\.name) == ["friends", "next", "spouse"])
  }

  // Spec 6-3
  @Test("is refused where names do not fit")
  func names() {
    let long = String(repeating: "é", count: 128)
    #expect(code([TableEntity(name: "A"), TableEntity(name: "A")]) == .duplicateName)
    #expect(code([TableEntity(name: "\u{E9}"), TableEntity(name: "e\u{301}")]) == .duplicateName)
    #expect(code([TableEntity(name: "")]) == .malformed)
    #expect(code([TableEntity(name: "$A")]) == .malformed)
    #expect(code([TableEntity(name: long)]) == .tooLarge)
    #expect(code([TableEntity(name: "A", attributes: [text("")])]) == .malformed)
    #expect(code([TableEntity(name: "A", attributes: [text("$id")])]) == .malformed)
    #expect(code([TableEntity(name: "A", attributes: [text(long)])]) == .tooLarge)
    #expect(code([TableEntity(name: "A", attributes: [text("x"), text("x")])]) == .duplicateName)
    #expect(
      code([
        TableEntity(name: "A", attributes: [text("x")]),
        TableEntity(name: "B", superentity: "A", attributes: [text("x")]),
      ]) == .duplicateName)
  }

  @Test("is refused where superentities form a cycle, do not exist or are too many")
  func superentities() {
    #expect(code([TableEntity(name: "A", superentity: "A")]) == .superentityCycle)
    #expect(
      code([TableEntity(name: "A", superentity: "B"), TableEntity(name: "B", superentity: "A")])
        == .superentityCycle)
    #expect(code([TableEntity(name: "A", superentity: "B")]) == .missingEntity)
    #expect(
      code([TableEntity(name: "\u{E9}"), TableEntity(name: "B", superentity: "e\u{301}")])
        == .missingEntity)
    func chain(_ count: Int) -> [TableEntity] {
      (0..<count).map { TableEntity(name: "E\($0)", superentity: $0 == 0 ? nil : "E\($0 - 1)") }
    }
    #expect(code(chain(65)) == nil)
    #expect(code(chain(66)) == .tooLarge)
    #expect(code((0...4096).map { TableEntity(name: "E\($0)") }) == .tooLarge)
    #expect(
      code([TableEntity(name: "A", attributes: (0...4096).map { text("a\($0)") })]) == .tooLarge)
  }

  /// A root with properties of its own, and subentities with some each.
  private func hierarchy(
    _ subentities: Int, inheriting inherited: Int, own: Int = 0, root: String = "R"
  ) -> [TableEntity] {
    [TableEntity(name: root, attributes: (0..<inherited).map { text("p\($0)") })]
      + (0..<subentities).map { index in
        TableEntity(
          name: "\(root)\(index)", superentity: root, attributes: (0..<own).map { text("o\($0)") })
      }
  }

  @Test("is refused where what entities inherit, or their tables, would multiply")
  func products() {
    // Every number by itself is within its limit.
    #expect(code(hierarchy(3900, inheriting: 2400)) == .tooLarge)
    #expect(code(hierarchy(4000, inheriting: 125)) == .tooLarge)
    #expect(
      code(hierarchy(200, inheriting: 1300) + hierarchy(200, inheriting: 1300, root: "S"))
        == .tooLarge)
    #expect(code(hierarchy(4000, inheriting: 0, own: 1)) == .tooLarge)
    #expect(code(hierarchy(1200, inheriting: 0, own: 6)) == .tooLarge)
  }

  @Test("takes hundreds of entities with hundreds of properties under one root, and deep lineages")
  func largeSchemas() {
    #expect(code(hierarchy(600, inheriting: 40, own: 20)) == nil)
    #expect(code(hierarchy(400, inheriting: 400)) == nil)
    #expect(code((0..<4096).map { TableEntity(name: "E\($0)", attributes: [text("a")]) }) == nil)
    let deep = (0..<64).map { index in
      TableEntity(
        name: "E\(index)", superentity: index == 0 ? nil : "E\(index - 1)",
        attributes: (0..<60).map { text("a\(index)-\($0)") })
    }
    #expect(code(deep) == nil)
  }

  @Test("is refused where the ends of a relationship do not agree")
  func inverses() {
    func end(_ name: String, to destination: String, _ inverse: String?) -> TableRelationship {
      TableRelationship(name: name, destination: destination, inverse: inverse, isToMany: false)
    }
    func entities(_ a: [TableRelationship], _ b: [TableRelationship]) -> [TableEntity] {
      [TableEntity(name: "A", relationships: a), TableEntity(name: "B", relationships: b)]
    }
    #expect(code(entities([end("x", to: "C", nil)], [])) == .missingEntity)
    #expect(code(entities([end("x", to: "B", "y")], [])) == .inverseMismatch)
    #expect(code(entities([end("x", to: "B", "y")], [end("y", to: "A", nil)])) == .inverseMismatch)
    #expect(code(entities([end("x", to: "B", "y")], [end("y", to: "B", "x")])) == .inverseMismatch)
    #expect(
      code(entities([end("w", to: "B", "y"), end("x", to: "B", "y")], [end("y", to: "A", "x")]))
        == .inverseMismatch)
    #expect(code(entities([end("x", to: "B", "y")], [end("y", to: "A", "x")])) == nil)
    var negative = end("x", to: "B", nil)
    negative.minimumCount = -1
    #expect(code(entities([negative], [])) == .malformed)
  }

  @Test("is refused where a constraint or index names nothing, nothing new or a to-many")
  func constraints() {
    let many = TableRelationship(name: "many", destination: "A", isToMany: true)
    func entity(_ unique: [[String]], _ indexes: [[String]] = []) -> [TableEntity] {
      [
        TableEntity(
          name: "A", attributes: [text("x"), text("y")], relationships: [many],
          uniquenessConstraints: unique, indexes: indexes)
      ]
    }
    #expect(code(entity([["x"], ["y", "x"]], [["y", "x"]])) == nil)
    #expect(code(entity([["z"]])) == .missingProperty)
    #expect(code(entity([], [["x", "z"]])) == .missingProperty)
    #expect(code(entity([[]])) == .malformed)
    #expect(code(entity([["x", "x"]])) == .malformed)
    #expect(code(entity([["many"]])) == .malformed)
    #expect(code(entity([], Array(repeating: ["x"], count: 4097))) == nil)
    #expect(code(entity([], (0..<2100).map { ["x", $0 % 2 == 0 ? "y" : "many"] })) == nil)
  }

  @Test("has indexes of members of structures, by the names of attribute and member")
  func indexesOfMembers() {
    // Spec 6.2-8
    func entities(_ index: [String], unique: [[String]] = []) -> [TableEntity] {
      let structure = TableStructure(name: "Place", members: [text("caf\u{e9}"), text("x")])
      return [
        TableEntity(
          name: "A",
          attributes: [
            text("y"), TableAttribute(name: "a.b", type: .structure(structure)),
            TableAttribute(name: "place", type: .structure(structure)),
          ]),
        TableEntity(name: "B", superentity: "A", uniquenessConstraints: unique, indexes: [index]),
      ]
    }
    #expect(code(entities(["place.x", "y", "a.b.caf\u{e9}"])) == nil)
    #expect(code(entities(["place.x"], unique: [["place.x"]])) == .missingProperty)
    for name in ["place.z", "place.", ".x", "x", "y.x", "a.x", "place.x.", "place.cafe\u{301}"] {
      #expect(code(entities([name])) == .missingProperty, "\(name)")
    }
    #expect(code(entities(["place.x", "place.x"])) == .malformed)
  }

  @Test("is refused where a default or a case is not of its type")
  func values() {
    func entity(
      _ type: AttributeType, isNullable: Bool = false, _ value: Value?, cases: [Value]? = nil
    ) -> [TableEntity] {
      [
        TableEntity(
          name: "A",
          attributes: [
            TableAttribute(
              name: "a", type: type, isNullable: isNullable,
              defaultValue: value.map { .value($0) } ?? .none, cases: cases)
          ])
      ]
    }
    #expect(code(entity(.scalar(.int8), .integer(128))) == .malformed)
    #expect(code(entity(.scalar(.int8), .integer(-128))) == nil)
    #expect(code(entity(.scalar(.text), .integer(1))) == .malformed)
    #expect(code(entity(.scalar(.text), .null)) == .malformed)
    #expect(code(entity(.scalar(.text), isNullable: true, .null)) == nil)
    #expect(code(entity(.scalar(.float), .double(0.1))) == .malformed)
    #expect(code(entity(.array(.text, nullableElements: false), .array([.null]))) == .malformed)
    #expect(code(entity(.array(.text, nullableElements: true), .array([.null]))) == nil)
    #expect(code(entity(.scalar(.text), nil, cases: [.text("a"), .integer(1)])) == .malformed)
    #expect(code(entity(.scalar(.text), .text("b"), cases: [.text("a")])) == .malformed)
    #expect(code(entity(.scalar(.text), .text("a"), cases: [.text("a")])) == nil)
  }
}
