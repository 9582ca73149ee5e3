/// One change between two neighbouring schemas, inferred from their difference.
///
/// Steps are values: they can be printed before anything runs, and turned round.
package struct MigrationStep: Hashable, Sendable {
  /// Where a change stands in one of the two schemas.
  package struct Place: Hashable, Sendable {
    package var entity: String
    package var property: String?

    package init(_ entity: String, _ property: String? = nil) {
      self.entity = entity
      self.property = property
    }
  }

  /// How many objects a to-many relationship may have; no maximum, and 0, mean that there is none.
  package struct Counts: Hashable, Sendable {
    package var minimum: Int?
    package var maximum: Int?

    package init(minimum: Int? = nil, maximum: Int? = nil) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  package enum Change: Hashable, Sendable {
    /// - Parameter heir: The old entity of which its objects are on the way back; nil where they
    ///   have none.
    case addEntity(heir: String?)
    /// - Parameter heir: The new entity of which its objects then are; nil where they go with it.
    case removeEntity(heir: String?)
    case renameEntity
    case changeSuperentity(from: String?, to: String?)
    case changeAbstract(Bool)
    case addAttribute(TableAttribute)
    case removeAttribute(TableAttribute)
    case addRelationship(TableRelationship)
    case removeRelationship(TableRelationship)
    case renameProperty
    /// From a subentity to one above it.
    case pullUp
    /// From a superentity to one below it.
    case pushDown
    case changeType(from: AttributeType, to: AttributeType)
    /// - Parameter filling: What stands for nil on the way back.
    case makeNullable(filling: Value?)
    /// - Parameter filling: What stands for nil; nil where no object may hold nil.
    case makeRequired(filling: Value?)
    case changeDefault(from: AttributeDefault, to: AttributeDefault)
    case changeExternal(Bool)
    case changePreservation(Bool)
    /// The values a closed enumeration has more and fewer; nil lists mean any value.
    case changeCases(from: [Value]?, to: [Value]?)
    case changeTransformer(from: String?, to: String?)
    case changeHashModifier(from: String?, to: String?)
    case changeRecordedOptions(from: [String], to: [String])
    case changeDestination(from: String, to: String)
    case changeInverse(from: String?, to: String?)
    /// - Parameter isNullable: Whether the to-many may be nil, which a to-one does not tell from
    ///   empty.
    case changeNumber(isToMany: Bool, isNullable: Bool)
    case changeDeleteRule(from: DeleteRule, to: DeleteRule)
    case changeCounts(from: Counts, to: Counts)
    /// The names are those of the new schema.
    case addConstraint([String])
    /// The names are those of the old schema.
    case dropConstraint([String])
    case addIndex([String])
    case dropIndex([String])
  }

  /// What a step was inferred for, which decides what becomes of values without a place.
  package enum Way: Hashable, Sendable {
    /// A value that has no place is refused.
    case forward
    /// A closure is to set what the step cannot know.
    case leftToClosures
    /// A value that has no place gives way to the nearest one.
    case back
  }

  package var change: Change
  /// Where it stands in the old schema: only the entity for a new property of one that was there,
  /// nil for what is wholly new.
  package var old: Place?
  /// Where it stands in the new schema: only the entity for a property that one has lost, nil for
  /// what is gone.
  package var new: Place?
  package var way: Way
  /// Another reading of the schemas that is as good as this one, and the code that would say so.
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

  /// The place in the new schema, or in the old one for what is removed.
  package var place: Place {
    switch change {
    case .removeEntity, .removeAttribute, .removeRelationship: old ?? Place("")
    default: new ?? old ?? Place("")
    }
  }
}
