import DocumentTables

// An insertion of a deleted object before the save takes back what its deletion did: the objects that
// delete rules have deleted with it return, and relationships that have lost these objects get them
// back, unless they were edited since. An object that another deletion also deletes stays deleted.
extension ContextCore {
  /// Inserts an object again that the program or a delete rule has deleted, or a rollback dropped.
  func insertAgain(_ root: any PersistentModel) {
    let model = objects.principal(of: root)
    if model._$state.core === self, isDeleted(model._$state.key) {
      if canReturn(model) {
        takeBackDeletions(of: [model])
      } else {
        refuseReturn(of: model)
      }
      noteChange()
    } else if model._$state.phase == .withdrawn, facade != nil {
      admitAgain(model)
    } else {
      refuse(root)
    }
  }

  /// Adds an object that left its context before it was ever saved, with the objects that share its row.
  private func admitAgain(_ model: any PersistentModel, isRelated: Bool = false) {
    let aliases = model._$state.core?.objects.takeAliases(of: model._$state.key) ?? []
    makeNew(model)
    admit(model, isRelated: isRelated)
    guard model._$state.core === self, model._$state.phase.isPresent else { return }
    for alias in aliases {
      if let namesake = catalog.namesake(type(of: alias)) {
        alias._$state.move(to: objects.newHome(of: namesake))
      } else if let description = model._$state.description {
        alias._$state.move(to: objects.home(of: description))
      }
      objects.alias(alias, to: model)
    }
  }

  /// Notes an error for the next save: the row of a deleted object is gone.
  private func refuseReturn(of model: any PersistentModel) {
    pending.refuse(
      SwiftDataError(
        .concurrentDeletion, "it was deleted through another context; make a new object",
        entity: model._$state.description?.entityName, object: model._$state.key))
  }

  /// Prepares an object that a relationship is to lead to: inserts it if it is new, and takes back its
  /// deletion if a delete rule has deleted it and the relationship gives it another owner.
  func receive(_ object: any PersistentModel, ownedBy isOwner: Bool) {
    if object._$state.phase.isPresent, object._$state.core === self { return }
    if object._$state.phase == .new || canTake(object) { return admit(object, isRelated: true) }
    let model = objects.principal(of: object)
    let key = model._$state.key
    if model._$state.core === self, isDeleted(key) {
      if isOwner, pending.deletions.byRule.contains(key) { takeBackDeletions(of: [model]) }
    } else if model._$state.phase == .withdrawn {
      admitAgain(model, isRelated: true)
    }
  }

  /// Whether an object can be related to others now.
  ///
  /// An object that a delete rule has deleted returns if the relationship gives it another owner. For
  /// any other deleted object, the change waits until the object is inserted again.
  func isPresent(
    _ object: any PersistentModel, toBeRelated related: [any PersistentModel]?, slot: Int
  ) -> Bool {
    if object._$state.phase.isPresent { return true }
    let model = objects.principal(of: object)
    let key = model._$state.key
    guard model._$state.core === self, isDeleted(key) else { return false }
    if model._$state.description?.slots[slot].inverseCascades == true,
      pending.deletions.byRule.contains(key), related?.contains(where: canBeRelated) == true
    {
      takeBackDeletions(of: [model])
      if !model._$state.phase.isPresent { refuseReturn(of: model) }
      return model._$state.phase.isPresent
    }
    pending.deletions.postpone(Deletions.Edit(slot: slot, related: related), of: key)
    return false
  }

  func canBeRelated(_ model: any PersistentModel) -> Bool {
    model._$state.phase == .new || canTake(model)
      || model._$state.core === self && model._$state.phase.isPresent
  }

  /// Makes an object new that left the context before it was ever saved.
  private func makeNew(_ model: any PersistentModel) {
    guard let description = model._$state.description else { return }
    for (slot, property) in description.slots.enumerated() {
      switch model._$slotValue(slot) {
      case .missing(let related): model._$setSlot(slot, to: .model(related))
      case .unset:
        // An undo may have brought the object back under its row, which the new object lacks.
        guard property.end == nil, let column = property.column, let segment = model._$state.segment
        else { continue }
        let last = segment.value(at: Int(model._$state.row), column: column)
        model._$setSlot(slot, to: .value(last))
      default: continue
      }
    }
    model._$state.phase = .new
  }
}
