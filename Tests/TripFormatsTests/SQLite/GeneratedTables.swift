import DocumentTables

/// Tables with random rows of a schema with every type of attribute and every kind of relationship.
struct GeneratedTables {
  private var random: SplitMix
  private let schema: TableSchema

  init(seed: UInt64) throws {
    random = SplitMix(state: seed)
    schema = try Self.schema(&random)
  }

  private static func schema(_ random: inout SplitMix) throws -> TableSchema {
    var attributes: [TableAttribute] = []
    for (index, type) in types.enumerated() {
      for isNullable in [false, true] where isNullable || random.chance(50) {
        attributes.append(
          TableAttribute(
            name: "v\(index)\(isNullable ? "?" : "")", type: type, isNullable: isNullable,
            isExternal: type.mayBeExternal && random.chance(50)))
      }
    }
    let half = attributes.count / 2
    return try TableSchema(
      name: "Generated", version: random.chance(50) ? SchemaVersion(1, 2, 3) : nil,
      entities: [
        TableEntity(
          name: "Thing", isAbstract: random.chance(50), attributes: Array(attributes[..<half]),
          relationships: [
            TableRelationship(
              name: "parts", destination: "Part", inverse: "thing", isToMany: true,
              isNullable: random.chance(50)),
            TableRelationship(name: "tags", destination: "Tag", inverse: "things", isToMany: true),
            TableRelationship(name: "next", destination: "Thing", isToMany: false),
          ]),
        TableEntity(
          name: "Special", superentity: "Thing", attributes: Array(attributes[half...]),
          relationships: [
            TableRelationship(
              name: "stops", destination: "Thing", isToMany: true, isNullable: random.chance(50))
          ]),
        TableEntity(
          name: "Rare", superentity: "Thing",
          // `Special` has a property of this name, too.
          attributes: [
            TableAttribute(name: "v\(types.count - 1)?", type: .scalar(.text), isNullable: true)
          ]),
        TableEntity(
          name: "Part",
          relationships: [
            TableRelationship(
              name: "thing", destination: "Thing", inverse: "parts", isToMany: false,
              isNullable: true),
            TableRelationship(name: "lid", destination: "Lid", inverse: "part", isToMany: false),
          ]),
        TableEntity(
          name: "Lid",
          relationships: [
            TableRelationship(name: "part", destination: "Part", inverse: "lid", isToMany: false)
          ]),
        TableEntity(
          name: "Tag",
          relationships: [
            TableRelationship(
              name: "things", destination: "Thing", inverse: "tags", isToMany: true)
          ]),
      ])
  }

  private static let types: [AttributeType] =
    ScalarType.allCases.flatMap {
      [.scalar($0), .array($0, nullableElements: true)]
    } + [
      .array(.double, nullableElements: false), .tree(shape: nil),
      .dictionary(key: .text, value: .int64, nullableValues: false),
      .structure(
        TableStructure(
          name: "Pair",
          members: ScalarType.allCases.flatMap {
            [
              TableAttribute(name: "\($0.rawValue)", type: .scalar($0), isNullable: true),
              TableAttribute(
                name: "\($0.rawValue) list with a name of many letters",
                type: .array($0, nullableElements: true)),
            ]
          })),
    ]

