import DocumentTables
import Observation

extension Schema {
  /// The declaration of one persisted property of a model class.
  public struct PropertyMetadata {
    /// The property's name.
    public let name: String
    /// The property's key path; its root is the class that returned the metadata.
    public let keypath: AnyKeyPath
    /// The arguments of `@Attribute` or `@Relationship`.
    public let metadata: (any SchemaProperty)?
    /// The property's type.
    package let valueType: any Any.Type
    package let defaultKind: DefaultKind
    /// Evaluates the property's initialiser.
    package let makeDefault: (() -> Any)?
    /// Creates a value of the property's type, or of the type that its container holds, without
    /// arguments.
    package private(set) var makeBlank: (() -> Any)?
    /// Notifies the observers of one object that the property changed; nil for metadata made by
    /// hand.
    package private(set) var notify: ((any PersistentModel, ObservationRegistrar) -> Void)?

    /// What the syntax of an initialiser reveals about its value.
    package enum DefaultKind: Hashable, Sendable {
      /// There is no initialiser.
      case none
      /// The value is always the same.
      case constant
      /// The value is a static member of a type; it is constant if the type is an enumeration.
      case member
      /// The value may differ between evaluations.
      case computed
    }

    /// Creates the metadata of a property by hand.
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.metadata = metadata
      valueType = type(of: keypath).valueType
      defaultKind = defaultValue == nil ? .none : .constant
      makeDefault = defaultValue.map { value in { value } }
      notify = nil
    }

    private init<Model: PersistentModel, Content>(
      _ name: String, _ keyPath: KeyPath<Model, Content>, _ defaultKind: DefaultKind,
      _ makeDefault: (() -> Content)?, _ metadata: (any SchemaProperty)?
    ) {
      self.name = name
      keypath = keyPath
      self.metadata = metadata
      valueType = Content.self
      self.defaultKind = defaultKind
      self.makeDefault = makeDefault.map { evaluate in { evaluate() } }
      notify = { model, registrar in
        guard let model = model as? Model else { return }
        registrar.withMutation(of: model, keyPath: keyPath) {}
      }
    }

    /// Creates the metadata of a property from its declaration in a `@Model` class.
    public static func make<Model: PersistentModel, Content>(
      _ name: String, _ keyPath: KeyPath<Model, Content>, default value: _Default<Content>,
      metadata: (any SchemaProperty)? = nil, blank: _Blank = .none
    ) -> PropertyMetadata {
      var property = make(name, keyPath, value, metadata)
      property.makeBlank = blank.make
      return property
    }

    private static func make<Model: PersistentModel, Content>(
      _ name: String, _ keyPath: KeyPath<Model, Content>, _ value: _Default<Content>,
      _ metadata: (any SchemaProperty)?
    ) -> PropertyMetadata {
      switch value {
      case .none: PropertyMetadata(name, keyPath, .none, nil, metadata)
      case .constant(let evaluate): PropertyMetadata(name, keyPath, .constant, evaluate, metadata)
      case .member(let evaluate): PropertyMetadata(name, keyPath, .member, evaluate, metadata)
      case .computed(let evaluate): PropertyMetadata(name, keyPath, .computed, evaluate, metadata)
      }
    }
  }

  /// A property's initialiser, classified by what its syntax reveals about its value.
  public enum _Default<Content> {
    case none
    case constant(() -> Content)
    case member(() -> Content)
    case computed(() -> Content)
  }
}

extension Schema.PropertyMetadata {
  /// Whether tables store the property; ephemeral properties exist only in memory.
  package var isStored: Bool {
    guard let attribute = metadata as? Schema.Attribute else { return true }
    return !attribute.options.contains(.ephemeral)
  }

  /// The name of the value transformer that converts the property to its stored form.
  package var transformer: String? {
    (metadata as? Schema.Attribute)?.options.lazy.compactMap(\.transformer).first
  }

  /// Whether the property is an attribute or a relationship, and its coding or destination.
  package var kind: PropertyKind {
    guard let transformer else { return PropertyKind(valueType) }
    return .attribute(AttributeCodingFactory.transformed(valueType, by: transformer))
  }

  /// Returns the value of the initialiser as tables store it; nil without an initialiser, and for a
  /// relationship.
  package func defaultTableValue() throws(AttributeProblem) -> Value? {
    guard let makeDefault, case .attribute(let coding) = kind else { return nil }
    return try coding.encodeAny(makeDefault())
  }
}
