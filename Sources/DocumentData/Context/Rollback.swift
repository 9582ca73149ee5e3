import DocumentTables

extension ContextCore {
  /// Drops the pending changes: new objects leave, changed and deleted ones are as the store has
  /// them.
  func rollback() {
    for (key, model) in pending.inserted {
      identityMap[key] = nil
      model._$state.phase = .removed
    }
    let restored = Array(pending.touched.values) + Array(pending.deleted.values)
    for model in restored {
      model._$state.phase = .stored
      model._$clearSlots()
    }
    pending = PendingChanges()
    advance()
    for model in restored {
      model._$notifyAll()
      guard let description = model._$state.description,
        base.tables.tables[description.hierarchy].location(of: model._$state.key) == nil
      else { continue }
      model._$state.phase = .removed
    }
  }
}
