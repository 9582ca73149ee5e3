extension TablesCheck {
  mutating func checkReferences() {
    for (hierarchy, layout) in tables.schema.hierarchies.enumerated() {
      for (column, content) in layout.columns.enumerated() {
        guard case .relationship(let relationship, let storage) = content.content,
          let end = tables.schema.relationshipEnd(named: relationship.name, of: content.entity)
        else { continue }
        let destination = Destination(end, in: tables)
        switch storage {
        case .reference:
          checkOne(hierarchy, column, end, destination)
        case .list, .order:
          checkMany(hierarchy, column, end, destination)
        case .derived: break
        }
        if isDone { return }
      }
    }
    checkCountsOfOppositeEnds()
  }

  /// What a relationship's keys must be found among.
  private struct Destination {
    let table: Table
    let allowed: [Bool]
    let names: [String]

    init(_ end: RelationshipEnd, in tables: Tables) {
      table = tables.tables[end.destinationHierarchy]
      let entities = tables.schema.hierarchies[end.destinationHierarchy].entities
      let kind = end.relationship.destination
      allowed = entities.map { tables.schema.isEntity($0.name, kindOf: kind) }
      names = entities.map(\.name)
    }

    /// Nil where the key names an object of the right entity.
    func problem(_ key: ObjectKey) -> (TableFinding.Rule, String)? {
      guard let location = table.location(of: key) else {
        return (.danglingReference, "there is no object \(key)")
      }
      let discriminator = Int(table.segments[location.segment].entities[location.row])
      if allowed[discriminator] { return nil }
      return (.wrongDestination, "object \(key) is of entity \(names[discriminator])")
    }
  }

  /// Which discriminators of a hierarchy have a column, by position.
  private func owners(_ hierarchy: Int, _ column: Int) -> [Bool] {
    let layout = tables.schema.hierarchies[hierarchy]
    return layout.entities.map { entity in entity.properties.contains { $0.column == column } }
  }

  private mutating func checkOne(
    _ hierarchy: Int, _ column: Int, _ end: RelationshipEnd, _ destination: Destination
  ) {
    let owners = owners(hierarchy, column)
    let relationship = end.relationship
    var isOneToOne = false
    if let inverse = relationship.inverse,
      let back = tables.schema.relationship(named: inverse, of: relationship.destination)
    {
      isOneToOne = !back.relationship.isToMany
    }
    var taken: Set<ObjectKey> = []
    for segment in tables.tables[hierarchy].segments {
      for row in 0..<segment.count where owners[Int(segment.entities[row])] {
        let entity = entityName(hierarchy, segment, row)
        guard let target = segment.columns[column].reference(at: row) else {
          if !relationship.isNullable {
            report(
              TableFinding(
                .missingReference, entity: entity, key: segment.keys[row],
                property: relationship.name, "it must not be nil"))
          }
          continue
        }
        if let (rule, detail) = destination.problem(target) {
          report(
            TableFinding(
              rule, entity: entity, key: segment.keys[row], property: relationship.name, detail))
        }
        if isOneToOne, !taken.insert(target).inserted {
          report(
            TableFinding(
              .sharedReference, entity: entity, key: segment.keys[row],
              property: relationship.name, "another object refers to object \(target) already"))
        }
        if isDone { return }
      }
    }
  }

  private mutating func checkMany(
    _ hierarchy: Int, _ column: Int, _ end: RelationshipEnd, _ destination: Destination
  ) {
    let name = end.relationship.name
    for segment in tables.tables[hierarchy].segments {
      for row in 0..<segment.count {
        guard let list = segment.columns[column].references(at: row) else { continue }
        let entity = entityName(hierarchy, segment, row)
        let key = segment.keys[row]
        if Set(list).count != list.count {
          report(
            TableFinding(.repeatedMember, entity: entity, key: key, property: name, "\(list)"))
        }
        for target in list {
          if let (rule, detail) = destination.problem(target) {
            report(TableFinding(rule, entity: entity, key: key, property: name, detail))
          }
        }
        if end.storage == .order, !list.isEmpty {
          let members =
            end.inverseColumn.map {
              tables.tables[end.destinationHierarchy].sources(of: key, throughColumn: $0)
            } ?? []
          if members != list.sorted() {
            report(
              TableFinding(
                .orderNotMembers, entity: entity, key: key, property: name,
                "it lists \(Array(list)) but the objects that refer back are \(members)"))
          }
        }
        if isDone { return }
      }
    }
  }

  /// Counts of to-many relationships, wherever their membership stands.
  private mutating func checkCountsOfOppositeEnds() {
    for entity in tables.schema.entities {
      for relationship in entity.relationships
      where relationship.isToMany
        && (relationship.minimumCount ?? 0 > 0 || relationship.maximumCount ?? 0 > 0)
      {
        guard
          let end = tables.schema.relationshipEnd(named: relationship.name, of: entity.name)
        else { continue }
        for segment in tables.tables[end.hierarchy].segments {
          for row in 0..<segment.count {
            let name = entityName(end.hierarchy, segment, row)
            guard tables.schema.isEntity(name, kindOf: entity.name) else { continue }
            let key = segment.keys[row]
            let count =
              tables.relatedKeys(of: key, in: segment, row: row, through: end)?.count ?? 0
            if let minimum = relationship.minimumCount, count < minimum {
              report(
                TableFinding(
                  .tooFew, entity: name, key: key, property: relationship.name,
                  "\(count) objects, at least \(minimum) are required"))
            }
            if let maximum = relationship.maximumCount, maximum > 0, count > maximum {
              report(
                TableFinding(
                  .tooMany, entity: name, key: key, property: relationship.name,
                  "\(count) objects, at most \(maximum) are allowed"))
            }
            if isDone { return }
          }
        }
      }
    }
  }

  private func entityName(_ hierarchy: Int, _ segment: Segment, _ row: Int) -> String {
    tables.schema.hierarchies[hierarchy].entities[Int(segment.entities[row])].name
  }
}
