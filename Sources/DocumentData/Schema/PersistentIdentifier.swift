import DocumentTables

/// Names one object of one document or store; it may be sent anywhere, unlike the object.
///
/// A decoded identifier equals the one that was encoded.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable, Identifiable {
  /// What distinguishes one object from another.
  public struct ID: Hashable, Comparable, Sendable {
    var store: String?
    var primaryKey: PrimaryKey

    /// An order without meaning, the same in every run.
    public static func < (left: ID, right: ID) -> Bool {
      (left.store ?? "", left.primaryKey) < (right.store ?? "", right.primaryKey)
    }
  }

  /// What distinguishes the object from others of its entity.
  public let id: ID
  /// The name of the object's entity.
  public let entityName: String

  /// The document or store that holds the object; nil as long as the object is not inserted.
  public var storeIdentifier: String? { id.store }

  /// The object's key in a document; zero where the identifier holds none.
  package var key: ObjectKey {
    if case .key(let key) = id.primaryKey { key } else { 0 }
  }

  /// Whether the object has no place in a store yet.
  package var isTemporary: Bool {
    if case .temporary = id.primaryKey { true } else { false }
  }

  package init(entityName: String, storeIdentifier: String, key: ObjectKey) {
    id = ID(store: storeIdentifier, primaryKey: .key(key))
    self.entityName = entityName
  }

  init(temporaryFor model: some PersistentModel) {
    // The address identifies the object for as long as somebody holds it; it is never followed.
    let address = UInt(bitPattern: ObjectIdentifier(model).hashValue)
    id = ID(store: nil, primaryKey: .temporary(UInt64(address)))
    entityName = Schema.entityName(of: type(of: model))
  }

  init(entityName: String, storeIdentifier: String?, primaryKey: PrimaryKey) {
    id = ID(store: storeIdentifier, primaryKey: primaryKey)
    self.entityName = entityName
  }

  /// Names an object of a custom store by the key that the store gives it.
  ///
  /// - Parameters:
  ///   - storeIdentifier: The store's ``DataStore/identifier``.
  ///   - entityName: The name of the object's entity.
  ///   - primaryKey: What distinguishes the object from others of its entity in that store.
  /// - Throws: What the key's own coding throws.
  public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier {
    PersistentIdentifier(
      entityName: entityName, storeIdentifier: storeIdentifier,
      primaryKey: try PrimaryKey(primaryKey))
  }

  /// The key that a store gave the object; nil where it is of another type, and for an object that
  /// is in no store yet.
  public func primaryKey<T: Decodable>(as type: T.Type) -> T? { id.primaryKey.decoded(as: type) }

  /// An order without meaning, the same in every run.
  public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    (left.entityName, left.id) < (right.entityName, right.id)
  }
}

extension PersistentIdentifier {
  private enum CodingKeys: String, CodingKey {
    case storeIdentifier, entityName, primaryKey
  }

  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      entityName: try container.decode(String.self, forKey: .entityName),
      storeIdentifier: try container.decodeIfPresent(String.self, forKey: .storeIdentifier),
      primaryKey: try container.decode(PrimaryKey.self, forKey: .primaryKey))
  }

  /// Writes store, entity and key; a key that is an integer or a text stands there as such.
  ///
  /// An identifier of an object that is not inserted yet means nothing outside of its process.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
    try container.encode(entityName, forKey: .entityName)
    try container.encode(id.primaryKey, forKey: .primaryKey)
  }
}
