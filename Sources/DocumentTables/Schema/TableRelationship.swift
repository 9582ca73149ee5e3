/// The effect of an object's deletion on its related objects.
package enum DeleteRule: String, Hashable, Sendable, CaseIterable {
  case noAction, nullify, cascade, deny
}

/// One end of a relationship between two entities.
package struct TableRelationship: Hashable, Sendable {
  package var name: String
  package var originalName: String?
  /// The entity at the other end; the related objects may be of its subentities.
  package var destination: String
  /// The property of the destination that is the other end of the same relationship.
  package var inverse: String?
  package var isToMany: Bool
  package var isNullable: Bool
  package var deleteRule: DeleteRule
  package var minimumCount: Int?
  package var maximumCount: Int?
  package var hashModifier: String?

  package init(
    name: String, originalName: String? = nil, destination: String, inverse: String? = nil,
    isToMany: Bool, isNullable: Bool = true, deleteRule: DeleteRule = .nullify,
    minimumCount: Int? = nil, maximumCount: Int? = nil, hashModifier: String? = nil
  ) {
    self.name = name
    self.originalName = originalName
    self.destination = destination
    self.inverse = inverse
    self.isToMany = isToMany
    self.isNullable = isNullable
    self.deleteRule = deleteRule
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.hashModifier = hashModifier
  }
}

/// The place where a relationship is stored.
///
/// A relationship with two ends is stored once: at the to-one end, or, if both ends are of one
/// kind, at the end whose entity, then property, sorts first.
package enum RelationshipStorage: Hashable, Sendable {
  /// This end stores the key of the related object.
  case reference
  /// This end stores the keys of its related objects, in order.
  case list
  /// The other end stores the members; this end stores their order if it is not the order of keys.
  case order
  /// The other end stores everything.
  case derived
}
