import DocumentTables

/// The values of an object that stands in for one of another class, its principal: those of the
/// principal.
///
/// Keeps the principal alive, so both share one set of values as long as either lives.
final class ForwardedSlots {
  private let principal: any PersistentModel
  /// The principal's slot for each slot of this level; nil for properties that the principal lacks.
  private let slots: [Int?]

  init(_ principal: any PersistentModel, _ slots: [Int?]) {
    self.principal = principal
    self.slots = slots
  }

  private func target(of slot: Int) -> Int? { slot < slots.count ? slots[slot] : nil }

  /// Returns the principal's value; nil for a property that the principal lacks.
  func value(of slot: Int) -> SlotValue? {
    guard let target = target(of: slot) else { return nil }
    let value = principal._$slotValue(target)
    // The decoded content has the principal's type; each class decodes the stored form itself.
    if case .decoded(_, let stored) = value { return .value(stored) }
    return value
  }

  /// - Returns: False for a property that the principal lacks.
  func set(_ slot: Int, to value: SlotValue) -> Bool {
    guard let target = target(of: slot) else { return false }
    principal._$setSlot(target, to: accepted(value, by: target))
    principal._$notify(slot: target)
    return true
  }

  /// Returns the value to set; a stored form that the principal's own type rejects makes the save
  /// fail.
  private func accepted(_ value: SlotValue, by target: Int) -> SlotValue {
    guard case .decoded(let content, let stored) = value else { return value }
    let properties = ModelMetadata.of(type(of: principal)).properties
    guard target < properties.count, case .attribute(let coding) = properties[target].kind else {
      return value
    }
    do {
      try coding.check(stored)
      return .value(stored)
    } catch {
      return .failed(content, error)
    }
  }
}
