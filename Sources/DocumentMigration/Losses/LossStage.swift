import DocumentTables

/// The migration down over one stage: the two successive schemas between which a loss occurs.
package struct LossStage: Hashable, Sendable {
  /// The name of the schemas.
  package var schema: String
  /// The newer version, which has the lost data.
  package var from: SchemaVersion?
  /// The older version, which cannot store the lost data.
  package var to: SchemaVersion?

  package init(schema: String, from: SchemaVersion?, to: SchemaVersion?) {
    self.schema = schema
    self.from = from
    self.to = to
  }

  package init(from newer: TableSchema, to older: TableSchema) {
    self.init(schema: newer.name, from: newer.version, to: older.version)
  }
}
