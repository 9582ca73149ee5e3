/// Which entity and property of an old schema each one of a new schema is.
///
/// A property that moves up to a superentity may come from several subentities, and one that moves
/// down may go to several: so each has a list. What is missing is new, or gone.
package struct SchemaMatching: Hashable, Sendable {
  /// New entity → old entity; no old one stands twice.
  package internal(set) var entities: [String: String] = [:]
  /// New property → old properties, in order, each by its declaring entity.
  package internal(set) var properties: [DeclaredProperty: [DeclaredProperty]] = [:]

  package init() {}

  /// The same pairs seen from the other schema.
  package func inverted() -> SchemaMatching {
    var result = SchemaMatching()
    for (new, old) in entities { result.entities[old] = new }
    for (new, origins) in properties {
      for old in origins { result.properties[old, default: []].append(new) }
    }
    for (property, origins) in result.properties where origins.count > 1 {
      result.properties[property] = origins.sorted()
    }
    return result
  }

  /// The old entity that a new one is.
  package func origin(ofEntity entity: String) -> String? { entities[entity] }

  /// The new entity that an old one is.
  package func successor(ofEntity entity: String) -> String? {
    entities.first { $0.value == entity }?.key
  }

  /// The old properties that a new one takes its values from.
  package func origins(of property: DeclaredProperty) -> [DeclaredProperty] {
    properties[property] ?? []
  }
}
