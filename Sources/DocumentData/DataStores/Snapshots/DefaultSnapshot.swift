import DocumentTables
import Synchronization

/// A snapshot of an object of any class.
///
/// The coding is self-describing: without a schema, a decoder reads the entity, the identifier, and
/// the name, type and exact value of each property, with every coder. In addition to the keys of
/// ``DataStoreSnapshotCodingKey``, it has the key `$types` for the type of each property in words.
public struct DefaultSnapshot: DataStoreSnapshot {
  /// The identifier of the object.
  public private(set) var persistentIdentifier: PersistentIdentifier
  /// The fields, by the names of their properties.
  private(set) var statedProperties: [String: SnapshotProperty]
  /// The identifiers of the other new objects of the same save.
  private let remapping: IdentifierRemapping?

  init(
    _ persistentIdentifier: PersistentIdentifier, _ properties: [String: SnapshotProperty],
    remapping: IdentifierRemapping? = nil
  ) {
    self.persistentIdentifier = persistentIdentifier
    statedProperties = properties
    self.remapping = remapping
  }

  /// Creates a snapshot of an object.
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    self.init(backingData, remapping: nil)
  }

  init(_ backingData: any BackingData, remapping: IdentifierRemapping?) {
    let values = BackingValues(backingData)
    self.init(values.identifier, values.properties, remapping: remapping)
  }

  /// The properties, with permanent identifiers instead of temporary ones where they are known.
  var properties: [String: SnapshotProperty] {
    guard let remapping else { return statedProperties }
    return statedProperties.mapValues { $0.mapIdentifiers(remapping.resolved) }
  }

  /// Returns a copy of the snapshot with another identifier.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
  ) -> DefaultSnapshot {
    if self.persistentIdentifier.isTemporary {
      remapping?.note(self.persistentIdentifier, is: persistentIdentifier)
    }
    var copy = self
    copy.persistentIdentifier = persistentIdentifier
    if let remappedIdentifiers, !remappedIdentifiers.isEmpty {
      copy.statedProperties = statedProperties.mapValues { property in
        property.mapIdentifiers { remappedIdentifiers[$0] ?? $0 }
      }
    }
    return copy
  }
}

extension DefaultSnapshot: Hashable {
  /// Whether two snapshots have the same identifier and values.
  public static func == (left: DefaultSnapshot, right: DefaultSnapshot) -> Bool {
    left.persistentIdentifier == right.persistentIdentifier && left.properties == right.properties
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(persistentIdentifier) }
}

extension DefaultSnapshot: CustomDebugStringConvertible {
  /// The entity and the values, in the order of the properties' names.
  public var debugDescription: String {
    let values = properties.sorted { $0.key < $1.key }.map { name, property in
      switch property {
      case .attribute(let value, let type):
        let bytes = CanonicalJSON.bytes(of: Tree(value, of: type.type))
        return "\(name): \(String(decoding: bytes, as: UTF8.self))"
      case .toOne(let identifier): return "\(name): \(identifier?.entityName ?? "nil")"
      case .toMany(let identifiers):
        return "\(name): \(identifiers.map { "\($0.count) objects" } ?? "nil")"
      }
    }
    return "\(persistentIdentifier.entityName)(\(values.joined(separator: ", ")))"
  }
}

/// The permanent identifiers of the new objects of one save.
///
/// The snapshots of a request share them. A store may therefore copy each snapshot under its permanent
/// identifier without remapping relationships: the snapshots still refer to one another.
final class IdentifierRemapping: Sendable {
  private let permanent = Mutex<[PersistentIdentifier: PersistentIdentifier]>([:])

  func note(_ temporary: PersistentIdentifier, is identifier: PersistentIdentifier) {
    permanent.withLock { $0[temporary] = identifier }
  }

  func resolved(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
    guard identifier.isTemporary else { return identifier }
    return permanent.withLock { $0[identifier] } ?? identifier
  }
}
