import DocumentTables

/// Tables written down as rows of named values.
struct TablesFixture {
  typealias Row = (entity: String, key: ObjectKey, values: [String: Value])

  /// Rows in any order; `rowsPerSegment` splits each table.
  static func tables(
    _ schema: TableSchema, nextKey: ObjectKey = 1000, rowsPerSegment: Int = 3, _ rows: [Row]
  ) -> Tables {
    var tables = Tables(schema: schema, documentID: 1, nextKey: nextKey)
    tables.tables = schema.hierarchies.map { hierarchy in
      var segments: [Segment] = []
      var builder = SegmentBuilder(hierarchy)
      for row in rows.sorted(by: { $0.key < $1.key }) {
        guard let entity = hierarchy.entity(named: row.entity) else { continue }
        if builder.rowCount == rowsPerSegment {
          segments.append(builder.finish())
          builder = SegmentBuilder(hierarchy)
        }
        builder.append(
          key: row.key, discriminator: entity.discriminator,
          values: values(row, entity, hierarchy))
      }
      return Table(segments: segments + [builder.finish()])
    }
    return tables
  }

  /// A row's values by column.
  static func values(_ row: Row, _ entity: EntityLayout, _ hierarchy: HierarchyLayout) -> [Value] {
    var values = [Value](repeating: .null, count: hierarchy.columns.count)
    for (name, value) in row.values {
      if let column = entity.column(of: name) { values[column] = value }
    }
    return values
  }

  /// All rows of tables, by key: their entity and the values of its properties.
  static func rows(_ tables: Tables) -> [ObjectKey: [String: Value]] {
    var rows: [ObjectKey: [String: Value]] = [:]
    for (hierarchy, table) in zip(tables.schema.hierarchies, tables.tables) {
      for segment in table.segments {
        for row in 0..<segment.count {
          let entity = hierarchy.entities[Int(segment.entities[row])]
          var values: [String: Value] = ["$entity": .text(entity.name)]
          for property in entity.properties {
            if let column = property.column {
              values[property.name] = segment.value(at: row, column: column)
            }
          }
          rows[segment.keys[row]] = values
        }
      }
    }
    return rows
  }
}
