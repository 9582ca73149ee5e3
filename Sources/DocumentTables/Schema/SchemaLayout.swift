/// Lays out the tables of a set of entities; refuses sets that have no layout.
///
/// Names that are canonically equivalent conflict. A reference to a name must have the same
/// spelling as the name, so that a comparison of bytes gives the same result.
struct SchemaLayout: Sendable {
  let entities: [TableEntity]
  private let structures: [TableStructure]
  private let byName: [String: TableEntity]

  init(_ entities: [TableEntity], _ structures: [TableStructure]) {
    self.entities = entities
    self.structures = structures
    byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
  }

  func entity(named name: String) -> TableEntity? { byName[name] }

  func hierarchies() throws(SchemaProblem) -> [HierarchyLayout] {
    guard entities.count + structures.count <= TableSchema.maximumCount else {
      throw SchemaProblem(.tooLarge, "more than \(TableSchema.maximumCount) entities")
    }
    for structure in structures {
      guard byName[structure.name] == nil else {
        throw SchemaProblem(
          .duplicateName, entity: structure.name, "a structure and an entity have this name")
      }
      try checkNames(of: structure.asEntity)
    }
    guard byName.count == entities.count else {
      var seen: Set<String> = []
      let twice = entities.map(\.name).first { !seen.insert($0).inserted }
      throw SchemaProblem(.duplicateName, entity: twice, "two entities have this name")
    }
    var members: [String: [TableEntity]] = [:]
    for entity in entities { members[try root(of: entity), default: []].append(entity) }
    try checkSums(members)
    for entity in entities {
      try checkNames(of: entity)
      for relationship in entity.relationships { try check(relationship, of: entity) }
      try checkConstraints(of: entity)
    }
    return entities.filter { $0.superentity == nil }.map { root in
      layout(of: root, members: members[root.name] ?? [])
    }
  }

  /// Returns the structures of attributes, each once.
  ///
  /// - Throws: ``SchemaProblem`` if two that differ have one name.
  static func structures(of entities: [TableEntity]) throws(SchemaProblem) -> [TableStructure] {
    var byName: [String: TableStructure] = [:]
    for entity in entities {
      for attribute in entity.attributes {
        guard case .structure(let structure) = attribute.type,
          let known = byName.updateValue(structure, forKey: structure.name)
        else { continue }
        guard known.isStated(as: structure) else {
          throw SchemaProblem(
            .duplicateName, entity: structure.name, "two structures that differ have this name")
        }
      }
    }
    return byName.values.sorted { utf8Precedes($0.name, $1.name) }
  }

  private func root(of entity: TableEntity) throws(SchemaProblem) -> String {
    var current = entity
    var steps = 0
    while let name = current.superentity {
      guard let next = byName[name], isSpelled(next.name, name) else {
        throw SchemaProblem(
          .missingEntity, entity: entity.name, "its superentity \(name) is not in the schema")
      }
      steps += 1
      guard next.name != entity.name, steps <= entities.count else {
        throw SchemaProblem(
          .superentityCycle, entity: entity.name, "it is among its own superentities")
      }
      // A cycle above that does not return to this entity ends at this limit.
      guard steps <= TableSchema.maximumDepth else {
        throw SchemaProblem(
          .tooLarge, entity: entity.name, "more than \(TableSchema.maximumDepth) superentities")
      }
      current = next
    }
    return current.name
  }

  func lineage(of entity: TableEntity) -> [TableEntity] {
    var result = [entity]
    while let name = result.last?.superentity, let next = byName[name],
      result.count <= TableSchema.maximumDepth
    {
      result.append(next)
    }
    return result
  }

  /// Checks sums that may grow with the product of quantities that are within their limits, so that
  /// the memory of a layout stays proportional to the schema.
  private func checkSums(_ members: [String: [TableEntity]]) throws(SchemaProblem) {
    // No overflow: there are at most 4096 entities with at most 64 superentities, and their
    // properties are in memory.
    var properties = 0
    for entity in entities {
      properties += lineage(of: entity).reduce(0) { $0 + $1.propertyCount + $1.memberCount }
      guard properties <= TableSchema.maximumProperties else {
        throw SchemaProblem(
          .tooLarge, entity: entity.name,
          "up to it the entities have more than \(TableSchema.maximumProperties) properties, "
            + "inherited ones counted at each entity")
      }
    }
    var places = 0
    for entity in entities where entity.superentity == nil {
      let hierarchy = members[entity.name] ?? []
      places += hierarchy.count * hierarchy.reduce(0) { $0 + $1.propertyCount }
      guard places <= TableSchema.maximumPlaces else {
        throw SchemaProblem(
          .tooLarge, entity: entity.name,
          "the entities of its hierarchy, times the properties that they declare, make more than "
            + "\(TableSchema.maximumPlaces)")
      }
    }
  }

