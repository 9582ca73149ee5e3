import DocumentTables

// Slots are counted through the whole lineage, superclasses first; each class stores its own.
extension PersistentModel {
  func _$slotValue(_ slot: Int) -> SlotValue {
    var result = SlotValue.unset
    _$withLevel(of: slot) { level, local in result = level.slot(local) }
    return result
  }

  func _$setSlot(_ slot: Int, to value: SlotValue) {
    _$withLevel(of: slot) { level, local in level.set(local, to: value) }
  }

  /// Forgets new and changed values; the row then speaks again.
  func _$clearSlots() { _$visitLevels { $0 = _LevelValues() } }

  private func _$withLevel(of slot: Int, _ body: (inout _LevelValues, Int) -> Void) {
    let bases = _$state.description?.levelBases ?? ModelDescription.levelBases(of: type(of: self))
    var depth = 0
    _$visitLevels { level in
      let end = depth + 1 < bases.count ? bases[depth + 1] : Int.max
      if slot >= bases[depth], slot < end { body(&level, slot - bases[depth]) }
      depth += 1
    }
  }
}
