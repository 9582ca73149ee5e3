import DocumentTables

// Objects that stand in for those of another class of their name: the static type of a relationship
// names a class, and the schema version lists another one. A stand-in is found through the
// relationship only. It has no values of its own but of properties that the listed class lacks or
// stores otherwise; those live with it alone and are not saved.
extension ContextCore {
  /// An object as one of a class, which it is, or for which it has a stand-in.
  func object<Model: PersistentModel>(
    _ model: any PersistentModel, as type: Model.Type
  ) -> Model? {
    (model as? Model) ?? standIn(for: model, as: type)
  }

  private func standIn<Model: PersistentModel>(
    for model: any PersistentModel, as type: Model.Type
  ) -> Model? {
    guard let namesake = catalog.namesake(type), let own = model._$state.description,
      own.hierarchy == namesake.hierarchy, namesake.kinds[Int(own.discriminator)]
    else { return nil }
    let principal = principal(of: model)
    let key = principal._$state.key
    for known in aliases[key] {
      if let known = known as? Model { return known }
    }
    guard canStandIn(namesake) else { return nil }
    let object = Model(
      _$materializing: _ModelState(standingIn: ObjectHome(self, namesake), for: principal._$state))
    forward(object, to: principal)
    aliases.add(object, for: key)
    return object
  }

  /// Makes a new object of a class whose place another class has stand in for a new one of that
  /// class.
  ///
  /// - Returns: The other object; nil for a class that is no relationship's type.
  func principal(forNew model: any PersistentModel) -> (any PersistentModel)? {
    guard let namesake = catalog.namesake(type(of: model)),
      let listed = catalog.description(
        hierarchy: namesake.hierarchy, discriminator: namesake.discriminator),
      canStandIn(namesake)
    else { return nil }
    let principal: any PersistentModel = listed.type._$blank()
    let values = namesake.slots.indices.map { model._$slotValue($0) }
    model._$state.enter(ObjectHome(self, namesake))
    forward(model, to: principal, listed)
    for (slot, value) in values.enumerated() {
      if case .unset = value { continue }
      model._$setSlot(slot, to: value)
    }
    return principal
  }

  /// Lets an object hold its values where another one has them.
  func forward(
    _ object: any PersistentModel, to principal: any PersistentModel,
    _ description: ModelDescription? = nil
  ) {
    guard let own = object._$state.description,
      let other = description ?? principal._$state.description
    else { return }
    let ends = own.levelBases.dropFirst() + [own.slots.count]
    var depth = 0
    object._$visitLevels { level in
      let slots = own.slots[own.levelBases[depth]..<ends[ends.startIndex + depth]]
      level = _LevelValues()
      level.prepare()
      level.box?.forwarding = ForwardedSlots(
        principal, slots.map { $0.isEphemeral ? nil : other.slot(named: $0.name) })
      depth += 1
    }
  }

  /// A property without any value could not be read: the next save then says why there is no
  /// stand-in.
  private func canStandIn(_ namesake: ModelDescription) -> Bool {
    guard
      let listed = catalog.description(
        hierarchy: namesake.hierarchy, discriminator: namesake.discriminator),
      let property = Schema.PropertyMetadata.firstUnreadable(of: namesake.type, from: listed.type)
    else { return true }
    pending.refused.append(
      SwiftDataError(
        .modelOfAnotherSchema,
        "\(String(reflecting: namesake.type)) cannot stand in for \(String(reflecting: listed.type)), "
          + "which stores \(property) otherwise or not at all: declare the class whose relationship "
          + "leads to it anew in this version",
        entity: namesake.entityName, property: property))
    noteChange()
    return false
  }
}
