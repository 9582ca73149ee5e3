extension Schema {
  /// A relationship that states an inverse which belongs to another relationship.
  ///
  /// A relationship is the inverse of one other. Where several state it, the first in the order of
  /// the classes and their properties has it. The others are relationships without inverse: each
  /// keeps its own members, and setting the other end does not change them.
  public struct InverseWithoutEffect: Hashable, Sendable, CustomStringConvertible {
    /// The entity that declares the relationship.
    public let entity: String
    /// The relationship.
    public let property: String
    /// The stated inverse, with its entity.
    public let inverse: String
    /// The relationship that has the inverse, with its entity.
    public let owner: String

    /// What is stated, what it means, and what to do.
    public var description: String {
      "\(entity).\(property) states the inverse \(inverse), which is the inverse of \(owner): "
        + "\(entity).\(property) keeps members of its own, which setting \(inverse) does not change; "
        + "give it an inverse of its own, or leave `inverse:` out"
    }
  }

  /// The relationships that state an inverse which belongs to another one, in the order of the
  /// entities; none for a schema without classes.
  public var inversesWithoutEffect: [InverseWithoutEffect] {
    ((try? InverseResolution(types))?.unjoined ?? []).map {
      InverseWithoutEffect(
        entity: $0.property.entity, property: $0.property.name,
        inverse: "\($0.inverse.entity).\($0.inverse.name)",
        owner: "\($0.owner.entity).\($0.owner.name)")
    }
  }
}
