import DocumentTables

// Rows become objects when somebody asks for them.
extension ContextCore {
  /// The object of a row.
  func materialize(_ hierarchy: Int, _ location: RowLocation) -> (any PersistentModel)? {
    let segment = base.tables.tables[hierarchy].segments[location.segment]
    let key = segment.keys[location.row]
    if let known = pending.object(for: key) ?? identityMap[key] { return known }
    return make(key, hierarchy, segment, location.row, .stored)
  }

  /// The objects of many rows, none of which has pending changes.
  func materialize<T: PersistentModel>(
    _ rows: RowSelection, of hierarchy: Int, as type: T.Type
  ) -> [T] {
    let table = base.tables.tables[hierarchy]
    var models: [T] = []
    models.reserveCapacity(rows.count)
    identityMap.reserve(rows.count, spacing: table.keySpacing)
    // Where every registered object is one of these, none has to be looked for.
    var registered = identityMap.size.count
    var home: ObjectHome?
    var made = type
    for location in rows {
      let segment = table.segments[location.segment]
      let key = segment.keys[location.row]
      if registered != models.count, let known = identityMap[key] {
        if let known = known as? T { models.append(known) }
        continue
      }
      let entity = segment.entities[location.row]
      if home?.description.discriminator != entity {
        guard let description = catalog.description(hierarchy: hierarchy, discriminator: entity),
          let type = description.type as? T.Type
        else { continue }
        home = self.home(of: description)
        made = type
      }
      guard let home else { continue }
      let model = make(made, home, segment, location.row, .stored)
      registered = identityMap.register(new: model, for: key)
      models.append(model)
    }
    return models
  }

  /// An object that was removed, as it was last.
  func removedModel(
    _ key: ObjectKey, _ hierarchy: Int, in rows: LastRows
  ) -> (any PersistentModel)? {
    if let known = pending.object(for: key) ?? identityMap[key] { return known }
    let table = rows.tables.tables[hierarchy]
    guard let location = table.location(of: key),
      let model = make(key, hierarchy, table.segments[location.segment], location.row, .removed)
    else { return nil }
    keepRequiredReadable(of: model, in: rows)
    return model
  }

  func make(
    _ key: ObjectKey, _ hierarchy: Int, _ segment: Segment, _ row: Int, _ phase: ModelPhase
  ) -> (any PersistentModel)? {
    confinement.enter()
    defer { confinement.leave() }
    guard
      let description = catalog.description(
        hierarchy: hierarchy, discriminator: segment.entities[row])
    else { return nil }
    func register<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      let model = make(type, home(of: description), segment, row, phase)
      identityMap.register(new: model, for: key)
      return model
    }
    return register(description.type)
  }

  private func make<T: PersistentModel>(
    _ type: T.Type, _ home: ObjectHome, _ segment: Segment, _ row: Int, _ phase: ModelPhase
  ) -> T {
    let model = type.init(
      _$materializing: _ModelState(home, segment: segment, row: row, phase: phase))
    // The defaults of properties have been set; the row holds the values.
    model._$visitLevels { $0.forget() }
    return model
  }

  /// What the objects of an entity share in this context.
  func home(of description: ModelDescription) -> ObjectHome {
    let hierarchy = description.hierarchy
    let entity = Int(description.discriminator)
    guard hierarchy < homes.count else { return ObjectHome(self, description) }
    if let home = homes[hierarchy][entity] { return home }
    let home = ObjectHome(self, description)
    homes[hierarchy][entity] = home
    return home
  }
}
