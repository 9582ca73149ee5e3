import DocumentTables

extension Schema {
  /// A property with a value, and the options that `@Attribute` declares for it.
  public class Attribute: SchemaProperty {
    /// The property's name.
    public var name: String
    /// The options, in the order of their declaration.
    public var options: [Option]
    /// The type of the property in the model class.
    ///
    /// An attribute that was decoded or loaded has the type that corresponds to its stored form:
    /// `any Codable` for a value of a model's own type.
    public var valueType: any Any.Type {
      didSet { storedForm = nil }
    }
    /// A part of the schema's identity: changing it alone makes a different schema.
    public var hashModifier: String?
    package var statedOriginalName: String?
    /// The form in which tables store the value; nil if the type determines it.
    package var storedForm: StoredForm?
    private var makeDefault: (() -> Any)?
    /// Whether the default was set on this attribute, not declared in a class.
    private(set) var hasOwnDefault = false

    /// Creates an attribute from the arguments of `@Attribute`; the model adds name and type.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      name = ""
      self.options = options
      valueType = Any.self
      self.hashModifier = hashModifier
      statedOriginalName = originalName
      makeDefault = nil
    }

    /// Creates an attribute.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
      defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      self.options = options
      self.valueType = valueType
      self.hashModifier = hashModifier
      statedOriginalName = originalName
      makeDefault = defaultValue.map { value in { value } }
      hasOwnDefault = defaultValue != nil
    }

    init(_ property: PropertyMetadata) {
      let stated = property.metadata as? Attribute
      name = property.name
      options = stated?.options ?? []
      valueType = property.valueType
      hashModifier = stated?.hashModifier
      statedOriginalName = stated?.statedOriginalName
      makeDefault = property.makeDefault
    }

    init(_ attribute: AttributeRecord) {
      name = attribute.name
      options = attribute.options
      valueType = attribute.storedForm?.valueType ?? Any.self
      hashModifier = attribute.hashModifier
      statedOriginalName = attribute.originalName
      storedForm = attribute.storedForm
      makeDefault = attribute.storedForm?.defaultContent.map { value in { value } }
    }

    /// Reads an attribute that ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError`, or the errors of the decoder.
    public required convenience init(from decoder: any Decoder) throws {
      self.init(try AttributeRecord(from: decoder))
    }

    /// Writes the attribute without its class; the type is written as its stored form.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
      try AttributeRecord(self).encode(to: encoder)
    }

    /// The default for new objects, evaluated at each access; nil if the model declares none.
    public var defaultValue: Any? {
      get { makeDefault?() }
      set {
        makeDefault = newValue.map { value in { value } }
        hasOwnDefault = true
        storedForm?.defaultValue = .none
      }
    }

    /// The name of the property in an older version; ``name`` if the property was never renamed.
    public var originalName: String {
      get { statedOriginalName ?? name }
      set { statedOriginalName = newValue }
    }

    /// Always true.
    public var isAttribute: Bool { true }
    /// Whether the value may be nil.
    public var isOptional: Bool { storedForm?.isNullable ?? (valueType is any OptionalType.Type) }
    /// Whether no two objects have the same value.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the value exists only in memory, because of ``Option/ephemeral``.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether a value transformer converts the value to its stored form.
    public var isTransformable: Bool { options.contains { $0.transformer != nil } }
    /// Whether the attribute has the option ``Option/codable``.
    public var isCodable: Bool { options.contains(.codable) }

    /// Whether two attributes have the same declaration; attributes of one type may have different
    /// defaults.
    public static func == (left: Attribute, right: Attribute) -> Bool {
      left.name == right.name && left.statedOriginalName == right.statedOriginalName
        && left.options == right.options && left.hashModifier == right.hashModifier
        && (left.valueType == right.valueType
          || AttributeRecord(left).storedForm == AttributeRecord(right).storedForm)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

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

    /// The history keeps the value when its object is deleted; see ``HistoryTombstone``.
    ///
    /// Values of more than 64 KiB are not kept.
    public static var preserveValueOnDeletion: Option { Option("preserveValueOnDeletion") }

    /// Changes of the value are tracked, but the value is not stored.
    public static var ephemeral: Option { Option("ephemeral") }

    /// Asks for storing the value as its own `Codable` conformance encodes it.
    ///
    /// Values of a model's own types are always stored in this way, so schemas record the option,
    /// and it has no other effect.
    public static var codable: Option { Option("codable") }

    /// Needs CloudKit: recorded in schemas, with no other effect.
    public static var allowsCloudEncryption: Option { Option("allowsCloudEncryption") }

    /// Needs Spotlight: recorded in schemas, with no other effect.
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

    /// Whether the option is one of `TableAttribute.recordedOptions` of an attribute of a type, which
    /// have no effect.
    func isRecordedOnly(of type: AttributeType) -> Bool {
      self == .codable || self == .allowsCloudEncryption || self == .spotlight
        || self == .externalStorage && !type.mayBeExternal
    }
  }
}

extension [Schema.Attribute.Option] {
  /// Returns whether values of a type are stored in parts of their own.
  func areExternal(_ type: AttributeType) -> Bool {
    type.mayBeExternal && contains(.externalStorage)
  }

  /// Returns the names of the options that an attribute of a type only records.
  func recorded(of type: AttributeType) -> [String] {
    Set(filter { $0.isRecordedOnly(of: type) }.map(\.name)).sorted()
  }
}
