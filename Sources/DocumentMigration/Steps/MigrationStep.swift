import DocumentTables

/// One change between two successive schemas, inferred from their difference.
///
/// Steps are values: they can be printed before a migration runs, and reversed.
package struct MigrationStep: Hashable, Sendable {
  /// The place of a change in one of the two schemas: an entity or a property.
  package struct Place: Hashable, Sendable {
    package var entity: String
    package var property: String?

    package init(_ entity: String, _ property: String? = nil) {
      self.entity = entity
      self.property = property
    }
  }

  /// The allowed number of objects in a to-many relationship; a maximum of nil or 0 means no
  /// maximum.
  package struct Counts: Hashable, Sendable {
    package var minimum: Int?
    package var maximum: Int?

    package init(minimum: Int? = nil, maximum: Int? = nil) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  package enum Change: Hashable, Sendable {
    /// - Parameter heir: The old entity that the new entity's objects get in the reverse migration;
    ///   nil if there is none.
    case addEntity(heir: String?)
    /// - Parameter heir: The new entity that the removed entity's objects get; nil if the objects
    ///   are removed with the entity.
    case removeEntity(heir: String?)
    case renameEntity
    case changeSuperentity(from: String?, to: String?)
    case changeAbstract(Bool)
    case addAttribute(TableAttribute)
    case removeAttribute(TableAttribute)
    case addRelationship(TableRelationship)
    case removeRelationship(TableRelationship)
    case renameProperty
    /// The property moves from a subentity to a superentity.
    case pullUp
    /// The property moves from a superentity to a subentity.
    case pushDown
    case changeType(from: AttributeType, to: AttributeType)
    /// - Parameter filling: The value that replaces nil in the reverse migration.
    case makeNullable(filling: Tree?)
    /// - Parameter filling: The value that replaces nil; nil if no object may hold nil.
    case makeRequired(filling: Tree?)
    case changeDefault(from: AttributeDefault, to: AttributeDefault)
    case changeExternal(Bool)
    case changePreservation(Bool)
    /// The old and new values of a closed enumeration; a nil list means any value.
    case changeCases(from: [Value]?, to: [Value]?)
    /// Values of an enumeration get other names.
    ///
    /// - Parameter back: The names that the values get in the reverse migration.
    case renameCases(ValueRenaming, back: ValueRenaming)
    case changeTransformer(from: String?, to: String?)
    case changeHashModifier(from: String?, to: String?)
    case changeRecordedOptions(from: [String], to: [String])
    case changeDestination(from: String, to: String)
    case changeInverse(from: String?, to: String?)
    /// - Parameter isNullable: Whether the to-many relationship may be nil, which a to-one
    ///   relationship cannot tell from empty.
    case changeNumber(isToMany: Bool, isNullable: Bool)
    case changeDeleteRule(from: DeleteRule, to: DeleteRule)
    case changeCounts(from: Counts, to: Counts)
    /// The names are from the new schema.
    case addConstraint([String])
    /// The names are from the old schema.
    case dropConstraint([String])
    case addIndex([String])
    case dropIndex([String])
  }

  /// The kind of migration for which a step was inferred, which determines the handling of values
  /// that have no place.
  package enum Way: Hashable, Sendable {
    /// Values that have no place are refused.
    case forward
    /// A closure must set the values that the step cannot determine.
    case leftToClosures
    /// Values that have no place are replaced by the nearest ones.
    case back
  }

  package var change: Change
  /// The place in the old schema: only the entity for a new property of an existing entity, nil for
  /// a new entity and its new properties.
  package var old: Place?
  /// The place in the new schema: only the entity for a property that an entity has lost, nil for a
  /// removed entity and its removed properties.
  package var new: Place?
  package var way: Way
  /// Another reading of the schemas that is equally plausible, and the code that would express it.
  package var hint: String?

  package init(
    _ change: Change, old: Place?, new: Place?, way: Way = .forward, hint: String? = nil
  ) {
    self.change = change
    self.old = old
    self.new = new
    self.way = way
    self.hint = hint
  }

  /// The place in the new schema, or in the old one for removals.
  package var place: Place {
    switch change {
    case .removeEntity, .removeAttribute, .removeRelationship: old ?? Place("")
    default: new ?? old ?? Place("")
    }
  }
}
