extension Schema {
  /// An option of an attribute that schemas record but this package does not implement.
  public struct OptionWithoutEffect: Hashable, Sendable, CustomStringConvertible {
    /// The entity that declares the attribute.
    public let entity: String
    /// The name of the attribute.
    public let property: String
    /// The option.
    public let option: Attribute.Option
    /// The reason why the option has no effect.
    public let reason: String

    /// Place, option and reason, in one line.
    public var description: String { "\(entity).\(property): .\(option.name) \(reason)" }
  }

  /// The options that have an effect only with services of Apple's platforms, in the order of the
  /// entities.
  public var optionsWithoutEffect: [OptionWithoutEffect] {
    entities.flatMap { entity in
      entity.storedProperties.compactMap { $0 as? Attribute }.flatMap { attribute in
        attribute.options.compactMap { option in
          option.reasonWithoutEffect.map { reason in
            OptionWithoutEffect(
              entity: entity.name, property: attribute.name, option: option, reason: reason)
          }
        }
      }
    }
  }
}

extension Schema.Attribute.Option {
  /// Nil for an option that has an effect.
  fileprivate var reasonWithoutEffect: String? {
    switch self {
    case .spotlight: "needs Spotlight, which indexes a Mac's or a phone's files"
    case .allowsCloudEncryption: "needs CloudKit, which encrypts what it mirrors"
    default: nil
    }
  }
}

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
