import DocumentTables

/// What one save did to a store: all that a history needs to know of it.
package struct SavedChanges: Sendable {
  /// How many saves the store has seen since it was opened, this one included.
  package var revision: Int
  package var date: Date
  /// Who, and what: rows in the order of their keys, deleted rows with the values that are to be
  /// preserved.
  package var changes: ChangeSet
}
