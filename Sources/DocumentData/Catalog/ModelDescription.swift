import DocumentTables

/// One model class as the tables of a schema see it.
package final class ModelDescription: Sendable {
  /// One persisted property, at the position it has in the class's metadata.
  struct Slot: Sendable {
    var name: String
    /// Nil for what is not stored here: derived relationships and ephemeral attributes.
    var column: Int?
    var end: RelationshipEnd?
    /// Whether the property lives with its object alone.
    var isEphemeral: Bool
    /// Whether the relationship's other end is a to-one.
    var inverseIsToOne = false
    /// Whether the relationship's other end may have only so many objects.
    var inverseIsCounted = false

    /// Whether the relationship is its own other end: it then stands at both of its rows.
    var isItsOwnInverse: Bool {
      guard let end else { return false }
      return end.column != nil && end.inverseColumn == end.column
        && end.destinationHierarchy == end.hierarchy
    }

    var isRequiredToOne: Bool {
      guard let relationship = end?.relationship else { return false }
      return !relationship.isToMany && !relationship.isNullable
    }
  }

  let type: any PersistentModel.Type
  package let entityName: String
  let hierarchy: Int
  let discriminator: UInt16
  /// By discriminator: the entity itself and those below it.
  let kinds: [Bool]
  let slots: [Slot]
  private let slotIndexes: [String: Int]
  /// The slot at which each class of the lineage begins, the root first.
  let levelBases: [Int]
  /// The attributes whose stored values their type may refuse, and how they are decoded.
  let checkedSlots: [Int: any AnyAttributeCoding]

  init?(_ type: any PersistentModel.Type, schema: TableSchema) {
    let name = Schema.entityName(of: type)
    guard let hierarchy = schema.hierarchyIndex(of: name),
      let entity = schema.hierarchies[hierarchy].entity(named: name)
    else { return nil }
    self.type = type
    entityName = name
    self.hierarchy = hierarchy
    discriminator = entity.discriminator
    let columns = schema.hierarchies[hierarchy].columns
    kinds = schema.hierarchies[hierarchy].entities.map {
      schema.isEntity($0.name, kindOf: name)
    }
    let slots = type.schemaMetadata.map { metadata in
      let column = entity.column(of: metadata.name)
      let end = schema.relationshipEnd(named: metadata.name, of: name)
      var slot = Slot(
        name: metadata.name, column: column, end: end, isEphemeral: column == nil && end == nil)
      if let relationship = end?.relationship, let inverse = relationship.inverse {
        let back = schema.relationship(named: inverse, of: relationship.destination)
        slot.inverseIsToOne = back?.relationship.isToMany == false
        slot.inverseIsCounted =
          back.map {
            $0.relationship.minimumCount ?? 0 > 0 || $0.relationship.maximumCount ?? 0 > 0
          } ?? false
      }
      return slot
    }
    self.slots = slots
    slotIndexes = Dictionary(
      slots.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    levelBases = Self.levelBases(of: type)
    var checkedSlots: [Int: any AnyAttributeCoding] = [:]
    for (slot, metadata) in type.schemaMetadata.enumerated() {
      guard let column = slots[slot].column, case .attribute(let coding) = metadata.kind,
        coding.canRefuse, columns[column].attribute?.cases == nil
      else { continue }
      checkedSlots[slot] = coding
    }
    self.checkedSlots = checkedSlots
  }

  static func levelBases(of type: any PersistentModel.Type) -> [Int] {
    var bases: [Int] = []
    var next: (any PersistentModel.Type)? = type
    while let current = next {
      let parent = current._$superentity
      bases.append(parent?._$propertyCount ?? 0)
      next = parent
    }
    return bases.reversed()
  }

  func slot(named name: String) -> Int? { slotIndexes[name] }
}
