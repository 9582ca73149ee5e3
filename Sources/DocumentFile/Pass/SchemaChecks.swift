import DocumentTables

/// Checks beyond the rules of the format, by a program that knows the schema.
package struct SchemaChecks {
  package typealias Rows = (Segment, _ hierarchy: Int) throws(DocumentError) -> Void

  /// Returns what is wrong with a schema; called after all other rules.
  package var problem: (TableSchema) -> DocumentError?
  /// Returns what receives all rows, in the order of hierarchies and keys; nil if rows of the schema are
  /// not to be checked.
  ///
  /// It is called before each reading of the rows: if a text is read a second time, the first reading counts
  /// no longer.
  package var rows: (TableSchema, SpillFile) -> Rows?

  package init(
    problem: @escaping (TableSchema) -> DocumentError? = { _ in nil },
    rows: @escaping (TableSchema, SpillFile) -> Rows? = { _, _ in nil }
  ) {
    self.problem = problem
    self.rows = rows
  }
}
