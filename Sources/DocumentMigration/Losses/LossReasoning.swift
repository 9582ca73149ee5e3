import DocumentTables

extension LossWriter {
  /// Returns the reason why the older version does not give a value back.
  func reason(
    _ column: ComparedColumn, _ source: DowngradedRows.Source?, _ value: Tree, _ guardValue: Tree?
  ) -> LossReason {
    switch (column.layout.content, source) {
    case (_, nil): return .removedProperty
    case (.attribute(let newer), .attribute(_, let older)):
      if newer.type != older.type { return .narrowed }
      if value.isNull, !older.isNullable { return .required }
      if let cases = older.cases, let value = Value(value, of: older.type), !cases.contains(value) {
        return .removedCase
      }
      return .changed
    case (.relationship(let newer, _), .relationship(let end)):
      let older = end.relationship
      if newer.isToMany, let keys = value.keyList, let others = guardValue?.keyList,
        keys != others, keys.sorted() == others.sorted()
      {
        return .orderLost
      }
      if newer.isToMany != older.isToMany
        || counterparts.entity(newer.destination) != older.destination
      {
        return .relationship
      }
      return value.isNull && !older.isNullable ? .required : .changed
    default: return .narrowed
    }
  }
}

extension ColumnLayout {
  /// Returns whether a value is nested shallowly enough for a carried part.
  func canCarry(_ value: Tree) -> Bool {
    switch attribute?.type {
    case .tree, .dictionary: !value.isDeeper(than: LossSearch.largestDepth)
    default: true
    }
  }
}

extension StageCounterparts {
  /// Returns the older hierarchy to search first for objects of each entity, by discriminator.
  func olderHierarchies(
    of hierarchy: HierarchyLayout, _ newer: TableSchema, _ older: Tables
  ) -> [Int?] {
    hierarchy.entities.map { layout in
      for ancestor in newer.lineage(of: layout.name) {
        if let name = entity(ancestor.name) { return older.schema.hierarchyIndex(of: name) }
      }
      return nil
    }
  }
}
