extension Schema.Attribute {
  /// An option that `@Attribute` declares for a property.
  public struct Option: Codable, Hashable, Sendable {
    /// The option's name in schemas.
    package let name: String
    package let transformer: String?

    private init(_ name: String, transformer: String? = nil) {
      self.name = name
      self.transformer = transformer
    }

    /// No two objects have the same value.
    ///
    /// Inserting an object with an existing value updates the object that has the value.
    public static var unique: Option { Option("unique") }

    /// The value is stored in a part of its own, outside the records.
    public static var externalStorage: Option { Option("externalStorage") }

    /// Asks for keeping the value in the history when its object is deleted.
    ///
    /// Schemas record the option, and the change set of a save contains the value, but this package
    /// writes no history.
    public static var preserveValueOnDeletion: Option { Option("preserveValueOnDeletion") }

    /// Changes of the value are tracked, but the value is not stored.
    public static var ephemeral: Option { Option("ephemeral") }

    /// Asks for storing the value as its own `Codable` conformance encodes it.
    ///
    /// Values of a model's own types are always stored in this way, so schemas record the option,
    /// and it has no other effect.
    public static var codable: Option { Option("codable") }

    /// Recorded in schemas, with no other effect.
    public static var allowsCloudEncryption: Option { Option("allowsCloudEncryption") }

    /// Recorded in schemas, with no other effect.
    public static var spotlight: Option { Option("spotlight") }

    /// The value is stored as the data that a registered value transformer returns.
    ///
    /// Register the transformer under this name before creating the container.
    public static func transformable(by transformerName: String) -> Option {
      Option("transformable", transformer: transformerName)
    }

    /// The value is stored as the data that a value transformer returns.
    ///
    /// The transformer is looked up by the name of its class. If none is registered, an instance of
    /// the class is.
    public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
      let name = ValueTransformerRegistry.register(unlessKnown: transformerType)
      return Option("transformable", transformer: name)
    }

    /// Creates an option that a document's schema records.
    init(recorded name: String) { self.init(name) }

    /// Whether the option is one of `TableAttribute.recordedOptions`, which have no effect.
    package var isRecordedOnly: Bool {
      self == .codable || self == .allowsCloudEncryption || self == .spotlight
    }
  }
}
