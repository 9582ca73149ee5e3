import DocumentTables

/// A check of the schema rules that pending changes may break: required values, denied deletions and
/// counts.
struct Validation {
  let schema: TableSchema
  /// Whether the context is that of a stage's closure, in which stored objects may lack required
  /// objects until the closure has set them; the stage checks them afterwards.
  let leavesGaps: Bool
  /// The keys that the relationship in a slot leads to, pending changes included.
  let relatedKeys: (any PersistentModel, Int) -> [ObjectKey]?

  init(
    _ schema: TableSchema, leavesGaps: Bool = false,
    relatedKeys: @escaping (any PersistentModel, Int) -> [ObjectKey]?
  ) {
    self.schema = schema
    self.leavesGaps = leavesGaps
    self.relatedKeys = relatedKeys
  }

  /// Checks the objects that changes concern.
  ///
  /// - Parameter model: Finds an object by its key and hierarchy.
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for the first object, by key, that breaks a
  ///   rule.
  func check(
    _ pending: PendingChanges, model: (ObjectKey, Int) -> (any PersistentModel)?
  ) throws(SwiftDataError) {
    for denial in pending.denied where denial.model._$state.phase == .deleted {
      try check(denial)
    }
    for models in [pending.inserted, pending.touched] {
      // Sorting would take longer than checking. The error names the smallest key that fails.
      var first: (key: ObjectKey, error: SwiftDataError)?
      for (key, model) in models where key < first?.key ?? .max {
        do {
          try check(model, key)
        } catch {
          first = (key, error)
        }
      }
      if let first { throw first.error }
    }
    for (key, hierarchy) in pending.recounted.sorted(by: { $0.key < $1.key }) {
      guard pending.object(for: key) == nil, let model = model(key, hierarchy) else { continue }
      try check(model, key)
    }
  }

  /// Checks that new rows of a version without classes have all values.
  ///
  /// No initialiser has set them, and an upsert would copy nil to the older row.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for the first row, by key, that lacks a value.
  func checkValues(ofNew rows: PendingObjects) throws(SwiftDataError) {
    for (key, row) in rows.inOrder() {
      guard let description = row._$state.description else { continue }
      let values = row._$slotValues()
      for (slot, property) in description.slots.enumerated() {
        let value = slot < values.count ? values[slot] : .unset
        guard let problem = problem(of: value, row, slot, property, description) else { continue }
        throw SwiftDataError(
          .modelValidationFailure, problem, entity: description.entityName,
          property: property.name, object: key)
      }
    }
  }

  private func check(_ denial: PendingChanges.Denial) throws(SwiftDataError) {
    let remaining = relatedKeys(denial.model, denial.slot) ?? []
    if remaining.isEmpty { return }
    let description = denial.model._$state.description
    let named = remaining.prefix(3).map(String.init).joined(separator: ", ")
    throw SwiftDataError(
      .modelValidationFailure,
      "it cannot be deleted while \(remaining.count) objects are related to it: \(named)"
        + (remaining.count > 3 ? ", …" : ""),
      entity: description?.entityName, property: description?.slots[denial.slot].name,
      object: denial.model._$state.key)
  }

  private func check(
    _ model: any PersistentModel, _ key: ObjectKey
  ) throws(SwiftDataError) {
    guard let description = model._$state.description else { return }
    let values = model._$slotValues()
    // Most changed objects have plain values, and rules that their row keeps.
    if model._$state.segment != nil, !description.hasRuledRelationships,
      !values.contains(where: \.needsCheck)
    {
      return
    }
    for (slot, property) in description.slots.enumerated() {
      let value = slot < values.count ? values[slot] : .unset
      // An attribute that was set needs no check.
      if case .value = value, property.end == nil { continue }
      let problem =
        problem(of: value, model, slot, property, description)
        ?? problem(ofRelationship: property, model, slot)
      guard let problem else { continue }
      throw SwiftDataError(
        .modelValidationFailure, problem, entity: description.entityName, property: property.name,
        object: key)
    }
  }

  /// The reason why a getter could not return a value after the save.
  private func problem(
    of value: SlotValue, _ model: any PersistentModel, _ slot: Int,
    _ property: ModelDescription.Slot, _ description: ModelDescription
  ) -> String? {
    if case .failed(_, let problem) = value { return problem.description }
    guard let column = property.column, property.end == nil else { return nil }
    switch value {
    case .decoded(_, let value):
      do {
        try description.checkedSlots[slot]?.check(value)
        return nil
      } catch {
        return "its coding does not read back what it wrote: \(error.description)"
      }
    case .unset where model._$state.segment == nil:
      let attribute = schema.hierarchies[description.hierarchy].columns[column].attribute
      if model is FrozenObject, attribute?.defaultValue == .computed {
        return "it was never set, and only a class could compute its default"
      }
      return attribute?.isNullable ?? true ? nil : "it was never set"
    default: return nil
    }
  }

  /// Whether a stored object has not been given a required object since the schema changed.
  private func isGap(
    _ model: any PersistentModel, _ slot: Int, _ property: ModelDescription.Slot
  ) -> Bool {
    guard leavesGaps, let column = property.column, let segment = model._$state.segment else {
      return false
    }
    return segment.value(at: Int(model._$state.row), column: column).isNull
  }

  private func problem(
    ofRelationship property: ModelDescription.Slot, _ model: any PersistentModel, _ slot: Int
  ) -> String? {
    guard let relationship = property.end?.relationship else { return nil }
    if property.isRequiredToOne, relatedKeys(model, slot)?.isEmpty ?? true {
      return isGap(model, slot, property) ? nil : "it must not be nil"
    }
    let minimum = relationship.minimumCount ?? 0
    let maximum = relationship.maximumCount ?? 0
    guard relationship.isToMany, minimum > 0 || maximum > 0 else { return nil }
    let count = relatedKeys(model, slot)?.count ?? 0
    if count < minimum { return "\(count) objects, at least \(minimum) are required" }
    if maximum > 0, count > maximum { return "\(count) objects, at most \(maximum) are allowed" }
    return nil
  }
}
