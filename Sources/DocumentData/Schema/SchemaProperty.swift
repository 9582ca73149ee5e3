/// A property of an entity, as a schema describes it.
public protocol SchemaProperty: Codable, Hashable {
  /// The property's name.
  var name: String { get set }
  /// The name of the property in an older version; ``name`` if the property was never renamed.
  var originalName: String { get set }
  /// The type of the property in the model class.
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
  /// False by default.
  public var isAttribute: Bool { false }
  /// False by default.
  public var isRelationship: Bool { false }
  /// False by default.
  public var isTransient: Bool { false }
  /// Whether the property's type is an optional.
  public var isOptional: Bool { valueType is any OptionalType.Type }
}
