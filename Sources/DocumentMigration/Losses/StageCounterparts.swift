import DocumentTables

/// The entities and properties of an older schema that correspond to those of a newer one.
package struct StageCounterparts: Sendable {
  private struct Property: Hashable {
    var entity: String
    var name: String
  }

  private var entities: [String: String] = [:]
  private var properties: [Property: String] = [:]

  /// - Parameters:
  ///   - entity: Returns the older entity of an entity of `newer`; nil if the entity is new.
  ///   - property: Returns the older name of a property of objects of an entity of `newer`; nil if
  ///     the property is new.
  package init(
    newer: TableSchema, entity: (String) -> String?,
    property: (_ entity: String, _ property: String) -> String?
  ) {
    for declared in newer.entities {
      entities[declared.name] = entity(declared.name)
      for owner in newer.lineage(of: declared.name) {
        for name in owner.attributes.map(\.name) + owner.relationships.map(\.name) {
          properties[Property(entity: declared.name, name: name)] = property(declared.name, name)
        }
      }
    }
  }

  /// - Parameter difference: The difference from the older schema to the newer one.
  package init(_ difference: SchemaDifference) {
    self.init(
      newer: difference.new, entity: { difference.matching.origin(ofEntity: $0) },
      property: { difference.oldCounterpart(entity: $0, property: $1)?.property })
  }

  /// Returns the older entity of a newer one; nil if the entity is new.
  func entity(_ newer: String) -> String? { entities[newer] }

  /// Returns the older name of a property, by the newer entity of the object; nil if the property
  /// is new.
  func property(_ name: String, of entity: String) -> String? {
    properties[Property(entity: entity, name: name)]
  }
}
