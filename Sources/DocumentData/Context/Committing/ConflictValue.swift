import DocumentMigration
import DocumentTables

/// A value of a property in a conflict, and the objects in it.
struct ConflictValue: Hashable, Sendable {
  var value: Value
  var related: [PersistentIdentifier]?
  var text: String

  /// The value as one of a type; nil if it is none.
  func decoded<T>(as type: T.Type) -> T? {
    if let related {
      if let list = related as? T { return list }
      return related.first.flatMap { $0 as? T }
    }
    return try? AttributeCoding<T>.shared(type)?.decode(value)
  }
}

extension ContextCore {
  /// Returns a value of a property, with the identifiers of the objects in it.
  func conflictValue(
    _ value: Value, of property: ModelDescription.Slot, _ description: ModelDescription
  ) -> ConflictValue {
    let attribute = property.column.flatMap {
      schema.hierarchies[description.hierarchy].columns[$0].attribute
    }
    let related = property.end.map { end in
      value.relatedKeys.map { key in
        let entity =
          self.model(for: key, hierarchy: end.destinationHierarchy)?._$state.description?.entityName
        return backing.identifier(of: key, entity ?? end.relationship.destination)
      }
    }
    return ConflictValue(
      value: value, related: related, text: MigrationStep.text(value, of: attribute?.type))
  }
}
