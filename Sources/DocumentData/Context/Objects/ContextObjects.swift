import DocumentTables

/// The objects of one context: their identities, aliases and homes.
///
/// Objects are found by key, and created from rows. The program holds them; an object that the
/// program releases leaves the identity map.
final class ContextObjects {
  let catalog: ModelCatalog
  let identityMap: IdentityMap
  private var aliases = AliasMap()
  /// The objects that an upsert has united with older ones, by their keys before.
  private var united = AliasMap()
  /// Whether the program observes an object; otherwise notifications do nothing.
  private(set) var isObserved = false
  /// The context of new objects, which owns this part; nil for objects that only read their rows.
  unowned var core: ContextCore?
  /// The homes of the entities, by hierarchy and discriminator; empty if homes are not kept.
  ///
  /// Homes hold the core, which holds this part. ``dropHomes()`` breaks the cycle.
  private var homes: [[ObjectHome?]] = []

  init(_ catalog: ModelCatalog) {
    self.catalog = catalog
    identityMap = IdentityMap(catalog)
  }

  // MARK: Homes

  func keepHomes() {
    homes = catalog.schema.hierarchies.map { layout in
      Array(repeating: nil, count: layout.entities.count)
    }
  }

  func dropHomes() { homes = [] }

  /// The state that the objects of an entity share.
  func home(of description: ModelDescription) -> ObjectHome {
    let hierarchy = description.hierarchy
    let entity = Int(description.discriminator)
    guard hierarchy < homes.count else { return newHome(of: description) }
    if let home = homes[hierarchy][entity] { return home }
    let home = newHome(of: description)
    homes[hierarchy][entity] = home
    return home
  }

  func newHome(of description: ModelDescription) -> ObjectHome {
    ObjectHome(core, identityMap, description)
  }

  // MARK: Objects of rows

