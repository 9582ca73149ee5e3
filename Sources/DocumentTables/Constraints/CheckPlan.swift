/// The rules that a schema imposes on all rows of a document, derived once from the schema.
///
/// Both checks use this plan: `TablesCheck` looks up rows in memory, and `StreamedCheck` in
/// DocumentFile sorts rows as they stream past.
package struct CheckPlan: Sendable {
  /// A rule for a column of references or lists.
  package struct Reference: Sendable {
    package let end: RelationshipEnd
    package let hierarchy: Int
    package let column: Int
    /// Whether an entity of the destination's hierarchy may be referred to, by discriminator.
    package let allowed: [Bool]
    /// Whether an object may be referred to only once.
    package fileprivate(set) var isOneToOne = false
    /// Whether the referenced objects must refer back through the same column.
    package fileprivate(set) var isItsOwnInverse = false
    /// For columns of lists: whether the other end determines the members, so that the list is only
    /// an order.
    package fileprivate(set) var isOrder = false

    package var property: String { end.relationship.name }
    package var isList: Bool { end.storage != .reference }
    /// Whether the members of a list must refer back to its object.
    package var isAnswered: Bool { isList && (isOrder || isItsOwnInverse) }

    /// Returns how a list breaks the rule that its members refer back; nil if it does not.
    ///
    /// - Parameters:
    ///   - list: The keys in the order of the list.
    ///   - members: The objects that refer to the list's object, in ascending order.
    package func breach(
      by list: some Collection<ObjectKey>, members: [ObjectKey]
    ) -> TableFinding.Breach? {
      let sorted = list.sorted()
      if sorted == members { return nil }
      if isOrder { return .orderNotMembers(Array(list), members: members) }
      let answering = Set(members)
      // An object that a member lacks finds the breach at its own list.
      return sorted.first { !answering.contains($0) }.map { .notMutual($0) }
    }
  }

  /// A rule for the number of objects in a to-many relationship, or in a required to-one that the
  /// other end stores.
  package struct Count: Sendable {
    /// The entity that declares the relationship.
    package let entity: String
    package let end: RelationshipEnd
    package let minimum: Int
    /// The maximum; 0 if there is none.
    package let maximum: Int
    /// Whether an entity of the hierarchy has the relationship, by discriminator.
    package let concerned: [Bool]

    /// Whether the other end states the objects.
    package var isOfOtherEnd: Bool { end.storage == .order || end.storage == .derived }

    /// Returns how a number of objects breaks the rule; nil if it does not.
    package func breach(by count: Int) -> TableFinding.Breach? {
      if count < minimum {
        return end.relationship.isToMany ? .tooFew(count, minimum: minimum) : .missing
      }
      return maximum > 0 && count > maximum ? .tooMany(count, maximum: maximum) : nil
    }
  }

  /// A rule for values that no two objects may share.
  package struct Unique: Sendable {
    package let hierarchy: Int
    package let columns: [Int]
    package let names: String
    /// Whether the rule applies to an entity of the hierarchy, by discriminator.
    package let concerned: [Bool]
  }

  package let schema: TableSchema
  /// The rules for references, in the order in which they are checked.
  package let references: [Reference]
  package let counts: [Count]
  package let uniques: [Unique]

  package init(_ schema: TableSchema) {
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
    } else {
      reference.isOrder = end.storage == .order
    }
    reference.isItsOwnInverse =
      end.inverseColumn == column && end.destinationHierarchy == hierarchy
    return reference
  }

  private static func count(
    _ schema: TableSchema, _ entity: TableEntity, _ relationship: TableRelationship
  ) -> Count? {
    guard let end = schema.relationshipEnd(named: relationship.name, of: entity.name) else {
      return nil
    }
    let isRequired = end.storage == .derived && !relationship.isNullable
    let minimum = relationship.isToMany ? relationship.minimumCount ?? 0 : isRequired ? 1 : 0
    // A missing maximum and a maximum of 0 both mean that there is none.
    let maximum = relationship.isToMany ? relationship.maximumCount ?? 0 : 0
    guard minimum > 0 || maximum > 0 else { return nil }
    return Count(
      entity: entity.name, end: end, minimum: minimum, maximum: maximum,
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
    // A one-to-one relationship that the other end stores is already unique.
    guard columns.count == properties.count else { return nil }
    return Unique(
      hierarchy: hierarchy, columns: columns, names: properties.joined(separator: ", "),
      concerned: schema.hierarchies[hierarchy].entities.map {
        schema.isEntity($0.name, kindOf: entity.name)
      })
  }

  /// Returns the position of a column in ``references``; nil if the column has no reference rule.
  package func reference(hierarchy: Int, column: Int?) -> Int? {
    references.firstIndex { $0.hierarchy == hierarchy && $0.column == column }
  }
}
