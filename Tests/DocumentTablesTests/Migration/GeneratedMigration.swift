import DocumentTables

/// Small random schemas, random edits of them, and rows that are valid under them.
struct GeneratedMigration {
  private var random: TextFormRandom
  private var names = 0
  private var structures: [TableStructure] = []

  init(seed: UInt64) { random = TextFormRandom(seed: seed) }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func newName(_ kind: String) -> String {
    names += 1
    // Names before and after those that are there, so that the truth of relationships moves.
    return "\(["a", "m", "z"].randomElement(using: &random) ?? "a")\(kind)\(names)"
  }

  // MARK: Schemas

  mutating func entities() -> [TableEntity] {
    structures = (0..<2).map { _ in
      let members = (0..<Int.random(in: 1...3, using: &random)).map { _ in attribute() }
      return TableStructure(name: newName("S"), members: members)
    }
    var entities = (0..<Int.random(in: 2...5, using: &random)).map { _ in
      TableEntity(name: newName("E"))
    }
    for index in entities.indices {
      if index > 0, chance(2) {
        entities[index].superentity = entities[Int.random(in: 0..<index, using: &random)].name
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        entities[index].attributes.append(chance(4) ? structuredAttribute() : attribute())
      }
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) { connect(&entities) }
    return entities
  }

  private mutating func attribute() -> TableAttribute {
    let scalar =
      [ScalarType.bool, .int8, .int32, .uint32, .uint64, .float, .double, .text, .date, .data]
      .randomElement(using: &random) ?? .bool
    let isNullable = Bool.random(using: &random)
    let values = GeneratedSchema.values(of: scalar)
    var attribute = TableAttribute(
      name: newName("a"), type: .scalar(scalar), isNullable: isNullable)
    if chance(5) { attribute.type = .array(scalar, nullableElements: Bool.random(using: &random)) }
    if case .scalar = attribute.type, !isNullable || Bool.random(using: &random) {
      attribute.defaultValue = .value(values.randomElement(using: &random) ?? .null)
      if chance(4) { attribute.cases = values }
    } else if !isNullable {
      attribute.defaultValue = .value(.array([]))
    }
    return attribute
  }

  private mutating func structuredAttribute() -> TableAttribute {
    let isTree = chance(3)
    return TableAttribute(
      name: newName("a"),
      type: isTree ? .tree(shape: nil) : .structure(structures[chance(2) ? 0 : 1]),
      isNullable: Bool.random(using: &random))
  }

  private mutating func connect(_ entities: inout [TableEntity]) {
    let left = Int.random(in: entities.indices, using: &random)
    let right = Int.random(in: entities.indices, using: &random)
    let names = [newName("r"), newName("r")]
    let hasInverse = Bool.random(using: &random)
    entities[left].relationships.append(
      TableRelationship(
        name: names[0], destination: entities[right].name, inverse: hasInverse ? names[1] : nil,
        isToMany: Bool.random(using: &random), isNullable: true))
    guard hasInverse else { return }
    entities[right].relationships.append(
      TableRelationship(
        name: names[1], destination: entities[left].name, inverse: names[0],
        isToMany: Bool.random(using: &random)))
  }

  // MARK: Edits

