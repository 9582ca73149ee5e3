import DocumentTables
import Synchronization

/// The persisted properties that key paths of a model class lead to.
struct PropertyIndex: @unchecked Sendable {
  // Unchecked, because key paths are not marked Sendable: the dictionary never changes, and its
  // keys are immutable objects from generated code, which capture nothing and are only compared.
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
    // Generic code uses the key path to `Identifiable.id`, which may be a property of the class's
    // own.
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

  /// Returns nil for key paths to computed and transient properties, for longer key paths, and for
  /// key paths to the requirements of protocols.
  subscript(keyPath: AnyKeyPath) -> Property? { properties[keyPath] }

  private static let known = Mutex<[ObjectIdentifier: PropertyIndex]>([:])

  /// Returns the index of a class, created once.
  static func of(_ type: any PersistentModel.Type) -> PropertyIndex {
    let key = ObjectIdentifier(type)
    if let index = known.withLock({ $0[key] }) { return index }
    func open<Model: PersistentModel>(_ type: Model.Type) -> PropertyIndex { PropertyIndex(type) }
    let index = open(type)
    known.withLock { $0[key] = index }
    return index
  }
}
