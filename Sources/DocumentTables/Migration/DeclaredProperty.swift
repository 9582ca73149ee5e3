/// A property by the entity that declares it and its name.
package struct DeclaredProperty: Hashable, Sendable {
  package var entity: String
  package var name: String

  package init(_ entity: String, _ name: String) {
    self.entity = entity
    self.name = name
  }
}

extension DeclaredProperty: Comparable {
  /// The order of the UTF-8 bytes of entity, then name.
  package static func < (left: DeclaredProperty, right: DeclaredProperty) -> Bool {
    namesPrecede([left.entity, left.name], [right.entity, right.name])
  }
}
