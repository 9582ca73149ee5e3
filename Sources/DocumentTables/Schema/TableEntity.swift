/// One kind of object: its declared properties, constraints and indexes.
package struct TableEntity: Hashable, Sendable {
  package var name: String
  package var superentity: String?
  package var originalName: String?
  package var isAbstract: Bool
  /// The attributes, sorted by the UTF-8 bytes of their names.
  package var attributes: [TableAttribute]
  /// The relationships, sorted by the UTF-8 bytes of their names.
  package var relationships: [TableRelationship]
  /// Lists of properties; no two objects have equal values in all properties of a list.
  package var uniquenessConstraints: [[String]]
  /// Lists of properties that queries look up or sort by.
  package var indexes: [[String]]

  package init(
    name: String, superentity: String? = nil, originalName: String? = nil, isAbstract: Bool = false,
    attributes: [TableAttribute] = [], relationships: [TableRelationship] = [],
    uniquenessConstraints: [[String]] = [], indexes: [[String]] = []
  ) {
    self.name = name
    self.superentity = superentity
    self.originalName = originalName
    self.isAbstract = isAbstract
    self.attributes = attributes.sorted { utf8Precedes($0.name, $1.name) }
    self.relationships = relationships.sorted { utf8Precedes($0.name, $1.name) }
    self.uniquenessConstraints = uniquenessConstraints.sorted(by: namesPrecede)
    self.indexes = indexes.sorted(by: namesPrecede)
  }

  package func attribute(named name: String) -> TableAttribute? {
    attributes.first { $0.name == name }
  }

  package func relationship(named name: String) -> TableRelationship? {
    relationships.first { $0.name == name }
  }
}

/// Returns whether a name precedes another in the order of UTF-8 bytes, the order of names
/// everywhere in the format.
package func utf8Precedes(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

package func namesPrecede(_ left: [String], _ right: [String]) -> Bool {
  left.lexicographicallyPrecedes(right, by: utf8Precedes)
}
