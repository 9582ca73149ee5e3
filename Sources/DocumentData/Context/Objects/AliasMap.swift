import DocumentTables

/// The objects that share a row with the registered object of the row, their principal.
///
/// An upsert makes the newer object an alias of the older one. A stand-in is an alias, too. Aliases
/// share the changes of the principal and follow its row; the map does not keep them alive.
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
