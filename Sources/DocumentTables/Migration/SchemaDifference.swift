/// What leads from one schema to another: the steps to read, and where each new column comes from.
///
/// Entities and properties are matched by name first, then by original name; a name that both
/// roads claim is an ambiguity (spec 7).
package struct SchemaDifference: Sendable {
  /// Where a column of the new schema takes its values.
  enum ColumnSource: Hashable, Sendable {
    case column(Int)
    case widened(Int)
    /// The old column with its nils replaced, for a property that becomes required.
    case filled(Int, Value)
    /// What the old relationship leads to, where the truth now stands at this end.
    case resolved(RelationshipEnd)
    case constant(Value)
  }

  struct HierarchySource: Sendable {
    /// The old table; nil for a hierarchy that is new.
    var hierarchy: Int?
    var columns: [ColumnSource]
    /// The new discriminator of each old one; nil where the entity is removed.
    var discriminators: [UInt16?]
  }

  package let old: TableSchema
  package let new: TableSchema
  package private(set) var steps: [MigrationStep] = []
  private(set) var sources: [HierarchySource] = []
  /// New entity name → old entity name.
  private(set) var origins: [String: String] = [:]

  /// - Throws: ``SchemaProblem`` for changes that need a decision: a property of another type, a
  ///   missing default, a name that two roads claim.
  package init(from old: TableSchema, to new: TableSchema) throws(SchemaProblem) {
    self.old = old
    self.new = new
    try matchEntities()
    for entity in new.entities { try compare(entity) }
    for hierarchy in new.hierarchies { sources.append(try source(of: hierarchy)) }
  }

  private mutating func matchEntities() throws(SchemaProblem) {
    for entity in new.entities {
      let sameName = old.entity(named: entity.name)
      let original = entity.originalName.flatMap { $0 == entity.name ? nil : old.entity(named: $0) }
      if let sameName {
        if let original, new.entity(named: original.name) == nil {
          throw SchemaProblem(
            .ambiguousChange, entity: entity.name,
            "the old schema has both \(entity.name) and its original name \(original.name), and "
              + "the new one has no \(original.name)")
        }
        origins[entity.name] = sameName.name
      } else if let original {
        guard new.entity(named: original.name) == nil else {
          throw SchemaProblem(
            .ambiguousChange, entity: entity.name,
            "its original name \(original.name) still names an entity of the new schema")
        }
        if let other = origins.first(where: { $0.value == original.name })?.key {
          throw SchemaProblem(
            .ambiguousChange, entity: entity.name,
            "\(other) has the original name \(original.name) too")
        }
        origins[entity.name] = original.name
        steps.append(.renameEntity(from: original.name, to: entity.name))
      } else {
        steps.append(.addEntity(entity.name))
      }
    }
    let kept = Set(origins.values)
    for entity in old.entities where !kept.contains(entity.name) {
      steps.append(.removeEntity(entity.name))
    }
  }

  private mutating func compare(_ entity: TableEntity) throws(SchemaProblem) {
    guard let originName = origins[entity.name], let origin = old.entity(named: originName) else {
      return
    }
    let newSuper = entity.superentity.map { origins[$0] ?? $0 }
    if newSuper != origin.superentity {
      throw SchemaProblem(
        .unsupportedChange, entity: entity.name,
        "its superentity changes from \(origin.superentity ?? "none") to "
          + "\(entity.superentity ?? "none"); a custom stage must move its objects")
    }
    if entity.isAbstract != origin.isAbstract {
      steps.append(.changeAbstract(entity: entity.name, isAbstract: entity.isAbstract))
    }
    var taken: Set<String> = []
    for attribute in entity.attributes {
      try compare(attribute, of: entity, in: origin, taken: &taken)
    }
    for relationship in entity.relationships {
      try compare(relationship, of: entity, in: origin, taken: &taken)
    }
    for name in (origin.attributes.map(\.name) + origin.relationships.map(\.name))
    where !taken.contains(name) {
      steps.append(.removeProperty(entity: entity.name, name: name))
    }
    compareConstraints(entity, origin)
  }

  func originName(
    _ name: String, _ originalName: String?, of entity: TableEntity, in origin: TableEntity
  ) throws(SchemaProblem) -> String? {
    let original = originalName.flatMap { $0 != name && origin.hasProperty($0) ? $0 : nil }
    guard origin.hasProperty(name) else {
      if let original, entity.hasProperty(original) {
        throw SchemaProblem(
          .ambiguousChange, entity: entity.name, property: name,
          "its original name \(original) still names a property of the new schema")
      }
      return original
    }
    if let original, !entity.hasProperty(original) {
      throw SchemaProblem(
        .ambiguousChange, entity: entity.name, property: name,
        "the old schema has both \(name) and its original name \(original)")
    }
    return name
  }

  private mutating func compare(
    _ attribute: TableAttribute, of entity: TableEntity, in origin: TableEntity,
    taken: inout Set<String>
  ) throws(SchemaProblem) {
    guard
      let name = try originName(attribute.name, attribute.originalName, of: entity, in: origin)
    else {
      try checkMove(attribute.name, attribute.originalName, to: entity, origin)
      if case .none = attribute.defaultValue, !attribute.isNullable {
        throw SchemaProblem(
          .unsupportedChange, entity: entity.name, property: attribute.name,
          "it is new, required, and has no default; give it one, make it optional, or state the "
            + "property it was with originalName")
      }
      if case .computed = attribute.defaultValue, !attribute.isNullable {
        throw SchemaProblem(
          .unsupportedChange, entity: entity.name, property: attribute.name,
          "it is new and its default is computed; a custom stage must set it")
      }
      steps.append(
        .addAttribute(entity: entity.name, name: attribute.name, value: attribute.defaultValue))
      return
    }
    try take(name, for: attribute.name, of: entity, &taken)
    guard let before = origin.attribute(named: name) else {
      throw SchemaProblem(
        .unsupportedChange, entity: entity.name, property: attribute.name,
        "it was a relationship and becomes an attribute")
    }
    if name != attribute.name {
      steps.append(.renameProperty(entity: entity.name, from: name, to: attribute.name))
    }
    if before.type != attribute.type {
      guard case .scalar(let from) = before.type, case .scalar(let to) = attribute.type,
        from.widens(to: to)
      else {
        throw SchemaProblem(
          .unsupportedChange, entity: entity.name, property: attribute.name,
          "its type changes; keep the type, or add a property under a new name and fill it in a "
            + "custom stage")
      }
      steps.append(.widen(entity: entity.name, name: attribute.name, from: from, to: to))
    }
    if before.isNullable != attribute.isNullable {
      steps.append(
        attribute.isNullable
          ? .makeNullable(entity: entity.name, name: attribute.name)
          : .makeRequired(entity: entity.name, name: attribute.name))
    }
    var same = before
    same.name = attribute.name
    same.originalName = attribute.originalName
    same.type = attribute.type
    same.isNullable = attribute.isNullable
    if same != attribute {
      steps.append(.changeOptions(entity: entity.name, name: attribute.name))
    }
  }

  private mutating func compare(
    _ relationship: TableRelationship, of entity: TableEntity, in origin: TableEntity,
    taken: inout Set<String>
  ) throws(SchemaProblem) {
    guard
      let name = try originName(
        relationship.name, relationship.originalName, of: entity, in: origin)
    else {
      try checkMove(relationship.name, relationship.originalName, to: entity, origin)
      steps.append(.addRelationship(entity: entity.name, name: relationship.name))
      return
    }
    try take(name, for: relationship.name, of: entity, &taken)
    guard let before = origin.relationship(named: name) else {
      throw SchemaProblem(
        .unsupportedChange, entity: entity.name, property: relationship.name,
        "it was an attribute and becomes a relationship")
    }
    let destination = origins[relationship.destination]
    let inverse = try originOfInverse(relationship)
    let storages = [
      old.storage(of: before, declaredIn: origin.name),
      new.storage(of: relationship, declaredIn: entity.name),
    ]
    // Membership that this end states stays, whoever reads it; what the other end states is another
    // relationship under another inverse.
    let hasSameInverse =
      before.inverse == inverse && (before.inverse == nil) == (relationship.inverse == nil)
    let isKept =
      hasSameInverse
      || storages[0] == storages[1] && (storages[0] == .reference || storages[0] == .list)
    guard before.destination == destination, before.isToMany == relationship.isToMany, isKept else {
      throw SchemaProblem(
        .unsupportedChange, entity: entity.name, property: relationship.name,
        "its destination, inverse or number changes; a custom stage must move what it holds")
    }
    if name != relationship.name {
      steps.append(.renameProperty(entity: entity.name, from: name, to: relationship.name))
    }
    if before.isNullable != relationship.isNullable {
      steps.append(
        relationship.isNullable
          ? .makeNullable(entity: entity.name, name: relationship.name)
          : .makeRequired(entity: entity.name, name: relationship.name))
    }
    if before.deleteRule != relationship.deleteRule || !hasSameInverse
      || before.minimumCount != relationship.minimumCount
      || before.maximumCount != relationship.maximumCount
      || before.hashModifier != relationship.hashModifier
    {
      steps.append(.changeOptions(entity: entity.name, name: relationship.name))
    }
  }

  /// The old name of the property that is a relationship's inverse; nil where there was none.
  private func originOfInverse(
    _ relationship: TableRelationship
  ) throws(SchemaProblem) -> String? {
    guard let name = relationship.inverse,
      let (owner, back) = new.relationship(named: name, of: relationship.destination),
      let origin = origins[owner.name].flatMap({ old.entity(named: $0) })
    else { return nil }
    return try originName(back.name, back.originalName, of: owner, in: origin)
  }

  private func take(
    _ name: String, for property: String, of entity: TableEntity, _ taken: inout Set<String>
  ) throws(SchemaProblem) {
    guard taken.insert(name).inserted else {
      throw SchemaProblem(
        .ambiguousChange, entity: entity.name, property: property,
        "another property has the original name \(name) too")
    }
  }

  /// A property that leaves an entity and arrives at one above or below it was moved, not added.
  private func checkMove(
    _ name: String, _ originalName: String?, to entity: TableEntity, _ origin: TableEntity
  ) throws(SchemaProblem) {
    let relatives = old.hierarchyIndex(of: origin.name).map { old.hierarchies[$0].entities } ?? []
    for relative in relatives where relative.name != origin.name {
      guard
        old.isEntity(relative.name, kindOf: origin.name)
          || old.isEntity(origin.name, kindOf: relative.name),
        let before = old.entity(named: relative.name),
        let after = new.entities.first(where: { origins[$0.name] == before.name })
      else { continue }
      for candidate in [name, originalName ?? name]
      where before.hasProperty(candidate) && !after.hasProperty(candidate) {
        throw SchemaProblem(
          .unsupportedChange, entity: entity.name, property: name,
          "it moves from \(before.name) to \(entity.name); a custom stage must move its values")
      }
    }
  }

  private mutating func compareConstraints(_ entity: TableEntity, _ origin: TableEntity) {
    for list in entity.uniquenessConstraints where !origin.uniquenessConstraints.contains(list) {
      steps.append(.addConstraint(entity: entity.name, properties: list))
    }
    for list in origin.uniquenessConstraints where !entity.uniquenessConstraints.contains(list) {
      steps.append(.dropConstraint(entity: entity.name, properties: list))
    }
    for list in entity.indexes where !origin.indexes.contains(list) {
      steps.append(.addIndex(entity: entity.name, properties: list))
    }
    for list in origin.indexes where !entity.indexes.contains(list) {
      steps.append(.dropIndex(entity: entity.name, properties: list))
    }
  }
}