  mutating func edit(_ entities: inout [TableEntity]) {
    guard !entities.isEmpty else { return }
    let index = Int.random(in: entities.indices, using: &random)
    let attribute = entities[index].attributes.indices.randomElement(using: &random)
    let relationship = entities[index].relationships.indices.randomElement(using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: renameEntity(&entities, index)
    case 1:
      let isSub = Bool.random(using: &random)
      entities.append(
        TableEntity(
          name: newName("E"), superentity: isSub ? entities[index].name : nil,
          attributes: [self.attribute()]))
    case 2:
      // Where something still leads to it, the schema is none.
      entities.remove(at: index)
    case 3:
      // A superentity that is new, above one that has none.
      guard entities[index].superentity == nil else { return }
      let name = newName("E")
      entities[index].superentity = name
      if let other = entities.indices.first(where: {
        $0 != index && entities[$0].superentity == nil
      }),
        Bool.random(using: &random)
      {
        entities[other].superentity = name
      }
      entities.append(TableEntity(name: name, attributes: [self.attribute()]))
    case 4: entities[index].isAbstract.toggle()
    case 5: entities[index].attributes.append(self.attribute())
    case 6: if let attribute { entities[index].attributes.remove(at: attribute) }
    case 7:
      if let attribute {
        entities[index].attributes[attribute].originalName =
          entities[index].attributes[attribute].name
        entities[index].attributes[attribute].name = newName("a")
      }
    case 8:
      if let attribute {
        move(entities[index].attributes[attribute].name, from: index, &entities)
      }
    case 9:
      if let attribute { widen(&entities[index].attributes[attribute]) }
    case 10: if let attribute { entities[index].attributes[attribute].isNullable.toggle() }
    case 11:
      if let attribute {
        let cases = entities[index].attributes[attribute].cases
        entities[index].attributes[attribute].cases = cases.map { Array($0.dropFirst()) }
        if cases == nil, case .scalar(let type) = entities[index].attributes[attribute].type {
          entities[index].attributes[attribute].cases = GeneratedSchema.values(of: type)
        }
      }
    case 12: connect(&entities)
    case 13:
      if let relationship { entities[index].relationships[relationship].isToMany.toggle() }
    case 15, 16, 17: editStructure(&entities)
    case 18:
      if let attribute {
        switch entities[index].attributes[attribute].type {
        case .tree: entities[index].attributes[attribute].type = .structure(structures[0])
        case .structure: entities[index].attributes[attribute].type = .tree(shape: nil)
        default: break
        }
      }
    case 14: if let relationship { entities[index].relationships[relationship].isNullable.toggle() }
    default: if let relationship { renameRelationship(relationship, of: index, &entities) }
    }
  }

