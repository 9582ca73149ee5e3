import DocumentTables

/// The objects that an upsert has made stand for the row of an older object.
///
/// They share its changes and follow its row.
struct AliasMap {
  private struct Entry {
    weak var object: (any PersistentModel)?
  }

  private var entries: [ObjectKey: [Entry]] = [:]

  mutating func add(_ alias: any PersistentModel, for key: ObjectKey) {
    entries[key, default: []].removeAll { $0.object == nil }
    entries[key, default: []].append(Entry(object: alias))
  }

  mutating func remove(_ alias: any PersistentModel, for key: ObjectKey) {
    entries[key]?.removeAll { $0.object == nil || $0.object === alias }
    if entries[key]?.isEmpty == true { entries[key] = nil }
  }

  mutating func takeAll(for key: ObjectKey) -> [any PersistentModel] {
    entries.removeValue(forKey: key)?.compactMap(\.object) ?? []
  }

  subscript(key: ObjectKey) -> [any PersistentModel] {
    entries.isEmpty ? [] : entries[key]?.compactMap(\.object) ?? []
  }
}

extension ContextCore {
  /// The object that stands for a row where several do.
  func principal(of model: any PersistentModel) -> any PersistentModel {
    if aliases[model._$state.key].isEmpty { return model }
    return identityMap[model._$state.key] ?? model
  }

  /// Moves an object, and whatever stands for the same row, to where the row is now.
  func move(_ model: any PersistentModel, to segment: Segment?, row: Int32, _ phase: ModelPhase) {
    model._$state.place(in: segment, row: row)
    model._$state.phase = phase
    for alias in aliases[model._$state.key] {
      alias._$state.place(in: segment, row: row)
      alias._$state.phase = phase
    }
  }

  func setPhase(_ phase: ModelPhase, of model: any PersistentModel) {
    move(model, to: model._$state.segment, row: model._$state.row, phase)
  }
}
