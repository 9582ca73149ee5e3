/// What leads from one schema to another: the steps to read, and where each new column comes from.
///
/// Entities and properties are matched by name first, then by original name; a name that both
/// roads claim is an ambiguity (spec 7).
package struct SchemaDifference: Sendable {
  /// Where a column of the new schema takes its values.
  enum ColumnSource: Hashable, Sendable {
    case column(Int)
    case widened(Int)
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
  private var origins: [String: String] = [:]

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
        origins[entity.name] = sameName.name
      } else if let original {
        guard new.entity(named: original.name) == nil else {
          throw SchemaProblem(
            .ambiguousChange, entity: entity.name,
            "its original name \(original.name) still names an entity of the new schema")
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

  private func originName(
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
    taken.insert(name)
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
      steps.append(.addRelationship(entity: entity.name, name: relationship.name))
      return
    }
    taken.insert(name)
    guard let before = origin.relationship(named: name) else {
      throw SchemaProblem(
        .unsupportedChange, entity: entity.name, property: relationship.name,
        "it was an attribute and becomes a relationship")
    }
    let destination = origins[relationship.destination]
    guard before.destination == destination, before.isToMany == relationship.isToMany,
      old.storage(of: before, declaredIn: origin.name)
        == new.storage(of: relationship, declaredIn: entity.name)
    else {
      throw SchemaProblem(
        .unsupportedChange, entity: entity.name, property: relationship.name,
        "its destination, inverse or number changes; a custom stage must move what it holds")
    }
    if name != relationship.name {
      steps.append(.renameProperty(entity: entity.name, from: name, to: relationship.name))
    }
    if before.deleteRule != relationship.deleteRule
      || before.minimumCount != relationship.minimumCount
      || before.maximumCount != relationship.maximumCount
      || before.isNullable != relationship.isNullable
      || before.hashModifier != relationship.hashModifier
    {
      steps.append(.changeOptions(entity: entity.name, name: relationship.name))
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

  private func source(of layout: HierarchyLayout) throws(SchemaProblem) -> HierarchySource {
    let roots = Set(
      layout.entities.compactMap { origins[$0.name] }.compactMap { old.hierarchyIndex(of: $0) })
    guard roots.count <= 1 else {
      throw SchemaProblem(
        .unsupportedChange, entity: layout.name,
        "objects of several old hierarchies would become one; a custom stage must move them")
    }
    guard let index = roots.first else {
      return HierarchySource(
        hierarchy: nil, columns: layout.columns.map { .constant($0.defaultValue) },
        discriminators: [])
    }
    let before = old.hierarchies[index]
    var columns: [ColumnSource] = []
    for column in layout.columns {
      guard let origin = origins[column.entity] else {
        columns.append(.constant(column.defaultValue))
        continue
      }
      let position = try oldColumn(of: column, entity: origin, in: before)
      guard let position else {
        columns.append(.constant(column.defaultValue))
        continue
      }
      let isWidened = before.columns[position].storage != column.storage
      columns.append(isWidened ? .widened(position) : .column(position))
    }
    let discriminators = before.entities.map { entity in
      layout.entities.first { origins[$0.name] == entity.name }?.discriminator
    }
    return HierarchySource(hierarchy: index, columns: columns, discriminators: discriminators)
  }

  private func oldColumn(
    of column: ColumnLayout, entity origin: String, in before: HierarchyLayout
  ) throws(SchemaProblem) -> Int? {
    guard let newEntity = new.entity(named: column.entity), let oldEntity = old.entity(named: origin)
    else { return nil }
    let originalName: String? =
      switch column.content {
      case .attribute(let attribute): attribute.originalName
      case .relationship(let relationship, _): relationship.originalName
      }
    let name = try originName(column.name, originalName, of: newEntity, in: oldEntity)
    return name.flatMap { before.column(named: $0, of: origin) }
  }
}

extension ColumnLayout {
  /// What rows hold that were never asked.
  var defaultValue: Value {
    if case .attribute(let attribute) = content, case .value(let value) = attribute.defaultValue {
      value
    } else {
      .null
    }
  }
}

extension ScalarType {
  /// Every value of this type is one of the other, exactly.
  func widens(to other: ScalarType) -> Bool {
    if let range = integerRange {
      if let wider = other.integerRange {
        return wider.lowerBound <= range.lowerBound && range.upperBound <= wider.upperBound
      }
      if other == .uint64 { return range.lowerBound >= 0 }
      if other == .double { return range.magnitudeFits(bits: 53) }
      if other == .float { return range.magnitudeFits(bits: 24) }
      return false
    }
    return self == .float && other == .double
  }
}

extension ClosedRange<Int64> {
  fileprivate func magnitudeFits(bits: Int64) -> Bool {
    let limit = Int64(1) << bits
    return lowerBound >= -limit && upperBound <= limit
  }
}