  /// Creates and registers the object of a row that has none.
  ///
  /// - Returns: Nil if no class of the catalog has the entity of the row.
  func make(
    _ segment: Segment, _ row: Int, of hierarchy: Int, _ phase: ModelPhase
  ) -> (any PersistentModel)? {
    guard
      let description = catalog.description(
        hierarchy: hierarchy, discriminator: segment.entities[row])
    else { return nil }
    func register<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      let model = make(type, home(of: description), segment, row, phase)
      identityMap.register(new: model, for: segment.keys[row])
      return model
    }
    return register(description.type)
  }

  /// The objects of many rows, none of which has pending changes and none of which occurs twice.
  func make<T: PersistentModel>(
    _ rows: some Sequence<RowLocation>, of table: Table, _ hierarchy: Int, as type: T.Type
  ) -> [T] {
    let count = rows.underestimatedCount
    var models: [T] = []
    models.reserveCapacity(count)
    identityMap.reserve(count, spacing: table.keySpacing)
    // If every registered object is one of these, the map need not be searched.
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

  private func make<T: PersistentModel>(
    _ type: T.Type, _ home: ObjectHome, _ segment: Segment, _ row: Int, _ phase: ModelPhase
  ) -> T {
    let model = type.init(
      _$materializing: _ModelState(home, segment: segment, row: row, phase: phase))
    // The initialiser has set the defaults of the properties. The row holds the values.
    model._$visitLevels { $0.forget() }
    return model
  }

  /// Creates an object for an identifier without a row; the identity map does not find it.
  func makeMissing(_ key: ObjectKey, _ description: ModelDescription) -> any PersistentModel {
    var state = _ModelState()
    state.enter(home(of: description))
    state.take(key: key)
    state.phase = .removed
    let model = description.type.init(_$materializing: state)
    model._$visitLevels { $0 = _LevelValues() }
    return model
  }

  // MARK: Objects that share a row

  /// The registered object of a row that several objects share.
  func principal(of model: any PersistentModel) -> any PersistentModel {
    model._$state.principal ?? model
  }

  /// Makes an object an alias of another: both share the row and its values from now on.
  func alias(_ object: any PersistentModel, to principal: any PersistentModel) {
    // Rows of several entities have one class.
    if type(of: object) == type(of: principal),
      object._$state.description?.entityName == principal._$state.description?.entityName
    {
      object._$shareLevels(with: principal)
    } else {
      forward(object, to: principal)
    }
    object._$state.take(key: principal._$state.key)
    object._$state.place(in: principal._$state.segment, row: principal._$state.row)
    object._$state.phase = principal._$state.phase
    attach(object, to: principal)
  }

  /// Registers an alias of an object, which it keeps alive.
  func attach(_ alias: any PersistentModel, to principal: any PersistentModel) {
    alias._$state.principal = principal
    aliases.add(alias, for: principal._$state.key)
  }

  /// The aliases of the object of a key.
  func aliases(of key: ObjectKey) -> [any PersistentModel] { aliases[key] }

  /// The aliases of the object of a key, which are none from now on.
  func takeAliases(of key: ObjectKey) -> [any PersistentModel] { aliases.takeAll(for: key) }

  /// Gives an object without a row another key, with its aliases.
  func renumber(_ model: any PersistentModel, to key: ObjectKey) {
    let others = takeAliases(of: model._$state.key)
    model._$state.take(key: key)
    identityMap[key] = model
    for alias in others {
      alias._$state.take(key: key)
      aliases.add(alias, for: key)
    }
  }

  /// Finds a new object that becomes an alias of an older one under its key before, too.
  func noteUnion(of newer: any PersistentModel, before key: ObjectKey) {
    united.add(newer, for: key)
  }

  /// Ends a union that was never saved; the newer object keeps the values of the older one until it gets
  /// others.
  func separate(_ newer: any PersistentModel, before key: ObjectKey) {
    aliases.remove(newer, for: newer._$state.key)
    newer._$state.principal = nil
    united.remove(newer, for: key)
  }

  /// The key that an object with a key has got by a union; nil if there was none.
  func key(unitedFrom key: ObjectKey) -> ObjectKey? { united[key].first?._$state.key }

  /// Registers an alias as the object of a row if nothing but aliases has held the principal.
  func replacePrincipal(of key: ObjectKey) {
    let others = aliases[key]
    for alias in others { alias._$state.principal = nil }
    guard let heir = others.first else { return }
    let principal = identityMap[key] ?? heir
    if principal === heir {
      aliases.remove(heir, for: key)
      identityMap.register(heir, for: key)
    }
    for alias in others where alias !== principal { alias._$state.principal = principal }
  }

  /// Moves an object and its aliases to the location of their row.
  func move(_ model: any PersistentModel, to segment: Segment?, row: Int32, _ phase: ModelPhase) {
    model._$state.place(in: segment, row: row)
    model._$state.phase = phase
    for alias in aliases[model._$state.key] {
      alias._$state.place(in: segment, row: row)
      alias._$state.phase = phase
    }
  }

  func setPhase(_ phase: ModelPhase, of model: any PersistentModel) {
    move(model, to: model._$state.segment, row: model._$state.row, phase)
  }

  // MARK: Observers

  /// Notes that the program observes an object.
  func noteObserver() { isObserved = true }

  /// Notifies the observers of the other objects of a row that one of them has set an attribute.
  func notifyOthers(of model: any PersistentModel, _ slot: Int) {
    guard isObserved, !aliases.isEmpty, let name = model._$state.description?.slots[slot].name
    else { return }
    for object in [principal(of: model)] + aliases[model._$state.key] where object !== model {
      guard let slot = object._$state.description?.slot(named: name) else { continue }
      object._$notify(slot: slot)
    }
  }

  /// Notifies the observers of one property of an object and its aliases.
  func notify(_ model: any PersistentModel, _ property: String) {
    guard isObserved else { return }
    for object in [principal(of: model)] + aliases[model._$state.key] {
      guard let slot = object._$state.description?.slot(named: property) else { continue }
      object._$notify(slot: slot)
    }
  }

  /// Notifies the observers of every property of an object and its aliases.
  func notifyAll(_ model: any PersistentModel) {
    guard isObserved else { return }
    principal(of: model)._$notifyAll()
    for alias in aliases[model._$state.key] { alias._$notifyAll() }
  }
}
