import DocumentTables

extension ContextCore {
  /// Marks an object for removal and follows the delete rules of its relationships: cascades go on
  /// at once, nullified ends let go at once, denials are reported by the save.
  func delete(_ root: any PersistentModel) {
    var waiting: [any PersistentModel] = [root]
    while let model = waiting.popLast() {
      guard model._$state.core === self, let description = model._$state.description else {
        continue
      }
      switch model._$state.phase {
      case .inserted, .stored: break
      case .new, .deleted, .removed: continue
      }
      var nullified: [(slot: Int, end: RelationshipEnd)] = []
      for (slot, property) in description.slots.enumerated() {
        guard let end = property.end else { continue }
        let related = relatedKeys(of: model, slot: slot) ?? []
        switch end.relationship.deleteRule {
        case .noAction: break
        case .nullify: nullified.append((slot, end))
        case .cascade:
          for key in related {
            if let object = self.model(for: key, hierarchy: end.destinationHierarchy) {
              waiting.append(object)
            }
          }
        case .deny:
          if !related.isEmpty {
            pending.denied.append(
              PendingChanges.Denial(model: model, relationship: property.name, related: related))
          }
        }
      }
      for (slot, end) in nullified { letGo(of: model, slot: slot, end) }
      letGoOfReferencesWithoutInverse(to: model, description)
      remove(model)
    }
    facade?.noteChange()
  }

  /// The objects at the other end forget a deleted object; its own stored end keeps its value, so
  /// that the object reads as it was.
  private func letGo(of model: any PersistentModel, slot: Int, _ end: RelationshipEnd) {
    switch end.storage {
    case .derived, .order: setRelated(of: model, slot: slot, to: [])
    case .reference, .list: break
    }
  }

  /// References that know of no inverse must not dangle.
  private func letGoOfReferencesWithoutInverse(
    to model: any PersistentModel, _ description: ModelDescription
  ) {
    let key = model._$state.key
    for other in catalog.descriptions {
      for (slot, property) in other.slots.enumerated() {
        guard let end = property.end, end.relationship.inverse == nil, let column = end.column,
          end.destinationHierarchy == description.hierarchy
        else { continue }
        for source in sources(of: key, hierarchy: end.hierarchy, column: column) {
          guard let holder = self.model(for: source, hierarchy: end.hierarchy), holder !== model
          else { continue }
          let kept = (relatedKeys(of: holder, slot: slot) ?? []).filter { $0 != key }.compactMap {
            self.model(for: $0, hierarchy: end.destinationHierarchy)
          }
          setRelated(of: holder, slot: slot, to: kept)
        }
      }
    }
  }

  private func remove(_ model: any PersistentModel) {
    let key = model._$state.key
    if model._$state.phase == .inserted {
      pending.inserted[key] = nil
      identityMap[key] = nil
      forgetReferences(of: model)
      model._$state.phase = .removed
    } else {
      pending.touched[key] = nil
      pending.deleted[key] = model
      model._$state.phase = .deleted
    }
  }

  /// What an object that was never saved has said of others is unsaid.
  private func forgetReferences(of model: any PersistentModel) {
    guard let description = model._$state.description else { return }
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.column, end.storage != .order else { continue }
      let identity = PendingChanges.ColumnIdentity(hierarchy: end.hierarchy, column: column)
      for target in relatedKeys(of: model, slot: slot) ?? [] {
        pending.note(model._$state.key, refersTo: target, through: identity, false)
      }
    }
  }
}
