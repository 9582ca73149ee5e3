import DocumentTables
import Testing

@Suite("A schema as a tree")
struct SchemaTreeTests {
  // Spec 3.14-4, 6.5-1, 6.5-2
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

  // Spec 6.4-1
  @Test(
    "states whole doubles as integers, and reads both", arguments: [ScalarType.float, .double])
  func respelledDoubles(type: ScalarType) throws {
    func respelled(_ tree: Tree) -> Tree {
      switch tree {
      case .integer(let value): .double(Double(value))
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
    let attribute = schema.tree().member("entities").items[0].member("attributes").items[0]
    #expect(attribute.member("default") == .integer(2))
    #expect(attribute.member("cases") == .array([.integer(0), .integer(2), .double(2.5)]))
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

  @Test("is refused where a member is unknown, missing or of another kind")
  func refusals() throws {
    var counts: [Damage: Int] = [:]
    for seed in 0..<10 as Range<UInt64> {
      var generated = GeneratedSchema(seed: seed)
      let schema = try TableSchema(name: "S", version: nil, entities: generated.entities())
      for (damage, damaged) in Self.damaged(schema.tree()) {
        if damage == .implied {
          // What is left out has another meaning, or none with the rest of the schema.
          #expect((try? TableSchema(tree: damaged)) != schema, "\(damaged)")
        } else {
          #expect(throws: SchemaProblem.self, "\(damaged)") { try TableSchema(tree: damaged) }
        }
        counts[damage, default: 0] += 1
      }
    }
    #expect(Damage.allCases.allSatisfy { counts[$0] ?? 0 > 100 }, "\(counts)")
  }

  // Spec 3.14-1
  @Test(
    "reads the same schema where implied values are stated, in any order",
    arguments: 0..<30 as Range<UInt64>)
  func impliedValues(seed: UInt64) throws {
    var generated = GeneratedSchema(seed: seed)
    let schema = try TableSchema(name: "S", version: nil, entities: generated.entities())
    let stated = Self.reversed(StatedSchema.tree(schema.entitiesTree()))
    #expect(stated != schema.entitiesTree())
    let read = try TableSchema(name: "S", version: nil, entities: stated)
    #expect(read == schema)
    #expect(read.layoutFingerprint() == schema.layoutFingerprint())
    #expect(read.modelFingerprint() == schema.modelFingerprint())
  }

  /// The entities and their properties, and the members of each, in the opposite order.
  private static func reversed(_ entities: Tree) -> Tree {
    .array(
      entities.items.reversed().map { entity in
        guard case .object(let members) = entity else { return entity }
        return .object(
          members.reversed().map { member in
            guard ["attributes", "relationships"].contains(member.name) else { return member }
            return TreeMember(member.name, reversed(member.value))
          })
      })
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
    #expect(problem?.entity == "Stop")
  }

  private static func replacing(_ name: String, with value: Tree, in tree: Tree) -> Tree {
    guard case .object(var members) = tree else { return tree }
    members.removeAll { $0.name == name }
    return .object(members + [TreeMember(name, value)])
  }

  private static func replacing(
    _ name: String, with value: Tree, inEntity index: Int, of tree: Tree
  ) -> Tree {
    var entities = tree.member("entities").items
    entities[index] = replacing(name, with: value, in: entities[index])
    return replacing("entities", with: .array(entities), in: tree)
  }

  private enum Damage: CaseIterable {
    case unknown, missing, implied, otherKind
  }

  private static let required = ["name", "entities", "type", "toOne", "toMany"]

  /// The tree with one member added, left out or replaced by another kind, at every place of the
  /// schema's own objects.
  private static func damaged(_ tree: Tree) -> [(Damage, Tree)] {
    switch tree {
    case .object(let members):
      var result: [(Damage, Tree)] = [(.unknown, .object(members + [TreeMember("zzz", .null)]))]
      for index in members.indices {
        let name = members[index].name
        var fewer = members
        fewer.remove(at: index)
        result.append((required.contains(name) ? .missing : .implied, .object(fewer)))
        // A default or shape may be a tree of any kind.
        if ["default", "shape"].contains(name) { continue }
        var other = members
        other[index].value = .members(["zzz": .null])
        result.append((.otherKind, .object(other)))
        for (damage, inner) in damaged(members[index].value) {
          other[index].value = inner
          result.append((damage, .object(other)))
        }
      }
      return result
    case .array(let items):
      var result: [(Damage, Tree)] = []
      for index in items.indices {
        for (damage, inner) in damaged(items[index]) {
          var other = items
          other[index] = inner
          result.append((damage, .array(other)))
        }
      }
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
