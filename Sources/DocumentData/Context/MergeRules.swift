import DocumentTables

/// How objects that agree in some attributes become one: the properties of a
/// `mergeDuplicates` call, found in the schema.
struct MergeRules {
  /// An attribute, by its slot and its column.
  typealias Attribute = (slot: Int, column: Int)

  let description: ModelDescription
  let keys: [Attribute]
  /// The object with the greatest of these stays.
  let kept: [Attribute]
  /// To-many relationships whose members the object that stays gets from all.
  let joined: [Int]
  /// The order in which it gets them.
  let order: [Attribute]
  /// To-one relationships and attributes that it gets where it has none.
  let filled: [Int]
}

extension ContextCore {
  func mergeRules<T: PersistentModel>(
    of type: T.Type, by keys: [PartialKeyPath<T>], keepingGreatest kept: [PartialKeyPath<T>],
    joining joined: [PartialKeyPath<T>], inOrderOf order: [PartialKeyPath<T>],
    filling filled: [PartialKeyPath<T>]
  ) throws -> MergeRules {
    let description = try modelDescription(of: type)
    func ranked(_ keyPath: PartialKeyPath<T>) throws -> MergeRules.Attribute {
      let attribute = try storedAttribute(keyPath, description)
      let column = schema.hierarchies[description.hierarchy].columns[attribute.column]
      guard MergeRank.ranks(column) else {
        throw unsupported(keyPath, "has values without an order", description)
      }
      return attribute
    }
    func property(_ keyPath: PartialKeyPath<T>, isToMany: Bool) throws -> Int {
      guard let slot = T.schemaMetadata.firstIndex(where: { $0.keypath == keyPath }),
        description.slots[slot].end.map({ $0.relationship.isToMany == isToMany })
          ?? (!isToMany && description.slots[slot].column != nil)
      else {
        let wanted =
          isToMany ? "is no to-many relationship" : "is no to-one relationship or stored attribute"
        throw unsupported(keyPath, wanted, description)
      }
      return slot
    }
    return MergeRules(
      description: description, keys: try keys.map { try storedAttribute($0, description) },
      kept: try kept.map(ranked), joined: try joined.map { try property($0, isToMany: true) },
      order: try order.map(ranked), filled: try filled.map { try property($0, isToMany: false) })
  }

  private func unsupported<T>(
    _ keyPath: PartialKeyPath<T>, _ explanation: String, _ description: ModelDescription
  ) -> SwiftDataError {
    SwiftDataError(
      .unsupportedKeyPath, "\(keyPath) \(explanation)", entity: description.entityName)
  }
}
