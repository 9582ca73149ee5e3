import DocumentTables

/// A small schema with every kind of relationship and of value, and tables in it.
enum DumpFixture {
  static func schema() throws -> TableSchema {
    try TableSchema(
      name: "Dump \"1\"", version: SchemaVersion(1, 2, 3),
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [TableAttribute(name: "name", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "trip", isToMany: true),
            TableRelationship(name: "stay", destination: "Stay", inverse: "trip", isToMany: false),
            TableRelationship(name: "tags", destination: "Item", isToMany: true),
          ]),
        TableEntity(
          name: "Business Trip", superentity: "Trip",
          attributes: [TableAttribute(name: "perdiem", type: .scalar(.double))]),
        TableEntity(
          name: "Item",
          relationships: [
            TableRelationship(
              name: "trip", destination: "Trip", inverse: "items", isToMany: false)
          ]),
        TableEntity(
          name: "Stay",
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", inverse: "stay", isToMany: false)
          ]),
      ])
  }

  /// Rows as (entity, key, values by property name).
  static func tables(
    _ schema: TableSchema, nextKey: ObjectKey = 100, documentID: UInt128 = 1,
    rowsPerSegment: Int = 2,
    _ rows: [(entity: String, key: ObjectKey, values: [String: Value])]
  ) -> Tables {
    var tables = Tables(schema: schema, documentID: documentID, nextKey: nextKey)
    tables.tables = schema.hierarchies.map { hierarchy in
      var segments: [Segment] = []
      var builder = SegmentBuilder(hierarchy)
      for row in rows {
        guard let entity = hierarchy.entity(named: row.entity) else { continue }
        if builder.rowCount == rowsPerSegment {
          segments.append(builder.finish())
          builder = SegmentBuilder(hierarchy)
        }
        builder.append(
          key: row.key, discriminator: entity.discriminator,
          values: hierarchy.columns.map { row.values[$0.name] ?? .null })
      }
      return Table(segments: segments + [builder.finish()])
    }
    return tables
  }

  /// The dump of one object that has one attribute, without heading and next object.
  static func line(of value: Value, _ type: AttributeType, name: String = "value") throws -> String
  {
    let schema = try TableSchema(
      name: "One", version: nil,
      entities: [
        TableEntity(
          name: "One", attributes: [TableAttribute(name: name, type: type, isNullable: true)])
      ])
    let text = TablesDump.text(tables(schema, [("One", 1, [name: value])]), all: true)
    return String(text.split(separator: "\n").last ?? "")
  }
}
