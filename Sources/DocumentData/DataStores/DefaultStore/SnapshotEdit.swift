import DocumentTables

/// Applies the snapshots of one save to a document, in a separate context.
struct SnapshotEdit {
  let context: ModelContext
  private var core: ContextCore { context.core }
  private var catalog: ModelCatalog { core.catalog }

  init(_ store: ContainerStore, author: String?) {
    let schema = Schema(store.catalog.descriptions.map(\.type))
    context = ModelContext(ModelContainer(store, schema: schema))
    context.author = author
  }

  func apply(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>, storeIdentifier: String
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var objects: [PersistentIdentifier: any PersistentModel] = [:]
    for snapshot in request.inserted {
      let model = try insert(snapshot)
      guard objects.updateValue(model, forKey: snapshot.persistentIdentifier) == nil else {
        throw problem("two new snapshots have one identifier", snapshot.persistentIdentifier)
      }
    }
    for snapshot in request.updated {
      guard let model = core.storedModel(of: snapshot.persistentIdentifier) else {
        throw problem("the object to be changed does not exist", snapshot.persistentIdentifier)
      }
      objects[snapshot.persistentIdentifier] = model
      try setAttributes(of: model, to: snapshot, isNew: false)
    }
    for snapshot in request.inserted + request.updated {
      guard let model = objects[snapshot.persistentIdentifier] else { continue }
      try setRelationships(of: model, to: snapshot, objects)
    }
    for snapshot in request.deleted {
      if let model = core.storedModel(of: snapshot.persistentIdentifier) { core.delete(model) }
    }
    try context.save()
    return DataStoreSaveChangesResult(
      for: storeIdentifier,
      remappedIdentifiers: Dictionary(
        request.inserted.compactMap { snapshot in
          objects[snapshot.persistentIdentifier].map {
            (snapshot.persistentIdentifier, $0.persistentModelID)
          }
        }, uniquingKeysWith: { first, _ in first }),
      historyToken: core.store.historyToken)
  }

  func deleteAll() throws {
    for description in catalog.descriptions {
      func delete<T: PersistentModel>(_ type: T.Type) throws {
        for model in try context.fetch(FetchDescriptor<T>()) { context.delete(model) }
      }
      try delete(description.type)
    }
    try context.save()
  }

  private func insert(_ snapshot: DefaultSnapshot) throws -> any PersistentModel {
    let name = snapshot.persistentIdentifier.entityName
    guard let description = catalog.descriptions.first(where: { $0.entityName == name }) else {
      throw problem("the entity is not in the store's schema", snapshot.persistentIdentifier)
    }
    let model = description.type._$blank()
    core.insert(model)
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, end.storage == .list, !end.relationship.isNullable
      else { continue }
      model._$setSlot(slot, to: .value(.references([])))
    }
    try setAttributes(of: model, to: snapshot, isNew: true)
    return model
  }

  private func setAttributes(
    of model: any PersistentModel, to snapshot: DefaultSnapshot, isNew: Bool
  ) throws {
    guard let description = model._$state.description else { return }
    let properties = snapshot.properties
    let columns = core.schema.hierarchies[description.hierarchy].columns
    for (slot, property) in description.slots.enumerated() {
      guard let column = property.column, let attribute = columns[column].attribute else {
        continue
      }
      let field = properties[property.name].map { SnapshotField.property($0) }
      if field == nil, !isNew { continue }
      let value: Value
      do {
        value = try description.value(of: field, slot: slot, attribute)
      } catch {
        throw problem(
          error.explanation, snapshot.persistentIdentifier, property.name, error.underlying)
      }
      if !isNew {
        guard model._$storedValue(slot, column: column) != value else { continue }
        core.touch(model)
      }
      model._$setSlot(slot, to: .value(value))
    }
  }

  private func setRelationships(
    of model: any PersistentModel, to snapshot: DefaultSnapshot,
    _ objects: [PersistentIdentifier: any PersistentModel]
  ) throws {
    guard let description = model._$state.description else { return }
    let properties = snapshot.properties
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let stated = properties[property.name] else { continue }
      let field = SnapshotField.property(stated)
      guard
        let identifiers = field.relatedIdentifiers(isToMany: end.relationship.isToMany)
      else {
        throw problem(
          "the value is no relationship of that kind", snapshot.persistentIdentifier, property.name)
      }
      let related = try identifiers?.map { identifier in
        guard let model = objects[identifier] ?? core.storedModel(of: identifier),
          core.schema.isEntity(identifier.entityName, kindOf: end.relationship.destination)
        else {
          throw problem(
            "there is no object \(identifier) to be related to", snapshot.persistentIdentifier,
            property.name)
        }
        return model
      }
      guard core.relatedKeys(of: model, slot: slot) != related?.map({ $0._$state.key }) else {
        continue
      }
      core.setRelated(
        of: model, slot: slot, to: end.relationship.isToMany ? related : related ?? [])
    }
  }

  private func problem(
    _ explanation: String, _ identifier: PersistentIdentifier, _ property: String? = nil,
    _ underlying: (any Error)? = nil
  ) -> SwiftDataError {
    SwiftDataError(
      .modelValidationFailure, explanation, entity: identifier.entityName, property: property,
      object: identifier.isTemporary ? nil : identifier.key, underlying: underlying)
  }
}

extension ContextCore {
  /// The stored object of an identifier; nil if the store has no such object.
  func storedModel(of identifier: PersistentIdentifier) -> (any PersistentModel)? {
    guard let key = key(of: identifier),
      let hierarchy = schema.hierarchyIndex(of: identifier.entityName)
    else { return nil }
    return model(for: key, hierarchy: hierarchy)
  }
}
