import DocumentTables

/// Names one object of one document; it may be sent anywhere, unlike the object.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable, Identifiable {
  /// What distinguishes one object from another.
  public struct ID: Hashable, Comparable, Codable, Sendable {
    var store: String?
    var key: Int64
    /// The address of an object that has no key yet; zero for every other.
    var temporary: UInt

    /// An order without meaning, the same in every run.
    public static func < (left: ID, right: ID) -> Bool {
      (left.store ?? "", left.key, left.temporary) < (right.store ?? "", right.key, right.temporary)
    }
  }

  /// What distinguishes the object from others of its entity.
  public let id: ID
  /// The name of the object's entity.
  public let entityName: String

  /// The document that holds the object; nil as long as the object is not inserted.
  public var storeIdentifier: String? { id.store }

  var key: ObjectKey { id.key }

  init(entityName: String, storeIdentifier: String, key: ObjectKey) {
    id = ID(store: storeIdentifier, key: key, temporary: 0)
    self.entityName = entityName
  }

  init(temporaryFor model: some PersistentModel) {
    // The address identifies the object for as long as somebody holds it; it is never followed.
    let address = UInt(bitPattern: ObjectIdentifier(model).hashValue)
    id = ID(store: nil, key: 0, temporary: address)
    entityName = Schema.entityName(of: type(of: model))
  }

  /// An order without meaning, the same in every run.
  public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    (left.entityName, left.id) < (right.entityName, right.id)
  }
}
