/// What becomes of the related objects when an object is deleted.
package enum DeleteRule: String, Hashable, Sendable, CaseIterable {
  case noAction, nullify, cascade, deny
}

/// A connection from one entity to another, as one of its two ends sees it.
package struct TableRelationship: Hashable, Sendable {
  package var name: String
  package var originalName: String?
  /// The entity at the other end; objects of its subentities are allowed too.
  package var destination: String
  /// The property of the destination that is the other end of the same connection.
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

/// Where the truth of a relationship stands.
///
/// A relationship with two ends has one truth: the to-one end, or, between two ends of one kind,
/// the end whose entity, then property, comes first.
package enum RelationshipStorage: Hashable, Sendable {
  /// This end stores the key of the one related object.
  case reference
  /// This end stores the keys of its related objects, in order.
  case list
  /// The other end stores membership; this end stores an order, where it is not that of the keys.
  case order
  /// The other end stores everything.
  case derived
}
