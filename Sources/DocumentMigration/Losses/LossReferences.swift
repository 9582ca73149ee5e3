import DocumentTables

/// The objects to restore, by key.
struct RestorableObjects {
  struct Entry {
    let key: ObjectKey
    let group: Int
    let place: Int
  }

  /// The objects in key order, each key once.
  let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  func index(of key: ObjectKey) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].key == key ? low : nil
  }
}

extension LossRestoring {
  /// Drops objects whose keys are in use, and objects that cannot exist without objects that are
  /// gone.
  mutating func settleObjects() {
    let objects = liveObjects()
    guard !objects.entries.isEmpty else { return }
    // The references from one of these objects to another.
    var edges: [(target: Int, source: Int)] = []
    var dropped: [Int] = []
    for (index, entry) in objects.entries.enumerated() {
      var isWaiting = true
      forEachTarget(of: entry) { column, target in
        guard isWaiting,
          base.tables[column.end?.destinationHierarchy ?? 0].location(of: target) == nil
        else { return }
        if let other = object(target, objects, column) {
          edges.append((other, index))
        } else if column.isBound {
          isWaiting = false
        }
      }
      if !isWaiting { dropped.append(index) }
    }
    edges.sort { $0.target < $1.target }
    while let index = dropped.popLast() {
      let entry = objects.entries[index]
      guard groups[entry.group].states[entry.place] == nil else { continue }
      groups[entry.group].states[entry.place] = .referenceGone
      var low = 0
      var high = edges.count
      while low < high {
        let middle = low + (high - low) / 2
        if edges[middle].target < index { low = middle + 1 } else { high = middle }
      }
      while low < edges.count, edges[low].target == index {
        let source = objects.entries[edges[low].source]
        var isBound = false
        forEachTarget(of: source) { column, target in
          if target == entry.key, column.isBound { isBound = true }
        }
        if isBound { dropped.append(edges[low].source) }
        low += 1
      }
    }
    for entry in objects.entries where groups[entry.group].states[entry.place] == nil {
      clearReferences(of: entry, objects)
    }
  }

  private mutating func liveObjects() -> RestorableObjects {
    let taken = Set(base.extensions.map(\.key))
    var entries: [RestorableObjects.Entry] = []
    for number in groups.indices where groups[number].kind == .object {
      for (place, key) in groups[number].losses.keys.enumerated()
      where groups[number].states[place] == nil {
        if key < 1 || key > Self.largestKey || key >= base.nextKey {
          groups[number].states[place] = .malformed
        } else if taken.contains(key) || base.find(key) != nil {
          groups[number].states[place] = .keyTaken
        } else {
          entries.append(.init(key: key, group: number, place: place))
        }
      }
    }
    entries.sort { ($0.key, $0.group) < ($1.key, $1.group) }
    var unique: [RestorableObjects.Entry] = []
    unique.reserveCapacity(entries.count)
    for entry in entries {
      if unique.last?.key == entry.key {
        groups[entry.group].states[entry.place] = .keyTaken
      } else {
        unique.append(entry)
      }
    }
    return RestorableObjects(unique)
  }

  private func object(
    _ key: ObjectKey, _ objects: RestorableObjects, _ column: ComparedColumn
  ) -> Int? {
    guard let index = objects.index(of: key) else { return nil }
    let entry = objects.entries[index]
    let isThere =
      groups[entry.group].hierarchy == column.end?.destinationHierarchy
      && groups[entry.group].states[entry.place] == nil
    return isThere ? index : nil
  }

  /// Calls `body` with each key that the object's own columns refer to.
  private func forEachTarget(
    of entry: RestorableObjects.Entry, _ body: (ComparedColumn, ObjectKey) -> Void
  ) {
    let group = groups[entry.group]
    for column in columns[group.hierarchy] where column.end != nil && !column.isOrder {
      for target in column.targets(of: group.rows[entry.place][column.index]) {
        body(column, target)
      }
    }
  }

  private mutating func clearReferences(
    of entry: RestorableObjects.Entry, _ objects: RestorableObjects
  ) {
    let hierarchy = groups[entry.group].hierarchy
    for column in columns[hierarchy] where column.end != nil && !column.isOrder {
      let value = groups[entry.group].rows[entry.place][column.index]
      let targets = column.targets(of: value)
      let present = targets.filter { isThere($0, objects, column) }
      guard present.count < targets.count else { continue }
      groups[entry.group].rows[entry.place][column.index] =
        column.end?.storage == .reference ? .null : .references(present)
    }
  }

  private func isThere(
    _ key: ObjectKey, _ objects: RestorableObjects, _ column: ComparedColumn
  ) -> Bool {
    guard let end = column.end else { return false }
    return base.tables[end.destinationHierarchy].location(of: key) != nil
      || object(key, objects, column) != nil
  }

  /// Drops entries that refer to objects that are gone, and removes such objects from lists.
  mutating func settleReferences() {
    var entries: [RestorableObjects.Entry] = []
    for (number, group) in groups.enumerated() where group.kind == .object {
      for (place, key) in group.losses.keys.enumerated() where group.states[place] == nil {
        entries.append(.init(key: key, group: number, place: place))
      }
    }
    entries.sort { $0.key < $1.key }
    let objects = RestorableObjects(entries)
    for number in groups.indices where groups[number].kind == .value {
      guard let column = groups[number].column, let end = column.end, !column.isOrder else {
        continue
      }
      for place in groups[number].values.indices where groups[number].states[place] == nil {
        let targets = column.targets(of: groups[number].values[place])
        let present = targets.filter { isThere($0, objects, column) }
        guard present.count < targets.count else { continue }
        if end.storage == .reference {
          groups[number].states[place] = .referenceGone
        } else {
          groups[number].values[place] = .references(present)
        }
      }
    }
  }
}
