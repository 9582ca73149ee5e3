import DocumentTables
import Synchronization

/// The property metadata of a model class, requested once because the class creates it for each
/// request.
final class ModelMetadata: @unchecked Sendable {
  // Unchecked, because key paths and the initialisers' closures are not marked Sendable: neither
  // changes, and both come from generated code that captures nothing.
  let properties: [Schema.PropertyMetadata]
  private let positions: [AnyKeyPath: Int]
  private let transformed: [Int: any AnyAttributeCoding]

  private init(_ type: any PersistentModel.Type) {
    properties = type.schemaMetadata
    // Code that knows only a superclass uses the key paths of the superclass.
    var positions = type._$superentity.map { ModelMetadata.of($0).positions } ?? [:]
    for (index, property) in properties.enumerated() { positions[property.keypath] = index }
    self.positions = positions
    var transformed: [Int: any AnyAttributeCoding] = [:]
    for (index, property) in properties.enumerated() where property.transformer != nil {
      if case .attribute(let coding) = property.kind { transformed[index] = coding }
    }
    self.transformed = transformed
  }

  /// Returns the coding of an attribute with a value transformer; nil for any other property.
  func transformedCoding<Content>(at position: Int) -> AttributeCoding<Content>? {
    transformed[position] as? AttributeCoding<Content>
  }

  /// Returns the position of a property in the whole lineage, superclasses first; nil for a key
  /// path that leads to no persisted property.
  func position(of keyPath: AnyKeyPath) -> Int? { positions[keyPath] }

  static func of(_ type: any PersistentModel.Type) -> ModelMetadata {
    let key = ObjectIdentifier(type)
    if let known = all.withLock({ $0[key] }) { return known }
    // Created outside of the lock, because this runs code of the model.
    let made = ModelMetadata(type)
    made.properties.forEach(DecodingDefaults.learn)
    all.withLock { $0[key] = made }
    return made
  }

  private static let all = Mutex<[ObjectIdentifier: ModelMetadata]>([:])
}

extension DecodingDefaults {
  /// Learns the members of a property's type from the type's `init()` and from the property's
  /// default.
  fileprivate static func learn(from property: Schema.PropertyMetadata) {
    guard property.transformer == nil, case .attribute(let coding) = property.kind,
      coding.attributeType.type.storage == .tree
    else { return }
    if let make = property.makeBlank { learn(from: make, isOfInitializer: true) }
    if let make = property.makeDefault { learn(from: make, isOfInitializer: false) }
  }
}
