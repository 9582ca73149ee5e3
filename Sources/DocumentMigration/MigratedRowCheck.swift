import DocumentTables

extension Tables {
  /// Checks the rows that a difference restricts.
  ///
  /// Checks required values, cases, abstract entities and counts, but not uniqueness. These tables
  /// must be of the new schema.
  ///
  /// - Throws: ``SchemaProblem`` that names the first object that has no place.
  package func checkRows(after difference: SchemaDifference) throws(SchemaProblem) {
    for step in difference.steps {
      guard let place = step.new, let entity = schema.entity(named: place.entity) else { continue }
      let name = place.property ?? ""
      switch step.change {
      case .changeAbstract(true): try checkNoObjects(of: entity.name)
      case .makeRequired, .changeNumber:
        try checkValues(of: entity.name, name, becomes: true, difference.way)
      case .addRelationship, .addAttribute, .pullUp:
        try checkValues(of: entity.name, name, becomes: false, difference.way)
      case .changeCases: try checkCases(of: entity.name, name, difference.way)
      case .changeType(.structure, .structure): try checkMembers(step, of: entity.name)
      default: break
      }
    }
    try checkReferences(after: difference)
    try checkCounts(after: difference)
  }

  /// Checks the required to-one relationships that lost their objects and that a closure had to
  /// set; the relationships themselves need not have changed.
  private func checkReferences(after difference: SchemaDifference) throws(SchemaProblem) {
    guard difference.way != .forward, !difference.keepsKinds else { return }
    for layout in schema.hierarchies {
      for column in layout.columns where !column.isNullable {
        guard case .relationship(let relationship, .reference) = column.content,
          !difference.entitiesLeft(by: relationship, DeclaredProperty(column.entity, column.name))
            .isEmpty
        else { continue }
        try checkValues(of: column.entity, column.name, becomes: false, difference.way)
      }
    }
  }

  private func checkNoObjects(of name: String) throws(SchemaProblem) {
    guard let index = schema.hierarchyIndex(of: name),
      let entity = schema.hierarchies[index].entity(named: name)
    else { return }
    for segment in tables[index].segments {
      if case .constant(let other) = segment.entities, other != entity.discriminator { continue }
      for row in 0..<segment.count where segment.entities[row] == entity.discriminator {
        throw .becomesAbstract(name, object: segment.keys[row])
      }
    }
  }

  private func checkValues(
    of entity: String, _ name: String, becomes: Bool, _ way: MigrationStep.Way
  ) throws(SchemaProblem) {
    guard let index = schema.hierarchyIndex(of: entity),
      let column = schema.hierarchies[index].column(named: name, of: entity),
      !schema.hierarchies[index].columns[column].isNullable
    else { return }
    let owners = schema.hierarchies[index].entities.map { layout in
      layout.properties.contains { $0.column == column }
    }
    for segment in tables[index].segments where segment.columns[column].mayHoldNull {
      for row in 0..<segment.count
      where owners[Int(segment.entities[row])] && segment.columns[column].isNull(at: row) {
        throw .hasNoValue(entity, name, object: segment.keys[row], becomes: becomes, way)
      }
    }
  }

  private func checkCases(
    of entity: String, _ name: String, _ way: MigrationStep.Way
  ) throws(SchemaProblem) {
    guard let index = schema.hierarchyIndex(of: entity),
      let column = schema.hierarchies[index].column(named: name, of: entity),
      let cases = schema.hierarchies[index].columns[column].attribute?.cases
    else { return }
    let allowed = Set(cases)
    let owners = schema.hierarchies[index].entities.map { layout in
      layout.properties.contains { $0.column == column }
    }
    for segment in tables[index].segments {
      let values = segment.columns[column]
      if case .constant(let value, _) = values, value.isNull || allowed.contains(value) { continue }
      for row in 0..<segment.count
      where owners[Int(segment.entities[row])] && !values.isNull(at: row) {
        let value = values.value(at: row)
        guard allowed.contains(value) else {
          throw .otherCase(entity, name, object: segment.keys[row], value, way)
        }
      }
    }
  }

  /// Checks the members of a structure that may no longer be nil, or have fewer cases.
  private func checkMembers(
    _ step: MigrationStep, of entity: String
  ) throws(SchemaProblem) {
    guard case .changeType(_, .structure(let structure)) = step.change,
      let name = step.new?.property, let index = schema.hierarchyIndex(of: entity),
      let column = schema.hierarchies[index].column(named: name, of: entity)
    else { return }
    let places = Set(
      step.memberSteps.compactMap { change in
        switch change.change {
        case .makeRequired, .changeCases, .addAttribute: change.new?.property
        default: nil
        }
      })
    let narrowed = structure.members.indices.filter { member in
      places.contains("\(name).\(structure.members[member].name)")
    }
    if narrowed.isEmpty { return }
    let allowed = structure.members.map { $0.cases.map(Set.init) }
    let owners = schema.hierarchies[index].entities.map { layout in
      layout.properties.contains { $0.column == column }
    }
    for segment in tables[index].segments {
      if case .constant(.null, _) = segment.columns[column] { continue }
      for row in 0..<segment.count where owners[Int(segment.entities[row])] {
        guard case .tree(let tree) = segment.value(at: row, column: column) else { continue }
        let values = structure.values(of: tree)
        for index in narrowed {
          let member = structure.members[index]
          let place = "\(name).\(member.name)"
          if values[index].isNull, !member.isNullable {
            throw .hasNoValue(
              entity, place, object: segment.keys[row], becomes: true, step.way)
          }
          if !values[index].isNull, allowed[index]?.contains(values[index]) == false {
            throw .otherCase(entity, place, object: segment.keys[row], values[index], step.way)
          }
        }
      }
    }
  }

  /// Checks the counts of relationships that are new or changed, or that may have lost objects, and
  /// whether the objects of those that are their own inverse refer to each other.
  private func checkCounts(after difference: SchemaDifference) throws(SchemaProblem) {
    var check = TablesCheck(tables: self, limit: 1)
    let plan = CheckPlan(schema)
    for count in plan.counts where difference.mayChange(count) {
      check.checkCounts(count)
      if let finding = check.findings.first { throw .count(finding, difference.way) }
    }
    for reference in plan.references where difference.mayMakeOneSided(reference) {
      check.checkReferences(reference, tables[reference.hierarchy].segments.indices)
      if let finding = check.findings.first { throw .isOneSided(finding, difference.way) }
    }
  }
}

extension SchemaDifference {
  /// Whether the differences may change the number of objects in a relationship with a rule for it,
  /// or the rule.
  func mayChange(_ count: CheckPlan.Count) -> Bool {
    mayChangeObjects(of: count.end.relationship, in: count.entity)
  }

  /// Whether two objects of a relationship that is its own inverse may no longer refer to each other.
  func mayMakeOneSided(_ reference: CheckPlan.Reference) -> Bool {
    reference.isItsOwnInverse
      && mayChangeObjects(
        of: reference.end.relationship,
        in: new.hierarchies[reference.hierarchy].columns[reference.column].entity)
  }

  private func mayChangeObjects(of relationship: TableRelationship, in entity: String) -> Bool {
    let place = MigrationStep.Place(entity, relationship.name)
    let inverse = new.inverse(of: relationship).map { MigrationStep.Place($0.entity, $0.name) }
    if !entitiesWithoutHeir.isEmpty { return true }
    return steps.contains { step in
      switch step.change {
      case .changeCounts, .addRelationship, .pullUp: step.new == place
      case .changeNumber, .changeInverse, .makeRequired: step.new == place || step.new == inverse
      case .changeDestination: true
      default: false
      }
    }
  }
}
