import DocumentTables

extension Tables {
  /// Checks that no row of these tables, which are of the old schema, needs a decision that a
  /// difference leaves open.
  ///
  /// - Throws: ``SchemaProblem`` with the first such row.
  func checkOpenDecisions(of difference: SchemaDifference) throws(SchemaProblem) {
    for decision in difference.openDecisions {
      var problem = decision.problem
      switch decision.rows {
      case .values(let property):
        guard let (key, value) = firstValue(of: property) else { continue }
        problem.object = key
        problem.detail += "; object \(key) has the value \(MigrationStep.excerpt(value))"
      case .relatedObjects(let property):
        guard let (key, related) = relatedRows(through: property, limit: 1).first else { continue }
        problem.object = key
        problem.detail += "; object \(key) leads to object \(related)"
      case .objects(let entity):
        guard let key = firstObject(of: entity, by: difference) else { continue }
        problem.object = key
        problem.detail += "; the first such object is \(key)"
      case .references: continue
      }
      throw problem
    }
  }

  /// Returns what a report says about the open decisions of a difference, one text for each problem,
  /// if ``checkOpenDecisions(of:)`` accepts these tables.
  package func words(onOpenDecisions difference: SchemaDifference) -> [String] {
    var words: [String] = []
    var told: Set<SchemaProblem> = []
    for decision in difference.openDecisions where told.insert(decision.problem).inserted {
      let reason: String
      switch decision.rows {
      case .values: reason = "accepted, because no object of this document has a value"
      case .relatedObjects: reason = "accepted, because no object of this document has one"
      case .objects: reason = "accepted, because this document has no such object"
      case .references(let property):
        let count = relatedRows(through: property).count
        reason =
          count == 1
          ? "the references of 1 object are dropped"
          : "the references of \(count == 0 ? "no" : "\(count)") objects are dropped"
      }
      words.append("\(decision.problem); \(reason)")
    }
    return words
  }

  private func firstValue(of property: DeclaredProperty) -> (key: ObjectKey, value: Value)? {
    guard let hierarchy = schema.hierarchyIndex(of: property.entity),
      let column = schema.hierarchies[hierarchy].column(named: property.name, of: property.entity)
    else { return nil }
    let owners = schema.hierarchies[hierarchy].entities.map { entity in
      entity.properties.contains { $0.column == column }
    }
    for segment in tables[hierarchy].segments {
      if case .constant(.null, _) = segment.columns[column] { continue }
      for row in 0..<segment.count
      where owners[Int(segment.entities[row])] && !segment.columns[column].isNull(at: row) {
        return (segment.keys[row], segment.value(at: row, column: column))
      }
    }
    return nil
  }

  /// Returns the first object that has objects of a relationship, the first of these, and the number
  /// of objects that have any.
  ///
  /// - Parameter limit: The number at which counting ends.
  private func relatedRows(
    through property: DeclaredProperty, limit: Int = .max
  ) -> (first: (key: ObjectKey, related: ObjectKey)?, count: Int) {
    guard let end = schema.relationshipEnd(named: property.name, of: property.entity) else {
      return (nil, 0)
    }
    let owners = schema.hierarchies[end.hierarchy].entities.map {
      schema.isEntity($0.name, kindOf: property.entity)
    }
    var first: (key: ObjectKey, related: ObjectKey)?
    var count = 0
    for segment in tables[end.hierarchy].segments {
      for row in 0..<segment.count where owners[Int(segment.entities[row])] {
        let key = segment.keys[row]
        guard let related = relatedKeys(of: key, in: segment, row: row, through: end)?.first else {
          continue
        }
        first = first ?? (key, related)
        count += 1
        if count == limit { return (first, count) }
      }
    }
    return (first, count)
  }

  private func firstObject(
    of entity: String, by difference: SchemaDifference
  ) -> ObjectKey? {
    for (layout, table) in zip(schema.hierarchies, tables) {
      let isOf = layout.entities.map { old in
        difference.heirs[old.name].map { difference.new.isEntity($0, kindOf: entity) } ?? false
      }
      guard isOf.contains(true) else { continue }
      for segment in table.segments {
        if let row = (0..<segment.count).first(where: { isOf[Int(segment.entities[$0])] }) {
          return segment.keys[row]
        }
      }
    }
    return nil
  }
}
