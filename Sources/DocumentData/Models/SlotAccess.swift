import DocumentTables

// Slots are numbered through the whole lineage, superclasses first; each class stores its own.
extension PersistentModel {
  func _$slotValue(_ slot: Int) -> SlotValue {
    var result = SlotValue.unset
    _$withLevel(of: slot) { level, local in result = level.slot(local) }
    return result
  }

  /// Returns the unsaved values of the slots; slots after the end have none.
  func _$slotValues() -> [SlotValue] {
    var values: [SlotValue] = []
    let bases = _$state.description?.levelBases ?? ModelDescription.levelBases(of: type(of: self))
    let firstLevelCount = bases.count > 1 ? bases[1] : type(of: self)._$propertyCount
    var depth = 0
    _$visitLevels { level in
      let base = bases[depth]
      depth += 1
      // A box that served an object of another class may have more slots, all of them unset.
      if base == 0, let slots = level.box?.slots, slots.count <= firstLevelCount {
        values = slots
        return
      }
      for (local, value) in (level.box?.slots ?? []).enumerated() {
        if case .unset = value { continue }
        while values.count < base + local { values.append(.unset) }
        values.append(value)
      }
    }
    return values
  }

  /// The value of a column as a save would store it.
  func _$storedValue(_ slot: Int, column: Int) -> Value {
    _$storedValue(of: _$slotValue(slot), slot, column: column)
  }

  /// The value of a column as a save would store it, if the slot's value is already known.
  func _$storedValue(of value: SlotValue, _ slot: Int, column: Int) -> Value {
    if let value = value.stored { return value }
    if let segment = _$state.segment {
      return segment.value(at: Int(_$state.row), column: column)
    }
    // A new object does not note an empty list that must not be nil.
    guard let end = _$state.description?.slots[slot].end, end.storage == .list,
      !end.relationship.isNullable
    else { return .null }
    return .references([])
  }

  func _$setSlot(_ slot: Int, to value: SlotValue) {
    _$withLevel(of: slot) { level, local in level.set(local, to: value) }
  }

  /// Discards unsaved values, except those of ephemeral properties, which rows do not store; the
  /// other properties then read from the row again.
  func _$clearSlots() {
    let description = _$state.description
    guard description?.hasEphemeralSlots ?? false else {
      return _$visitLevels { level in level.box?.slots.removeAll() }
    }
    let slots = description?.slots ?? []
    let bases = description?.levelBases ?? []
    var depth = 0
    _$visitLevels { level in
      let base = bases[depth]
      depth += 1
      guard let box = level.box, !box.slots.isEmpty else { return }
      var isEmpty = true
      for local in box.slots.indices {
        if base + local < slots.count, slots[base + local].isEphemeral {
          isEmpty = false
        } else {
          box.slots[local] = .unset
        }
      }
      if isEmpty { box.slots.removeAll() }
    }
  }

  /// Makes two objects of the same row share their unsaved values.
  func _$shareLevels(with other: any PersistentModel) {
    var boxes: [LevelBox?] = []
    other._$visitLevels { level in
      level.prepare()
      boxes.append(level.box)
    }
    var depth = 0
    _$visitLevels { level in
      if depth < boxes.count { level.box = boxes[depth] }
      depth += 1
    }
  }

  /// Marks the own observers of a property as running; returns false if they already are, because they
  /// do not call themselves.
  public func _$beginObserving(_ level: @autoclosure () -> _LevelValues, _ slot: Int) -> Bool {
    _$inTurn { level().box?.observing.insert(slot).inserted ?? true }
  }

  /// Ends the mark of ``_$beginObserving(_:_:)``.
  public func _$endObserving(_ level: @autoclosure () -> _LevelValues, _ slot: Int) {
    _$inTurn { _ = level().box?.observing.remove(slot) }
  }

  private func _$withLevel(of slot: Int, _ body: (inout _LevelValues, Int) -> Void) {
    let bases = _$state.description?.levelBases ?? ModelDescription.levelBases(of: type(of: self))
    // Most classes inherit from no model.
    if bases.count == 1 { return _$visitLevels { level in body(&level, slot) } }
    var depth = 0
    _$visitLevels { level in
      let end = depth + 1 < bases.count ? bases[depth + 1] : Int.max
      if slot >= bases[depth], slot < end { body(&level, slot - bases[depth]) }
      depth += 1
    }
  }
}