  /// Refuses long names before they are hashed or compared, which would be expensive.
  static func checkLengths(of entities: [TableEntity]) throws(SchemaProblem) {
    for entity in entities {
      func check(_ name: String?, of property: String? = nil) throws(SchemaProblem) {
        guard let name, name.utf8.count > TableSchema.maximumNameLength else { return }
        throw SchemaProblem(
          .tooLarge, entity: entity.name, property: property,
          "a name has more than \(TableSchema.maximumNameLength) bytes")
      }
      for name in [entity.name, entity.superentity, entity.originalName] { try check(name) }
      for attribute in entity.attributes {
        for name in [attribute.name, attribute.originalName] {
          try check(name, of: attribute.name)
        }
        guard attribute.statedTextLength <= TableSchema.maximumTextLength else {
          throw SchemaProblem(
            .tooLarge, entity: entity.name, property: attribute.name,
            "its default and marks have more than \(TableSchema.maximumTextLength) bytes")
        }
      }
      for relationship in entity.relationships {
        for name in [
          relationship.name, relationship.originalName, relationship.destination,
          relationship.inverse,
        ] { try check(name, of: relationship.name) }
        guard relationship.hashModifier?.utf8.count ?? 0 <= TableSchema.maximumTextLength else {
          throw SchemaProblem(
            .tooLarge, entity: entity.name, property: relationship.name,
            "its hash modifier has more than \(TableSchema.maximumTextLength) bytes")
        }
      }
      for name in (entity.uniquenessConstraints + entity.indexes).joined() {
        try check(name, of: name)
      }
    }
  }

