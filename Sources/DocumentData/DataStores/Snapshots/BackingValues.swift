import DocumentTables

/// The values of backing data in the form of a snapshot.
struct BackingValues {
  let identifier: PersistentIdentifier
  private(set) var properties: [String: SnapshotProperty] = [:]

  init(_ backing: any BackingData) {
    if let holder = backing as? any ObjectHolder, let core = holder.object._$state.core {
      identifier = backing.persistentModelID ?? holder.object.persistentModelID
      properties = core.snapshotProperties(of: holder.object)
    } else {
      func take<Backing: BackingData>(_ backing: Backing) -> BackingValues {
        BackingValues(reading: backing)
      }
      self = take(backing)
    }
  }

  /// Reads each property from backing data of another type, or of an object without context.
  private init<Backing: BackingData>(reading backing: Backing) {
    let holder = backing as? any ObjectHolder
    identifier =
      backing.persistentModelID ?? holder?.object.persistentModelID
      ?? PersistentIdentifier(
        entityName: Schema.entityName(for: Backing.Model.self), storeIdentifier: nil,
        primaryKey: .temporary(0))
    let type = holder.map { Swift.type(of: $0.object) } ?? Backing.Model.self
    for property in ModelMetadata.of(type).properties where property.isStored {
      switch property.kind {
      case .attribute(let coding):
        guard let value = Self.attribute(property, of: backing, coding) else { continue }
        properties[property.name] = .attribute(
          value,
          SnapshotAttributeType(
            coding.attributeType.type, isNullable: coding.attributeType.isNullable))
      case .toOne(let type, _):
        properties[property.name] = Self.toOne(type, property.keypath, of: backing)
      case .toMany(let type, _):
        properties[property.name] = Self.toMany(type, property.keypath, of: backing)
      case .unsupported: break
      }
    }
  }

  private static func attribute<Backing: BackingData>(
    _ property: Schema.PropertyMetadata, of backing: Backing, _ coding: any AnyAttributeCoding
  ) -> Value? {
    func read<Content: Codable>(_ type: Content.Type) -> Value? {
      guard let keyPath = property.keypath as? KeyPath<Backing.Model, Content> else { return nil }
      return try? coding.encodeAny(backing.getValue(forKey: keyPath))
    }
    return (property.valueType as? any Codable.Type).flatMap { read($0) }
  }

  private static func toOne<Backing: BackingData, Other: PersistentModel>(
    _ type: Other.Type, _ keyPath: AnyKeyPath, of backing: Backing
  ) -> SnapshotProperty? {
    if let keyPath = keyPath as? KeyPath<Backing.Model, Other?> {
      return .toOne(backing.getValue(forKey: keyPath)?.persistentModelID)
    }
    guard let keyPath = keyPath as? KeyPath<Backing.Model, Other> else { return nil }
    return .toOne(backing.getValue(forKey: keyPath).persistentModelID)
  }

  private static func toMany<Backing: BackingData, Other: PersistentModel>(
    _ type: Other.Type, _ keyPath: AnyKeyPath, of backing: Backing
  ) -> SnapshotProperty? {
    if let keyPath = keyPath as? KeyPath<Backing.Model, [Other]> {
      return .toMany(backing.getValue(forKey: keyPath).map(\.persistentModelID))
    }
    guard let keyPath = keyPath as? KeyPath<Backing.Model, [Other]?> else { return nil }
    return .toMany(backing.getValue(forKey: keyPath)?.map(\.persistentModelID))
  }
}

/// Backing data that is the storage of an object.
protocol ObjectHolder {
  var object: any PersistentModel { get }
}

extension ObjectBackingData: ObjectHolder {
  var object: any PersistentModel { model }
}
