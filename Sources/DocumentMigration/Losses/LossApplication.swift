import DocumentTables

extension LossRestoring {
  /// The edits collected while applying the live entries once.
  private struct Application {
    var edits: [TableEdit]
    /// Objects with changed entities, by hierarchy, in key order.
    var entities: [[(key: ObjectKey, entity: UInt16)]]
    /// Restored lists by order column; ``affected`` has the objects whose members change.
    var orders: [ComparedColumn.Place: [(key: ObjectKey, list: [ObjectKey]?)]] = [:]
    var affected: [ComparedColumn.Place: [ObjectKey]] = [:]

    func entity(_ key: ObjectKey, _ hierarchy: Int) -> UInt16? {
      let list = entities[hierarchy]
      var low = 0
      var high = list.count
      while low < high {
        let middle = low + (high - low) / 2
        if list[middle].key < key { low = middle + 1 } else { high = middle }
      }
      return low < list.count && list[low].key == key ? list[low].entity : nil
    }

    mutating func note(_ column: ComparedColumn, _ value: Value) {
      guard let place = column.orderColumn else { return }
      affected[place, default: []].append(contentsOf: column.targets(of: value))
    }
  }

  /// Returns the tables with all live entries restored; drops entries that turn out to have no
  /// place.
  mutating func applied() -> Tables {
    var work = Application(
      edits: base.schema.hierarchies.indices.map { TableEdit($0, of: base.schema) },
      entities: base.schema.hierarchies.map { _ in [] })
    putBackEntities(&work)
    putBackValues(&work)
    putBackObjects(&work)
    putBackForeign(&work)
    var result = base.applying(work.edits)
    if takeAway(from: result, &work) { result = base.applying(work.edits) }
    return withOrders(work, in: result)
  }

  private func putBackEntities(_ work: inout Application) {
    for group in groups where group.kind == .entity {
      for (place, key) in group.losses.keys.enumerated() where group.states[place] == nil {
        work.entities[group.hierarchy].append((key, group.entity))
      }
    }
    for hierarchy in work.entities.indices {
      guard !work.entities[hierarchy].isEmpty else { continue }
      // If an object has several entries, the last one wins; groups are in order.
      let list = work.entities[hierarchy]
      let order = list.indices.sorted { (list[$0].key, $0) < (list[$1].key, $1) }
      var unique: [(key: ObjectKey, entity: UInt16)] = []
      unique.reserveCapacity(list.count)
      for index in order {
        if unique.last?.key == list[index].key { unique.removeLast() }
        unique.append(list[index])
      }
      work.entities[hierarchy] = unique
      var rows = RowSearch(base.tables[hierarchy])
      for (key, entity) in unique {
        guard let location = rows.location(of: key) else { continue }
        let segment = rows.table.segments[location.segment]
        let before = Int(segment.entities[location.row])
        work.edits[hierarchy].setEntity(key, entity)
        for column in columns[hierarchy]
        where column.owners[before] != column.owners[Int(entity)] {
          work.note(column, segment.value(at: location.row, column: column.index))
          work.edits[hierarchy].set(
            key, column: column.index,
            column.owners[before] ? .null : column.initialValue)
        }
      }
    }
  }

  private mutating func putBackValues(_ work: inout Application) {
    for number in groups.indices where groups[number].kind == .value {
      guard let column = groups[number].column else { continue }
      let group = groups[number]
      var rows = RowSearch(base.tables[group.hierarchy])
      for (place, key) in group.losses.keys.enumerated() where group.states[place] == nil {
        guard let location = rows.location(of: key) else { continue }
        let segment = rows.table.segments[location.segment]
        let entity =
          work.entity(key, group.hierarchy) ?? segment.entities[location.row]
        guard column.owners[Int(entity)] else {
          groups[number].states[place] = .entityChanged
          continue
        }
        let value = group.values[place]
        if column.isOrder {
          addOrder(column, key, value, &work)
        } else {
          work.note(column, segment.value(at: location.row, column: column.index))
          work.note(column, value)
          work.edits[group.hierarchy].set(key, column: column.index, value)
        }
      }
    }
  }

  private func addOrder(
    _ column: ComparedColumn, _ key: ObjectKey, _ value: Value, _ work: inout Application
  ) {
    var list: [ObjectKey]?
    if case .references(let keys) = value { list = keys }
    let place = column.place
    work.orders[place, default: []].append((key, list))
  }

  private func putBackObjects(_ work: inout Application) {
    for group in groups where group.kind == .object {
      for (place, key) in group.losses.keys.enumerated() where group.states[place] == nil {
        var values = group.rows[place]
        for column in columns[group.hierarchy] where column.owners[Int(group.entity)] {
          work.note(column, values[column.index])
          if column.isOrder {
            addOrder(column, key, values[column.index], &work)
            values[column.index] = .null
          }
        }
        work.edits[group.hierarchy].insert(
          InsertedRow(
            hierarchy: group.hierarchy, key: key, discriminator: group.entity, values: values))
      }
    }
  }

