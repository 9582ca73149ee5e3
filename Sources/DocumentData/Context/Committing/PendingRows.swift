import DocumentTables

extension ChangeSet {
  /// Creates the change set of pending changes: their rows, compared with those of a base.
  ///
  /// The order of rows is that of their keys.
  init(_ pending: PendingChanges, since base: Tables, author: String?) {
    self.init(author: author, nextKey: base.nextKey)
    inserted = Self.rows(of: pending.inserted, base.schema)
    var searches = base.tables.map { RowSearch($0) }
    updated.reserveCapacity(pending.touched.count)
    for (key, model) in pending.touched.inOrder() {
      guard let description = model._$state.description,
        let location = searches[description.hierarchy].location(of: key)
      else { continue }
      let segment = searches[description.hierarchy].table.segments[location.segment]
      let edits = model._$changes(description, since: segment, row: location.row)
      if !edits.isEmpty {
        updated.append(UpdatedRow(hierarchy: description.hierarchy, key: key, changes: edits))
      }
    }
    let losses = pending.losses(since: base)
    if !losses.isEmpty { updated = (updated + losses).sorted { $0.key < $1.key } }
    for (key, model) in pending.deleted.inOrder() {
      guard let description = model._$state.description,
        let location = base.location(of: model)
      else { continue }
      let segment = base.tables[description.hierarchy].segments[location.segment]
      deleted.append(
        DeletedRow(
          hierarchy: description.hierarchy, key: key, discriminator: description.discriminator,
          values: segment.values(at: location.row), foreign: segment.foreign[location.row],
          successor: pending.successors[key]))
    }
  }
}

extension ChangeSet {
  /// The rows of new objects, in the order of their keys: the values go straight into columns.
  private static func rows(of objects: PendingObjects, _ schema: TableSchema) -> [InsertedRow] {
    var rows: [InsertedRow] = []
    rows.reserveCapacity(objects.count)
    var builders = [SegmentBuilder?](repeating: nil, count: schema.hierarchies.count)
    var hierarchies: Set<Int> = []
    func close(_ hierarchy: Int) {
      guard let segment = builders[hierarchy]?.finish() else { return }
      builders[hierarchy] = nil
      for row in 0..<segment.count {
        rows.append(InsertedRow(hierarchy: hierarchy, row: row, of: segment))
      }
    }
    for (key, model) in objects.inOrder() {
      guard let description = model._$state.description else { continue }
      let hierarchy = description.hierarchy
      if builders[hierarchy]?.isFull == true { close(hierarchy) }
      let builder =
        builders[hierarchy]
        ?? SegmentBuilder(
          schema.hierarchies[hierarchy],
          expectedRows: min(objects.count - rows.count, SegmentBuilder.maximumRows))
      if builders[hierarchy] == nil {
        builders[hierarchy] = builder
        hierarchies.insert(hierarchy)
      }
      builder.beginRow(key: key, discriminator: description.discriminator)
      model._$appendValues(description, to: builder.columns)
    }
    for hierarchy in hierarchies.sorted() { close(hierarchy) }
    if hierarchies.count > 1 { rows.sort { $0.key < $1.key } }
    return rows
  }
}

extension Tables {
  /// The location of an object's row; nil if the tables lack the row.
  func location(of model: any PersistentModel) -> RowLocation? {
    guard let description = model._$state.description else { return nil }
    let table = tables[description.hierarchy]
    let key = model._$state.key
    guard let index = table.segmentIndex(for: key) else { return nil }
    // An object usually reads a row of these tables, and knows its position.
    if table.segments[index] === model._$state.segment {
      return RowLocation(segment: index, row: Int(model._$state.row))
    }
    return table.location(of: key)
  }
}

extension PersistentModel {
  /// Appends the values of a new row; columns of other entities are null.
  fileprivate func _$appendValues(_ description: ModelDescription, to columns: [ColumnBuilder]) {
    let unsaved = _$slotValues()
    for (column, builder) in columns.enumerated() {
      guard let slot = description.columnSlots[column] else {
        builder.append(.null)
        continue
      }
      builder.append(
        _$storedValue(of: slot < unsaved.count ? unsaved[slot] : .unset, slot, column: column))
    }
  }

  /// The values that differ from those of a row.
  fileprivate func _$changes(
    _ description: ModelDescription, since segment: Segment, row: Int
  ) -> [PropertyChange] {
    var edits: [PropertyChange] = []
    for (slot, value) in _$slotValues().enumerated() {
      guard let new = value.stored, let column = description.slots[slot].column else { continue }
      let old = segment.value(at: row, column: column)
      if old != new { edits.append(PropertyChange(column: column, old: old, new: new)) }
    }
    return edits
  }

  /// Whether the object's only changes are that it lost related objects, so that removing the
  /// object loses no change.
  ///
  /// - Parameter exists: Whether the object of a key and a hierarchy exists.
  func _$losesNothing(where exists: (ObjectKey, Int) -> Bool) -> Bool {
    guard let description = _$state.description else { return true }
    return description.slots.indices.allSatisfy { slot in
      let property = description.slots[slot]
      switch _$slotValue(slot) {
      case .unset, .missing, .gone: return true
      case .value(.null): return property.end != nil
      case .value(.references(let kept)):
        guard let end = property.end, let column = property.column, let segment = _$state.segment
        else { return false }
        // The members say who belongs to the list; nothing needs the order of a list that is gone.
        if end.storage == .order { return true }
        let stored = segment.value(at: Int(_$state.row), column: column).relatedKeys
        return kept == stored.filter { exists($0, end.destinationHierarchy) }
      default: return property.isEphemeral
      }
    }
  }
}