  /// Makes the rows: the keys of all tables are mixed, with gaps.
  mutating func tables() -> Tables {
    var keys: [String: [ObjectKey]] = [:]
    var kinds: [ObjectKey: String] = [:]
    var key: ObjectKey = 0
    let kindNames = ["Special", "Rare", "Part", "Part", "Lid", "Tag"]
    for _ in 0..<(5 + random.number(60)) {
      key += 1 + Int64(random.number(3))
      let kind = kindNames[random.number(kindNames.count)]
      kinds[key] = kind
      keys[["Special", "Rare"].contains(kind) ? "Thing" : kind, default: []].append(key)
    }
    var values: [ObjectKey: [String: Value]] = [:]
    let things = keys["Thing"] ?? []
    for key in things {
      values[key, default: [:]]["next"] = random.chance(50) ? .reference(pick(things)) : .null
      if kinds[key] == "Special" {
        let list = random.chance(30) ? [] : Array(shuffled(things).prefix(random.number(5)))
        values[key, default: [:]]["stops"] =
          random.chance(20) && isNullable("stops", "Special")
          ? .null : .references(list)
      }
    }
    var parts: [ObjectKey: [ObjectKey]] = [:]
    for key in keys["Part"] ?? [] where !things.isEmpty && random.chance(80) {
      let owner = pick(things)
      values[key, default: [:]]["thing"] = .reference(owner)
      parts[owner, default: []].append(key)
    }
    for (owner, members) in parts.sorted(by: { $0.key < $1.key }) where random.chance(60) {
      values[owner, default: [:]]["parts"] = .references(shuffled(members))
    }
    // One object at either end of the relationship; the end that sorts first stores it.
    for (lid, part) in zip(keys["Lid"] ?? [], shuffled(keys["Part"] ?? [])) where random.chance(70)
    {
      values[lid, default: [:]]["part"] = .reference(part)
      values[part, default: [:]]["lid"] = .reference(lid)
    }
    var tags: [ObjectKey: [ObjectKey]] = [:]
    for tag in keys["Tag"] ?? [] {
      let members = Array(shuffled(things).prefix(random.number(6)))
      values[tag, default: [:]]["things"] = .references(members)
      for member in members { tags[member, default: []].append(tag) }
    }
    for (thing, members) in tags.sorted(by: { $0.key < $1.key }) where random.chance(60) {
      values[thing, default: [:]]["tags"] = .references(shuffled(members))
    }
    for thing in things {
      for attribute in attributes(of: kinds[thing] ?? "") {
        values[thing, default: [:]][attribute.name] =
          attribute.isNullable && random.chance(30) ? .null : value(attribute.type)
      }
    }
    var tables = makeTables(
      schema, kinds.map { ($0.value, $0.key, values[$0.key] ?? [:]) })
    tables.nextKey = key + 1 + Int64(random.number(5))
    tables.documentID = UInt128(random.next()) << 64 | UInt128(random.next())
    return tables
  }

  private func isNullable(_ name: String, _ entity: String) -> Bool {
    schema.relationship(named: name, of: entity)?.relationship.isNullable ?? true
  }

  private func attributes(of entity: String) -> [TableAttribute] {
    schema.lineage(of: entity).flatMap(\.attributes)
  }

  private mutating func value(_ type: AttributeType) -> Value {
    switch type {
    case .scalar(let scalar): return self.scalar(scalar)
    case .array(let element, let isNullable):
      return .array(
        (0..<random.number(4)).map { _ in
          isNullable && random.chance(20) ? .null : scalar(element)
        })
    case .structure(let structure):
      let values = structure.members.map { member in
        member.isNullable && random.chance(30) ? .null : value(member.type)
      }
      return .tree(structure.tree(of: values))
    case .dictionary: return .tree(.members(["a": .integer(Int64(random.number(9)))]))
    case .tree:
      return .tree(
        .members([
          "$x": .array([.null, .date(-5.25), .spelled(.decimal, "1.5")]), "y": .double(.nan),
        ]))
    }
  }

  private mutating func scalar(_ type: ScalarType) -> Value {
    if let range = type.integerRange {
      return .integer(
        pick([
          range.lowerBound, range.upperBound, 0, range.lowerBound / 3, range.upperBound / 7,
        ]))
    }
    switch type {
    case .bool: return .bool(random.chance(50))
    case .uint64: return .unsigned(pick([0, 7, UInt64(Int64.max), UInt64(Int64.max) + 1, .max]))
    case .float:
      return .double(
        Double(pick([0.1, -1.5e30, .infinity, .nan, 0, .leastNonzeroMagnitude] as [Float])))
    case .double:
      return .double(
        pick([
          0.1, 1 / 3.0, -.infinity, .nan, Double.leastNonzeroMagnitude, 1.7976931348623157e308,
          -0.0, 1e15, 3,
        ]))
    case .decimal: return .text(pick(["0", "-12.5", "0.1", "79228162514264337593543950335"]))
    case .text:
      return .text(pick(["", "a", "é'\"\\\u{0301}", "松島\n🎌", String(repeating: "x", count: 900)]))
    case .date:
      return .date(
        pick([0, 0.1, -63_113_904_000, 252_423_993_600, -1e12, 1e300, 804_600_000.123456, -0.0]))
    case .day: return .integer(pick([0, -730_000, 9_131, 1]))
    case .clockTime: return .text("2026-07-01T14:30:00")
    case .zonedTime: return .text("2026-07-01T19:30:00+02:00[Europe/Paris]")
    case .uuid: return .uuid(UInt128(random.next()) << 64 | UInt128(random.next()))
    case .url: return .text(pick(["https://example.com/a?b=c", "mailto:a@example.com"]))
    case .data: return .data((0..<random.number(40)).map { _ in UInt8(random.number(256)) })
    default: return .integer(0)
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.number(elements.count)]
  }

  private mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.dropFirst() { elements.swapAt(index, random.number(index + 1)) }
    return elements
  }
}

/// SplitMix64: one sequence for each seed, on every machine.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  mutating func number(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
  mutating func chance(_ percent: Int) -> Bool { number(100) < percent }
}
