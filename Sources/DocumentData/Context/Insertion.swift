import DocumentTables

extension ContextCore {
  /// Inserts an object and every new object that it leads to.
  func insert(_ root: any PersistentModel) {
    switch root._$state.phase {
    case .new: break
    case .deleted where root._$state.core === self:
      restore(root)
      return
    default: return
    }
    var graph: [any PersistentModel] = []
    var waiting: [any PersistentModel] = [root]
    while let model = waiting.popLast() {
      guard model._$state.phase == .new else { continue }
      guard let description = catalog.description(of: type(of: model)) else {
        refuse(model)
        continue
      }
      model._$state.description = description
      model._$state.core = self
      model._$state.phase = .inserted
      graph.append(model)
      for slot in description.slots.indices.reversed() {
        switch model._$slotValue(slot) {
        case .model(let related?): waiting.append(related)
        case .models(let related?): waiting.append(contentsOf: related.reversed())
        default: break
        }
      }
    }
    guard !graph.isEmpty else { return }
    let first = store.takeKeys(graph.count)
    for (index, model) in graph.enumerated() {
      let key = first + ObjectKey(index)
      model._$state.key = key
      pending.inserted[key] = model
      identityMap[key] = model
    }
    for model in graph { connect(model) }
    facade?.noteChange()
  }

  /// Puts keys in the place of the objects that an object's initialiser was given.
  private func connect(_ model: any PersistentModel) {
    guard let description = model._$state.description else { return }
    for slot in description.slots.indices {
      switch model._$slotValue(slot) {
      case .model(let related):
        model._$setSlot(slot, to: .unset)
        if let related { setRelated(of: model, slot: slot, to: [related]) }
      case .models(let related):
        model._$setSlot(slot, to: .unset)
        guard let end = description.slots[slot].end, let related else { continue }
        if related.isEmpty {
          // What another object of the graph has said of this end stays.
          if end.storage == .list {
            model._$setSlot(slot, to: .value(.references([])))
          } else if end.storage == .order, end.relationship.isNullable {
            model._$setSlot(slot, to: .value(.references([])))
          }
        } else {
          join(related, to: model, slot: slot, end)
        }
      default: break
      }
    }
  }

  /// Adds what an initialiser named to what the other ends have said already.
  private func join(
    _ related: [any PersistentModel], to model: any PersistentModel, slot: Int,
    _ end: RelationshipEnd
  ) {
    let named = Set(related.map { ObjectIdentifier($0) })
    let others = (relatedKeys(of: model, slot: slot) ?? []).compactMap {
      self.model(for: $0, hierarchy: end.destinationHierarchy)
    }
    setRelated(
      of: model, slot: slot,
      to: related + others.filter { !named.contains(ObjectIdentifier($0)) })
  }

  /// A class of another schema version: nothing is inserted, and the next save says why.
  private func refuse(_ model: any PersistentModel) {
    let name = String(reflecting: type(of: model))
    pending.refused.append(
      SwiftDataError(
        .modelOfAnotherSchema,
        "\(name) is not a model of this context's schema \(schema.name) "
          + "\(schema.version?.text ?? "without version")",
        entity: Schema.entityName(of: type(of: model))))
  }

  /// Takes back the deletion of an object that is inserted again.
  private func restore(_ model: any PersistentModel) {
    let key = model._$state.key
    pending.deleted[key] = nil
    pending.denied.removeAll { $0.model === model }
    model._$state.phase = .stored
    pending.touched[key] = model
  }
}
