import DocumentTables

/// The mapping from the entities and properties of a new schema to those of an old one.
///
/// A property that moves up to a superentity may come from several subentities, and one that moves
/// down may go to several, so properties map to lists. Unmapped entities and properties are new or
/// removed.
package struct SchemaMatching: Hashable, Sendable {
  /// New entity → old entity; each old entity occurs at most once.
  package internal(set) var entities: [String: String] = [:]
  /// New property → old properties, in order, each with its declaring entity.
  package internal(set) var properties: [DeclaredProperty: [DeclaredProperty]] = [:]

  package init() {}

  /// Returns the inverse mapping.
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

  /// Returns the old entity that a new entity corresponds to; nil if the entity is new.
  package func origin(ofEntity entity: String) -> String? { entities[entity] }

  /// Returns the new entity that an old entity corresponds to; nil if the entity is removed.
  package func successor(ofEntity entity: String) -> String? {
    entities.first { $0.value == entity }?.key
  }

  /// Returns the old properties from which a new property gets its values.
  package func origins(of property: DeclaredProperty) -> [DeclaredProperty] {
    properties[property] ?? []
  }
}
