import DocumentTables

/// The identifier of one object in one document or store.
///
/// Unlike the object, an identifier can be sent to any actor. A decoded identifier equals the
/// encoded one.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable, Identifiable {
  /// The store and the primary key of an object.
  public struct ID: Hashable, Comparable, Sendable {
    var store: String?
    var primaryKey: PrimaryKey

    /// Orders identifiers arbitrarily, but in the same way in every run.
    public static func < (left: ID, right: ID) -> Bool {
      (left.store ?? "", left.primaryKey) < (right.store ?? "", right.primaryKey)
    }
  }

  /// The object's store and its key there, unique among the objects of its entity.
  public let id: ID
  /// The name of the object's entity.
  public let entityName: String

  /// The identifier of the object's document or store; nil until the object is inserted.
  public var storeIdentifier: String? { id.store }

  /// The object's key in a document; 0 if the identifier contains none.
  package var key: ObjectKey {
    switch id.primaryKey {
    case .key(let key), .unsaved(let key): key
    default: 0
    }
  }

  /// Whether the object was not saved when the identifier was read; its key may have changed since.
  var isUnsaved: Bool { if case .unsaved = id.primaryKey { true } else { false } }

  /// The identifier of an object that is not saved; itself if the store assigns no keys on insertion.
  var unsaved: PersistentIdentifier {
    guard case .key(let key) = id.primaryKey else { return self }
    return PersistentIdentifier(
      entityName: entityName, storeIdentifier: id.store, primaryKey: .unsaved(key))
  }

  /// Whether the object is in no store yet.
  package var isTemporary: Bool {
    if case .temporary = id.primaryKey { true } else { false }
  }

  package init(entityName: String, storeIdentifier: String, key: ObjectKey) {
    id = ID(store: storeIdentifier, primaryKey: .key(key))
    self.entityName = entityName
  }

  init(temporaryFor model: some PersistentModel) {
    // The address identifies the object while a reference to the object exists. It is never
    // dereferenced.
    let address = UInt(bitPattern: ObjectIdentifier(model).hashValue)
    id = ID(store: nil, primaryKey: .temporary(UInt64(address)))
    entityName = Schema.entityName(of: type(of: model))
  }

  init(entityName: String, storeIdentifier: String?, primaryKey: PrimaryKey) {
    id = ID(store: storeIdentifier, primaryKey: primaryKey)
    self.entityName = entityName
  }

  /// Creates the identifier of an object in a custom store from the store's own key.
  ///
  /// - Parameters:
  ///   - storeIdentifier: The store's ``DataStore/identifier``.
  ///   - entityName: The name of the object's entity.
  ///   - primaryKey: The key of the object, unique among the objects of its entity in that store.
  /// - Throws: The errors of encoding the key.
  public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier {
    PersistentIdentifier(
      entityName: entityName, storeIdentifier: storeIdentifier,
      primaryKey: try PrimaryKey(primaryKey))
  }

  /// Returns the key that a store assigned to the object; nil if the key is of another type, or if
  /// the object is in no store yet.
  public func primaryKey<T: Decodable>(as type: T.Type) -> T? { id.primaryKey.decoded(as: type) }

  /// Orders identifiers arbitrarily, but in the same way in every run.
  public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    (left.entityName, left.id) < (right.entityName, right.id)
  }
}

extension PersistentIdentifier {
  private enum CodingKeys: String, CodingKey {
    case storeIdentifier, entityName, primaryKey
  }

  /// Reads an identifier that ``encode(to:)`` wrote.
  ///
  /// - Throws: `DecodingError`, or the errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      entityName: try container.decode(String.self, forKey: .entityName),
      storeIdentifier: try container.decodeIfPresent(String.self, forKey: .storeIdentifier),
      primaryKey: try container.decode(PrimaryKey.self, forKey: .primaryKey))
  }

  /// Writes store, entity and key; an integer or text key is written as such.
  ///
  /// The identifier of an object that is not inserted is meaningless in other processes.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
    try container.encode(entityName, forKey: .entityName)
    try container.encode(id.primaryKey, forKey: .primaryKey)
  }
}
