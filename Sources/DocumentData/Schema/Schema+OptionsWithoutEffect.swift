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
