import DocumentTables

/// What there is to check over the whole of a document, worked out of its schema once.
struct CheckPlan: Sendable {
  /// A column of references or lists.
  struct Reference: Sendable {
    var end: RelationshipEnd
    var hierarchy: Int
    var column: Int
    /// Which entities of the destination's hierarchy may be referred to.
    var allowed: [Bool]
    /// An object may be referred to once only.
    var isOneToOne = false
    /// The object referred to must refer back through the same column.
    var isItsOwnInverse = false
    /// Of columns of lists: whether the other end states the members.
    var isOrder = false

    var property: String { end.relationship.name }
    var isList: Bool { end.storage != .reference }
  }

  /// How many objects a to-many may have.
  struct Count: Sendable {
    var end: RelationshipEnd
    var minimum: Int
    var maximum: Int
    /// Which entities of the hierarchy have the relationship.
    var concerned: [Bool]
  }

  /// Values that no two objects may share.
  struct Unique: Sendable {
    var hierarchy: Int
    var columns: [Int]
    var names: String
    var concerned: [Bool]
  }

  let schema: TableSchema
  /// In the order in which they are checked.
  let references: [Reference]
  let counts: [Count]
  let uniques: [Unique]

  init(_ schema: TableSchema) {
    self.schema = schema
    references = schema.hierarchies.enumerated().flatMap { hierarchy, layout in
      layout.columns.indices.compactMap { Self.reference(schema, hierarchy, $0) }
    }
    counts = schema.entities.flatMap { entity in
      entity.relationships.compactMap { Self.count(schema, entity, $0) }
    }
    uniques = schema.entities.flatMap { entity in
      entity.uniquenessConstraints.compactMap { Self.unique(schema, entity, $0) }
    }
  }

  private static func reference(
    _ schema: TableSchema, _ hierarchy: Int, _ column: Int
  ) -> Reference? {
    let layout = schema.hierarchies[hierarchy].columns[column]
    guard case .relationship(let relationship, let storage) = layout.content,
      storage != .derived,
      let end = schema.relationshipEnd(named: relationship.name, of: layout.entity)
    else { return nil }
    let destination = schema.hierarchies[end.destinationHierarchy]
    var reference = Reference(
      end: end, hierarchy: hierarchy, column: column,
      allowed: destination.entities.map {
        schema.isEntity($0.name, kindOf: relationship.destination)
      })
    if storage == .reference {
      let inverse = relationship.inverse.flatMap {
        schema.relationship(named: $0, of: relationship.destination)?.relationship
      }
      reference.isOneToOne = inverse.map { !$0.isToMany } ?? false
      reference.isItsOwnInverse =
        reference.isOneToOne && end.inverseColumn == column
        && end.destinationHierarchy == hierarchy
    } else {
      reference.isOrder = end.storage == .order
    }
    return reference
  }

  private static func count(
    _ schema: TableSchema, _ entity: TableEntity, _ relationship: TableRelationship
  ) -> Count? {
    let minimum = relationship.minimumCount ?? 0
    // No maximum, and 0, mean that there is none.
    let maximum = relationship.maximumCount ?? 0
    guard relationship.isToMany, minimum > 0 || maximum > 0,
      let end = schema.relationshipEnd(named: relationship.name, of: entity.name)
    else { return nil }
    return Count(
      end: end, minimum: minimum, maximum: maximum,
      concerned: schema.hierarchies[end.hierarchy].entities.map {
        schema.isEntity($0.name, kindOf: entity.name)
      })
  }

  private static func unique(
    _ schema: TableSchema, _ entity: TableEntity, _ properties: [String]
  ) -> Unique? {
    guard let hierarchy = schema.hierarchyIndex(of: entity.name),
      let layout = schema.hierarchies[hierarchy].entity(named: entity.name)
    else { return nil }
    let columns = properties.compactMap { layout.column(of: $0) }
    // A one-to-one that the other end stores is unique by that.
    guard columns.count == properties.count else { return nil }
    return Unique(
      hierarchy: hierarchy, columns: columns, names: properties.joined(separator: ", "),
      concerned: schema.hierarchies[hierarchy].entities.map {
        schema.isEntity($0.name, kindOf: entity.name)
      })
  }

  /// The number of a column among the references.
  func reference(hierarchy: Int, column: Int?) -> Int? {
    references.firstIndex { $0.hierarchy == hierarchy && $0.column == column }
  }
}
