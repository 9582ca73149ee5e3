import DocumentTables

/// The objects that somebody holds, by key; none is kept alive by standing here.
struct IdentityMap {
  private struct Entry {
    weak var object: (any PersistentModel)?
  }

  private var entries: [ObjectKey: Entry] = [:]
  /// The count at which entries of objects that are gone are swept out next.
  private var sweepCount = 1024

  subscript(key: ObjectKey) -> (any PersistentModel)? {
    get { entries[key]?.object }
    set {
      if entries.count >= sweepCount {
        entries = entries.filter { $0.value.object != nil }
        sweepCount = max(1024, entries.count * 2)
      }
      entries[key] = newValue.map { Entry(object: $0) }
    }
  }

  var all: [(ObjectKey, any PersistentModel)] {
    entries.compactMap { key, entry in entry.object.map { (key, $0) } }
  }
}
