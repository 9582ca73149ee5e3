extension TablesCheck {
  /// Checks that every reference of a column leads to an object of the right entity, where one must
  /// be there is one, and that no two objects share one that belongs to one only.
  mutating func checkReferences(_ hierarchy: Int, _ column: Int) {
    let content = tables.schema.hierarchies[hierarchy].columns[column]
    guard case .relationship(let relationship, let storage) = content.content,
      let end = tables.schema.relationshipEnd(named: relationship.name, of: content.entity)
    else { return }
    switch storage {
    case .reference: checkReferences(hierarchy, column, end)
    case .list, .order: checkLists(hierarchy, column, end)
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

  private mutating func checkReferences(_ hierarchy: Int, _ column: Int, _ end: RelationshipEnd) {
    let table = tables.tables[hierarchy]
    let name = end.relationship.name
    let inverse = end.relationship.inverse.flatMap {
      tables.schema.relationship(named: $0, of: end.relationship.destination)?.relationship
    }
    let isOneToOne = inverse.map { !$0.isToMany } ?? false
    let isItsOwnInverse =
      isOneToOne && end.inverseColumn == column && end.destinationHierarchy == hierarchy
    var destination = DestinationCheck(end, in: tables)
    var taken = KeySet(expectedCount: isOneToOne ? tables.rowCount : 0)
    for segment in table.segments {
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
    for row in 0..<segment.count where values.isNull(at: row) && owners[Int(entities[row])] {
      report(rule, hierarchy, segment, row, property: name, "it must not be nil")
      if isDone { return }
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
