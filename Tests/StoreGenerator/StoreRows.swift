/// The rows of a generated store: a function of model, seed and scale, computed row by row.
package struct StoreRows: Sendable {
  package let model: StoreModel
  package let layout: StoreLayout
  package let seed: UInt64
  /// The number of rows of each table, in which the entities of a hierarchy take turns.
  package let rowsPerTable: Int

  private let properties: [String: [StoreProperty]]
  private let families: [String: Set<String>]

  package init(_ model: StoreModel, seed: UInt64, rowsPerTable: Int) {
    self.model = model
    self.seed = seed
    self.rowsPerTable = rowsPerTable
    layout = StoreLayout(model)
    properties = Dictionary(
      uniqueKeysWithValues: model.entities.map { entity in
        (entity.name, model.properties(of: entity.name).sorted { $0.name < $1.name })
      })
    families = Dictionary(
      uniqueKeysWithValues: model.entities.map { ($0.name, Set(model.family(of: $0.name))) })
  }

  /// Returns the entity of a row.
  package func entity(of key: Int64, in table: StoreLayout.Table) -> String {
    table.entities[Int(key - 1) % table.entities.count]
  }

  /// The keys of the rows of an entity and its subentities.
  package func keys(of entity: String) -> [Int64] {
    (0..<count(of: entity)).compactMap { key(at: $0, of: entity) }
  }

  /// The number of rows of an entity and its subentities.
  package func count(of entity: String) -> Int {
    guard let table = layout.table(of: entity), let family = families[entity] else { return 0 }
    let width = table.entities.count
    let rest = table.entities[..<(rowsPerTable % width)].filter(family.contains).count
    return rowsPerTable / width * family.count + rest
  }

  private func key(at index: Int, of entity: String) -> Int64? {
    guard let table = layout.table(of: entity), let family = families[entity] else { return nil }
    let places = table.entities.indices.filter { family.contains(table.entities[$0]) }
    guard !places.isEmpty, index < count(of: entity) else { return nil }
    return Int64(index / places.count * table.entities.count + places[index % places.count] + 1)
  }

  private func index(of key: Int64, among entity: String) -> Int {
    guard let table = layout.table(of: entity), let family = families[entity] else { return 0 }
    let places = table.entities.indices.filter { family.contains(table.entities[$0]) }
    let place = Int(key - 1) % table.entities.count
    return Int(key - 1) / table.entities.count * places.count
      + (places.firstIndex(of: place) ?? 0)
  }

  /// Returns one row.
  package func row(_ key: Int64, in table: StoreLayout.Table) -> StoreRow {
    let entity = entity(of: key, in: table)
    var random = StoreRandom(seed, StoreRandom.number(of: table.name), UInt64(key))
    let unique = Set(model.lineage(of: entity).flatMap { $0.uniqueness.compactMap(\.first) })
    var row = StoreRow(
      entity: entity, key: key, version: 1 + key % 3, attributes: [:], toOne: [:])
    for property in properties[entity] ?? [] {
      switch property {
      case .attribute(let attribute):
        row.attributes[attribute.name] = value(
          of: attribute, unique: unique.contains(attribute.name), key, &random)
      case .relationship(let relationship) where !relationship.isToMany:
        row.toOne[relationship.name] = target(of: relationship, entity, key)
      case .relationship: break
      }
    }
    return row
  }

  /// Returns the row behind a to-one relationship.
  package func target(
    of relationship: StoreRelationship, _ entity: String, _ key: Int64
  ) -> Int64? {
    if let inverse = relationship.inverse,
      let other = model.relationship(inverse, of: relationship.destination), !other.isToMany
    {
      // Both sides pair rows of the same place.
      let index = index(of: key, among: declaring(relationship.name, entity))
      return index % 4 == 0 ? nil : self.key(at: index, of: relationship.destination)
    }
    var random = StoreRandom(seed, StoreRandom.number(of: relationship.name), UInt64(key))
    if relationship.isOptional, Int.random(in: 0..<5, using: &random) == 0 { return nil }
    let count = count(of: relationship.destination)
    guard count > 0 else { return nil }
    return self.key(
      at: Int.random(in: 0..<count, using: &random), of: relationship.destination)
  }

  /// Returns the row that owns another through a to-many relationship without an inverse.
  package func owner(
    of key: Int64, through relationship: StoreRelationship, of entity: String
  ) -> Int64? {
    var random = StoreRandom(seed, StoreRandom.number(of: entity + relationship.name), UInt64(key))
    let count = count(of: entity)
    guard count > 0, Int.random(in: 0..<4, using: &random) > 0 else { return nil }
    return self.key(at: Int.random(in: 0..<count, using: &random), of: entity)
  }

  /// Returns the keys that a row of the first side of a join table refers to, ascending.
  package func partners(of key: Int64, in table: StoreLayout.JoinTable) -> [Int64] {
    guard let relationship = model.relationship(table.relationship, of: table.entity) else {
      return []
    }
    var random = StoreRandom(seed, StoreRandom.number(of: table.name), UInt64(key))
    let count = count(of: relationship.destination)
    guard count > 0 else { return [] }
    let wanted = Int.random(in: 0...3, using: &random)
    return Set(
      (0..<wanted).compactMap { _ in
        self.key(at: Int.random(in: 0..<count, using: &random), of: relationship.destination)
      }
    ).sorted()
  }

  /// Returns the members of a to-many relationship of every row, ascending.
  ///
  /// Takes time and memory for all rows of the destination.
  package func members(of name: String, of entity: String) -> [Int64: [Int64]] {
    guard let relationship = model.relationship(name, of: entity) else { return [:] }
    var members: [Int64: [Int64]] = [:]
    if let inverse = relationship.inverse,
      let other = model.relationship(inverse, of: relationship.destination)
    {
      if other.isToMany {
        for table in layout.joinTables {
          if table.entity == declaring(name, entity), table.relationship == name {
            for key in keys(of: entity) { members[key] = partners(of: key, in: table) }
          } else if table.relationship == inverse,
            model.family(of: table.entity).contains(relationship.destination)
          {
            for key in keys(of: table.entity) {
              for partner in partners(of: key, in: table) {
                members[partner, default: []].append(key)
              }
            }
          }
        }
      } else {
        for key in keys(of: relationship.destination) {
          let target = target(of: other, relationship.destination, key)
          if let target { members[target, default: []].append(key) }
        }
      }
    } else {
      for key in keys(of: relationship.destination) {
        let owner = owner(of: key, through: relationship, of: declaring(name, entity))
        if let owner { members[owner, default: []].append(key) }
      }
    }
    return members.filter { !$0.value.isEmpty }
  }

  private func declaring(_ name: String, _ entity: String) -> String {
    model.lineage(of: entity).first { $0.properties.contains { $0.name == name } }?.name ?? entity
  }

  /// The transactions of a history of some length; deleted objects have keys behind those of the rows.
  package func transactions(_ count: Int) -> [StoreTransaction] {
    var changeKey: Int64 = 0
    return (0..<count).map { index in
      var random = StoreRandom(seed, 16_002, UInt64(index))
      let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        changeKey += 1
        return change(changeKey, &random)
      }
      return StoreTransaction(
        key: Int64(index + 1), timestamp: 700_000_000 + Double(index) * 60.5,
        author: index % 2 == 0 ? nil : "import", bundleID: "com.example.Journeys",
        contextName: index % 3 == 0 ? "background" : nil, processID: "Journeys",
        changes: changes)
    }
  }

  private func change(_ key: Int64, _ random: inout StoreRandom) -> StoreChange {
    let table = layout.tables[Int.random(in: 0..<layout.tables.count, using: &random)]
    let kind = StoreChange.Kind(rawValue: Int64.random(in: 0...2, using: &random)) ?? .insert
    let range = kind == .delete ? rowsPerTable + 1...rowsPerTable + 50 : 1...max(1, rowsPerTable)
    let row = Int64(Int.random(in: range, using: &random))
    let entity = entity(of: row, in: table)
    let own = properties[entity] ?? []
    var change = StoreChange(
      key: key, kind: kind, entity: entity, row: row, properties: [], preserved: [:])
    switch kind {
    case .insert: break
    case .update:
      change.properties = own.map(\.name).filter { _ in Bool.random(using: &random) }
    case .delete:
      let values = self.row(row, in: table).attributes
      for case .attribute(let attribute) in own where attribute.keepsValueInHistory {
        change.preserved[attribute.name] = values[attribute.name]
      }
    }
    return change
  }
}
