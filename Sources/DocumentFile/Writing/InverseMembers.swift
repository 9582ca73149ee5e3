import DocumentTables

/// Tables that contain only the references to some rows.
///
/// A writer of records looks up the members whose order a row states in tables. For rows that are
/// alone in memory, these tables replace the document's.
struct InverseMembers {
  /// The targets of references by source and column, for each hierarchy.
  private var references: [[ObjectKey: [Int: [ObjectKey]]]]
  private let schema: TableSchema

  init(_ schema: TableSchema) {
    self.schema = schema
    references = schema.hierarchies.map { _ in [:] }
  }

  /// Adds the members that the rows' ordered lists name.
  ///
  /// That the lists are complete is checked before the output becomes visible.
  ///
  /// - Parameter referred: Objects with an empty list to which other objects refer.
  mutating func addLists(
    of segment: Segment, _ rows: Range<Int>, hierarchy: Int, referred: MemberLookup.Referred
  ) {
    for order in OrderColumn.all(in: schema) where order.hierarchy == hierarchy {
      let column = segment.columns[order.column]
      if case .constant(.null, _) = column { continue }
      for row in rows {
        guard let list = column.references(at: row) else { continue }
        let key = segment.keys[row]
        for member in list { add(member, refersTo: key, order) }
        if list.isEmpty, referred[order.column]?.contains(key) ?? false {
          add(key, refersTo: key, order)
        }
      }
    }
  }

  private mutating func add(
    _ source: ObjectKey, refersTo target: ObjectKey, _ order: OrderColumn
  ) {
    references[order.memberHierarchy][source, default: [:]][order.memberColumn, default: []]
      .append(target)
  }

  func tables() -> Tables {
    var tables = Tables(schema: schema, documentID: 0)
    for (hierarchy, sources) in references.enumerated() where !sources.isEmpty {
      tables.tables[hierarchy] = Table(segments: [segment(hierarchy, sources)])
    }
    return tables
  }

  private func segment(
    _ hierarchy: Int, _ sources: [ObjectKey: [Int: [ObjectKey]]]
  ) -> Segment {
    let keys = sources.keys.sorted()
    let used = Set(sources.values.flatMap(\.keys))
    let layout = schema.hierarchies[hierarchy].columns
    let columns = layout.indices.map { column -> Column in
      guard used.contains(column) else { return .constant(.null, count: keys.count) }
      let builder = layout[column].makeBuilder(expectedRows: keys.count)
      for key in keys {
        guard let targets = sources[key]?[column] else {
          builder.appendNull()
          continue
        }
        if layout[column].storage == .references {
          builder.appendReferences(targets)
        } else if let target = targets.first {
          builder.appendReference(target)
        }
      }
      return builder.finish()
    }
    return Segment(
      keys: KeyColumn(ascending: keys), entities: .constant(0), columns: columns)
  }
}
