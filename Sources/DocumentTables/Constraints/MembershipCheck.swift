extension TablesCheck {
  /// Creates in parallel the indexes of references that lists are compared with.
  static func gatherMembers(
    _ plan: CheckPlan, _ tables: Tables, _ rowsOfRun: Int, _ workers: inout Workers
  ) {
    for reference in plan.references where reference.isAnswered {
      let end = reference.end
      guard let inverse = end.inverseColumn,
        tables.tables[reference.hierarchy].segments.contains(where: {
          $0.columns[reference.column].mayHoldLists
        })
      else { continue }
      let destination = tables.tables[end.destinationHierarchy]
      workers.forEach(of: destination.segmentRuns(ofRows: rowsOfRun)) { run in
        for segment in destination.segments[run] { _ = segment.inverseIndex(ofColumn: inverse) }
      } _: { _, _ in
      }
      _ = MemberSearch(end, in: tables)
    }
  }

  /// Checks the lists of a to-many relationship.
  ///
  /// The members must exist, and no member may occur twice. If the other end determines the
  /// members, an order must list exactly these. If the relationship is its own inverse, the members
  /// must list the object.
  mutating func checkLists(_ reference: CheckPlan.Reference, _ run: Range<Int>) {
    let (hierarchy, column, end) = (reference.hierarchy, reference.column, reference.end)
    let segments = tables.tables[hierarchy].segments[run].filter {
      $0.columns[column].mayHoldLists
    }
    guard !segments.isEmpty else { return }
    let name = end.relationship.name
    var destination = DestinationCheck(reference, in: tables, keys: keys)
    let members = reference.isAnswered ? MemberSearch(end, in: tables) : nil
    var sorted: [ObjectKey] = []
    for segment in segments {
      let lists = segment.columns[column]
      for row in 0..<segment.count where !lists.isNull(at: row) {
        guard let list = lists.references(at: row), !list.isEmpty else { continue }
        sorted.removeAll(keepingCapacity: true)
        sorted.append(contentsOf: list)
        sorted.sort()
        if zip(sorted, sorted.dropFirst()).contains(where: ==) {
          report(.repeatedMember(Array(list)), hierarchy, segment, row, property: name)
        }
        for target in list where !destination.accepts(target) {
          report(destination.breach(by: target), hierarchy, segment, row, property: name)
        }
        if let members, !members.are(sorted, of: segment.keys[row]),
          let breach = reference.breach(by: list, members: members.keys(of: segment.keys[row]))
        {
          report(breach, hierarchy, segment, row, property: name)
        }
        if isDone { return }
      }
    }
  }

  /// Checks the number of objects of a to-many relationship, at whichever end its members are
  /// stored.
  package mutating func checkCounts(_ count: CheckPlan.Count) {
    let end = count.end
    let members = count.isOfOtherEnd ? MemberSearch(end, in: tables) : nil
    for segment in tables.tables[end.hierarchy].segments {
      for row in 0..<segment.count where count.concerned[Int(segment.entities[row])] {
        let number =
          members?.keys(of: segment.keys[row]).count
          ?? end.column.flatMap { segment.columns[$0].references(at: row) }?.count ?? 0
        if let breach = count.breach(by: number) {
          report(breach, end.hierarchy, segment, row, property: end.relationship.name)
          if isDone { return }
        }
      }
    }
  }
}

extension Column {
  fileprivate var mayHoldLists: Bool {
    if case .constant(.null, _) = self { false } else { true }
  }
}

/// A look-up of the objects that refer to an object through the other end of a relationship.
private struct MemberSearch {
  private let index: SourceIndex?

  init(_ end: RelationshipEnd, in tables: Tables) {
    let table = tables.tables[end.destinationHierarchy]
    index = end.inverseColumn.map { table.indexes.sourceIndex(of: table.segments, column: $0) }
  }

  /// Returns whether `members`, in ascending order, are exactly the keys of the objects that refer
  /// to `target`.
  func are(_ members: [ObjectKey], of target: ObjectKey) -> Bool {
    index?.sources(of: target, are: members) ?? members.isEmpty
  }

  /// Returns the keys of the objects that refer to `target`, in ascending order.
  func keys(of target: ObjectKey) -> [ObjectKey] { index?.sources(of: target) ?? [] }
}
