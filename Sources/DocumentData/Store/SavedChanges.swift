import DocumentTables

/// The changes of one save, as a history needs them.
package struct SavedChanges: Sendable {
  /// The number of saves since the store was opened, including this one.
  package var revision: Int
  package var date: Date
  /// The author and the rows, in the order of their keys; deleted rows with the values to preserve.
  package var changes: ChangeSet
}
