extension Schema {
  /// A property that leads to other objects; what `@Relationship` says about it.
  public final class Relationship: SchemaProperty {
    /// What becomes of the related objects when an object is deleted.
    public enum DeleteRule: String, Codable, Hashable, Sendable {
      /// They no longer point to it: in a document no reference leads nowhere.
      case noAction
      /// They no longer point to it.
      case nullify
      /// They are deleted too.
      case cascade
      /// As long as there are any, the object cannot be deleted.
      case deny
    }

    /// What `@Relationship` can say about a property.
    public struct Option: Codable, Hashable, Sendable {
      private let name: String

      /// No two objects are related to the same one.
      public static var unique: Option { Option(name: "unique") }
    }

    /// The property's name.
    public var name: String
    /// The options, in the order in which they were stated.
    public var options: [Option]
    /// The type that the property has in the model class.
    public var valueType: any Any.Type
    /// The key path of the property itself.
    public var keypath: AnyKeyPath?
    /// The name of the entity at the other end.
    public var destination: String
    /// What becomes of the related objects when the object is deleted.
    public var deleteRule: DeleteRule
    /// The name of the property at the other end that is the same connection.
    public var inverseName: String?
    /// The key path of the property at the other end that is the same connection.
    public var inverseKeyPath: AnyKeyPath?
    /// The fewest related objects that can be saved; nil or 0 for no limit.
    public var minimumModelCount: Int?
    /// The most related objects that can be saved; nil or 0 for no limit.
    public var maximumModelCount: Int?
    /// Part of the schema's identity: changing it alone makes another schema.
    public var hashModifier: String?
    package var statedOriginalName: String?

    /// Makes a relationship as `@Relationship` states it; the model adds the rest.
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

    /// Makes a relationship in the spelling of 2023, with the delete rule first.
    public convenience init(
      _ deleteRule: DeleteRule, minimumModelCount: Int? = 0, maximumModelCount: Int? = 0,
      originalName: String? = nil, inverse: AnyKeyPath? = nil, hashModifier: String? = nil
    ) {
      self.init(
        deleteRule: deleteRule, minimumModelCount: minimumModelCount,
        maximumModelCount: maximumModelCount, originalName: originalName, inverse: inverse,
        hashModifier: hashModifier)
    }

    /// The name that the property had in an older version; its name if it has always been that.
    public var originalName: String {
      get { statedOriginalName ?? name }
      set { statedOriginalName = newValue }
    }

    /// True.
    public var isRelationship: Bool { true }
    /// Whether no two objects have the same value.
    public var isUnique: Bool { options.contains(.unique) }

    /// Whether the property leads to one object at most.
    ///
    /// Without a type it does where ``maximumModelCount`` is 1.
    public var isToOneRelationship: Bool {
      if valueType == Any.self { return maximumModelCount == 1 }
      let inner = (valueType as? any OptionalType.Type)?.wrappedType ?? valueType
      return !(inner is any ListType.Type)
    }
    /// Whether the property may be nil.
    public var isOptional: Bool {
      valueType == Any.self ? isToOneRelationship : valueType is any OptionalType.Type
    }

    /// Whether two relationships say the same, by names.
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