  private mutating func putBackForeign(_ work: inout Application) {
    guard groups.contains(where: { $0.kind == .foreign }) else { return }
    var objects: [[ObjectKey]] = base.schema.hierarchies.map { _ in [] }
    for group in groups where group.kind == .object {
      for (place, key) in group.losses.keys.enumerated() where group.states[place] == nil {
        objects[group.hierarchy].append(key)
      }
    }
    let inserted = objects.map(Set.init)
    for number in groups.indices where groups[number].kind == .foreign {
      let hierarchy = groups[number].hierarchy
      var rows = RowSearch(base.tables[hierarchy])
      for (place, key) in groups[number].losses.keys.enumerated()
      where groups[number].states[place] == nil {
        guard rows.location(of: key) != nil || inserted[hierarchy].contains(key) else {
          groups[number].states[place] = .objectGone
          continue
        }
        let tree = groups[number].losses.values[place]
        work.edits[hierarchy].setForeign(key, tree.isNull ? nil : tree)
      }
    }
  }

  /// Removes objects that the migrations added and that are not in use; returns whether any were
  /// removed.
  private mutating func takeAway(from tables: Tables, _ work: inout Application) -> Bool {
    var added: [ObjectKey: (group: Int, place: Int)] = [:]
    for (number, group) in groups.enumerated() where group.kind == .added {
      for (place, key) in group.losses.keys.enumerated() where group.states[place] == nil {
        added[key] = (number, place)
      }
    }
    guard !added.isEmpty else { return false }
    for key in usedKeys(among: Set(added.keys), in: tables) {
      if let entry = added.removeValue(forKey: key) {
        groups[entry.group].states[entry.place] = .inUse
      }
    }
    for key in added.keys.sorted() {
      guard let entry = added[key] else { continue }
      let hierarchy = groups[entry.group].hierarchy
      guard let location = base.tables[hierarchy].location(of: key) else { continue }
      let segment = base.tables[hierarchy].segments[location.segment]
      for column in columns[hierarchy] {
        work.note(column, segment.value(at: location.row, column: column.index))
      }
      work.edits[hierarchy].remove(key)
    }
    return !added.isEmpty
  }

  /// Returns the added objects that other objects, extension records or kept parts refer to,
  /// directly or through other added objects.
  private func usedKeys(among added: Set<ObjectKey>, in tables: Tables) -> [ObjectKey] {
    var used = Set(tables.extensions.compactMap(\.anchor).filter(added.contains))
    used.formUnion(tables.keptParts.compactMap(\.anchor).filter(added.contains))
    var edges: [ObjectKey: [ObjectKey]] = [:]
    for columns in columns {
      for column in columns where column.end != nil && !column.isOrder {
        for segment in tables.tables[column.hierarchy].segments {
          for row in 0..<segment.count where column.owners[Int(segment.entities[row])] {
            let values = segment.columns[column.index]
            let targets =
              values.reference(at: row).map { [$0] } ?? values.references(at: row).map(Array.init)
              ?? []
            for target in targets where added.contains(target) {
              let key = segment.keys[row]
              if added.contains(key) {
                edges[key, default: []].append(target)
              } else {
                used.insert(target)
              }
            }
          }
        }
      }
    }
    var waiting = Array(used)
    while let key = waiting.popLast() {
      for target in edges[key] ?? [] where used.insert(target).inserted { waiting.append(target) }
    }
    return Array(used)
  }

  /// Returns the tables with new orders for objects whose order is restored or whose members
  /// changed.
  private func withOrders(_ work: Application, in tables: Tables) -> Tables {
    var result = tables
    for columns in columns {
      for column in columns where column.isOrder {
        let place = column.place
        var lists: [ObjectKey: [ObjectKey]?] = [:]
        for (key, list) in work.orders[place] ?? [] { lists[key] = .some(list) }
        let keys = Set(work.affected[place] ?? []).union(lists.keys)
        guard !keys.isEmpty else { continue }
        var edits = TableEdit(column.hierarchy, of: base.schema)
        var rows = RowSearch(tables.tables[column.hierarchy])
        for key in keys.sorted() {
          guard let location = rows.location(of: key) else { continue }
          let segment = rows.table.segments[location.segment]
          guard column.owners[Int(segment.entities[location.row])] else { continue }
          let stored = segment.columns[column.index].references(at: location.row).map(Array.init)
          let wanted = lists[key] ?? stored
          let written = column.storedOrder(wanted, members: column.members(of: key, in: tables))
          if written != stored {
            edits.set(key, column: column.index, written.map { .references($0) } ?? .null)
          }
        }
        result = result.applying([edits])
      }
    }
    return result
  }
}
