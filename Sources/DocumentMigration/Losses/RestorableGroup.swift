import DocumentTables

/// A group of carried entries, decoded for the newer schema, with the state of each entry.
struct RestorableGroup {
  let losses: LossGroup
  let hierarchy: Int
  let entity: UInt16
  /// The column; only for `value`.
  let column: ComparedColumn?
  /// For `value`: the value of each entry.
  var values: [Value] = []
  /// For `object`: the values of each entry, by column.
  var rows: [[Value]] = []
  /// The older hierarchy to search first.
  let hint: Int?
  /// The reason why an entry is dropped, by entry; nil while the entry is to be restored.
  var states: [LossDropReason?]

  var kind: LossKind { losses.header.kind }

  var hasLiveEntries: Bool { states.contains { $0 == nil } }

  init(
    _ group: LossGroup, _ base: Tables, _ columns: [[ComparedColumn]],
    _ counterparts: StageCounterparts, _ older: Tables
  ) {
    losses = group
    let header = group.header
    states = [LossDropReason?](repeating: nil, count: group.count)
    hint = header.olderEntity.flatMap { older.schema.hierarchyIndex(of: $0) }
    guard
      let hierarchy = base.schema.hierarchies.firstIndex(where: { $0.name == header.hierarchy }),
      let layout = base.schema.hierarchies[hierarchy].entity(named: header.entity),
      Self.isWellFormed(group)
    else {
      self.hierarchy = 0
      entity = 0
      column = nil
      states = states.map { _ in .malformed }
      return
    }
    self.hierarchy = hierarchy
    entity = layout.discriminator
    column = header.property.flatMap { layout.column(of: $0) }.map { columns[hierarchy][$0] }
    switch header.kind {
    case .value: readValues()
    case .object: readRows(layout, columns[hierarchy])
    case .entity where layout.isAbstract: states = states.map { _ in .malformed }
    case .foreign: checkForeign()
    default: break
    }
  }

  private static func isWellFormed(_ group: LossGroup) -> Bool {
    guard group.guards.isEmpty || group.guards.count == group.count,
      !group.header.kind.hasValues || group.values.count == group.count
    else { return false }
    let mayRepeat = group.header.kind == .extension || group.header.kind == .part
    return zip(group.keys, group.keys.dropFirst()).allSatisfy {
      mayRepeat ? $0 <= $1 : $0 < $1
    }
  }

  private mutating func readValues() {
    guard let column else {
      states = states.map { _ in .malformed }
      return
    }
    values.reserveCapacity(losses.count)
    for (place, tree) in losses.values.enumerated() {
      if let value = column.value(of: tree) {
        values.append(value)
      } else {
        values.append(.null)
        states[place] = .malformed
      }
    }
  }

  private mutating func readRows(_ layout: EntityLayout, _ columns: [ComparedColumn]) {
    var places: [Int] = []
    for name in losses.header.properties {
      guard let column = layout.column(of: name), !places.contains(column) else { continue }
      places.append(column)
    }
    let isComplete = layout.properties.allSatisfy { property in
      property.column.map(places.contains) ?? true
    }
    guard isComplete, places.count == losses.header.properties.count, !layout.isAbstract else {
      rows = losses.keys.map { _ in [] }
      states = states.map { _ in .malformed }
      return
    }
    for (place, tree) in losses.values.enumerated() {
      var row = [Value](repeating: .null, count: columns.count)
      let items = tree.arrayValue ?? []
      if items.count != places.count { states[place] = .malformed }
      for (column, item) in zip(places, items) {
        if let value = columns[column].value(of: item) {
          row[column] = value
        } else {
          states[place] = .malformed
        }
      }
      rows.append(row)
    }
  }

  private mutating func checkForeign() {
    for (place, tree) in losses.values.enumerated() where !tree.isNull {
      guard case .object(let members) = tree, !members.isEmpty,
        members.allSatisfy({ $0.name.utf8.contains(UInt8(ascii: ".")) })
      else {
        states[place] = .malformed
        continue
      }
    }
  }

  /// Drops the live entry of an object; returns false if there is none.
  mutating func drop(_ key: ObjectKey, _ reason: LossDropReason) -> Bool {
    guard let place = place(of: key), states[place] == nil else { return false }
    states[place] = reason
    return true
  }

  /// Returns the position of a key, for kinds in which keys do not repeat; nil if there is none.
  func place(of key: ObjectKey) -> Int? {
    var low = 0
    var high = losses.count
    while low < high {
      let middle = low + (high - low) / 2
      if losses.keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < losses.count && losses.keys[low] == key ? low : nil
  }
}
