import DocumentTables

/// The changes of a change set in words, for reports.
enum ChangeWords {
  /// One line an object: what it was, and what became of it.
  static func lines(_ changes: ChangeSet, before: Tables) -> [String] {
    var lines: [(key: ObjectKey, order: Int, text: String)] = []
    for row in changes.inserted {
      let layout = before.schema.hierarchies[row.hierarchy]
      let entity = layout.entities[Int(row.discriminator)].name
      lines.append((row.key, 0, "\(entity) \(row.key) was added"))
    }
    for row in changes.updated {
      let layout = before.schema.hierarchies[row.hierarchy]
      let edits = row.changes.map { change in
        let column = layout.columns[change.column]
        return "\(name(of: column)) \(text(change.old, column)) → \(text(change.new, column))"
      }
      let entity = entityName(of: row.key, row.hierarchy, before)
      lines.append((row.key, 1, "\(entity) \(row.key) changed: \(edits.joined(separator: ", "))"))
    }
    for row in changes.deleted {
      let layout = before.schema.hierarchies[row.hierarchy]
      let entity = layout.entities[Int(row.discriminator)]
      var values: [String] = []
      if let location = before.tables[row.hierarchy].location(of: row.key) {
        let segment = before.tables[row.hierarchy].segments[location.segment]
        for property in entity.properties {
          if let end = before.schema.relationshipEnd(named: property.name, of: entity.name) {
            let related = before.relatedKeys(
              of: row.key, in: segment, row: location.row, through: end)
            values.append("\(property.name) \(text(related, end.relationship))")
          } else if let column = property.column {
            let value = segment.value(at: location.row, column: column)
            values.append("\(property.name) \(text(value, layout.columns[column]))")
          }
        }
      }
      lines.append(
        (row.key, 2, "\(entity.name) \(row.key) was removed: \(values.joined(separator: ", "))"))
    }
    return lines.sorted { ($0.key, $0.order) < ($1.key, $1.order) }.map(\.text)
  }

  private static func entityName(
    of key: ObjectKey, _ hierarchy: Int, _ tables: Tables
  ) -> String {
    let layout = tables.schema.hierarchies[hierarchy]
    guard let location = tables.tables[hierarchy].location(of: key) else { return layout.name }
    let segment = tables.tables[hierarchy].segments[location.segment]
    return layout.entities[Int(segment.entities[location.row])].name
  }

  /// A to-many whose members the other end states holds an order only.
  private static func name(of column: ColumnLayout) -> String {
    if case .relationship(_, .order) = column.content { return "order of \(column.name)" }
    return column.name
  }

  private static func text(_ keys: [ObjectKey]?, _ relationship: TableRelationship) -> String {
    guard let keys else { return "nil" }
    if relationship.isToMany { return MigrationStep.text(.references(keys)) }
    return keys.first.map { "\($0)" } ?? "nil"
  }

  private static func text(_ value: Value, _ column: ColumnLayout) -> String {
    if case .relationship(_, .order) = column.content, value.isNull { return "by key" }
    return MigrationStep.text(value, of: column.attribute?.type)
  }
}