  private func checkNames(of entity: TableEntity) throws(SchemaProblem) {
    try Self.check(name: entity.name, entity: entity.name, property: nil)
    let lineage = lineage(of: entity)
    let names = lineage.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) }
    guard names.count <= TableSchema.maximumCount else {
      throw SchemaProblem(
        .tooLarge, entity: entity.name, "more than \(TableSchema.maximumCount) properties")
    }
    var seen: Set<String> = []
    for name in names {
      try Self.check(name: name, entity: entity.name, property: name)
      guard seen.insert(name).inserted else {
        throw SchemaProblem(
          .duplicateName, entity: entity.name, property: name, "two properties have this name")
      }
    }
  }

  private static func check(
    name: String, entity: String, property: String?
  ) throws(SchemaProblem) {
    guard !name.isEmpty, name.utf8.first != UInt8(ascii: "$") else {
      throw SchemaProblem(
        .malformed, entity: entity, property: property?.quotedIfBlank,
        "a name is empty or begins with $")
    }
  }

  private func checkConstraints(of entity: TableEntity) throws(SchemaProblem) {
    if entity.uniquenessConstraints.isEmpty, entity.indexes.isEmpty { return }
    let lineage = lineage(of: entity)
    var properties: [String: Bool] = [:]
    var structures: [String: TableStructure] = [:]
    for owner in lineage {
      for attribute in owner.attributes {
        properties[attribute.name] = false
        if case .structure(let structure) = attribute.type {
          structures[attribute.name] = structure
        }
      }
      for relationship in owner.relationships {
        properties[relationship.name] = relationship.isToMany
      }
    }
    for (isUnique, lists) in [(true, entity.uniquenessConstraints), (false, entity.indexes)] {
      guard lists.reduce(0, { $0 + $1.count }) <= TableSchema.maximumCount else {
        throw SchemaProblem(
          .tooLarge, entity: entity.name,
          "its constraints or indexes hold more than \(TableSchema.maximumCount) names")
      }
      for list in lists {
        guard !list.isEmpty, Set(list).count == list.count else {
          throw SchemaProblem(
            .malformed, entity: entity.name, property: list.first,
            "a constraint or index is empty or names a property twice")
        }
        for name in list {
          if !isUnique, properties[name] == nil, let path = TableStructure.MemberPath(name),
            let found = structures.index(forKey: path.attribute),
            isSpelled(structures[found].key, path.attribute),
            structures[found].value.member(named: path.member) != nil
          {
            continue
          }
          guard let position = properties.index(forKey: name),
            isSpelled(properties[position].key, name)
          else {
            throw SchemaProblem(
              .missingProperty, entity: entity.name, property: name,
              "its constraints or indexes name it")
          }
          if isUnique, properties[position].value {
            throw SchemaProblem(
              .malformed, entity: entity.name, property: name,
              "a to-many relationship cannot be part of a uniqueness constraint")
          }
        }
      }
    }
  }

  private func isSpelled(_ name: String, _ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8)
  }

  private func check(
    _ relationship: TableRelationship, of entity: TableEntity
  ) throws(SchemaProblem) {
    guard let destination = byName[relationship.destination],
      isSpelled(destination.name, relationship.destination)
    else {
      throw SchemaProblem(
        .missingEntity, entity: entity.name, property: relationship.name,
        "its destination \(relationship.destination) is not in the schema")
    }
    guard let name = relationship.inverse else { return }
    let candidates = lineage(of: destination)
    guard let back = candidates.lazy.compactMap({ $0.relationship(named: name) }).first,
      isSpelled(back.name, name)
    else {
      throw SchemaProblem(
        .inverseMismatch, entity: entity.name, property: relationship.name,
        "its inverse \(relationship.destination).\(name) does not exist")
    }
    guard back.inverse == relationship.name,
      lineage(of: entity).contains(where: { $0.name == back.destination })
    else {
      throw SchemaProblem(
        .inverseMismatch, entity: entity.name, property: relationship.name,
        "its inverse \(relationship.destination).\(name) does not point back to it")
    }
  }

  func storage(
    of relationship: TableRelationship, declaredIn entity: String
  ) -> RelationshipStorage {
    guard let name = relationship.inverse, let destination = byName[relationship.destination],
      let (owner, back) = lineage(of: destination).lazy.compactMap({ candidate in
        candidate.relationship(named: name).map { (candidate.name, $0) }
      }).first
    else { return relationship.isToMany ? .list : .reference }
    switch (relationship.isToMany, back.isToMany) {
    case (false, true): return .reference
    case (true, false): return .order
    case (let isToMany, _):
      // Two ends of one kind: the end whose entity, then property, sorts first stores the
      // relationship. A relationship that is its own inverse is stored in both of its rows.
      let here = [entity, relationship.name]
      let there = [owner, back.name]
      if here == there || namesPrecede(here, there) { return isToMany ? .list : .reference }
      return isToMany ? .order : .derived
    }
  }

  private func layout(of root: TableEntity, members: [TableEntity]) -> HierarchyLayout {
    var columns: [ColumnLayout] = []
    for entity in members {
      for attribute in entity.attributes {
        columns.append(
          ColumnLayout(name: attribute.name, entity: entity.name, content: .attribute(attribute)))
      }
      for relationship in entity.relationships {
        let storage = storage(of: relationship, declaredIn: entity.name)
        guard storage != .derived else { continue }
        columns.append(
          ColumnLayout(
            name: relationship.name, entity: entity.name,
            content: .relationship(relationship, storage)))
      }
    }
    columns.sort { namesPrecede([$0.name, $0.entity], [$1.name, $1.entity]) }
    var positions: [[String]: Int] = [:]
    for (index, column) in columns.enumerated() { positions[[column.name, column.entity]] = index }
    let entities = members.enumerated().map { index, entity in
      let properties = lineage(of: entity).flatMap { owner in
        (owner.attributes.map(\.name) + owner.relationships.map(\.name)).map { name in
          PropertyLayout(name: name, entity: owner.name, column: positions[[name, owner.name]])
        }
      }
      return EntityLayout(
        name: entity.name, discriminator: UInt16(truncatingIfNeeded: index),
        isAbstract: entity.isAbstract,
        properties: properties.sorted { utf8Precedes($0.name, $1.name) })
    }
    return HierarchyLayout(name: root.name, entities: entities, columns: columns)
  }
}

extension TableStructure {
  /// An entity with the same names, which are checked as those of an entity are.
  package var asEntity: TableEntity {
    TableEntity(name: name, originalName: originalName, attributes: members)
  }
}

extension TableEntity {
  /// The number of declared properties, without inherited ones.
  var propertyCount: Int { attributes.count + relationships.count }

  /// The number of members that values of its attributes have, which plans and defaults state anew.
  var memberCount: Int {
    attributes.reduce(0) { sum, attribute in
      guard case .structure(let structure) = attribute.type else { return sum }
      return sum + structure.members.count
    }
  }

  package func hasProperty(_ name: String) -> Bool {
    attribute(named: name) != nil || relationship(named: name) != nil
  }
}

extension TableAttribute {
  /// The bytes of the texts that XML states as attributes of one element, besides names.
  fileprivate var statedTextLength: Int {
    let marks = [transformer, hashModifier].compactMap(\.self) + recordedOptions
    var lengths = marks.map(\.utf8.count)
    if case .value(.text(let text)) = defaultValue { lengths.append(text.utf8.count) }
    if case .value(.data(let bytes)) = defaultValue { lengths.append(bytes.count) }
    return lengths.reduce(0, +)
  }
}
