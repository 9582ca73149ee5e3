import DocumentTables

/// The change of one commit.
enum StoreChange: Sendable {
  /// Changes that are recorded row by row for other contexts.
  case rows(ChangeSet)
  /// Changes of so many rows that other contexts reexamine all their objects instead.
  case tables([TableEdit])

  /// Whether no row changes; edits may still record proven properties of the rows.
  var isWithoutEffect: Bool {
    if case .tables(let edits) = self { edits.allSatisfy(\.isEmpty) } else { false }
  }

  func applied(to tables: consuming Tables) -> Tables {
    switch self {
    case .rows(let changes): tables.applying(changes)
    case .tables(let edits): tables.applying(edits)
    }
  }
}

/// The changes of one save, as a history needs them.
package struct SavedChanges: Sendable {
  /// The number of saves since the store was opened, including this one.
  package var revision: Int
  package var date: Date
  /// The author and the rows, in the order of their keys; deleted rows with the values to preserve.
  package var changes: ChangeSet
  /// Whether another process has saved them.
  package var isForeign = false
}

extension ChangeSet {
  var rowCount: Int { inserted.count + updated.count + deleted.count }
}
