extension Tables {
  /// Returns these tables with other keys for some objects and extension records.
  ///
  /// Replaces the keys of rows, references, lists, orders, anchors and extension records. Lists keep
  /// the order of their members, also where that was the order of keys. ``nextKey`` rises above all
  /// new keys. Segments and columns without a replaced key are shared.
  ///
  /// - Parameters:
  ///   - keys: The new key of each old one. No two keys in use may become equal.
  ///   - carried: Returns carried entries with the new keys, because only `DocumentMigration` knows
  ///     their coding.
  package func rekeyed(
    _ keys: [ObjectKey: ObjectKey], carried: ([Tree]) -> [Tree]
  ) -> Tables {
    guard keys.contains(where: { $0.key != $0.value }) else { return self }
    let rekeying = Rekeying(keys)
    let orders = rekeying.orders(of: self)
    var result = self
    // Transactions name the old keys.
    result.history = nil
    for hierarchy in tables.indices {
      if let table = rekeying.table(tables[hierarchy], schema.hierarchies[hierarchy]) {
        result.tables[hierarchy] = table
      }
    }
    result = result.applying(orders)
    for index in extensions.indices {
      result.extensions[index].key = rekeying[extensions[index].key]
      result.extensions[index].anchor = extensions[index].anchor.map { rekeying[$0] }
    }
    for index in keptParts.indices {
      result.keptParts[index].anchor = keptParts[index].anchor.map { rekeying[$0] }
    }
    result.carried = carried(self.carried)
    let highest = max(
      result.tables.compactMap(\.lastKey).max() ?? 0, result.extensions.map(\.key).max() ?? 0)
    if highest >= result.nextKey, highest < .max { result.nextKey = highest + 1 }
    return result
  }
}

/// New keys for old ones, applied to columns.
private struct Rekeying {
  private let keys: [ObjectKey: ObjectKey]
  /// The range of old keys, which excludes most other keys without a look-up.
  private let range: ClosedRange<ObjectKey>

  init(_ keys: [ObjectKey: ObjectKey]) {
    self.keys = keys
    range = (keys.keys.min() ?? 0)...(keys.keys.max() ?? 0)
  }

  @inline(__always) subscript(key: ObjectKey) -> ObjectKey {
    range.contains(key) ? keys[key] ?? key : key
  }

  // MARK: Tables

  /// Returns a table with new keys; nil if nothing in it changes.
  func table(_ table: Table, _ layout: HierarchyLayout) -> Table? {
    var isChanged = false
    var isAscending = true
    var last = ObjectKey.min
    let segments = table.segments.map { original -> Segment in
      let new = segment(original)
      if new !== original { isChanged = true }
      for row in 0..<new.count {
        if new.keys[row] <= last { isAscending = false }
        last = new.keys[row]
      }
      return new
    }
    guard isChanged else { return nil }
    return Table(
      segments: isAscending ? segments : sorted(segments, layout), known: table.known)
  }

  /// Returns a segment with new keys, in the order of the old ones; the same segment if nothing
  /// changes.
  private func segment(_ segment: Segment) -> Segment {
    var columns: [Int: Column] = [:]
    for (index, column) in segment.columns.enumerated() {
      if let new = self.column(column) { columns[index] = new }
    }
    let changed = Segment(segment, replacing: columns)
    let rows = 0..<segment.count
    guard rows.contains(where: { self[segment.keys[$0]] != segment.keys[$0] }) else {
      return columns.isEmpty ? segment : changed
    }
    let new = rows.map { self[segment.keys[$0]] }
    let isAscending = zip(new, new.dropFirst()).allSatisfy { $0 < $1 }
    return Segment(
      keys: isAscending ? KeyColumn(ascending: new) : .list(new), entities: segment.entities,
      columns: changed.columns, foreign: segment.foreign)
  }

