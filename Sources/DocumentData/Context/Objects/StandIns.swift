import DocumentTables

// A stand-in represents an object of another class with the same entity name: the static type of a
// relationship names one class, and the schema version lists another. Only the relationship leads
// to a stand-in. A stand-in keeps values of its own only for properties that the listed class lacks
// or stores differently; these values are not saved.
extension ContextObjects {
  /// The stand-in of an object as a class; nil if the class has another entity.
  ///
  /// - Throws: ``SwiftDataError/modelOfAnotherSchema`` if the stand-in could not read a property.
  func standIn<Model: PersistentModel>(
    for model: any PersistentModel, as type: Model.Type
  ) throws(SwiftDataError) -> Model? {
    guard let namesake = catalog.namesake(type), let own = model._$state.description,
      own.hierarchy == namesake.hierarchy, namesake.kinds[Int(own.discriminator)]
    else { return nil }
    let principal = principal(of: model)
    let key = principal._$state.key
    for known in aliases(of: key) {
      if let known = known as? Model { return known }
    }
    try checkStandIn(namesake)
    let object = Model(
      _$materializing: _ModelState(standingIn: newHome(of: namesake), for: principal._$state))
    forward(object, to: principal)
    attach(object, to: principal)
    return object
  }

  /// Makes a new object of a class that the schema version replaces a stand-in for a new object of
  /// the listed class.
  ///
  /// - Returns: The object of the listed class; nil if no relationship has the class as its type.
  /// - Throws: ``SwiftDataError/modelOfAnotherSchema`` if the stand-in could not read a property.
  func principal(
    forNew model: any PersistentModel
  ) throws(SwiftDataError) -> (any PersistentModel)? {
    guard let namesake = catalog.namesake(type(of: model)),
      let listed = catalog.description(
        hierarchy: namesake.hierarchy, discriminator: namesake.discriminator)
    else { return nil }
    try checkStandIn(namesake)
    let principal: any PersistentModel = listed.type._$blank()
    let values = namesake.slots.indices.map { model._$slotValue($0) }
    model._$state.enter(newHome(of: namesake))
    forward(model, to: principal, listed)
    for (slot, value) in values.enumerated() {
      if case .unset = value { continue }
      model._$setSlot(slot, to: value)
    }
    return principal
  }

  /// Forwards the values of an object to another object.
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

  /// Checks that every property of a stand-in would have a value.
  private func checkStandIn(_ namesake: ModelDescription) throws(SwiftDataError) {
    guard
      let listed = catalog.description(
        hierarchy: namesake.hierarchy, discriminator: namesake.discriminator),
      let property = Schema.PropertyMetadata.firstUnreadable(of: namesake.type, from: listed.type)
    else { return }
    throw SwiftDataError(
      .modelOfAnotherSchema,
      "\(String(reflecting: namesake.type)) cannot stand in for \(String(reflecting: listed.type)), "
        + "which stores \(property) otherwise or not at all: declare the class whose relationship "
        + "leads to it anew in this version",
      entity: namesake.entityName, property: property)
  }
}

extension ContextCore {
  /// An object as an instance of a class: the object itself, or its stand-in.
  func object<Model: PersistentModel>(
    _ model: any PersistentModel, as type: Model.Type
  ) -> Model? {
    if let model = model as? Model { return model }
    do {
      return try objects.standIn(for: model, as: type)
    } catch {
      refuse(error)
      return nil
    }
  }

  /// The object of the listed class for a new object that becomes its stand-in.
  func principal(forNew model: any PersistentModel) -> (any PersistentModel)? {
    do {
      return try objects.principal(forNew: model)
    } catch {
      refuse(error)
      return nil
    }
  }

  /// Makes the next save throw an error, because a relationship could not be read or set.
  private func refuse(_ error: SwiftDataError) {
    pending.refuse(error)
    noteChange()
  }
}
