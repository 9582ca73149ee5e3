extension TablesCheck {
  /// Checks the references of a column.
  ///
  /// Every reference must lead to an object of an allowed entity, and a required reference must not
  /// be nil. In a one-to-one relationship, no two objects of the run may refer to the same object,
  /// and if the relationship is its own inverse, the object must refer back.
  package mutating func checkReferences(_ reference: CheckPlan.Reference, _ run: Range<Int>) {
    if reference.isList {
      checkLists(reference, run)
    } else {
      checkSingleReferences(reference, run)
    }
  }

  /// Returns whether each entity of a hierarchy has a column, by discriminator.
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

  /// Reports the rows whose entity has a column but whose value there is nil.
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
        report(rule, hierarchy, segment, row, property: name, "it must not be null")
      }
      return true
    }
  }
}

extension Column {
  /// Whether a row may be nil; false only if no row can be.
  package var mayHoldNull: Bool {
    switch self {
    case .constant(let value, _): value.isNull
    case .bool(let column): column.nulls.nullCount > 0
    case .integer(let column), .reference(let column): column.nulls.nullCount > 0
    case .unsigned(let column): column.nulls.nullCount > 0
    case .double(let column), .date(let column): column.nulls.nullCount > 0
    case .uuid(let column): column.nulls.nullCount > 0
    case .text(let column), .data(let column): column.nulls.nullCount > 0
    case .references(let column): column.nulls.nullCount > 0
    case .nested(let column): column.texts.nulls.nullCount > 0
    }
  }

  /// Calls `body` with each row that is nil, until `body` returns false.
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
    case .nested(let column): column.texts.nulls.forEach(body)
    }
  }

  /// Calls `body` with the rows of a reference column that are not nil, and the keys that they
  /// refer to.
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
  /// Returns the relationship of a column; nil for an attribute's column.
  func relationshipEnd(_ hierarchy: Int, column: Int) -> RelationshipEnd? {
    let column = hierarchies[hierarchy].columns[column]
    guard case .relationship(let relationship, _) = column.content else { return nil }
    return relationshipEnd(named: relationship.name, of: column.entity)
  }
}
