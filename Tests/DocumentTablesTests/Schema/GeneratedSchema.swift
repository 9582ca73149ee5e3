import DocumentTables

/// Schemas of random shape, each of them valid.
struct GeneratedSchema {
  private var random: TextFormRandom
  /// What the names of entities, properties and options end with.
  private let suffixes: [String]
  private var structures: [TableStructure] = []

  /// - Parameter suffixes: One of them, chosen at random, ends each name.
  init(seed: UInt64, suffixes: [String] = [""]) {
    random = TextFormRandom(seed: seed)
    self.suffixes = suffixes
  }

  private mutating func named(_ name: String) -> String {
    name + (suffixes.randomElement(using: &random) ?? "")
  }

  mutating func entities() -> [TableEntity] {
    structures = (0..<2).map { structure(named: named("S\($0)")) }
    let count = Int.random(in: 1...6, using: &random)
    var entities = (0..<count).map { TableEntity(name: named("E\($0)")) }
    for index in entities.indices {
      if index > 0, Int.random(in: 0..<3, using: &random) == 0 {
        entities[index].superentity = entities[..<index].randomElement(using: &random)?.name
      }
      entities[index].originalName = Bool.random(using: &random) ? named("Old\(index)") : nil
      entities[index].isAbstract = Int.random(in: 0..<5, using: &random) == 0
      for number in 0..<Int.random(in: 0...5, using: &random) {
        entities[index].attributes.append(attribute(named: named("a\(index)_\(number)")))
      }
      let names = entities[index].attributes.map(\.name)
      if let name = names.randomElement(using: &random) {
        entities[index].uniquenessConstraints = [[name], Array(names.shuffled(using: &random))]
        let members = entities[index].attributes.flatMap { attribute -> [String] in
          guard case .structure(let structure) = attribute.type else { return [] }
          return structure.members.map { attribute.name + "." + $0.name }
        }
        entities[index].indexes = [names.shuffled(using: &random), [name]]
        if let member = members.randomElement(using: &random) {
          entities[index].indexes.append([name, member].shuffled(using: &random))
        }
      }
    }
    for number in 0..<Int.random(in: 0...6, using: &random) { connect(&entities, number) }
    return entities.shuffled(using: &random)
  }

  private mutating func structure(named name: String) -> TableStructure {
    let members = (0..<Int.random(in: 1...4, using: &random)).map { index in
      let scalar = ScalarType.allCases.randomElement(using: &random) ?? .bool
      let values = Self.values(of: scalar)
      let isNullable = Bool.random(using: &random)
      let isList = Int.random(in: 0..<4, using: &random) == 0
      let value = isList ? .array(values) : values[0]
      return TableAttribute(
        name: named("m\(index)"), originalName: Bool.random(using: &random) ? named("old") : nil,
        type: isList ? .array(scalar, nullableElements: isNullable) : .scalar(scalar),
        isNullable: isNullable, defaultValue: Bool.random(using: &random) ? .value(value) : .none,
        cases: Bool.random(using: &random) ? [value] : nil,
        hashModifier: Bool.random(using: &random) ? named("1") : nil)
    }
    return TableStructure(
      name: name, originalName: Bool.random(using: &random) ? named("OldS") : nil,
      members: members)
  }

  private mutating func attribute(named name: String) -> TableAttribute {
    let scalar = ScalarType.allCases.randomElement(using: &random) ?? .bool
    let type: AttributeType =
      switch Int.random(in: 0..<7, using: &random) {
      case 0: .array(scalar, nullableElements: Bool.random(using: &random))
      case 1: .dictionary(key: .text, value: scalar, nullableValues: Bool.random(using: &random))
      case 2: .tree(shape: Bool.random(using: &random) ? nil : .members(["x": .text("int64")]))
      case 3: .structure(structures.randomElement(using: &random) ?? structures[0])
      default: .scalar(scalar)
      }
    var isStructure = false
    if case .structure = type { isStructure = true }
    let isNullable = Bool.random(using: &random)
    var value: AttributeDefault = [.none, .computed].randomElement(using: &random) ?? .none
    var cases: [Value]?
    if case .scalar(let scalar) = type, Bool.random(using: &random) {
      let values = Self.values(of: scalar)
      if let chosen = values.randomElement(using: &random) { value = .value(chosen) }
      if Bool.random(using: &random) { cases = values.shuffled(using: &random) }
    } else if Bool.random(using: &random) {
      value = isNullable && Bool.random(using: &random) ? .value(.null) : literal(of: type)
    }
    return TableAttribute(
      name: name, originalName: Bool.random(using: &random) ? named("old") : nil, type: type,
      isNullable: isNullable, defaultValue: value,
      isExternal: type.mayBeExternal && Bool.random(using: &random),
      isPreservedOnDeletion: Bool.random(using: &random), cases: cases,
      transformer: !isStructure && Bool.random(using: &random) ? named("T") : nil,
      hashModifier: Bool.random(using: &random) ? named("1") : nil,
      recordedOptions: Bool.random(using: &random) ? [named("spotlight"), "ephemeral"] : [])
  }

