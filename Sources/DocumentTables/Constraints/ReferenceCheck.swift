extension TablesCheck {
  /// Checks that every reference of a column leads to an object of the right entity, that there is one
  /// if there must be, and that no two objects of the run share one that belongs to one only.
  mutating func checkReferences(_ reference: CheckPlan.Reference, _ run: Range<Int>) {
    if reference.isList {
      checkLists(reference, run)
    } else {
      checkSingleReferences(reference, run)
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

  mutating func report(
    _ breach: TableFinding.Breach, _ hierarchy: Int, _ segment: Segment, _ row: Int,
    property: String?
  ) {
    report(breach.rule, hierarchy, segment, row, property: property, breach.detail)
  }

  private mutating func checkSingleReferences(
    _ reference: CheckPlan.Reference, _ run: Range<Int>
  ) {
    let (hierarchy, column, end) = (reference.hierarchy, reference.column, reference.end)
    let table = tables.tables[hierarchy]
    let name = end.relationship.name
    let (isOneToOne, isItsOwnInverse) = (reference.isOneToOne, reference.isItsOwnInverse)
    var destination = DestinationCheck(reference, in: tables, keys: keys)
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
            report(.notMutual(target), hierarchy, segment, row, property: name)
          }
        } else if isItsOwnInverse || !destination.accepts(target) {
          report(destination.breach(by: target), hierarchy, segment, row, property: name)
        }
        if isOneToOne, !taken.insert(target) {
          report(.shared(target), hierarchy, segment, row, property: name)
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
}
