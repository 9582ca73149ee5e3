import DocumentTables

/// The references of some rows through a relationship whose other end states an order.
///
/// A record of an ordered to-many relationship lists members whose own rows are elsewhere. So the
/// record of an unchanged row changes when a member is added or removed. Such changes are found by
/// comparing the references in changed chunks with the references before the change.
struct MemberRows: Sendable {
  let column: Int
  private let keys: KeyColumn
  private let references: Column
  private let rows: Range<Int>

  init(_ segment: Segment, _ rows: Range<Int>, column: Int) {
    self.column = column
    keys = segment.keys
    references = segment.columns[column]
    self.rows = rows
  }

  /// Returns the references of all rows by the keys of the rows.
  static func references(
    of list: some Sequence<MemberRows>, column: Int
  ) -> [ObjectKey: [ObjectKey]] {
    var result: [ObjectKey: [ObjectKey]] = [:]
    for member in list where member.column == column {
      for row in member.rows {
        if let target = member.references.reference(at: row) {
          result[member.keys[row]] = [target]
        } else if let targets = member.references.references(at: row), !targets.isEmpty {
          result[member.keys[row]] = Array(targets)
        }
      }
    }
    return result
  }

  /// Returns the targets that gained or lost a member, or may have.
  static func changedTargets(
    from old: [ObjectKey: [ObjectKey]], to new: [ObjectKey: [ObjectKey]]
  ) -> Set<ObjectKey> {
    var changed: Set<ObjectKey> = []
    for (key, targets) in old where new[key] != targets { changed.formUnion(targets) }
    for (key, targets) in new where old[key] != targets { changed.formUnion(targets) }
    return changed
  }
}

/// A column whose lists order the members that the other end stores.
struct OrderColumn {
  let hierarchy: Int
  let column: Int
  let memberHierarchy: Int
  let memberColumn: Int

  static func all(in schema: TableSchema) -> [OrderColumn] {
    schema.hierarchies.enumerated().flatMap { index, hierarchy in
      hierarchy.columns.enumerated().compactMap { column, layout in
        guard case .relationship(let relationship, .order) = layout.content,
          let end = schema.relationshipEnd(named: relationship.name, of: layout.entity),
          let memberColumn = end.inverseColumn
        else { return nil }
        return OrderColumn(
          hierarchy: index, column: column, memberHierarchy: end.destinationHierarchy,
          memberColumn: memberColumn)
      }
    }
  }

  /// Returns, for each hierarchy, the columns on which orders of other hierarchies depend.
  static func memberColumns(in schema: TableSchema) -> [[Int]] {
    var result = schema.hierarchies.map { _ in Set<Int>() }
    for order in all(in: schema) { result[order.memberHierarchy].insert(order.memberColumn) }
    return result.map { $0.sorted() }
  }
}
