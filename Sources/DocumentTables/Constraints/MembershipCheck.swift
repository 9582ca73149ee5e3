extension TablesCheck {
  /// Finds out, side by side, who refers to whom wherever orders state it too.
  static func gatherMembers(_ tables: Tables, _ rowsOfRun: Int, _ workers: inout Workers) {
    for (hierarchy, layout) in tables.schema.hierarchies.enumerated() {
      for column in layout.columns.indices {
        guard let end = tables.schema.relationshipEnd(hierarchy, column: column),
          end.storage == .order, let inverse = end.inverseColumn,
          tables.tables[hierarchy].segments.contains(where: { $0.columns[column].mayHoldLists })
        else { continue }
        let destination = tables.tables[end.destinationHierarchy]
        workers.forEach(of: destination.segmentRuns(ofRows: rowsOfRun)) { run in
          for segment in destination.segments[run] { _ = segment.inverseIndex(ofColumn: inverse) }
        } _: { _, _ in
        }
        _ = MemberSearch(end, in: tables)
      }
    }
  }

  /// Checks the lists of a to-many: their members exist, none stands twice, and where the other end
  /// states the members, an order is of exactly those.
  mutating func checkLists(
    _ hierarchy: Int, _ column: Int, _ end: RelationshipEnd, _ run: Range<Int>
  ) {
    let segments = tables.tables[hierarchy].segments[run].filter {
      $0.columns[column].mayHoldLists
    }
    guard !segments.isEmpty else { return }
    let name = end.relationship.name
    var destination = DestinationCheck(end, in: tables, keys: keys)
    let members = end.storage == .order ? MemberSearch(end, in: tables) : nil
    var sorted: [ObjectKey] = []
    for segment in segments {
      let lists = segment.columns[column]
      for row in 0..<segment.count where !lists.isNull(at: row) {
        guard let list = lists.references(at: row), !list.isEmpty else { continue }
        sorted.removeAll(keepingCapacity: true)
        sorted.append(contentsOf: list)
        sorted.sort()
        if zip(sorted, sorted.dropFirst()).contains(where: ==) {
          report(
            .repeatedMember, hierarchy, segment, row, property: name, "it lists \(Array(list))")
        }
        for target in list where !destination.accepts(target) {
          let (rule, detail) = destination.problem(of: target)
          report(rule, hierarchy, segment, row, property: name, detail)
        }
        if let members, !members.are(sorted, of: segment.keys[row]) {
          report(
            .orderNotMembers, hierarchy, segment, row, property: name,
            "it lists \(Array(list)) but the objects that refer back are "
              + "\(members.keys(of: segment.keys[row]))")
        }
        if isDone { return }
      }
    }
  }

  /// Checks the counts of to-many relationships, wherever their membership stands.
  mutating func checkCounts() {
    for entity in tables.schema.entities {
      for relationship in entity.relationships where relationship.isToMany {
        checkCounts(of: relationship, in: entity.name)
        if isDone { return }
      }
    }
  }

  /// Checks the counts of one to-many relationship.
  mutating func checkCounts(of relationship: TableRelationship, in entity: String) {
    let minimum = relationship.minimumCount ?? 0
    let maximum = relationship.maximumCount ?? 0
    guard minimum > 0 || maximum > 0,
      let end = tables.schema.relationshipEnd(named: relationship.name, of: entity)
    else { return }
    checkCounts(end, of: entity, minimum: minimum, maximum: maximum)
  }

  private mutating func checkCounts(
    _ end: RelationshipEnd, of entity: String, minimum: Int, maximum: Int
  ) {
    let name = end.relationship.name
    let concerned = tables.schema.hierarchies[end.hierarchy].entities.map {
      tables.schema.isEntity($0.name, kindOf: entity)
    }
    let members = end.storage == .order ? MemberSearch(end, in: tables) : nil
    for segment in tables.tables[end.hierarchy].segments {
      for row in 0..<segment.count where concerned[Int(segment.entities[row])] {
        let count =
          members?.keys(of: segment.keys[row]).count
          ?? end.column.flatMap { segment.columns[$0].references(at: row) }?.count ?? 0
        if count < minimum {
          report(
            .tooFew, end.hierarchy, segment, row, property: name,
            "\(count) objects, at least \(minimum) are required")
        }
        // No maximum, and 0, mean that there is none.
        if maximum > 0, count > maximum {
          report(
            .tooMany, end.hierarchy, segment, row, property: name,
            "\(count) objects, at most \(maximum) are allowed")
        }
        if isDone { return }
      }
    }
  }
}

extension Column {
  fileprivate var mayHoldLists: Bool {
    if case .constant(.null, _) = self { false } else { true }
  }
}

/// Who refers to an object through the other end of a relationship.
private struct MemberSearch {
  private let index: SourceIndex?

  init(_ end: RelationshipEnd, in tables: Tables) {
    let table = tables.tables[end.destinationHierarchy]
    index = end.inverseColumn.map { table.indexes.sourceIndex(of: table.segments, column: $0) }
  }

  /// Whether these keys, ascending, are all that refer to an object.
  func are(_ members: [ObjectKey], of target: ObjectKey) -> Bool {
    index?.sources(of: target, are: members) ?? members.isEmpty
  }

  /// Ascending.
  func keys(of target: ObjectKey) -> [ObjectKey] { index?.sources(of: target) ?? [] }
}