  /// Changes a structure wherever attributes are of it.
  private mutating func editStructure(_ entities: inout [TableEntity]) {
    let index = chance(2) ? 0 : 1
    let old = structures[index]
    var (name, originalName, members) = (old.name, old.originalName, old.members)
    let member = members.indices.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      originalName = name
      name = newName("S")
    case 1, 2: members.append(attribute())
    case 3: if members.count > 1 { members.remove(at: member) }
    case 4:
      members[member].originalName = members[member].name
      members[member].name = newName("a")
    case 5: widen(&members[member])
    case 6: members[member].isNullable.toggle()
    default:
      let cases = members[member].cases
      members[member].cases = cases.map { Array($0.dropFirst()) }
      if cases == nil, case .scalar(let type) = members[member].type {
        members[member].cases = GeneratedSchema.values(of: type)
      }
    }
    structures[index] = TableStructure(name: name, originalName: originalName, members: members)
    for entity in entities.indices {
      for attribute in entities[entity].attributes.indices
      where entities[entity].attributes[attribute].type == .structure(old) {
        entities[entity].attributes[attribute].type = .structure(structures[index])
      }
    }
  }

  private mutating func renameEntity(_ entities: inout [TableEntity], _ index: Int) {
    let old = entities[index].name
    let name = newName("E")
    entities[index].originalName = old
    entities[index].name = name
    for other in entities.indices {
      if entities[other].superentity == old { entities[other].superentity = name }
      for position in entities[other].relationships.indices
      where entities[other].relationships[position].destination == old {
        entities[other].relationships[position].destination = name
      }
    }
  }

  private mutating func renameRelationship(
    _ position: Int, of index: Int, _ entities: inout [TableEntity]
  ) {
    let old = entities[index].relationships[position]
    let name = newName("r")
    entities[index].relationships[position].name = name
    entities[index].relationships[position].originalName = old.name
    for other in entities.indices {
      for place in entities[other].relationships.indices
      where entities[other].relationships[place].inverse == old.name {
        entities[other].relationships[place].inverse = name
      }
    }
  }

  private mutating func move(_ name: String, from index: Int, _ entities: inout [TableEntity]) {
    let attribute = entities[index].take(name)
    let below = entities.indices.filter { entities[$0].superentity == entities[index].name }
    if let parent = entities[index].superentity, Bool.random(using: &random) {
      entities[parent].attributes.append(attribute)
    } else if let child = below.randomElement(using: &random) {
      entities[child].attributes.append(attribute)
    } else {
      entities[index].attributes.append(attribute)
    }
  }

  private mutating func widen(_ attribute: inout TableAttribute) {
    guard case .scalar(let type) = attribute.type, attribute.cases == nil else { return }
    let wider: [ScalarType: ScalarType] = [
      .int8: .int32, .int32: .double, .uint32: .uint64, .float: .double,
    ]
    guard let wide = wider[type] else { return }
    attribute.type = .scalar(wide)
    if case .value(let value) = attribute.defaultValue, !value.isNull {
      attribute.defaultValue = .value(GeneratedSchema.values(of: wide)[0])
    }
  }

  // MARK: Rows

  mutating func tables(_ schema: TableSchema) -> Tables {
    let kinds = schema.entities.filter { !$0.isAbstract }.map(\.name)
    var rows: [TablesFixture.Row] = []
    for key in 1...Int64(Int.random(in: 1...24, using: &random)) {
      guard let entity = kinds.randomElement(using: &random) else { continue }
      rows.append((entity, key, [:]))
    }
    var taken: [String: Set<ObjectKey>] = [:]
    for index in rows.indices {
      for owner in schema.lineage(of: rows[index].entity) {
        for attribute in owner.attributes {
          rows[index].values[attribute.name] = value(of: attribute)
        }
        for relationship in owner.relationships {
          let storage = schema.storage(of: relationship, declaredIn: owner.name)
          guard storage == .reference || storage == .list else { continue }
          let inverse = relationship.inverse.flatMap {
            schema.relationship(named: $0, of: relationship.destination)?.relationship
          }
          let place = "\(owner.name).\(relationship.name)"
          var targets = rows.filter { schema.isEntity($0.entity, kindOf: relationship.destination) }
            .map(\.key).shuffled(using: &random)
          if inverse?.isToMany == false {
            targets.removeAll { taken[place]?.contains($0) ?? false }
          }
          if inverse?.name == relationship.name { targets = [] }
          let count = storage == .reference ? 1 : Int.random(in: 0...3, using: &random)
          let chosen = Array(targets.prefix(count))
          if storage == .list {
            rows[index].values[relationship.name] = .references(chosen)
          } else if let target = chosen.first, !chance(3) {
            rows[index].values[relationship.name] = .reference(target)
          } else {
            continue
          }
          taken[place, default: []].formUnion(chosen)
        }
      }
    }
    return withOrders(TablesFixture.tables(schema, rowsPerSegment: 6, rows), rows)
  }

  private mutating func value(of attribute: TableAttribute) -> Value {
    if attribute.isNullable, chance(3) { return .null }
    if let cases = attribute.cases { return cases.randomElement(using: &random) ?? .null }
    switch attribute.type {
    case .scalar(let type): return stored(GeneratedSchema.values(of: type), type)
    case .array(let element, let isNullable):
      return .array(
        [stored(GeneratedSchema.values(of: element), element)] + (isNullable ? [.null] : []))
    case .structure(let structure):
      return .tree(structure.tree(of: structure.members.map { value(of: $0) }))
    case .tree:
      var members = structures[0].members.filter { _ in !chance(3) }.map { member in
        TreeMember(member.name, Tree(value(of: member), of: member.type))
      }
      if chance(3) { members.append(TreeMember("~", .integer(1))) }
      members.removeAll { $0.value.isNull && !chance(3) }
      return chance(5) ? .tree(.text("no object")) : .tree(.object(members))
    case .dictionary: return .null
    }
  }

  private mutating func stored(_ values: [Value], _ type: ScalarType) -> Value {
    switch (type, values.randomElement(using: &random) ?? .null) {
    case (.uint64, .integer(let number)): .unsigned(UInt64(clamping: number))
    case (.date, .double(let number)): .date(number)
    case (_, let value): value
    }
  }

  /// Orders of members that the other end states.
  private mutating func withOrders(_ tables: Tables, _ rows: [TablesFixture.Row]) -> Tables {
    var rows = rows
    for index in rows.indices {
      for owner in tables.schema.lineage(of: rows[index].entity) {
        for relationship in owner.relationships
        where tables.schema.storage(of: relationship, declaredIn: owner.name) == .order {
          guard let end = tables.schema.relationshipEnd(named: relationship.name, of: owner.name),
            let place = tables.find(rows[index].key)
          else { continue }
          let keys = tables.relatedKeys(
            of: rows[index].key,
            in: tables.tables[place.hierarchy].segments[place.location.segment],
            row: place.location.row, through: end)
          rows[index].values[relationship.name] = .references(
            (keys ?? []).shuffled(using: &random))
        }
      }
    }
    return TablesFixture.tables(tables.schema, rowsPerSegment: 6, rows)
  }
}
