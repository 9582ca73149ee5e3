import DocumentTables
import Testing

@Suite("A schema as a tree")
struct SchemaTreeTests {
  @Test("reads back as the same schema with the same tree", arguments: 0..<60 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generated = GeneratedSchema(seed: seed)
    let schema = try TableSchema(
      name: "S", version: seed % 2 == 0 ? nil : SchemaVersion(1, 2, Int(seed)),
      entities: generated.entities())
    let again = try TableSchema(tree: schema.tree())
    #expect(again == schema)
    #expect(again.tree() == schema.tree())
    #expect(again.hierarchies == schema.hierarchies)
    #expect(again.layoutFingerprint() == schema.layoutFingerprint())
  }

  @Test("keeps no trace of the order of declaration", arguments: 0..<30 as Range<UInt64>)
  func order(seed: UInt64) throws {
    var generated = GeneratedSchema(seed: seed)
    let entities = generated.entities()
    var random = TextFormRandom(seed: seed + 1000)
    var shuffled = entities.shuffled(using: &random)
    for index in shuffled.indices {
      shuffled[index].attributes.shuffle(using: &random)
      shuffled[index].relationships.shuffle(using: &random)
      shuffled[index].indexes.shuffle(using: &random)
      shuffled[index].uniquenessConstraints.shuffle(using: &random)
      for list in shuffled[index].uniquenessConstraints.indices {
        shuffled[index].uniquenessConstraints[list].shuffle(using: &random)
      }
      shuffled[index].uniquenessConstraints += shuffled[index].uniquenessConstraints
      for attribute in shuffled[index].attributes.indices {
        shuffled[index].attributes[attribute].cases?.shuffle(using: &random)
        shuffled[index].attributes[attribute].recordedOptions.shuffle(using: &random)
      }
    }
    let left = try TableSchema(name: "S", version: nil, entities: entities)
    let right = try TableSchema(name: "S", version: nil, entities: shuffled)
    #expect(left == right)
    #expect(left.tree() == right.tree())
    #expect(left.modelFingerprint() == right.modelFingerprint())
  }

