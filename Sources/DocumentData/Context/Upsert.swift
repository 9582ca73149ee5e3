import DocumentTables

/// The values of a constraint's properties in one object, compared as the constraint does.
private enum UniqueKey: Hashable {
  /// The usual case, which needs no array.
  case one(ComparisonKey)
  case several([ComparisonKey])

  /// Creates a key of values; nil if one of them is nil, which equals nothing.
  init?(_ values: [Value]) {
    if values.count == 1 {
      guard let key = ComparisonKey(values[0]) else { return nil }
      self = .one(key)
    } else {
      guard let keys = ComparisonKey.list(values) else { return nil }
      self = .several(keys)
    }
  }

  init(_ keys: [ComparisonKey]) {
    self = keys.count == 1 ? .one(keys[0]) : .several(keys)
  }
}

extension ContextCore {
  /// Unites each inserted object with the object that has the same unique key: the older object
  /// receives the values of the newer one (SwiftData's upsert).
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if two stored objects have the same unique key
  ///   after an edit, and for every duplicate key if the store rejects them.
  func mergeDuplicates() throws {
    // Uniting two objects can break a constraint that was checked before. Each union removes an inserted
    // object, so the loop ends.
    var remaining = pending.inserted.count
    while true {
      for entity in schema.entities {
        for properties in entity.uniquenessConstraints {
          try mergeDuplicates(of: entity.name, properties)
        }
      }
      guard pending.inserted.count < remaining else { return }
      remaining = pending.inserted.count
    }
  }

  private func mergeDuplicates(of entity: String, _ properties: [String]) throws {
    guard let hierarchy = schema.hierarchyIndex(of: entity),
      let layout = schema.hierarchies[hierarchy].entity(named: entity)
    else { return }
    let columns = properties.compactMap { layout.column(of: $0) }
    guard columns.count == properties.count else { return }
    let kinds = schema.hierarchies[hierarchy].entities.map {
      schema.isEntity($0.name, kindOf: entity)
    }
    func isConcerned(_ model: any PersistentModel) -> Bool {
      guard let description = model._$state.description else { return false }
      return description.hierarchy == hierarchy && kinds[Int(description.discriminator)]
    }
    // Stored objects come first, then inserted ones by key; the first object with a key stays. Only
    // changed objects are checked, so that a document with broken constraints can be edited.
    var last: (description: ModelDescription, places: [(slot: Int, column: Int)]?)?
    func places(of description: ModelDescription) -> [(slot: Int, column: Int)]? {
      if let last, last.description === description { return last.places }
      let found = self.places(of: properties, description)
      last = (description, found)
      return found
    }
    let stored = pending.touched.inOrder { model in
      guard isConcerned(model), let description = model._$state.description else { return false }
      return places(of: description).map(model._$changesKey(in:)) ?? false
    }
    let changed = Set(stored.map(\.key))
    let table = base.tables.tables[hierarchy]
    let inserted = pending.inserted.inOrder(where: isConcerned)
    // The usual case of a new document needs no object by key.
    if stored.isEmpty, table.segments.isEmpty,
      areDistinct(inserted.lazy.map(\.value), columns, schema.hierarchies[hierarchy])
    {
      return
    }
    var holders: [UniqueKey: any PersistentModel] = [:]
    var equal: [(newer: any PersistentModel, older: any PersistentModel)] = []
    var wanted: [[Value]] = []
    holders.reserveCapacity(stored.count + inserted.count)
    for (_, model) in stored + inserted {
      guard let description = model._$state.description else { continue }
      guard
        let values = places(of: description)?
          .map({ model._$storedValue($0.slot, column: $0.column) }),
        let unique = UniqueKey(values)
      else { continue }
      if let other = holders[unique] {
        equal.append((model, other))
      } else {
        holders[unique] = model
        if !table.segments.isEmpty { wanted.append(values) }
      }
    }
    for location in table.locations(ofKeys: wanted, columns: columns) {
      let segment = table.segments[location.segment]
      let key = segment.keys[location.row]
      guard kinds[Int(segment.entities[location.row])], !changed.contains(key),
        let unique = segment.comparisonKeys(at: location.row, columns: columns).map(UniqueKey.init),
        let model = holders[unique], model._$state.key != key,
        let stored = self.model(for: key, hierarchy: hierarchy)
      else { continue }
      equal.append((model, stored))
      // If the document breaks the constraint already, its first object counts.
      holders[unique] = nil
    }
    try unite(equal, properties)
  }

  /// Unites pairs of objects in the order of insertion, on which the order of lists depends; then throws for
  /// a stored object that has been given the key of another.
  private func unite(
    _ pairs: [(newer: any PersistentModel, older: any PersistentModel)], _ properties: [String]
  ) throws {
    let ordered = pairs.sorted { $0.newer._$state.key < $1.newer._$state.key }
    let inserted = ordered.filter { $0.newer._$state.phase == .inserted }
    let stored = ordered.filter { $0.newer._$state.phase != .inserted }
    for (newer, older) in inserted + stored {
      // The older object may itself have been united with a stored one meanwhile.
      try unite(newer, with: objects.principal(of: older), properties)
    }
  }

