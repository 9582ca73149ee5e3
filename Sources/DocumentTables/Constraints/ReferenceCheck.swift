extension TablesCheck {
  /// Checks that every reference of a column leads to an object of the right entity, where one must
  /// be there is one, and that no two objects of the run share one that belongs to one only.
  mutating func checkReferences(
    _ hierarchy: Int, _ column: Int, _ end: RelationshipEnd, _ run: Range<Int>
  ) {
    switch end.storage {
    case .reference: checkSingleReferences(hierarchy, column, end, run)
    case .list, .order: checkLists(hierarchy, column, end, run)
    case .derived: break
    }
  }

  /// Which discriminators of a hierarchy have a column, by position.
  func owners(_ hierarchy: Int, _ column: Int) -> [Bool] {
    tables.schema.hierarchies[hierarchy].entities.map { entity in
      entity.properties.contains { $0.column == column }
    }
  }

  mutating func report(
    _ rule: TableFinding.Rule, _ hierarchy: Int, _ segment: Segment, _ row: Int,
    property: String?, _ detail: String
  ) {
    let entity = tables.schema.hierarchies[hierarchy].entities[Int(segment.entities[row])].name
    report(
      TableFinding(rule, entity: entity, key: segment.keys[row], property: property, detail))
  }

  private mutating func checkSingleReferences(
    _ hierarchy: Int, _ column: Int, _ end: RelationshipEnd, _ run: Range<Int>
  ) {
    let table = tables.tables[hierarchy]
    let name = end.relationship.name
    let isOneToOne = tables.schema.isOneToOne(end)
    let isItsOwnInverse =
      isOneToOne && end.inverseColumn == column && end.destinationHierarchy == hierarchy
    var destination = DestinationCheck(end, in: tables, keys: keys)
    var taken = KeySet(expectedCount: isOneToOne ? tables.rowCount : 0)
    for segment in table.segments[run] {
      if !end.relationship.isNullable {
        checkPresence(hierarchy, segment, column, name, .missingReference)
      }
      segment.columns[column].forEachReference { row, target in
        if isItsOwnInverse, let place = destination.location(of: target) {
          if table.segments[place.segment].columns[column].reference(at: place.row)
            != segment.keys[row]
          {
            report(
              .notMutual, hierarchy, segment, row, property: name,
              "object \(target) does not refer back to it")
          }
        } else if isItsOwnInverse || !destination.accepts(target) {
          let (rule, detail) = destination.problem(of: target)
          report(rule, hierarchy, segment, row, property: name, detail)
        }
        if isOneToOne, !taken.insert(target) {
          report(
            .sharedReference, hierarchy, segment, row, property: name,
            "another object refers to object \(target) already")
        }
      }
      if isDone { return }
    }
  }

  /// Reports the rows without a value in a column, of those that have the column.
  mutating func checkPresence(
    _ hierarchy: Int, _ segment: Segment, _ column: Int, _ name: String, _ rule: TableFinding.Rule
  ) {
    guard segment.columns[column].mayHoldNull else { return }
    let owners = owners(hierarchy, column)
    let entities = segment.entities
    if case .constant(let discriminator) = entities, !owners[Int(discriminator)] { return }
    let values = segment.columns[column]
    values.forEachNull { row in
      if isDone { return false }
      if owners[Int(entities[row])] {
        report(rule, hierarchy, segment, row, property: name, "it must not be nil")
      }
      return true
    }
  }
}

extension Column {
  /// False where no row can be nil.
  var mayHoldNull: Bool {
    switch self {
    case .constant(let value, _): value.isNull
    case .bool(let column): column.nulls.nullCount > 0
    case .integer(let column), .reference(let column): column.nulls.nullCount > 0
    case .unsigned(let column): column.nulls.nullCount > 0
    case .double(let column), .date(let column): column.nulls.nullCount > 0
    case .uuid(let column): column.nulls.nullCount > 0
    case .text(let column), .data(let column): column.nulls.nullCount > 0
    case .references(let column): column.nulls.nullCount > 0
    case .boxed: true
    }
  }

  /// The rows that are nil, until the function returns false.
  func forEachNull(_ body: (_ row: Int) -> Bool) {
    switch self {
    case .constant(let value, let count):
      if value.isNull { _ = (0..<count).allSatisfy(body) }
    case .bool(let column): column.nulls.forEach(body)
    case .integer(let column), .reference(let column): column.nulls.forEach(body)
    case .unsigned(let column): column.nulls.forEach(body)
    case .double(let column), .date(let column): column.nulls.forEach(body)
    case .uuid(let column): column.nulls.forEach(body)
    case .text(let column), .data(let column): column.nulls.forEach(body)
    case .references(let column): column.nulls.forEach(body)
    case .boxed(let column):
      for row in column.values.indices where isNull(at: row) {
        guard body(row) else { return }
      }
    }
  }

  /// The rows of a reference column that are not nil, with their keys.
  package func forEachReference(_ body: (_ row: Int, _ target: ObjectKey) -> Void) {
    switch self {
    case .reference(let column):
      if column.nulls.nullCount == 0 {
        for row in column.values.indices { body(row, column.values[row]) }
      } else {
        for row in column.values.indices where !column.nulls[row] { body(row, column.values[row]) }
      }
    case .constant(.reference(let key), let count):
      for row in 0..<count { body(row, key) }
    default: break
    }
  }
}

extension TableSchema {
  /// The relationship of a column; nil for an attribute's.
  func relationshipEnd(_ hierarchy: Int, column: Int) -> RelationshipEnd? {
    let column = hierarchies[hierarchy].columns[column]
    guard case .relationship(let relationship, _) = column.content else { return nil }
    return relationshipEnd(named: relationship.name, of: column.entity)
  }

  /// Whether both ends are of one object each.
  func isOneToOne(_ end: RelationshipEnd) -> Bool {
    guard !end.relationship.isToMany, let name = end.relationship.inverse,
      let (_, inverse) = relationship(named: name, of: end.relationship.destination)
    else { return false }
    return !inverse.isToMany
  }
}
