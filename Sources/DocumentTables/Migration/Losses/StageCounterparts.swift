/// Which entities and properties of a newer schema an older one has, and under which names.
package struct StageCounterparts: Sendable {
  /// The entity and property of the newer schema that declares it.
  struct Property: Hashable, Sendable {
    var entity: String
    var name: String
  }

  private var entities: [String: String] = [:]
  private var properties: [Property: String] = [:]

  /// - Parameters:
  ///   - entity: The older name of an entity of `newer`, or nil.
  ///   - property: The older name of a property that an entity of `newer` declares, or nil.
  package init(
    newer: TableSchema, entity: (String) -> String?,
    property: (_ entity: String, _ property: String) -> String?
  ) {
    for declared in newer.entities {
      entities[declared.name] = entity(declared.name)
      for name in declared.attributes.map(\.name) + declared.relationships.map(\.name) {
        properties[Property(entity: declared.name, name: name)] = property(declared.name, name)
      }
    }
  }

  /// The older entity that objects of a newer one are of, if there is one.
  func entity(_ newer: String) -> String? { entities[newer] }

  /// The older name of a property, by the newer entity that declares it.
  func property(_ name: String, of entity: String) -> String? {
    properties[Property(entity: entity, name: name)]
  }
}
