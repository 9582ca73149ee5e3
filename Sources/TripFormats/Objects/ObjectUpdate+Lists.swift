import DocumentTables

// The orders of the lists of trips.
extension ObjectUpdate {
  /// Takes objects that are deleted, or get another trip, out of the lists that state an order of their trips' parts.
  func takeOutOfLists(_ changes: inout ChangeSet) {
    var gone: [ObjectKey: Set<ObjectKey>] = [:]
    for (key, object) in theirs.old {
      guard let trip = object.trip, theirs.new[key]?.trip != trip else { continue }
      gone[trip, default: []].insert(key)
    }
    guard !gone.isEmpty else { return }
    let deleted = Set(changes.deleted.map(\.key))
    let places = Dictionary(changes.updated.enumerated().map { ($1.key, $0) }) { first, _ in first }
    for (trip, keys) in gone.sorted(by: { $0.key < $1.key }) where !deleted.contains(trip) {
      guard let place = tables.find(trip) else { continue }
      let segment = tables.tables[place.hierarchy].segments[place.location.segment]
      for index in schema.tables.hierarchies[place.hierarchy].columns.indices {
        let old = segment.value(at: place.location.row, column: index)
        guard case .references(let list) = old, list.contains(where: keys.contains) else {
          continue
        }
        let rest = list.filter { !keys.contains($0) }
        // A list in the order of the keys is not stated.
        let change = PropertyChange(
          column: index, old: old, new: rest == rest.sorted() ? .null : .references(rest))
        if let position = places[trip] {
          changes.updated[position].changes.append(change)
          changes.updated[position].changes.sort { $0.column < $1.column }
        } else if changes.updated.last?.key == trip {
          changes.updated[changes.updated.count - 1].changes.append(change)
        } else {
          changes.updated.append(
            UpdatedRow(hierarchy: place.hierarchy, key: trip, changes: [change]))
        }
      }
    }
    changes.updated.sort { $0.key < $1.key }
  }
}