  @Test(
    "reads integers for doubles, as programs write them", arguments: [ScalarType.float, .double])
  func respelledDoubles(type: ScalarType) throws {
    func respelled(_ tree: Tree) -> Tree {
      switch tree {
      case .double(let value): Int64(exactly: value).map { .integer($0) } ?? tree
      case .array(let items): .array(items.map(respelled))
      case .object(let members):
        .object(members.map { TreeMember($0.name, respelled($0.value)) })
      default: tree
      }
    }
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "E",
          attributes: [
            TableAttribute(
              name: "a", type: .scalar(type), defaultValue: .value(.double(2)),
              cases: [.double(0), .double(2), .double(2.5)])
          ])
      ])
    let read = try TableSchema(tree: respelled(schema.tree()))
    #expect(respelled(schema.tree()) != schema.tree())
    #expect(read == schema)
    #expect(read.modelFingerprint() == schema.modelFingerprint())
  }

  @Test(
    "states cases and defaults as values of their type", arguments: ScalarType.allCases)
  func typedCases(type: ScalarType) throws {
    let values = GeneratedSchema.values(of: type)
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "E",
          attributes: [
            TableAttribute(
              name: "a", type: .scalar(type), defaultValue: .value(try #require(values.first)),
              cases: values)
          ])
      ])
    #expect(try TableSchema(tree: schema.tree()) == schema)
    let cases = try #require(schema.entities.first?.attributes.first?.cases)
    #expect(cases.count == 2)
    for value in cases {
      #expect(Value(Tree(value, of: .scalar(type)), of: .scalar(type)) == value)
    }
  }

  @Test("is refused where a member is missing, unknown, of another kind or out of order")
  func refusals() throws {
    var generated = GeneratedSchema(seed: 3)
    let schema = try TableSchema(name: "S", version: nil, entities: generated.entities())
    let tree = schema.tree()
    var refused = 0
    for damaged in Self.damaged(tree) {
      #expect(throws: SchemaProblem.self, "\(damaged)") { try TableSchema(tree: damaged) }
      refused += 1
    }
    #expect(refused > 50)
  }

  @Test("is refused with the name of the entity or relationship that is malformed")
  func places() throws {
    let stop = TableRelationship(name: "trip", destination: "Trip", isToMany: false)
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [TableEntity(name: "Stop", relationships: [stop]), TableEntity(name: "Trip")])
    let entities = [("Stop", 0), ("Trip", 1)]
    for (name, index) in entities {
      let damaged = Self.replacing(
        "abstract", with: .text("no"), inEntity: index, of: schema.tree())
      let problem = #expect(throws: SchemaProblem.self) { try TableSchema(tree: damaged) }
      #expect(problem?.code == .malformed)
      #expect(problem?.entity == name)
    }
    let members = schema.tree().member("entities").items[0].member("relationships").items[0]
    let relationship = Self.replacing("deleteRule", with: .text("burn"), in: members)
    let damaged = Self.replacing(
      "relationships", with: .array([relationship]), inEntity: 0, of: schema.tree())
    let problem = #expect(throws: SchemaProblem.self) { try TableSchema(tree: damaged) }
    #expect(problem?.entity == "Stop.trip")
  }

  private static func replacing(_ name: String, with value: Tree, in tree: Tree) -> Tree {
    guard case .object(var members) = tree else { return tree }
    for index in members.indices where members[index].name == name { members[index].value = value }
    return .object(members)
  }

  private static func replacing(
    _ name: String, with value: Tree, inEntity index: Int, of tree: Tree
  ) -> Tree {
    var entities = tree.member("entities").items
    entities[index] = replacing(name, with: value, in: entities[index])
    return replacing("entities", with: .array(entities), in: tree)
  }

  /// The tree with one member left out, added or replaced by another kind, at every place of the
  /// schema's own objects.
  private static func damaged(_ tree: Tree) -> [Tree] {
    switch tree {
    case .object(let members):
      // The shape of a Codable value is free.
      if members.contains(where: { $0.name == "tree" }) { return [] }
      var result: [Tree] = [.object(members + [TreeMember("zzz", .null)])]
      for index in members.indices {
        var fewer = members
        fewer.remove(at: index)
        result.append(.object(fewer))
        var other = members
        other[index].value = .double(1)
        result.append(.object(other))
        for inner in damaged(members[index].value) {
          other[index].value = inner
          result.append(.object(other))
        }
      }
      return result
    case .array(let items):
      var result: [Tree] = []
      for index in items.indices {
        for inner in damaged(items[index]) {
          var other = items
          other[index] = inner
          result.append(.array(other))
        }
      }
      if items.count > 1, items.first != items.last { result.append(.array(items.reversed())) }
      return result
    default: return []
    }
  }

  @Test(
    "has a version of three plain numbers",
    arguments: ["1.0", "01.0.0", "1.0.0.0", "a.b.c", "-1.0.0", "1.0.1000000000", ""])
  func versions(text: String) {
    #expect(SchemaVersion(text: text) == nil)
  }

  @Test("cannot have a version that has no text")
  func unwritableVersion() {
    #expect(throws: SchemaProblem.self) {
      try TableSchema(name: "S", version: SchemaVersion(1, -1, 0), entities: [])
    }
    #expect(SchemaVersion(text: "1.20.300") == SchemaVersion(1, 20, 300))
    #expect(SchemaVersion(1, 9, 0) < SchemaVersion(1, 10, 0))
  }
}

extension Tree {
  fileprivate func member(_ name: String) -> Tree {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.name == name }?.value ?? .null
  }

  fileprivate var items: [Tree] {
    if case .array(let items) = self { items } else { [] }
  }
}
