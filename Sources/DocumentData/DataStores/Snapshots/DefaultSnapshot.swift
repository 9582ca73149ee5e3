import DocumentTables

/// A snapshot of an object of any class.
///
/// Its coding describes itself: a decoder that knows no schema reads the entity, the identifier, and
/// of each property the name, the type and the exact value, whatever coder was used. Beside the
/// identifier and the properties, under the keys of ``DataStoreSnapshotCodingKey``, it has
/// `$types`, the type of each property in words.
public struct DefaultSnapshot: DataStoreSnapshot {
  /// The object that the values belong to.
  public private(set) var persistentIdentifier: PersistentIdentifier
  /// By the properties' names.
  private(set) var statedProperties: [String: SnapshotProperty]
  /// The other new objects of the save that the snapshot was made for.
  private let remapping: IdentifierRemapping?

  init(
    _ persistentIdentifier: PersistentIdentifier, _ properties: [String: SnapshotProperty],
    remapping: IdentifierRemapping? = nil
  ) {
    self.persistentIdentifier = persistentIdentifier
    statedProperties = properties
    self.remapping = remapping
  }

  /// Takes the values of an object.
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

  /// The properties, with permanent identifiers in the place of temporary ones that have become
  /// permanent.
  var properties: [String: SnapshotProperty] {
    guard let remapping else { return statedProperties }
    return statedProperties.mapValues { $0.mapIdentifiers(remapping.resolved) }
  }

  /// Makes a snapshot with the same values under another identifier.
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
  /// Whether two snapshots say the same of one object.
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
