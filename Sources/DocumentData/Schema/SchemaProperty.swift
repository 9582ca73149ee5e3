/// What a schema says about one property of an entity.
public protocol SchemaProperty: Codable, Hashable {
  /// The property's name.
  var name: String { get set }
  /// The name that the property had in an older version; its name if it has always been that.
  var originalName: String { get set }
  /// The type that the property has in the model class.
  var valueType: any Any.Type { get set }
  /// Whether the property holds a value.
  var isAttribute: Bool { get }
  /// Whether the property leads to other objects.
  var isRelationship: Bool { get }
  /// Whether the property is not stored.
  var isTransient: Bool { get }
  /// Whether the property may be nil.
  var isOptional: Bool { get }
  /// Whether no two objects have the same value.
  var isUnique: Bool { get }
}

extension SchemaProperty {
  /// False, unless the type says otherwise.
  public var isAttribute: Bool { false }
  /// False, unless the type says otherwise.
  public var isRelationship: Bool { false }
  /// False, unless the type says otherwise.
  public var isTransient: Bool { false }
  /// Whether the property's type is an optional.
  public var isOptional: Bool { valueType is any OptionalType.Type }
}
