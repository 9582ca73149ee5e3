import DocumentTables

/// What a context records for its undo manager: the states of objects before their changes, and the keys
/// that objects have got since.
///
/// Each method that begins with "will" precedes a change and keeps the first state of a step. Without an
/// undo manager, nothing is recorded, and each of them is one comparison.
struct UndoRecording {
  /// The step that is being recorded; nil without an undo manager.
  private var journal: ChangeJournal?
  /// How many changes that cannot be undone are being made, one within the other.
  private var pauses = 0
  /// The keys of new objects that an upsert united with older ones, while changes can be undone.
  private var unitedKeys: [ObjectKey: ObjectKey] = [:]
  /// The new keys that unsaved objects got, each time that they got some, while changes can be undone.
  private var renamings: [[ObjectKey: ObjectKey]] = []

  /// Whether changes are recorded now.
  var isOn: Bool { journal != nil && pauses == 0 }

  /// Records a new step from now on.
  ///
  /// - Returns: The step that had begun. Its objects may be released with it, and their deinitialisers may
  ///   use the context, so it must outlive this call.
  @discardableResult
  mutating func start() -> ChangeJournal? {
    defer { journal = ChangeJournal() }
    return journal
  }

  /// Records nothing from now on.
  ///
  /// - Returns: As ``start()``.
  @discardableResult
  mutating func stop() -> ChangeJournal? {
    defer { journal = nil }
    return journal
  }

  /// Precedes changes that cannot be undone; ``resume()`` follows them.
  mutating func pause() { pauses += 1 }

  mutating func resume() { pauses -= 1 }

  // MARK: Values

  /// Precedes each change of a value of an object.
  mutating func willSet(_ objectSlot: Int, of object: any PersistentModel) {
    guard isOn else { return }
    // A stand-in has the slots of another class.
    let model = object._$state.principal ?? object
    guard let slot = Self.slot(objectSlot, of: object, in: model) else { return }
    let key = model._$state.key
    guard model._$state.phase.isPresent, journal?.wants(key) == true,
      journal?.hasSlot(slot, of: key) == false
    else { return }
    journal?.open(model, .present)
    journal?.note(model._$effectiveValue(slot), in: slot, of: key)
  }

  /// Precedes the deletion of an object to which a slot refers: the slot keeps the reference now, and
  /// loses it at a later change, whose undo does not find it.
  mutating func willKeep(_ slot: Int, of model: any PersistentModel) {
    guard isOn else { return }
    willSet(slot, of: model)
    journal?.keep(slot, of: model._$state.key)
  }

  private static func slot(
    _ slot: Int, of object: any PersistentModel, in model: any PersistentModel
  ) -> Int? {
    if type(of: model) == type(of: object) { return slot }
    return object._$state.description.flatMap {
      model._$state.description?.slot(named: $0.slots[slot].name)
    }
  }

  // MARK: Lists

  /// Whether the members of a to-many and their order are to be noted before they change.
  func wantsList(_ slot: Int, of model: any PersistentModel) -> Bool {
    guard isOn, model._$state.phase.isPresent, let journal else { return false }
    let key = model._$state.key
    return journal.wants(key) && !journal.hasList(slot, of: key)
  }

  /// Notes the members of a to-many that ``wantsList(_:of:)`` wants, in their order.
  mutating func note(list: [ObjectKey]?, in slot: Int, of model: any PersistentModel) {
    journal?.open(model, .present)
    let order = ChangeJournal.ListOrder(
      stated: model._$slotValue(slot), value: model._$effectiveValue(slot))
    journal?.note(list: list, order, in: slot, of: model._$state.key)
  }

  // MARK: Objects

  /// Precedes the insertion of an object.
  ///
  /// - Parameters:
  ///   - isByRule: Whether a delete rule had deleted the object.
  ///   - losses: The relationships that had lost the object by its deletion.
  mutating func willArrive(
    _ model: any PersistentModel, as before: ChangeJournal.Presence, isByRule: Bool = false,
    losses: [(place: Deletions.Place, loss: Deletions.Loss)] = []
  ) {
    guard isOn else { return }
    var entry = ChangeJournal.Entry(model: model, key: model._$state.key, before: before)
    entry.isByRule = isByRule
    entry.losses = losses
    journal?.open(entry)
  }

  /// Precedes the removal of an object, and records every value that its row lacks.
  mutating func willLeave(_ model: any PersistentModel) {
    guard isOn, let description = model._$state.description else { return }
    let key = model._$state.key
    journal?.open(model, .present)
    guard journal?.wants(key) == true else { return }
    for slot in description.slots.indices where journal?.hasSlot(slot, of: key) == false {
      let value = model._$slotValue(slot)
      if case .unset = value { continue }
      journal?.note(value, in: slot, of: key)
    }
  }

  // MARK: Keys

  /// Notes that a new object got the key of an older one, with which an upsert united it.
  mutating func note(_ key: ObjectKey, unitedWith older: ObjectKey) {
    if isOn { unitedKeys[key] = older }
  }

  /// Replaces the keys of objects that have new ones, also in the steps that the undo manager has.
  mutating func renumber(_ newKeys: [ObjectKey: ObjectKey]) {
    unitedKeys = unitedKeys.mapValues { newKeys[$0] ?? $0 }
    guard journal != nil else { return }
    journal?.renumber(newKeys)
    renamings.append(newKeys)
  }

  /// The key of the object that an upsert united another with.
  func resolved(_ key: ObjectKey) -> ObjectKey {
    var key = key
    // Objects are united with older ones only, so the loop ends.
    while let older = unitedKeys[key] { key = older }
    return key
  }

  // MARK: Steps

  /// Ends the step that has begun, and begins another one.
  ///
  /// - Returns: The step that has begun; nil if nothing was recorded.
  mutating func takeStep() -> UndoStep? {
    guard isOn, let ended = journal, !ended.isEmpty else { return nil }
    journal = ChangeJournal()
    return UndoStep(
      entries: ended.order.compactMap { ended.entries[$0] }, renamings: renamings.count)
  }

  /// A step with the keys that its objects have now.
  func current(_ step: UndoStep) -> UndoStep {
    var step = step
    step.renumber(renamings)
    return step
  }
}

extension ChangeJournal.Entry {
  /// Whether the object's present state differs from the recorded one.
  ///
  /// - Parameter list: The members of a to-many of the object now.
  func hasEffect(list: (_ slot: Int) -> [ObjectKey]?) -> Bool {
    if model._$state.phase.presence != before {
      // The removal of a marked object by a save is no change.
      return !(before == .deleted && model._$state.phase == .removed)
    }
    guard before == .present else { return false }
    if !kept.isEmpty { return true }
    for (slot, old) in slots {
      guard model._$state.description?.slots[slot].column != nil, let old = old.stored,
        case .value(let new) = model._$effectiveValue(slot).plain, old == new
      else { return true }
    }
    return lists.contains { slot, old in list(slot) != old }
  }
}

extension PersistentModel {
  /// The value of a slot, read from the row if the slot is unset, because the row may change later.
  fileprivate func _$effectiveValue(_ slot: Int) -> SlotValue {
    let value = _$slotValue(slot)
    guard case .unset = value, let column = _$state.description?.slots[slot].column else {
      return value
    }
    return .value(_$storedValue(slot, column: column))
  }
}

extension SlotValue {
  /// The stored form of a value that has one.
  fileprivate var plain: SlotValue {
    if case .decoded(_, let value) = self { .value(value) } else { self }
  }
}
