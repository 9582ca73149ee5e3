import DocumentTables

/// One model class, mapped to the tables of a schema.
package final class ModelDescription: Sendable {
  /// One persisted property, at its position in the class's metadata.
  ///
  /// A class, because each changed object iterates over the properties.
  final class Slot: Sendable {
    let name: String
    /// The property's column; nil for properties without one: derived relationships and ephemeral
    /// attributes.
    let column: Int?
    let end: RelationshipEnd?
    /// Whether the property's value exists only in its object.
    let isEphemeral: Bool
    /// Whether the relationship's other end is a to-one.
    let inverseIsToOne: Bool
    /// Whether the relationship's other end is a to-one that must not be nil.
    let inverseIsRequired: Bool
    /// Whether the relationship's other end has a minimum or maximum count.
    let inverseIsCounted: Bool
    /// Whether the delete rule of the other end keeps objects of this relationship from being
    /// deleted.
    let inverseDenies: Bool
    /// Whether the delete rule of the other end deletes the objects that have this relationship.
    let inverseCascades: Bool
    /// Whether the relationship is its own inverse; both rows then store it.
    let isItsOwnInverse: Bool
    let isRequiredToOne: Bool

    init(_ name: String, column: Int?, end: RelationshipEnd?, schema: TableSchema) {
      self.name = name
      self.column = column
      self.end = end
      isEphemeral = column == nil && end == nil
      let relationship = end?.relationship
      let back = relationship.flatMap { relationship in
        relationship.inverse.flatMap {
          schema.relationship(named: $0, of: relationship.destination)?.relationship
        }
      }
      inverseIsToOne = back?.isToMany == false
      inverseIsRequired = back.map { !$0.isToMany && !$0.isNullable } ?? false
      inverseIsCounted = back.map { $0.minimumCount ?? 0 > 0 || $0.maximumCount ?? 0 > 0 } ?? false
      inverseDenies = back?.deleteRule == .deny
      inverseCascades = back?.deleteRule == .cascade
      isItsOwnInverse =
        end.map {
          $0.column != nil && $0.inverseColumn == $0.column
            && $0.destinationHierarchy == $0.hierarchy
        } ?? false
      isRequiredToOne = relationship.map { !$0.isToMany && !$0.isNullable } ?? false
    }
  }

  let type: any PersistentModel.Type
  package let entityName: String
  let hierarchy: Int
  let discriminator: UInt16
  /// Whether each discriminator is that of the entity itself or of a subentity.
  let kinds: [Bool]
  let slots: [Slot]
  /// The slot of each column of the hierarchy; nil for columns of other entities.
  let columnSlots: [Int?]
  private let slotIndexes: [String: Int]
  /// The slots of to-many relationships whose rows store the order of their members.
  let orderSlots: [Int]
  /// Whether some relationship needs an object, or a number of them.
  let hasRuledRelationships: Bool
  let hasEphemeralSlots: Bool
  /// The first slot of each class of the lineage, the root first.
  let levelBases: [Int]
  /// The attributes whose types may reject stored values, and their codings.
  let checkedSlots: [Int: any AnyAttributeCoding]

  /// - Parameter listed: The class of the schema that replaces `type`, if it is another one:
  ///   properties that it cannot provide exist only in their objects.
  convenience init?(
    _ type: any PersistentModel.Type, schema: TableSchema,
    inPlaceOf listed: (any PersistentModel.Type)? = nil
  ) {
    let name = Schema.entityName(of: type)
    guard let hierarchy = schema.hierarchyIndex(of: name),
      let entity = schema.hierarchies[hierarchy].entity(named: name)
    else { return nil }
    let properties = ModelMetadata.of(type).properties
    let slots = properties.map { metadata in
      guard listed.map({ metadata.canRead(from: $0) }) ?? true else {
        return Slot(metadata.name, column: nil, end: nil, schema: schema)
      }
      return Slot(
        metadata.name, column: entity.column(of: metadata.name),
        end: schema.relationshipEnd(named: metadata.name, of: name), schema: schema)
    }
    let columns = schema.hierarchies[hierarchy].columns
    var checkedSlots: [Int: any AnyAttributeCoding] = [:]
    for (slot, metadata) in properties.enumerated() {
      guard let column = slots[slot].column, case .attribute(let coding) = metadata.kind,
        coding.canRefuse, columns[column].attribute?.cases == nil
      else { continue }
      checkedSlots[slot] = coding
    }
    self.init(
      type, entity, hierarchy, slots, levelBases: Self.levelBases(of: type),
      checkedSlots: checkedSlots, schema)
  }

  /// Describes the rows of an entity that has no class: each property of the entity is a slot.
  ///
  /// - Parameter type: The class of all such rows, which has one level.
  convenience init(
    rowsOf entity: EntityLayout, _ hierarchy: Int, schema: TableSchema,
    as type: any PersistentModel.Type
  ) {
    let slots = entity.properties.map { property in
      Slot(
        property.name, column: property.column,
        end: schema.relationshipEnd(named: property.name, of: entity.name), schema: schema)
    }
    self.init(type, entity, hierarchy, slots, levelBases: [0], checkedSlots: [:], schema)
  }

  private init(
    _ type: any PersistentModel.Type, _ entity: EntityLayout, _ hierarchy: Int, _ slots: [Slot],
    levelBases: [Int], checkedSlots: [Int: any AnyAttributeCoding], _ schema: TableSchema
  ) {
    self.type = type
    entityName = entity.name
    self.hierarchy = hierarchy
    discriminator = entity.discriminator
    let columns = schema.hierarchies[hierarchy].columns
    kinds = schema.hierarchies[hierarchy].entities.map {
      schema.isEntity($0.name, kindOf: entity.name)
    }
    self.slots = slots
    columnSlots = columns.indices.map { column in slots.firstIndex { $0.column == column } }
    slotIndexes = Dictionary(
      slots.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    orderSlots = slots.indices.filter {
      slots[$0].end?.storage == .order && slots[$0].column != nil
    }
    hasRuledRelationships = slots.contains { slot in
      guard let relationship = slot.end?.relationship else { return false }
      return slot.isRequiredToOne || relationship.minimumCount ?? 0 > 0
        || relationship.maximumCount ?? 0 > 0
    }
    hasEphemeralSlots = slots.contains(where: \.isEphemeral)
    self.levelBases = levelBases
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