  /// A default that is no scalar.
  private mutating func literal(of type: AttributeType) -> AttributeDefault {
    switch type {
    case .scalar: return .none
    case .array(let element, let isNullable):
      let values = Self.values(of: element)
      return .value(.array(isNullable ? values + [.null] : values))
    case .dictionary: return .value(.tree(.members([named("x"): .integer(1)])))
    case .structure(let structure):
      let values = structure.members.map { member in
        switch member.type {
        case .array(let element, _): Value.array(Self.values(of: element))
        case .scalar(let scalar): Self.values(of: scalar)[0]
        default: Value.null
        }
      }
      // Members with their implied values may be left out.
      let tree = structure.tree(of: values)
      guard case .object(var members) = tree else { return .none }
      members.removeAll { item in
        let index = structure.member(named: item.name) ?? 0
        return structure.members[index].valueWhereAbsent == values[index]
          && Bool.random(using: &random)
      }
      return .value(.tree(.object(members)))
    case .tree:
      let trees: [Tree] = [
        .integer(5), .text("5"), .bool(true), .double(2), .date(1), .array([]),
        .members(["$date": .text("x")]), .text(named("")),
      ]
      return .value(.tree(trees.randomElement(using: &random) ?? .null))
    }
  }

  private mutating func connect(_ entities: inout [TableEntity], _ number: Int) {
    let left = Int.random(in: entities.indices, using: &random)
    let right = Int.random(in: entities.indices, using: &random)
    let names = [named("r\(number)"), named("s\(number)")].shuffled(using: &random)
    let hasInverse = Bool.random(using: &random)
    let rule = DeleteRule.allCases.randomElement(using: &random) ?? .nullify
    entities[left].relationships.append(
      TableRelationship(
        name: names[0], destination: entities[right].name, inverse: hasInverse ? names[1] : nil,
        isToMany: Bool.random(using: &random), isNullable: Bool.random(using: &random),
        deleteRule: rule, minimumCount: Bool.random(using: &random) ? 1 : nil,
        maximumCount: Bool.random(using: &random) ? 9 : nil))
    guard hasInverse else { return }
    entities[right].relationships.append(
      TableRelationship(
        name: names[1], destination: entities[left].name, inverse: names[0],
        isToMany: Bool.random(using: &random)))
  }

  /// Two values of each type, in every form that a caller may hand in.
  static func values(of type: ScalarType) -> [Value] {
    switch type {
    case .bool: [.bool(true), .bool(false)]
    case .int8, .int16, .int32, .uint8, .uint16, .uint32: [.integer(7), .integer(3)]
    case .int64: [.integer(.min), .integer(3)]
    case .uint64: [.integer(7), .unsigned(.max)]
    case .float: [.double(Double(Float(0.1))), .double(Double(Float.greatestFiniteMagnitude))]
    case .double: [.double(1.5), .double(-0.0)]
    case .decimal: [.text("1.5"), .text("-3")]
    case .text: [.text("b"), .text("a")]
    case .date: [.date(10), .double(5)]
    case .day: [.integer(9312), .integer(-1)]
    case .clockTime:
      [.text("2026-07-01T14:30:00"), .text("2026-07-01T14:30:00+02:00[Europe/Paris]")]
    case .zonedTime:
      [
        .text("2026-10-25T02:30:00+02:00[Europe/Paris]"),
        .text("2026-10-25T02:30:00.5+01:00[Europe/Paris]"),
      ]
    case .uuid: [.uuid(9), .uuid(1)]
    case .url: [.text("https://b.example"), .text("https://a.example")]
    case .data: [.data([1, 2]), .data([])]
    }
  }
}
