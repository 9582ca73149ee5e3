import DocumentTables

extension ContextCore {
  /// Checks what a save may not break: required values, denied deletions, counts.
  func validate() throws {
    for denial in pending.denied where denial.model._$state.phase == .deleted {
      let remaining = relatedKeys(of: denial.model, slot: denial.slot) ?? []
      if !remaining.isEmpty {
        let description = denial.model._$state.description
        let named = remaining.prefix(3).map(String.init).joined(separator: ", ")
        throw SwiftDataError(
          .modelValidationFailure,
          "it cannot be deleted while \(remaining.count) objects are related to it: \(named)"
            + (remaining.count > 3 ? ", …" : ""),
          entity: description?.entityName, property: description?.slots[denial.slot].name,
          object: denial.model._$state.key)
      }
    }
    for models in [pending.inserted, pending.touched] {
      // Putting all in order would take longer than looking at them; the first to fail is named.
      var first: (key: ObjectKey, error: any Error)?
      for (key, model) in models where key < first?.key ?? .max {
        do {
          try validate(model, key)
        } catch {
          first = (key, error)
        }
      }
      if let first { throw first.error }
    }
    for (key, hierarchy) in pending.recounted.sorted(by: { $0.key < $1.key }) {
      guard pending.object(for: key) == nil, let model = model(for: key, hierarchy: hierarchy)
      else { continue }
      try validate(model, key)
    }
  }

  private func validate(_ model: any PersistentModel, _ key: ObjectKey) throws {
    guard let description = model._$state.description else { return }
    let values = model._$slotValues()
    for (slot, property) in description.slots.enumerated() {
      let value = slot < values.count ? values[slot] : .unset
      func failure(_ explanation: String) -> SwiftDataError {
        SwiftDataError(
          .modelValidationFailure, explanation, entity: description.entityName,
          property: property.name, object: key)
      }
      if case .failed(_, let problem) = value { throw failure(problem.description) }
      if let problem = problem(of: value, model, slot, property, description) {
        throw failure(problem)
      }
      guard let end = property.end else { continue }
      if property.isRequiredToOne, relatedKeys(of: model, slot: slot)?.isEmpty ?? true {
        throw failure("it must not be nil")
      }
      guard end.relationship.isToMany else { continue }
      let minimum = end.relationship.minimumCount ?? 0
      let maximum = end.relationship.maximumCount ?? 0
      guard minimum > 0 || maximum > 0 else { continue }
      let count = relatedKeys(of: model, slot: slot)?.count ?? 0
      if count < minimum { throw failure("\(count) objects, at least \(minimum) are required") }
      if maximum > 0, count > maximum {
        throw failure("\(count) objects, at most \(maximum) are allowed")
      }
    }
  }

  /// What a getter could not return once the object reads from its row.
  private func problem(
    of value: SlotValue, _ model: any PersistentModel, _ slot: Int,
    _ property: ModelDescription.Slot, _ description: ModelDescription
  ) -> String? {
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
      return attribute?.isNullable ?? true ? nil : "it was never set"
    default: return nil
    }
  }
}
