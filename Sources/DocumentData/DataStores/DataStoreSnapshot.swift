/// The values of one object at one moment, which stores and contexts exchange.
///
/// A context creates snapshots of a program's own type with ``init(from:relatedBackingDatas:)``, and
/// reads them by encoding them. A snapshot encodes its identifier under
/// ``DataStoreSnapshotCodingKey/persistentIdentifier``, and each property under
/// ``DataStoreSnapshotCodingKey/modeledProperty(_:)``: an attribute as the value of the model's
/// property, a relationship as the identifier, the optional identifier or the list of identifiers of
/// the related objects. A property that is not encoded has its default.
public protocol DataStoreSnapshot: Codable, Sendable {
  /// The identifier of the object.
  var persistentIdentifier: PersistentIdentifier { get }

  /// Creates a snapshot of an object.
  ///
  /// - Parameters:
  ///   - backingData: The object's values.
  ///   - relatedBackingDatas: The values of the other objects of the same request.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// Returns a copy of the snapshot with another identifier.
  ///
  /// - Parameters:
  ///   - persistentIdentifier: The identifier of the copy.
  ///   - remappedIdentifiers: The replacements for identifiers in relationships.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// A value that a property of a snapshot may have.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The keys under which a snapshot encodes its identifier and the properties of its object.
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable, Sendable {
  /// The object's identifier.
  case persistentIdentifier
  /// A property of the object's model, by its name.
  case modeledProperty(String)

  private static let identifierText = "persistentIdentifier"

  /// The property's name; a dollar sign precedes a property named `persistentIdentifier`.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: Self.identifierText
    case .modeledProperty(Self.identifierText): "$" + Self.identifierText
    case .modeledProperty(let name): name
    }
  }

  /// Nil, because the keys are texts.
  public var intValue: Int? { nil }

  /// Creates a key from its ``stringValue``.
  public init?(stringValue: String) {
    switch stringValue {
    case Self.identifierText: self = .persistentIdentifier
    case "$" + Self.identifierText: self = .modeledProperty(Self.identifierText)
    default: self = .modeledProperty(stringValue)
    }
  }

  /// Returns nil, because the keys are texts.
  public init?(intValue: Int) { nil }
}
