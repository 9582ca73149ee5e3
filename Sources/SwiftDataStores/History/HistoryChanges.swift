import DocumentTables

/// The changes of one transaction of a store, one for each object.
struct HistoryChanges {
  private enum Change {
    case insert
    case update(Set<String>)
    case delete([String: Tree])
  }

  private struct Object {
    var entity: String
    var change: Change
  }

  private struct Alike: Hashable {
    var kind: History.Transaction.Group.Kind
    var entity: String
    var properties: [String]
    var preserved: [String]
  }

  private var objects: [ObjectKey: Object] = [:]
  private var ranges: Set<HistoryRange> = []

  /// More ranges than these become those of whole hierarchies.
  static let mostRanges = 1000

  /// The entity of an object that has changed; nil if it has not.
  func entity(of key: ObjectKey) -> String? { objects[key]?.entity }

  mutating func insert(_ entity: String, _ key: ObjectKey) {
    if case .delete? = objects[key]?.change { return }
    objects[key] = Object(entity: entity, change: .insert)
  }

  mutating func update(_ entity: String, _ key: ObjectKey, _ properties: [String]) {
    switch objects[key]?.change {
    case nil: objects[key] = Object(entity: entity, change: .update(Set(properties)))
    case .update(let before):
      objects[key] = Object(entity: entity, change: .update(before.union(properties)))
    case .insert, .delete: break
    }
  }

  mutating func delete(_ entity: String, _ key: ObjectKey, _ preserved: [String: Tree]) {
    objects[key] = Object(entity: entity, change: .delete(preserved))
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
    for (key, object) in objects {
      var place = Alike(kind: .insert, entity: object.entity, properties: [], preserved: [])
      switch object.change {
      case .insert: break
      case .update(let properties):
        place.kind = .update
        place.properties = properties.sorted(by: utf8Precedes)
      case .delete(let preserved):
        place.kind = .delete
        place.preserved = preserved.keys.sorted(by: utf8Precedes)
      }
      alike[place, default: []].append(key)
    }
    return alike.map { place, keys in
      let keys = keys.sorted()
      var old: [String: [Tree]] = [:]
      for key in keys where !place.preserved.isEmpty {
        guard case .delete(let values)? = objects[key]?.change else { continue }
        for name in place.preserved { old[name, default: []].append(values[name] ?? .null) }
      }
      return History.Transaction.Group(
        place.kind, entity: place.entity, keys: HistoryKeys(keys), properties: place.properties,
        old: old)
    }.sorted(by: History.Transaction.Group.precedes)
  }
}
