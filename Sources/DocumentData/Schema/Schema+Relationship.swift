extension Schema {
  /// A property that leads to other objects, and the options that `@Relationship` declares for it.
  public final class Relationship: SchemaProperty {
    /// What deleting an object does to its related objects.
    public enum DeleteRule: String, Codable, Hashable, Sendable {
      /// References to the deleted object are removed, as with ``nullify``: documents have no
      /// dangling references.
      case noAction
      /// References to the deleted object are removed.
      case nullify
      /// The related objects are deleted too.
      case cascade
      /// The object cannot be deleted while it has related objects.
      case deny
    }

    /// An option that `@Relationship` declares for a property.
    public struct Option: Codable, Hashable, Sendable {
      private let name: String

      /// No two objects are related to the same object.
      public static var unique: Option { Option(name: "unique") }
    }

    /// The property's name.
    public var name: String
    /// The options, in the order of their declaration.
    public var options: [Option]
    /// The type of the property in the model class.
    public var valueType: any Any.Type
    /// The key path of the property itself.
    public var keypath: AnyKeyPath?
    /// The name of the entity at the other end.
    public var destination: String
    /// What deleting the object does to its related objects.
    public var deleteRule: DeleteRule
    /// The name of the inverse: the property at the other end that represents the same connection.
    public var inverseName: String?
    /// The key path of the inverse: the property at the other end that represents the same
    /// connection.
    public var inverseKeyPath: AnyKeyPath?
    /// The minimum number of related objects of a saved object; nil or 0 for no limit.
    public var minimumModelCount: Int?
    /// The maximum number of related objects of a saved object; nil or 0 for no limit.
    public var maximumModelCount: Int?
    /// A part of the schema's identity: changing it alone makes a different schema.
    public var hashModifier: String?
    package var statedOriginalName: String?

    /// Creates a relationship from the arguments of `@Relationship`; the model adds the rest.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      name = ""
      self.options = options
      valueType = Any.self
      destination = ""
      self.deleteRule = deleteRule
      inverseKeyPath = inverse
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.hashModifier = hashModifier
      statedOriginalName = originalName
    }

    /// Creates a relationship in the spelling of 2023, with the delete rule first.
    public convenience init(
      _ deleteRule: DeleteRule, minimumModelCount: Int? = 0, maximumModelCount: Int? = 0,
      originalName: String? = nil, inverse: AnyKeyPath? = nil, hashModifier: String? = nil
    ) {
      self.init(
        deleteRule: deleteRule, minimumModelCount: minimumModelCount,
        maximumModelCount: maximumModelCount, originalName: originalName, inverse: inverse,
        hashModifier: hashModifier)
    }

    /// The name of the property in an older version; ``name`` if the property was never renamed.
    public var originalName: String {
      get { statedOriginalName ?? name }
      set { statedOriginalName = newValue }
    }

    /// Always true.
    public var isRelationship: Bool { true }
    /// Whether no two objects are related to the same object.
    public var isUnique: Bool { options.contains(.unique) }

    /// Whether the property leads to at most one object.
    ///
    /// A relationship without a type does if ``maximumModelCount`` is 1.
    public var isToOneRelationship: Bool {
      if valueType == Any.self { return maximumModelCount == 1 }
      let inner = (valueType as? any OptionalType.Type)?.wrappedType ?? valueType
      return !(inner is any ListType.Type)
    }
    /// Whether the property may be nil.
    public var isOptional: Bool {
      valueType == Any.self ? isToOneRelationship : valueType is any OptionalType.Type
    }

    /// Whether two relationships have the same declaration; classes and inverses are compared by
    /// name.
    public static func == (left: Relationship, right: Relationship) -> Bool {
      left.name == right.name && left.statedOriginalName == right.statedOriginalName
        && left.options == right.options
        && left.isToOneRelationship == right.isToOneRelationship
        && left.isOptional == right.isOptional
        && left.destination == right.destination && left.deleteRule == right.deleteRule
        && left.inverseName == right.inverseName
        && (left.minimumModelCount ?? 0) == (right.minimumModelCount ?? 0)
        && (left.maximumModelCount ?? 0) == (right.maximumModelCount ?? 0)
        && left.hashModifier == right.hashModifier
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}
