/// What a snapshot says, whatever its type.
struct SnapshotContent {
  var identifier: PersistentIdentifier
  /// By the properties' names.
  var fields: [String: SnapshotField]

  init<Snapshot: DataStoreSnapshot>(_ snapshot: Snapshot) throws {
    identifier = snapshot.persistentIdentifier
    if let snapshot = snapshot as? DefaultSnapshot {
      fields = snapshot.properties.mapValues { .property($0) }
      return
    }
    let captured = CapturedFields()
    do {
      try snapshot.encode(to: SnapshotEncoder(captured: captured))
    } catch {
      throw SwiftDataError(
        .invalidDataStoreAnswer, "a snapshot cannot be encoded",
        entity: identifier.entityName, underlying: error)
    }
    fields = captured.finishedFields
  }
}
