import DocumentTables

extension ContextCore {
  /// Where an inserted object has the unique key of another, the two become one: the older object
  /// takes the values of the newer (SwiftData's upsert).
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` where an edit gives a stored object the
  ///   unique key of another stored object.
  func mergeDuplicates() throws {
    for entity in schema.entities {
      for properties in entity.uniquenessConstraints {
        try mergeDuplicates(of: entity.name, properties)
      }
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
    var pendingKeys: [[ComparisonKey]: any PersistentModel] = [:]
    // Older objects first: the one with the smallest key stays.
    let candidates = (Array(pending.touched) + Array(pending.inserted)).sorted { $0.key < $1.key }
    for (_, model) in candidates {
      guard let description = model._$state.description, description.hierarchy == hierarchy,
        kinds[Int(description.discriminator)],
        let parts = comparisonKeys(of: model, description, properties)
      else { continue }
      guard let other = pendingKeys[parts] else {
        pendingKeys[parts] = model
        continue
      }
      try unite(model, with: other, properties)
    }
    guard !pendingKeys.isEmpty else { return }
    for segment in base.tables.tables[hierarchy].segments {
      for row in 0..<segment.count where kinds[Int(segment.entities[row])] {
        let key = segment.keys[row]
        guard pending.touched[key] == nil, pending.deleted[key] == nil,
          let parts = UniquenessCheck.comparisonKeys(segment, row, columns),
          let model = pendingKeys[parts], model._$state.key != key,
          let stored = self.model(for: key, hierarchy: hierarchy)
        else { continue }
        try unite(model, with: stored, properties)
        pendingKeys[parts] = stored
      }
    }
  }

  private func comparisonKeys(
    of model: any PersistentModel, _ description: ModelDescription, _ properties: [String]
  ) -> [ComparisonKey]? {
    var parts: [ComparisonKey] = []
    for name in properties {
      guard let slot = description.slot(named: name), let column = description.slots[slot].column,
        let part = ComparisonKey(storedValue(of: model, slot: slot, column: column))
      else { return nil }
      parts.append(part)
    }
    return parts
  }

  /// `newer` gives its values to `older` and stands for the same row from then on.
  private func unite(
    _ newer: any PersistentModel, with older: any PersistentModel, _ properties: [String]
  ) throws {
    guard newer._$state.phase == .inserted, let description = older._$state.description,
      newer._$state.description === description
    else {
      throw SwiftDataError(
        .modelValidationFailure,
        "object \(older._$state.key) has the same \(properties.joined(separator: ", "))",
        entity: newer._$state.description?.entityName, property: properties.joined(separator: ", "),
        object: newer._$state.key)
    }
    let key = newer._$state.key
    touch(older)
    for (slot, property) in description.slots.enumerated() {
      if let end = property.end {
        let related = (relatedKeys(of: newer, slot: slot) ?? []).compactMap {
          self.model(for: $0, hierarchy: end.destinationHierarchy)
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
        older._$setSlot(slot, to: .value(storedValue(of: newer, slot: slot, column: column)))
      }
    }
    pending.inserted[key] = nil
    identityMap[key] = nil
    newer._$state.key = older._$state.key
    newer._$state.segment = older._$state.segment
    newer._$state.row = older._$state.row
    newer._$state.phase = .stored
    pending.aliases.append((newer, older))
  }
}
