import DocumentTables

/// Captures what a snapshot of a program's own type encodes, property by property.
struct SnapshotEncoder: Encoder {
  let captured: CapturedFields

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(SnapshotEncodingContainer<Key>(captured: captured))
  }

  /// A snapshot that encodes a list has no properties; its values are dropped.
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    TreeEncoder(codingPath: [], place: TreePlace()).unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SnapshotSingleValueContainer(encoder: self)
  }
}

/// The fields of one snapshot during its encoding.
final class CapturedFields {
  private var fields: [String: SnapshotField] = [:]
  private var places: [String: TreePlace] = [:]

  var finishedFields: [String: SnapshotField] {
    fields.merging(places.mapValues { .tree($0.tree) }) { _, place in place }
  }

  func set(_ field: SnapshotField, for key: any CodingKey) {
    if let name = Self.name(key) { fields[name] = field }
  }

  /// The destination of a property that is encoded in parts.
  func place(for key: any CodingKey) -> TreePlace {
    let place = TreePlace()
    if let name = Self.name(key) { places[name] = place }
    return place
  }

  /// The property's name; nil for the identifier, which the snapshot provides itself.
  private static func name(_ key: any CodingKey) -> String? {
    let key =
      key as? DataStoreSnapshotCodingKey ?? DataStoreSnapshotCodingKey(stringValue: key.stringValue)
    if case .modeledProperty(let name) = key { return name }
    return nil
  }
}

private struct SnapshotEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let captured: CapturedFields

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { captured.set(.tree(.null), for: key) }

  func encode(_ value: some Encodable, forKey key: Key) {
    captured.set(.encoded(value), for: key)
  }

  private func child(_ key: any CodingKey) -> TreeEncoder {
    TreeEncoder(codingPath: [key], place: captured.place(for: key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key).unkeyedContainer()
  }

  /// The superclass of a snapshot encodes its properties with the same encoder.
  func superEncoder() -> any Encoder { SnapshotEncoder(captured: captured) }

  func superEncoder(forKey key: Key) -> any Encoder { child(key) }
}

/// A container for snapshots that wrap another snapshot and encode it.
private struct SnapshotSingleValueContainer: SingleValueEncodingContainer {
  let encoder: SnapshotEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil() {}

  func encode(_ value: some Encodable) throws {
    guard let snapshot = value as? any DataStoreSnapshot else {
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: [], debugDescription: "a snapshot encodes its properties under keys"))
    }
    for (name, field) in try SnapshotContent(snapshot).fields {
      encoder.captured.set(field, for: DataStoreSnapshotCodingKey.modeledProperty(name))
    }
  }
}
