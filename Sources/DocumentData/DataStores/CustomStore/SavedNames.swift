import DocumentTables

/// The identifiers that a store assigned to the new objects of a save.
struct SavedNames {
  /// The identifiers of the objects that are new to the store, by key.
  private(set) var permanent: [ObjectKey: PersistentIdentifier] = [:]
  /// The new objects that the store united with others, in the order of insertion.
  private(set) var united: [(newer: ObjectKey, older: ObjectKey)] = []

  /// The objects that new objects were united with.
  var targets: Set<ObjectKey> { Set(united.map(\.older)) }

  /// - Parameter deleted: The objects that the save removes, whose identifiers a new object may get.
  /// - Throws: ``SwiftDataError/invalidDataStoreAnswer`` if a new object has no permanent identifier.
  init(
    _ saved: SavedContents, of request: ChangedObjects, deleted: Set<ObjectKey>,
    in adapter: CustomStoreAdapter
  ) throws {
    var used: [PersistentIdentifier: ObjectKey] = [:]
    for object in request.inserted {
      guard let identifier = saved.remapped[object.identifier] else {
        throw Self.refusal("it gives a new object no permanent identifier", object)
      }
      guard !identifier.isTemporary, identifier.entityName == object.identifier.entityName else {
        throw Self.refusal("\(identifier) is no permanent identifier of a new object", object)
      }
      let key = object.model._$state.key
      if let older = used[identifier] {
        united.append((key, older))
      } else if let older = adapter.keys[identifier], !deleted.contains(older),
        let hierarchy = adapter.hierarchy(of: older),
        adapter.isLoaded(older, hierarchy) || adapter.isUnread(older, hierarchy)
      {
        united.append((key, older))
      } else {
        permanent[key] = identifier
        used[identifier] = key
      }
    }
  }

  private static func refusal(_ explanation: String, _ object: ChangedObjects.Object)
    -> SwiftDataError
  {
    refusal(explanation, object.identifier.entityName)
  }

  static func refusal(_ explanation: String, _ entity: String?) -> SwiftDataError {
    SwiftDataError(
      .invalidDataStoreAnswer,
      "the store has saved, but \(explanation); the changes stay pending", entity: entity)
  }
}

extension CustomStoreAdapter {
  /// Assigns identifiers to new objects, and unites objects as an upsert of the context does.
  ///
  /// - Returns: The changes for the mirror.
  func unite(
    _ names: SavedNames, _ changes: ChangeSet, of context: any SavingContext
  ) throws -> ChangeSet {
    let before = (keys, identifiers)
    for (key, identifier) in names.permanent {
      if let unused = keys.updateValue(key, forKey: identifier) { identifiers[unused] = nil }
      identifiers[key] = identifier
    }
    guard !names.united.isEmpty else { return changes }
    // Snapshots of new objects must not enter the mirror before the commit.
    withheld = Set(names.permanent.keys)
    defer { withheld = [] }
    do {
      for (newer, older) in names.united { try unite(newer, older, context) }
    } catch {
      for key in names.permanent.keys { identifiers[key] = before.1[key] }
      for identifier in names.permanent.values { keys[identifier] = before.0[identifier] }
      throw error
    }
    while true {
      let united = context.makeChangeSet()
      // Following relationships may have read changes of another program.
      guard context.base.generation != mirror.current.generation else { return united }
      context.advance()
    }
  }

  private func unite(_ newer: ObjectKey, _ older: ObjectKey, _ context: any SavingContext) throws {
    guard let model = context.pendingObject(for: newer), model._$state.phase == .inserted else {
      return
    }
    if let hierarchy = hierarchy(of: older), isUnread(older, hierarchy) {
      try read([older], context.editingState)
    }
    context.advance()
    guard let description = model._$state.description,
      let target = context.model(for: older, hierarchy: description.hierarchy),
      target._$state.description === description
    else {
      throw SavedNames.refusal(
        "it does not have the object that it has taken a new one for",
        model._$state.description?.entityName)
    }
    context.unite(model, with: target, description)
  }
}
