import DocumentTables

extension ContextCore {
  /// Copies the values of `newer` to `older`, of the same class, and makes `newer` an alias of it.
  func unite(
    _ newer: any PersistentModel, with older: any PersistentModel,
    _ description: ModelDescription
  ) {
    unite(newer, with: older, description, keepsOlder: false, values: newer._$slotValues())
  }

  /// Makes `newer` an alias of `older`, an object of the same class.
  ///
  /// After the save, `newer` is the registered object of the row if only this context holds `older`.
  ///
  /// - Parameters:
  ///   - keepsOlder: Whether `older` keeps its values; otherwise it gets those of `newer`.
  ///   - values: The values of `newer` to restore if the union is never saved.
  func unite(
    _ newer: any PersistentModel, with older: any PersistentModel,
    _ description: ModelDescription, keepsOlder: Bool, values: [SlotValue]
  ) {
    let key = newer._$state.key
    pending.note(
      PendingChanges.Union(
        newer: newer, older: older, key: key, values: values,
        olderValues: older._$state.phase == .inserted ? older._$slotValues() : []))
    if !keepsOlder { touch(older) }
    redirectOneWayReferences(from: key, to: older, description)
    if keepsOlder {
      giveUp(newer, for: older, description)
    } else {
      copyValues(of: newer, to: older, description)
    }
    pending.forget(key)
    objects.identityMap[key] = nil
    undo.note(key, unitedWith: older._$state.key)
    // The newer object may have aliases.
    for object in [newer] + objects.takeAliases(of: key) { objects.alias(object, to: older) }
    objects.noteUnion(of: newer, before: key)
    objects.notifyAll(older)
  }

  private func copyValues(
    of newer: any PersistentModel, to older: any PersistentModel, _ description: ModelDescription
  ) {
    let key = newer._$state.key
    for (slot, property) in description.slots.enumerated() {
      if let end = property.end {
        let related = (relatedKeys(of: newer, slot: slot) ?? []).compactMap {
          $0 == key ? older : self.model(for: $0, hierarchy: end.destinationHierarchy)
        }
        setRelated(of: newer, slot: slot, to: [])
        guard !related.isEmpty else { continue }
        if end.relationship.isToMany {
          setRelated(of: older, slot: slot, to: self.related(to: older, slot, end) + related)
        } else {
          setRelated(of: older, slot: slot, to: related)
        }
      } else if let column = property.column {
        switch newer._$slotValue(slot) {
        case .decoded, .failed: setSlot(slot, of: older, to: newer._$slotValue(slot))
        default:
          setSlot(
            slot, of: older, to: .value(newer._$storedValue(slot, column: column)))
        }
      } else if case .unset = older._$slotValue(slot) {
        setSlot(slot, of: older, to: newer._$slotValue(slot))
      }
    }
  }

  private func related(
    to model: any PersistentModel, _ slot: Int, _ end: RelationshipEnd
  ) -> [any PersistentModel] {
    (relatedKeys(of: model, slot: slot) ?? []).compactMap {
      self.model(for: $0, hierarchy: end.destinationHierarchy)
    }
  }

  /// Redirects relationships without inverse from the newer object to the older one.
  private func redirectOneWayReferences(
    from key: ObjectKey, to older: any PersistentModel, _ description: ModelDescription
  ) {
    for end in catalog.oneWayReferences[description.hierarchy] {
      for source in sources(of: key, hierarchy: end.hierarchy, column: end.column) {
        guard let holder = model(for: source, hierarchy: end.hierarchy),
          let slot = holder._$state.description?.slot(named: end.property)
        else { continue }
        let related = (relatedKeys(of: holder, slot: slot) ?? []).compactMap { target in
          target == key ? older : self.model(for: target, hierarchy: description.hierarchy)
        }
        setRelated(of: holder, slot: slot, to: related)
      }
    }
  }

  // MARK: Keeping the older object

  /// Drops the values of a new object whose place an older one takes.
  ///
  /// A reference of another object to the new one is a value of that object, so it leads to the older one
  /// afterwards. Where either end could state a relationship, as between to-one ends, the older object keeps what
  /// it has. New objects that only the new one owns go with it.
  private func giveUp(
    _ newer: any PersistentModel, for older: any PersistentModel, _ description: ModelDescription
  ) {
    var parts: [any PersistentModel] = []
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end else { continue }
      let related = self.related(to: newer, slot, end).filter { $0 !== newer }
      guard !related.isEmpty else { continue }
      setRelated(of: newer, slot: slot, to: [])
      let known = self.related(to: older, slot, end)
      var others = related.filter { object in !known.contains { $0 === object } }
      if end.relationship.deleteRule == .cascade {
        parts += others.filter { $0._$state.phase == .inserted && $0 !== older }
        others.removeAll { $0._$state.phase == .inserted }
      }
      guard !others.isEmpty, end.relationship.inverse != nil else { continue }
      if end.relationship.isToMany {
        setRelated(of: older, slot: slot, to: known + others)
      } else if property.inverseIsToOne, known.isEmpty {
        setRelated(of: older, slot: slot, to: others)
      }
    }
    withdraw(parts, except: older)
  }

  /// Withdraws new objects, with the new objects that these own; no stored object is deleted.
  private func withdraw(_ parts: [any PersistentModel], except older: any PersistentModel) {
    var seen: Set<ObjectKey> = []
    var waiting = parts
    while let part = waiting.popLast() {
      guard let description = part._$state.description, seen.insert(part._$state.key).inserted
      else { continue }
      for (slot, property) in description.slots.enumerated() {
        guard let end = property.end, end.relationship.deleteRule == .cascade else { continue }
        let related = self.related(to: part, slot, end)
        let own = related.filter { $0._$state.phase == .inserted && $0 !== older }
        if own.count < related.count { setRelated(of: part, slot: slot, to: own) }
        waiting += own
      }
    }
    // Undo takes back the insertion of the program, which has these objects, too.
    withoutUndo {
      for part in parts where part._$state.phase == .inserted { delete(part) }
    }
  }
}
