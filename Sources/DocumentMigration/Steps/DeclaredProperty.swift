import DocumentTables

/// A property, identified by its name and the entity that declares it.
package struct DeclaredProperty: Hashable, Sendable {
  package var entity: String
  package var name: String

  package init(_ entity: String, _ name: String) {
    self.entity = entity
    self.name = name
  }
}

extension DeclaredProperty {
  /// The member of the structure that the property is of.
  func member(_ name: String) -> DeclaredProperty {
    DeclaredProperty(entity, "\(self.name).\(name)")
  }
}

extension DeclaredProperty: Comparable {
  /// Compares the UTF-8 bytes of the entity, then of the name.
  package static func < (left: DeclaredProperty, right: DeclaredProperty) -> Bool {
    namesPrecede([left.entity, left.name], [right.entity, right.name])
  }
}
