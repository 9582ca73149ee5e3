import DocumentTables

/// What one commit changes.
enum StoreChange: Sendable {
  /// Told row by row to those who come after.
  case rows(ChangeSet)
  /// So many rows that those who come after look at everything anew.
  case tables([TableEdit])

  /// Whether no row changes: edits may still say what is proven of the rows.
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
