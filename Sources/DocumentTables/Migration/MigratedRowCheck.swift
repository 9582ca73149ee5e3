extension Tables {
  /// Checks the rows where a difference takes room away from them.
  func checkRows(after difference: SchemaDifference) throws(SchemaProblem) {
    for step in difference.steps {
      switch step {
      case .changeAbstract(let entity, true): try checkNoObjects(of: entity)
      case .makeRequired(let entity, let name):
        try checkValues(of: entity, name, because: "becomes")
      case .addRelationship(let entity, let name): try checkValues(of: entity, name, because: "is")
      case .changeOptions(let entity, let name): try checkCases(of: entity, name)
      default: break
      }
    }
  }

  private func checkNoObjects(of name: String) throws(SchemaProblem) {
    guard let index = schema.hierarchyIndex(of: name),
      let entity = schema.hierarchies[index].entity(named: name)
    else { return }
    for segment in tables[index].segments {
      for row in 0..<segment.count where segment.entities[row] == entity.discriminator {
        throw SchemaProblem(
          .unsupportedChange, entity: name,
          "it becomes abstract, but object \(segment.keys[row]) is of it")
      }
    }
  }

  private func checkValues(
    of entity: String, _ name: String, because verb: String
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
        throw SchemaProblem(
          .unsupportedChange, entity: entity, property: name,
          "it \(verb) required, but object \(segment.keys[row]) has no value")
      }
    }
  }

  private func checkCases(of entity: String, _ name: String) throws(SchemaProblem) {
    guard let index = schema.hierarchyIndex(of: entity),
      let column = schema.hierarchies[index].column(named: name, of: entity),
      let cases = schema.hierarchies[index].columns[column].attribute?.cases
    else { return }
    let allowed = Set(cases)
    for segment in tables[index].segments {
      let values = segment.columns[column]
      if case .constant(let value, _) = values, value.isNull || allowed.contains(value) { continue }
      for row in 0..<segment.count where !values.isNull(at: row) {
        guard allowed.contains(values.value(at: row)) else {
          throw SchemaProblem(
            .unsupportedChange, entity: entity, property: name,
            "the value of object \(segment.keys[row]) is no longer one of its cases")
        }
      }
    }
  }
}
