/// Which entities and properties of a newer schema an older one has, and under which names.
package struct StageCounterparts: Sendable {
  private struct Property: Hashable {
    var entity: String
    var name: String
  }

  private var entities: [String: String] = [:]
  private var properties: [Property: String] = [:]

  /// - Parameters:
  ///   - entity: The older entity that an entity of `newer` was, or nil where it is new.
  ///   - property: The older name of a property that objects of an entity of `newer` have, or nil
  ///     where it is new.
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

  /// - Parameter difference: The stage up, from the older schema to the newer.
  package init(_ difference: SchemaDifference) {
    self.init(
      newer: difference.new, entity: { difference.matching.origin(ofEntity: $0) },
      property: { difference.oldCounterpart(entity: $0, property: $1)?.property })
  }

  /// The older entity that a newer one was; nil where it is new.
  func entity(_ newer: String) -> String? { entities[newer] }

  /// The older name of a property, by the newer entity of the object.
  func property(_ name: String, of entity: String) -> String? {
    properties[Property(entity: entity, name: name)]
  }
}
