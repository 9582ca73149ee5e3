extension Schema {
  /// A property that holds a value; what `@Attribute` says about it.
  public class Attribute: SchemaProperty {
    /// The property's name.
    public var name: String
    /// The options, in the order in which they were stated.
    public var options: [Option]
    /// The type that the property has in the model class.
    public var valueType: any Any.Type
    /// The value of a new object, where the model states one; evaluated each time it is asked for.
    public var defaultValue: Any? { makeDefault?() }
    /// Part of the schema's identity: changing it alone makes another schema.
    public var hashModifier: String?
    package var statedOriginalName: String?
    private let makeDefault: (() -> Any)?

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
    }

    package init(_ property: PropertyMetadata) {
      let stated = property.metadata as? Attribute
      name = property.name
      options = stated?.options ?? []
      valueType = property.valueType
      hashModifier = stated?.hashModifier
      statedOriginalName = stated?.statedOriginalName
      makeDefault = property.makeDefault
    }

    /// The name that the property had in an older version; its name if it has always been that.
    public var originalName: String {
      get { statedOriginalName ?? name }
      set { statedOriginalName = newValue }
    }

    /// True.
    public var isAttribute: Bool { true }
    /// Whether no two objects have the same value.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the property lives with its object alone.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// Whether ``Option/transformable(by:)`` is stated.
    public var isTransformable: Bool { options.contains { $0.transformer != nil } }

    /// Whether two attributes say the same; their defaults are not compared.
    public static func == (left: Attribute, right: Attribute) -> Bool {
      left.name == right.name && left.statedOriginalName == right.statedOriginalName
        && left.options == right.options && left.valueType == right.valueType
        && left.hashModifier == right.hashModifier
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}
