/// The values of one object at one moment, as stores and contexts exchange them.
///
/// A container that keeps its objects in a store with snapshots of its own type makes them by
/// ``init(from:relatedBackingDatas:)`` and reads them by their coding: it encodes a snapshot with an
/// encoder that takes the identifier under
/// ``DataStoreSnapshotCodingKey/persistentIdentifier``, and each property under
/// ``DataStoreSnapshotCodingKey/modeledProperty(_:)``. An attribute is encoded as what the model's
/// property holds, a relationship as the identifier, the optional identifier or the list of
/// identifiers of the related objects. A property that is not encoded has its default.
public protocol DataStoreSnapshot: Codable, Sendable {
  /// The object that the values belong to.
  var persistentIdentifier: PersistentIdentifier { get }

  /// Takes the values of an object.
  ///
  /// - Parameters:
  ///   - backingData: The object's values.
  ///   - relatedBackingDatas: The values of the other objects of the same request.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// Makes a snapshot with the same values under another identifier.
  ///
  /// - Parameters:
  ///   - persistentIdentifier: The identifier of the copy.
  ///   - remappedIdentifiers: What to put in the place of identifiers that relationships name.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// What a property of a snapshot may hold.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The keys under which a snapshot encodes its identifier and the properties of its object.
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable, Sendable {
  /// The object's identifier.
  case persistentIdentifier
  /// A property of the object's model, by its name.
  case modeledProperty(String)

  private static let identifierText = "persistentIdentifier"

  /// The property's name, with a dollar sign in front of one that is called like the identifier.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: Self.identifierText
    case .modeledProperty(Self.identifierText): "$" + Self.identifierText
    case .modeledProperty(let name): name
    }
  }

  /// Nil: the keys are texts.
  public var intValue: Int? { nil }

  /// Takes the text that ``stringValue`` gives.
  public init?(stringValue: String) {
    switch stringValue {
    case Self.identifierText: self = .persistentIdentifier
    case "$" + Self.identifierText: self = .modeledProperty(Self.identifierText)
    default: self = .modeledProperty(stringValue)
    }
  }

  /// Nil: the keys are texts.
  public init?(intValue: Int) { nil }
}
