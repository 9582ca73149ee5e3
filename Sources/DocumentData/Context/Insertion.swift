import DocumentTables

extension ContextCore {
  /// Inserts an object and every new object that it is related to.
  func insert(_ root: any PersistentModel) {
    confinement.enter()
    defer { confinement.leave() }
    if canTake(root), let known = pending.deleted[root._$state.key] { insertAgain(known) }
    if root._$state.phase == .new || canTake(root) { admit(root) }
    switch root._$state.phase {
    case .deleted where root._$state.core === self, .withdrawn: insertAgain(root)
    case .inserted, .stored:
      if root._$state.core !== self { refuse(root) }
    case .deleted, .removed: refuse(root)
    case .new: break
    }
  }

  /// Adds an object to this context, with its related objects that are new or whose context is gone.
  ///
  /// - Parameter isRelated: Whether a relationship leads to the object; its type may then be another
  ///   class than that of the schema.
  func admit(_ root: any PersistentModel, isRelated: Bool = false) {
    guard facade != nil else { return }
    var graph: [any PersistentModel] = []
    var taken: [Taken] = []
    var waiting: [any PersistentModel] = [root]
    var standIns: [(object: any PersistentModel, principal: any PersistentModel)] = []
    while let model = waiting.popLast() {
      if canTake(model) { waiting += take(model, into: &taken) }
      guard model._$state.phase == .new else { continue }
      guard let description = catalog.description(of: model) else {
        if isRelated || model !== root, let principal = principal(forNew: model) {
          standIns.append((model, principal))
          waiting.append(principal)
        } else {
          refuse(model)
        }
        continue
      }
      model._$state.enter(objects.home(of: description))
      if model._$state.registrar != nil { noteObserver() }
      graph.append(model)
      for value in model._$slotValues().reversed() {
        switch value {
        case .model(let related?): waiting.append(related)
        case .models(let related?): waiting.append(contentsOf: related.reversed())
        default: break
        }
      }
    }
    if !graph.isEmpty { enter(graph) }
    for (object, principal) in standIns {
      object._$state.take(key: principal._$state.key)
      objects.attach(object, to: principal)
    }
    for model in graph { connect(model) }
    apply(taken)
    if !graph.isEmpty || !taken.isEmpty { noteChange() }
  }

  /// Assigns keys to new objects.
  private func enter(_ graph: [any PersistentModel]) {
    let first = store.takeKeys(graph.count)
    for (index, model) in graph.enumerated() {
      let key = first + ObjectKey(index)
      model._$state.take(key: key)
      undo.willArrive(model, as: .absent)
      pending.insert(model)
      objects.identityMap[key] = model
    }
  }

  /// Replaces the related objects of an object's initialiser by their keys.
  private func connect(_ model: any PersistentModel) {
    guard let description = model._$state.description else { return }
    for slot in description.slots.indices where description.slots[slot].end != nil {
      switch model._$slotValue(slot) {
      case .model(let related):
        model._$setSlot(slot, to: .unset)
        if let related { setRelated(of: model, slot: slot, to: [related]) }
      case .models(let related):
        model._$setSlot(slot, to: .unset)
        guard let end = description.slots[slot].end else { continue }
        guard let related else {
          if end.storage == .list, !end.relationship.isNullable {
            model._$setSlot(slot, to: .value(.references([])))
          }
          continue
        }
        if related.isEmpty {
          // Another object of the graph may have set this end.
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

  /// Adds the objects of an initialiser to those that the other ends have set.
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

  /// Rejects an object that is of another schema's class or not new; the next save throws the reason.
  func refuse(
    _ model: any PersistentModel, at property: String? = nil, _ holder: (any PersistentModel)? = nil
  ) {
    let name = model is FrozenObject ? model._$entityName : String(reflecting: type(of: model))
    let isForeign = catalog.description(of: model) == nil && !(model is FrozenObject)
    let subclass = catalog.missingSubclass(type(of: model))
    if let subclass { facade?.container.warn(of: subclass) }
    let explanation =
      if let subclass {
        subclass.description
      } else if isForeign {
        foreignWords(name, type(of: model))
      } else if let other = model._$state.core, other !== self, !model._$state.phase.hasLeft {
        foreignWords(model, of: other)
      } else {
        "this \(name) was deleted; make a new object"
      }
    let refusal = SwiftDataError(
      isForeign ? .modelOfAnotherSchema : .modelValidationFailure, explanation,
      entity: (holder ?? model)._$entityName, property: property,
      object: holder?._$state.key)
    pending.refuse(refusal)
    if isForeign { closure?.note(misuse: refusal) }
    noteChange()
  }

  private func foreignWords(_ model: any PersistentModel, of other: ContextCore) -> String {
    let key = other.confinement.inTurnIfFree { model._$state.key }
    let name = model._$entityName + (key.map { " \($0)" } ?? "")
    if other.facade === facade {
      return
        "\(name) is in the store “\(other.name)”, and this would relate it to an object in the "
        + "store “\(self.name)”: relate objects of one store, or insert a copy into this one"
    }
    if let words = closure?.role.words(refusing: name) { return words }
    return other.store === store
      ? "\(name) belongs to another context; fetch it in this one"
      : "\(name) belongs to another container"
  }

  private func foreignWords(_ name: String, _ type: any PersistentModel.Type) -> String {
    let namesake = catalog.counterpart(of: type)
    if let words = closure?.role.words(
      refusing: type, namesake: namesake.map { String(reflecting: $0.type) })
    {
      return words
    }
    if catalog.isOfRows {
      return "version \(schema.version?.text ?? "") of this context has no classes: use "
        + "insertRow(\"\(Schema.entityName(of: type))\")"
    }
    return "\(name) is not a model of this context's schema \(schema.name) "
      + (schema.version?.text ?? "without version")
      + (namesake.map { ", whose \($0.entityName) is \(String(reflecting: $0.type))" }
        ?? ": add \(name).self to the models that the container is made for")
  }
}
