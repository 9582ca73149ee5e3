import DocumentTables

/// The changes of one transaction of a store, one for each object.
struct HistoryChanges {
  private enum Change {
    case insert
    case update(Set<String>)
    case delete([String: Tree])
  }

  private struct Object: Hashable {
    var entity: String
    var key: ObjectKey
  }

  private struct Alike: Hashable {
    var kind: History.Transaction.Group.Kind
    var entity: String
    var properties: [String]
    var preserved: [String]
  }

  private var changes: [Object: Change] = [:]
  private var ranges: Set<HistoryRange> = []

  /// More ranges than these become those of whole hierarchies.
  static let mostRanges = 1000

  mutating func insert(_ entity: String, _ key: ObjectKey) {
    let object = Object(entity: entity, key: key)
    if case .delete? = changes[object] { return }
    changes[object] = .insert
  }

  mutating func update(_ entity: String, _ key: ObjectKey, _ properties: [String]) {
    let object = Object(entity: entity, key: key)
    switch changes[object] {
    case nil: changes[object] = .update(Set(properties))
    case .update(let before): changes[object] = .update(before.union(properties))
    case .insert, .delete: break
    }
  }

  mutating func delete(_ entity: String, _ key: ObjectKey, _ preserved: [String: Tree]) {
    changes[Object(entity: entity, key: key)] = .delete(preserved)
  }

  /// Notes that an object changed, and not how.
  mutating func change(unknown hierarchy: String, _ key: ObjectKey) {
    guard ranges.count <= Self.mostRanges else { return }
    ranges.insert(HistoryRange(hierarchy: hierarchy, start: key, bits: 0))
  }

  var unknown: [HistoryRange] { ranges.sorted(by: HistoryRange.precedes) }

  /// The changes in the order of spec 11.4-3, objects with the same change together.
  func groups() -> [History.Transaction.Group] {
    var alike: [Alike: [ObjectKey]] = [:]
    for (object, change) in changes {
      var place = Alike(kind: .insert, entity: object.entity, properties: [], preserved: [])
      switch change {
      case .insert: break
      case .update(let properties):
        place.kind = .update
        place.properties = properties.sorted(by: utf8Precedes)
      case .delete(let preserved):
        place.kind = .delete
        place.preserved = preserved.keys.sorted(by: utf8Precedes)
      }
      alike[place, default: []].append(object.key)
    }
    return alike.map { place, keys in
      let keys = keys.sorted()
      var old: [String: [Tree]] = [:]
      for key in keys where !place.preserved.isEmpty {
        guard case .delete(let values)? = changes[Object(entity: place.entity, key: key)] else {
          continue
        }
        for name in place.preserved { old[name, default: []].append(values[name] ?? .null) }
      }
      return History.Transaction.Group(
        place.kind, entity: place.entity, keys: HistoryKeys(keys), properties: place.properties,
        old: old)
    }.sorted(by: History.Transaction.Group.precedes)
  }
}
