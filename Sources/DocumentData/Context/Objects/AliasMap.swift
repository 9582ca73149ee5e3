import DocumentTables

/// The objects that share a row with the registered object of the row, their principal.
///
/// An upsert makes the newer object an alias of the older one. A stand-in is an alias, too. Aliases
/// share the changes of the principal and follow its row. Each holds its principal; the map holds no
/// alias.
struct AliasMap {
  private struct Entry {
    weak var object: (any PersistentModel)?
  }

  private var entries: [ObjectKey: [Entry]] = [:]
  /// The number of keys at which keys without objects are removed.
  private var limit = Self.minimumLimit
  private static let minimumLimit = 64

  /// Whether no row has several objects.
  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ alias: any PersistentModel, for key: ObjectKey) {
    if entries.count >= limit {
      entries = entries.filter { $0.value.contains { $0.object != nil } }
      limit = max(Self.minimumLimit, 2 * entries.count)
    }
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
