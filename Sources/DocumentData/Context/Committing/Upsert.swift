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
  /// Settles each conflict of an inserted object with the object that has the same unique key, by the policy
  /// of the constraint; by default, the older object receives the values of the newer one (SwiftData's
  /// upsert).
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if two stored objects have the same unique key
  ///   after an edit, and where the policy refuses; the errors of the program's closures.
  func mergeDuplicates() throws {
    let constraints = schema.entities.flatMap { entity in
      entity.uniquenessConstraints.map { properties in
        UniqueConstraint(
          entity: entity.name, properties: properties,
          rule: uniqueness.rule(
            for: UniquenessRules.Constraint(entity: entity.name, properties: properties)))
      }
    }
    // What refuses is asked first, as long as no objects are united.
    let ordered =
      constraints.filter { $0.rule == .policy(.refuse) }
      + constraints.filter { $0.rule != .policy(.refuse) }
    // Uniting two objects can break a constraint that was checked before. Each union removes an inserted
    // object; closures of the program may insert others, or go on giving keys that exist.
    for _ in 0..<Self.mostRounds + pending.inserted.count {
      var isChanged = false
      for constraint in ordered where try mergeDuplicates(of: constraint) { isChanged = true }
      guard isChanged else { return }
    }
    throw SwiftDataError(
      .modelValidationFailure,
      "the closures for unique keys go on making objects with keys that exist: give each object "
        + "another key, or return a policy")
  }

  /// How often a save asks all constraints again for objects that closures of the program have changed.
  private static let mostRounds = 1000

  /// - Returns: Whether objects were united, or may have changed.
  private func mergeDuplicates(of constraint: UniqueConstraint) throws -> Bool {
    guard let keyed = KeyedObjects(constraint, in: schema) else { return false }
    return try settle(equalObjects(keyed, constraint), constraint)
  }

  /// Finds the objects with equal keys of which at least one is changed or inserted.
  ///
  /// Stored objects come first, then inserted ones by key; the first object with a key stays. Only changed objects are
  /// checked, so that a document with broken constraints can be edited.
  private func equalObjects(_ keyed: KeyedObjects, _ constraint: UniqueConstraint) -> [Pair] {
    var last: (description: ModelDescription, places: [(slot: Int, column: Int)]?)?
    func places(of description: ModelDescription) -> [(slot: Int, column: Int)]? {
      if let last, last.description === description { return last.places }
      let found = self.places(of: constraint.properties, description)
      last = (description, found)
      return found
    }
    let stored = pending.touched.inOrder { model in
      guard keyed.contain(model), let description = model._$state.description else { return false }
      return places(of: description).map(model._$changesKey(in:)) ?? false
    }
    let table = base.tables.tables[keyed.hierarchy]
    let inserted = pending.inserted.inOrder(where: keyed.contain)
    // The usual case of a new document needs no object by key.
    if stored.isEmpty, table.segments.isEmpty,
      areDistinct(
        inserted.lazy.map(\.value), keyed.columns, schema.hierarchies[keyed.hierarchy])
    {
      return []
    }
    var holders: [UniqueKey: any PersistentModel] = [:]
    var equal: [Pair] = []
    var wanted: [[Value]] = []
    holders.reserveCapacity(stored.count + inserted.count)
    for (_, model) in stored + inserted {
      guard let description = model._$state.description,
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
    addStored(keyed, ofKeys: wanted, &holders, besides: Set(stored.map(\.key)), to: &equal)
    return equal
  }

  /// Adds the stored objects whose rows have the keys of others.
  ///
  /// - Parameters:
  ///   - values: The keys of `holders`.
  ///   - changed: The objects whose rows do not have their keys.
  private func addStored(
    _ keyed: KeyedObjects, ofKeys values: [[Value]],
    _ holders: inout [UniqueKey: any PersistentModel],
    besides changed: Set<ObjectKey>, to equal: inout [Pair]
  ) {
    let table = base.tables.tables[keyed.hierarchy]
    for location in table.locations(ofKeys: values, columns: keyed.columns) {
      let segment = table.segments[location.segment]
      let key = segment.keys[location.row]
      guard keyed.kinds[Int(segment.entities[location.row])], !changed.contains(key),
        let unique = segment.comparisonKeys(at: location.row, columns: keyed.columns)
          .map(UniqueKey.init),
        let model = holders[unique], model._$state.key != key,
        let stored = self.model(for: key, hierarchy: keyed.hierarchy)
      else { continue }
      equal.append((model, stored))
      // If the document breaks the constraint already, its first object counts.
      holders[unique] = nil
    }
  }

  private typealias Pair = (newer: any PersistentModel, older: any PersistentModel)

  /// Settles pairs of objects in the order of insertion, on which the order of lists depends; then throws for
  /// a stored object that has been given the key of another.
  private func settle(_ pairs: [Pair], _ constraint: UniqueConstraint) throws -> Bool {
    guard !pairs.isEmpty else { return false }
    let ordered = pairs.sorted { $0.newer._$state.key < $1.newer._$state.key }
    let inserted = ordered.filter { $0.newer._$state.phase == .inserted }
    let stored = ordered.filter { $0.newer._$state.phase != .inserted }
    if constraint.rule == .policy(.refuse), !inserted.isEmpty {
      throw refusal(of: inserted + stored, constraint)
    }
    for (newer, other) in inserted {
      // The older object may itself have been united with a stored one meanwhile.
      let older = objects.principal(of: other)
      // One of them may have gone with an object that owned it.
      guard newer._$state.phase == .inserted, older._$state.phase.isPresent else { continue }
      try settle((newer, older), constraint)
    }
    if !stored.isEmpty { throw refusal(of: stored, constraint) }
    return true
  }

  private func settle(_ pair: Pair, _ constraint: UniqueConstraint) throws {
    let (newer, older) = pair
    let values = newer._$slotValues()
    let policy: ModelConfiguration.UniquenessPolicy
    switch constraint.rule {
    case .policy(let stated): policy = stated
    case .decision(let decide):
      // An earlier closure may have changed these objects.
      guard haveEqualKeys(pair, constraint) else { return }
      policy = try decide(older, newer)
      guard newer._$state.phase == .inserted, older._$state.phase.isPresent,
        newer._$state.core === self, older._$state.core === self, haveEqualKeys(pair, constraint)
      else { return }
    }
    guard policy != .refuse, let description = older._$state.description,
      newer._$state.description === description
    else { throw refusal(of: [pair], constraint) }
    unite(
      newer, with: older, description, keepsOlder: policy == .keepExisting, values: values)
  }

  private func haveEqualKeys(_ pair: Pair, _ constraint: UniqueConstraint) -> Bool {
    let keys = [pair.newer, pair.older].map { model in
      model._$state.description.flatMap { places(of: constraint.properties, $0) }.flatMap {
        UniqueKey($0.map { model._$storedValue($0.slot, column: $0.column) })
      }
    }
    return keys[0] != nil && keys[0] == keys[1]
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

  /// The error for pairs that are not united; it names the first.
  private func refusal(of pairs: [Pair], _ constraint: UniqueConstraint) -> SwiftDataError {
    let conflicts = pairs.map {
      conflict(of: ($0.newer, objects.principal(of: $0.older)), constraint)
    }
    let names = constraint.properties.joined(separator: ", ")
    let existing = conflicts.first?.existing
    return SwiftDataError(
      .modelValidationFailure,
      "\(existing?.entityName ?? "object") \(existing?.key ?? 0) has the same \(names): change or delete "
        + "one of the two",
      entity: conflicts.first?.new.entityName, property: names,
      object: conflicts.first?.new.key, underlying: UniquenessConflicts(list: conflicts))
  }

  private func conflict(of pair: Pair, _ constraint: UniqueConstraint) -> UniquenessConflict {
    UniquenessConflict(
      existing: pair.older.persistentModelID, new: pair.newer.persistentModelID,
      properties: constraint.properties,
      values: constraint.properties.map { name in
        guard let description = pair.newer._$state.description,
          let place = places(of: [name], description)?.first
        else { return ConflictValue(value: .null, text: "") }
        return conflictValue(
          pair.newer._$storedValue(place.slot, column: place.column),
          of: description.slots[place.slot], description)
      })
  }
}

/// The objects to which a constraint applies, and the columns of their keys.
private struct KeyedObjects {
  let hierarchy: Int
  let columns: [Int]
  /// Whether an entity of the hierarchy is that of the constraint or below it, by discriminator.
  let kinds: [Bool]

  /// Returns nil if rows do not store a property of the constraint.
  init?(_ constraint: UniqueConstraint, in schema: TableSchema) {
    guard let hierarchy = schema.hierarchyIndex(of: constraint.entity),
      let layout = schema.hierarchies[hierarchy].entity(named: constraint.entity)
    else { return nil }
    self.hierarchy = hierarchy
    columns = constraint.properties.compactMap { layout.column(of: $0) }
    kinds = schema.hierarchies[hierarchy].entities.map {
      schema.isEntity($0.name, kindOf: constraint.entity)
    }
    guard columns.count == constraint.properties.count else { return nil }
  }

  func contain(_ model: any PersistentModel) -> Bool {
    guard let description = model._$state.description else { return false }
    return description.hierarchy == hierarchy && kinds[Int(description.discriminator)]
  }
}

/// A uniqueness constraint, and what to do about two objects that break it.
private struct UniqueConstraint {
  let entity: String
  let properties: [String]
  let rule: UniquenessRules.Rule
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
