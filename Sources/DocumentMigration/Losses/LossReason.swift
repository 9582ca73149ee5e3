import DocumentTables

/// The reason why the older version does not give data back; raw values are written to carried
/// entries.
package struct LossReason: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let removedProperty = LossReason(rawValue: "removed-property")
  package static let removedEntity = LossReason(rawValue: "removed-entity")
  package static let becameSuperentity = LossReason(rawValue: "became-superentity")
  /// The older schema's type is narrower or different.
  package static let narrowed = LossReason(rawValue: "narrowed")
  package static let required = LossReason(rawValue: "required")
  package static let removedCase = LossReason(rawValue: "removed-case")
  package static let orderLost = LossReason(rawValue: "order-lost")
  /// The older schema has the relationship, but with another cardinality or destination.
  package static let relationship = LossReason(rawValue: "relationship")
  /// The object does not exist in the older version, but its entity does.
  package static let deleted = LossReason(rawValue: "deleted")
  /// The older version has the object, but migrating up merges or deletes it.
  package static let merged = LossReason(rawValue: "merged")
  /// The object was added by migrating down, or would be by migrating up.
  package static let added = LossReason(rawValue: "added")
  /// The data belonged to an object that the older version does not have.
  package static let objectLost = LossReason(rawValue: "object-lost")
  /// Migrating down or up changed the value.
  package static let changed = LossReason(rawValue: "changed")

  /// Returns the reason in words.
  ///
  /// - Parameter older: The name of the older version in the text.
  package func words(_ older: String) -> String {
    switch self {
    case .removedProperty: "\(older) has no such property"
    case .removedEntity: "\(older) has no such entity"
    case .becameSuperentity: "\(older) has no such subentity, only what it is derived from"
    case .narrowed: "\(older) has another type for it"
    case .required: "it must not be nil in \(older)"
    case .removedCase: "it is not one of the values allowed in \(older)"
    case .orderLost: "\(older) does not keep this order"
    case .relationship: "\(older) cannot hold this relationship"
    case .deleted: "the object is not in \(older)"
    case .merged: "the object does not come back from \(older) as one of its own"
    case .added: "\(older) has the object in addition"
    case .objectLost: "it belongs to an object that is not in \(older)"
    case .changed: "it comes back from \(older) changed"
    default: rawValue
    }
  }
}