  /// Returns segments whose rows are in the order of their new keys.
  private func sorted(_ segments: [Segment], _ layout: HierarchyLayout) -> [Segment] {
    var rows: [(key: ObjectKey, location: RowLocation)] = []
    rows.reserveCapacity(segments.reduce(0) { $0 + $1.count })
    for (index, segment) in segments.enumerated() {
      for row in 0..<segment.count {
        rows.append((segment.keys[row], RowLocation(segment: index, row: row)))
      }
    }
    rows.sort { $0.key < $1.key }
    var result: [Segment] = []
    var builder = SegmentBuilder(layout)
    var start = 0
    while start < rows.count {
      // Adjacent rows usually stay adjacent, and are copied together.
      let first = rows[start].location
      var end = start + 1
      while end < rows.count, rows[end].location.segment == first.segment,
        rows[end].location.row == first.row + (end - start)
      {
        end += 1
      }
      builder.append(segments[first.segment], rows: first.row..<first.row + (end - start))
      start = end
      if builder.isFull {
        result.append(builder.finish())
        builder = SegmentBuilder(layout)
      }
    }
    return result + [builder.finish()]
  }

  /// Returns a column of references with new keys; nil if nothing changes.
  private func column(_ column: Column) -> Column? {
    switch column {
    case .reference(let references):
      guard column.containsReference(where: { self[$0] != $0 }) else { return nil }
      let values = references.values.indices.map { row in
        references.nulls[row] ? 0 : self[references.values[row]]
      }
      return .reference(FixedColumn(values: values, nulls: references.nulls))
    case .references(let lists):
      guard lists.keys.contains(where: { self[$0] != $0 }) else { return nil }
      return .references(
        KeyListColumn(keys: lists.keys.map { self[$0] }, ends: lists.ends, nulls: lists.nulls))
    case .constant(.reference(let key), let count):
      return self[key] == key ? nil : .constant(.reference(self[key]), count: count)
    case .constant(.references(let list), let count):
      guard list.contains(where: { self[$0] != $0 }) else { return nil }
      return .constant(.references(list.map { self[$0] }), count: count)
    default: return nil
    }
  }

  // MARK: Orders

  /// Returns edits, for tables with the new keys, that state the order of lists whose members get
  /// new keys.
  ///
  /// A list without a stored order is in the order of keys, which new keys may change.
  func orders(of tables: Tables) -> [TableEdit] {
    let schema = tables.schema
    var edits = schema.hierarchies.indices.map { TableEdit($0, of: schema) }
    for (hierarchy, layout) in schema.hierarchies.enumerated() {
      for (index, column) in layout.columns.enumerated() {
        guard case .relationship(let relationship, .order) = column.content,
          let end = schema.relationshipEnd(named: relationship.name, of: column.entity),
          let inverse = end.inverseColumn
        else { continue }
        let members = tables.tables[end.destinationHierarchy]
        for owner in owners(ofMembersIn: members, column: inverse).sorted() {
          guard let location = tables.tables[hierarchy].location(of: owner) else { continue }
          let segment = tables.tables[hierarchy].segments[location.segment]
          guard
            let list = tables.relatedKeys(of: owner, in: segment, row: location.row, through: end)
          else { continue }
          let new = list.map { self[$0] }
          let isAscending = zip(new, new.dropFirst()).allSatisfy { $0 < $1 }
          edits[hierarchy].set(
            self[owner], column: index, isAscending ? .null : .references(new))
        }
      }
    }
    return edits
  }

  /// Returns the objects that rows with new keys refer to through a column.
  private func owners(ofMembersIn table: Table, column: Int) -> Set<ObjectKey> {
    var owners: Set<ObjectKey> = []
    for segment in table.segments {
      let values = segment.columns[column]
      if case .constant(.null, _) = values { continue }
      for row in 0..<segment.count where self[segment.keys[row]] != segment.keys[row] {
        if let owner = values.reference(at: row) { owners.insert(owner) }
        if let list = values.references(at: row) { owners.formUnion(list) }
      }
    }
    return owners
  }
}

extension Column {
  fileprivate func containsReference(where isWanted: (ObjectKey) -> Bool) -> Bool {
    var isFound = false
    forEachReference { if !isFound, isWanted($1) { isFound = true } }
    return isFound
  }
}
