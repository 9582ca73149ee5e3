import DocumentTables

extension Schema {
  /// A property that holds a value; what `@Attribute` says about it.
  public class Attribute: SchemaProperty {
    /// The property's name.
    public var name: String
    /// The options, in the order in which they were stated.
    public var options: [Option]
    /// The type that the property has in the model class.
    ///
    /// An attribute that was decoded or loaded has the type that its stored form suggests:
    /// `any Codable` where that is a value of a type of the model's own.
    public var valueType: any Any.Type {
      didSet { storedForm = nil }
    }
    /// Part of the schema's identity: changing it alone makes another schema.
    public var hashModifier: String?
    package var statedOriginalName: String?
    /// How the tables hold the value, where no class says it.
    package var storedForm: StoredForm?
    private var makeDefault: (() -> Any)?
    /// Whether the default was stated here, and not by a class.
    private(set) var hasOwnDefault = false

    /// Makes an attribute as `@Attribute` states it; the model adds name and type.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      name = ""
      self.options = options
      valueType = Any.self
      self.hashModifier = hashModifier
      statedOriginalName = originalName
      makeDefault = nil
    }

    /// Makes an attribute.
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

    /// Reads what ``encode(to:)`` wrote.
    public required convenience init(from decoder: any Decoder) throws {
      self.init(try AttributeRecord(from: decoder))
    }

    /// Writes all that a schema needs to know; the type as its stored form.
    public func encode(to encoder: any Encoder) throws {
      try AttributeRecord(self).encode(to: encoder)
    }

    /// The value of a new object, where the model states one; evaluated each time it is asked for.
    public var defaultValue: Any? {
      get { makeDefault?() }
      set {
        makeDefault = newValue.map { value in { value } }
        hasOwnDefault = true
        storedForm?.defaultValue = .none
      }
    }

    /// The name that the property had in an older version; its name if it has always been that.
    public var originalName: String {
      get { statedOriginalName ?? name }
      set { statedOriginalName = newValue }
    }

    /// True.
    public var isAttribute: Bool { true }
    /// Whether the value may be nil.
    public var isOptional: Bool { storedForm?.isNullable ?? (valueType is any OptionalType.Type) }
    /// Whether no two objects have the same value.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the property lives with its object alone.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether a value transformer makes the stored form.
    public var isTransformable: Bool { options.contains { $0.transformer != nil } }
    /// Whether ``Option/codable`` is stated.
    public var isCodable: Bool { options.contains(.codable) }

    var recordedOptions: [String] {
      Set(options.filter(\.isRecordedOnly).map(\.name)).sorted()
    }

    /// Whether two attributes say the same; their defaults are not compared.
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