  /// Whether no two new objects have equal values in some columns.
  private func areDistinct(
    _ models: some Collection<any PersistentModel>, _ columns: [Int], _ layout: HierarchyLayout
  ) -> Bool {
    var keyLayout = layout
    keyLayout.columns = columns.map { layout.columns[$0] }
    var segments: [Segment] = []
    var builder = SegmentBuilder(keyLayout, expectedRows: models.count)
    for (position, model) in models.enumerated() {
      guard let description = model._$state.description else { continue }
      if builder.isFull {
        segments.append(builder.finish())
        builder = SegmentBuilder(keyLayout, expectedRows: models.count - position)
      }
      builder.beginRow(key: ObjectKey(position), discriminator: 0)
      for (column, builder) in zip(columns, builder.columns) {
        let slot = description.columnSlots[column]
        builder.append(slot.map { model._$storedValue($0, column: column) } ?? .null)
      }
    }
    let table = Table(segments: segments + [builder.finish()])
    return DuplicateGroups(of: table, byColumns: Array(columns.indices), entities: [true]).isEmpty
  }

  /// Returns the slots and columns of properties; nil if rows do not store one of them.
  private func places(
    of properties: [String], _ description: ModelDescription
  ) -> [(slot: Int, column: Int)]? {
    var places: [(slot: Int, column: Int)] = []
    for name in properties {
      guard let slot = description.slot(named: name), let column = description.slots[slot].column
      else { return nil }
      places.append((slot, column))
    }
    return places
  }

  /// Unites two objects with the same unique key.
  private func unite(
    _ newer: any PersistentModel, with older: any PersistentModel, _ properties: [String]
  ) throws {
    guard newer._$state.phase == .inserted, let description = older._$state.description,
      newer._$state.description === description
    else {
      throw collision(newer, older, properties)
    }
    if uniqueness == .refuse { throw collision(newer, older, properties) }
    unite(newer, with: older, description)
  }

  /// Copies the values of `newer` to `older`, of the same class, and makes `newer` an alias of it.
  ///
  /// After the save, `newer` is the registered object of the row if only this context holds `older`.
  func unite(
    _ newer: any PersistentModel, with older: any PersistentModel,
    _ description: ModelDescription
  ) {
    let key = newer._$state.key
    pending.unions.append(
      PendingChanges.Union(
        newer: newer, older: older, key: key, values: newer._$slotValues(),
        olderValues: older._$state.phase == .inserted ? older._$slotValues() : []))
    touch(older)
    redirectOneWayReferences(from: key, to: older, description)
    for (slot, property) in description.slots.enumerated() {
      if let end = property.end {
        let related = (relatedKeys(of: newer, slot: slot) ?? []).compactMap {
          $0 == key ? older : self.model(for: $0, hierarchy: end.destinationHierarchy)
        }
        setRelated(of: newer, slot: slot, to: [])
        guard !related.isEmpty else { continue }
        if end.relationship.isToMany {
          let known = (relatedKeys(of: older, slot: slot) ?? []).compactMap {
            self.model(for: $0, hierarchy: end.destinationHierarchy)
          }
          setRelated(of: older, slot: slot, to: known + related)
        } else {
          setRelated(of: older, slot: slot, to: related)
        }
      } else if let column = property.column {
        switch newer._$slotValue(slot) {
        case .decoded, .failed: setSlot(slot, of: older, to: newer._$slotValue(slot))
        default:
          setSlot(
            slot, of: older, to: .value(newer._$storedValue(slot, column: column)))
        }
      } else if case .unset = older._$slotValue(slot) {
        setSlot(slot, of: older, to: newer._$slotValue(slot))
      }
    }
    pending.inserted[key] = nil
    objects.identityMap[key] = nil
    if journal != nil { unitedKeys[key] = older._$state.key }
    // The newer object may have aliases.
    for object in [newer] + objects.aliases.takeAll(for: key) { objects.alias(object, to: older) }
    objects.united.add(newer, for: key)
    objects.notifyAll(older)
  }

  private func collision(
    _ newer: any PersistentModel, _ older: any PersistentModel, _ properties: [String]
  ) -> SwiftDataError {
    let names = properties.joined(separator: ", ")
    let entity = older._$state.description?.entityName ?? "object"
    return SwiftDataError(
      .modelValidationFailure,
      "\(entity) \(older._$state.key) has the same \(names): change or delete one of the two",
      entity: newer._$state.description?.entityName, property: names, object: newer._$state.key)
  }

  /// Redirects relationships without inverse from the newer object to the older one.
  private func redirectOneWayReferences(
    from key: ObjectKey, to older: any PersistentModel, _ description: ModelDescription
  ) {
    for end in catalog.oneWayReferences[description.hierarchy] {
      for source in sources(of: key, hierarchy: end.hierarchy, column: end.column) {
        guard let holder = model(for: source, hierarchy: end.hierarchy),
          let slot = holder._$state.description?.slot(named: end.property)
        else { continue }
        let related = (relatedKeys(of: holder, slot: slot) ?? []).compactMap { target in
          target == key ? older : self.model(for: target, hierarchy: description.hierarchy)
        }
        setRelated(of: holder, slot: slot, to: related)
      }
    }
  }
}

extension PersistentModel {
  /// Whether the object has other values than its row in some slots.
  fileprivate func _$changesKey(in places: [(slot: Int, column: Int)]) -> Bool {
    places.contains { slot, column in
      guard let new = _$slotValue(slot).stored else { return false }
      let old = _$state.segment?.value(at: Int(_$state.row), column: column)
      return old.flatMap { ComparisonKey($0) } != ComparisonKey(new)
    }
  }
}
