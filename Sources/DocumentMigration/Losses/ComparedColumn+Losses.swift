import DocumentTables

extension ComparedColumn {
  /// Whether an object cannot exist without the object that it refers to in this column.
  ///
  /// This is so if the reference is required, or if deleting the referenced object deletes the
  /// referring one.
  var isBound: Bool {
    guard let end, end.storage == .reference else { return false }
    return !end.relationship.isNullable || leadsToOwner
  }

  /// The value of a row in this column if the row's entity is restored, before its own entries are.
  var initialValue: Value {
    switch layout.content {
    case .attribute(let attribute):
      if case .value(let value) = attribute.defaultValue { return value }
      return .null
    case .relationship(let relationship, .list) where !relationship.isNullable:
      return .references([])
    case .relationship: return .null
    }
  }

  /// Returns the value of a row in the form in which losses store it.
  func tree(in tables: Tables, _ segment: Segment, _ row: Int) -> Tree {
    if let end { return tables.tree(of: segment.keys[row], in: segment, row: row, through: end) }
    let value = segment.value(at: row, column: index)
    return layout.attribute.map { Tree(value, of: $0.type) } ?? Tree(value)
  }
}
