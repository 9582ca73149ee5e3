extension Schema.Attribute {
  /// What `@Attribute` can say about a property.
  public struct Option: Codable, Hashable, Sendable {
    /// How schemas call it.
    package let name: String
    package let transformer: String?

    private init(_ name: String, transformer: String? = nil) {
      self.name = name
      self.transformer = transformer
    }

    /// No two objects have the same value: inserting an object with a value that exists updates the
    /// object that has it.
    public static var unique: Option { Option("unique") }

    /// The value stands in a part of its own, beside the records.
    public static var externalStorage: Option { Option("externalStorage") }

    /// The value is to be kept in the history when its object is deleted; there is no history yet.
    public static var preserveValueOnDeletion: Option { Option("preserveValueOnDeletion") }

    /// Changes are tracked, but the value is not stored.
    public static var ephemeral: Option { Option("ephemeral") }

    /// The value is stored as its own `Codable` conformance encodes it, as every value of a type of
    /// the model's own is here; recorded in the schema, otherwise without effect.
    public static var codable: Option { Option("codable") }

    /// Recorded in the schema, otherwise without effect.
    public static var allowsCloudEncryption: Option { Option("allowsCloudEncryption") }

    /// Recorded in the schema, otherwise without effect.
    public static var spotlight: Option { Option("spotlight") }

    /// The value is stored as the data that a value transformer makes of it, registered under this
    /// name before the container is made.
    public static func transformable(by transformerName: String) -> Option {
      Option("transformable", transformer: transformerName)
    }

    /// The value is stored as the data that a value transformer makes of it.
    ///
    /// The transformer is looked up by the name of its class; one is made if none is registered.
    public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
      let name = ValueTransformerRegistry.register(unlessKnown: transformerType)
      return Option("transformable", transformer: name)
    }

    /// An option that a document's schema records.
    init(recorded name: String) { self.init(name) }

    /// Whether the option is only written down.
    package var isRecordedOnly: Bool {
      self == .codable || self == .allowsCloudEncryption || self == .spotlight
    }
  }
}
