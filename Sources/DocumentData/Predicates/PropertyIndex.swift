import DocumentTables
import Synchronization

/// What the key paths of a model class lead to.
struct PropertyIndex: @unchecked Sendable {
  // Unchecked, because key paths are not marked Sendable: the dictionary never changes, its keys are
  // immutable objects that come from generated code and capture nothing, and they are only compared.
  enum Property {
    /// A persisted property, by its position in the class's metadata.
    case slot(Int)
    case identifier
  }

  private let properties: [AnyKeyPath: Property]

  private init<Model: PersistentModel>(_ type: Model.Type) {
    var properties: [AnyKeyPath: Property] = [
      \Model.persistentModelID: .identifier,
      \Model.id as KeyPath<Model, PersistentIdentifier>: .identifier,
    ]
    // Generic code reaches what the class is identified by, which may be a property of its own.
    let identity: AnyKeyPath = \Model.id as KeyPath<Model, Model.ID>
    if Model.ID.self == PersistentIdentifier.self { properties[identity] = .identifier }
    for (slot, property) in type.schemaMetadata.enumerated() {
      properties[property.keypath] = .slot(slot)
      if property.name == "id", property.valueType == Model.ID.self {
        properties[identity] = .slot(slot)
      }
    }
    self.properties = properties
  }

  /// Nil for what is not persisted: computed and transient properties, longer key paths, and those
  /// that a protocol's requirement made.
  subscript(keyPath: AnyKeyPath) -> Property? { properties[keyPath] }

  private static let known = Mutex<[ObjectIdentifier: PropertyIndex]>([:])

  /// The index of a class, made once.
  static func of(_ type: any PersistentModel.Type) -> PropertyIndex {
    let key = ObjectIdentifier(type)
    if let index = known.withLock({ $0[key] }) { return index }
    func open<Model: PersistentModel>(_ type: Model.Type) -> PropertyIndex { PropertyIndex(type) }
    let index = open(type)
    known.withLock { $0[key] = index }
    return index
  }
}
