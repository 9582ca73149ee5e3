/// Finds rows of one table by key, quickest where one search follows another nearby: the objects of
/// one parent stand together, and those of the next parent follow.
struct RowSearch {
  let table: Table
  private var last = RowLocation(segment: 0, row: 0)

  init(_ table: Table) { self.table = table }

  mutating func location(of key: ObjectKey) -> RowLocation? {
    if last.segment < table.segments.count {
      let keys = table.segments[last.segment].keys
      if keys[last.row] == key { return last }
      if last.row + 1 < keys.count, keys[last.row + 1] == key {
        last.row += 1
        return last
      }
      if let first = keys.first, let final = keys.last, first <= key, key <= final {
        guard let row = keys.row(of: key) else { return nil }
        last.row = row
        return last
      }
    }
    guard let found = table.location(of: key) else { return nil }
    last = found
    return found
  }
}

/// What the keys of a relationship must be found among.
struct DestinationCheck {
  private var search: RowSearch
  private let allowed: [Bool]
  private let allowsAll: Bool
  private let names: [String]

  init(_ end: RelationshipEnd, in tables: Tables) {
    search = RowSearch(tables.tables[end.destinationHierarchy])
    let entities = tables.schema.hierarchies[end.destinationHierarchy].entities
    allowed = entities.map {
      tables.schema.isEntity($0.name, kindOf: end.relationship.destination)
    }
    allowsAll = allowed.allSatisfy { $0 }
    names = entities.map(\.name)
  }

  enum Outcome {
    case found(RowLocation)
    case problem(TableFinding.Rule, String)
  }

  mutating func check(_ key: ObjectKey) -> Outcome {
    guard let location = search.location(of: key) else {
      return .problem(.danglingReference, "there is no object \(key)")
    }
    if allowsAll { return .found(location) }
    let discriminator = Int(search.table.segments[location.segment].entities[location.row])
    if allowed[discriminator] { return .found(location) }
    return .problem(.wrongDestination, "object \(key) is of entity \(names[discriminator])")
  }
}
