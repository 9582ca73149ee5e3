import DocumentTables
import Synchronization

/// What a model class says about its properties, asked once: the class makes it anew each time.
final class ModelMetadata: @unchecked Sendable {
  // Unchecked, because key paths and the initialisers' closures are not marked Sendable: neither
  // changes, and both come from generated code that captures nothing.
  let properties: [Schema.PropertyMetadata]
  private let positions: [AnyKeyPath: Int]
  private let transformed: [Int: any AnyAttributeCoding]

  private init(_ type: any PersistentModel.Type) {
    properties = type.schemaMetadata
    // A subclass is asked by the key paths of its superclasses too, from code that knows only them.
    var positions = type._$superentity.map { ModelMetadata.of($0).positions } ?? [:]
    for (index, property) in properties.enumerated() { positions[property.keypath] = index }
    self.positions = positions
    var transformed: [Int: any AnyAttributeCoding] = [:]
    for (index, property) in properties.enumerated() where property.transformer != nil {
      if case .attribute(let coding) = property.kind { transformed[index] = coding }
    }
    self.transformed = transformed
  }

  /// How an attribute with a value transformer is stored; nil for any other property.
  func transformedCoding<Content>(at position: Int) -> AttributeCoding<Content>? {
    transformed[position] as? AttributeCoding<Content>
  }

  /// The position of a property in the whole lineage, superclasses first; nil for a key path that
  /// leads to no persisted property.
  func position(of keyPath: AnyKeyPath) -> Int? { positions[keyPath] }

  static func of(_ type: any PersistentModel.Type) -> ModelMetadata {
    let key = ObjectIdentifier(type)
    if let known = all.withLock({ $0[key] }) { return known }
    // Made outside of the lock, because it runs code of the model.
    let made = ModelMetadata(type)
    made.properties.forEach(DecodingDefaults.learn)
    all.withLock { $0[key] = made }
    return made
  }

  private static let all = Mutex<[ObjectIdentifier: ModelMetadata]>([:])
}

extension DecodingDefaults {
  /// Learns from what a model class says about one of its properties.
  fileprivate static func learn(from property: Schema.PropertyMetadata) {
    guard property.transformer == nil, case .attribute(let coding) = property.kind,
      coding.attributeType.type.storage == .tree
    else { return }
    if let make = property.makeBlank { learn(from: make, isOfInitializer: true) }
    if let make = property.makeDefault { learn(from: make, isOfInitializer: false) }
  }
}
