extension Schema {
  /// A relationship with a declared inverse that belongs to another relationship.
  ///
  /// A relationship can be the inverse of only one other. If several declare it as their inverse,
  /// it belongs to the one that it declares itself, else to the first in the order of the classes
  /// and their properties. The others have no inverse: each keeps its own members, and setting the
  /// other end does not change them.
  public struct InverseWithoutEffect: Hashable, Sendable, CustomStringConvertible {
    /// The entity that declares the relationship.
    public let entity: String
    /// The name of the relationship.
    public let property: String
    /// The declared inverse, with its entity.
    public let inverse: String
    /// The relationship that has the inverse, with its entity.
    public let owner: String

    /// The declaration, its consequence and a remedy, in one sentence.
    public var description: String {
      "\(entity).\(property) states the inverse \(inverse), which is the inverse of \(owner): "
        + "\(entity).\(property) keeps members of its own, which setting \(inverse) does not change; "
        + "give it an inverse of its own, or leave `inverse:` out"
    }
  }

  /// The relationships with a declared inverse that belongs to another relationship.
  ///
  /// They are in the order of the entities. A schema without classes has none.
  public var inversesWithoutEffect: [InverseWithoutEffect] {
    ((try? InverseResolution(types))?.unjoined ?? []).map {
      InverseWithoutEffect(
        entity: $0.property.entity, property: $0.property.name,
        inverse: "\($0.inverse.entity).\($0.inverse.name)",
        owner: "\($0.owner.entity).\($0.owner.name)")
    }
  }
}
