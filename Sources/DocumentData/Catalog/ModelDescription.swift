import DocumentTables

/// One model class as the tables of a schema see it.
package final class ModelDescription: Sendable {
  /// One persisted property, at the position it has in the class's metadata.
  struct Slot: Sendable {
    var name: String
    /// Nil for what is not stored here: derived relationships and ephemeral attributes.
    var column: Int?
    var end: RelationshipEnd?
    var isNullable: Bool
  }

  let type: any PersistentModel.Type
  package let entityName: String
  let hierarchy: Int
  let discriminator: UInt16
  /// By discriminator: the entity itself and those below it.
  let kinds: [Bool]
  let slots: [Slot]
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
    slots = type.schemaMetadata.map { metadata in
      let column = entity.column(of: metadata.name)
      return Slot(
        name: metadata.name, column: column,
        end: schema.relationshipEnd(named: metadata.name, of: name),
        isNullable: column.map { columns[$0].isNullable } ?? true)
    }
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

  func slot(named name: String) -> Int? { slots.firstIndex { $0.name == name } }
}
