import DocumentTables
import Observation

extension Schema {
  /// What a model class says about one of its persisted properties.
  public struct PropertyMetadata {
    /// The property's name.
    public let name: String
    /// The property's key path, whose root is the class that was asked.
    public let keypath: AnyKeyPath
    /// What `@Attribute` or `@Relationship` says.
    public let metadata: (any SchemaProperty)?
    /// The property's type.
    package let valueType: any Any.Type
    package let defaultKind: DefaultKind
    /// Evaluates the property's initialiser.
    package let makeDefault: (() -> Any)?
    /// Makes a value of the property's type, or of that which its container holds, without
    /// arguments.
    package private(set) var makeBlank: (() -> Any)?
    /// Tells the observers of one object that the property changed; nil for metadata made by hand.
    package private(set) var notify: ((any PersistentModel, ObservationRegistrar) -> Void)?

    /// How much the initialiser's syntax says about its value.
    package enum DefaultKind: Hashable, Sendable {
      /// There is no initialiser.
      case none
      /// Always the same value.
      case constant
      /// A static member of a type, constant where that is an enum.
      case member
      /// Possibly another value each time.
      case computed
    }

    /// Makes the metadata of a property by hand.
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

    /// Makes the metadata of a property as `@Model` states it.
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

  /// A property's initialiser, and how much its syntax says about its value.
  public enum _Default<Content> {
    case none
    case constant(() -> Content)
    case member(() -> Content)
    case computed(() -> Content)
  }
}

extension Schema.PropertyMetadata {
  /// Whether the tables hold the property: an ephemeral one lives with its object alone.
  package var isStored: Bool {
    guard let attribute = metadata as? Schema.Attribute else { return true }
    return !attribute.options.contains(.ephemeral)
  }

  /// The name of the value transformer that makes the property's stored form.
  package var transformer: String? {
    (metadata as? Schema.Attribute)?.options.lazy.compactMap(\.transformer).first
  }

  /// Whether the property is an attribute or a relationship, and of what.
  package var kind: PropertyKind {
    guard let transformer else { return PropertyKind(valueType) }
    return .attribute(AttributeCodingFactory.transformed(valueType, by: transformer))
  }

  /// The value of the initialiser as the tables hold it; nil without an initialiser, and for a
  /// relationship.
  package func defaultTableValue() throws(AttributeProblem) -> Value? {
    guard let makeDefault, case .attribute(let coding) = kind else { return nil }
    return try coding.encodeAny(makeDefault())
  }
}
