/// The columns of one hierarchy that queries and orders name by number: first those of its table, then one for each
/// member of each structure in them.
///
///     table     0 name   1 place (Place: address, latitude)   2 stars
///     queried   0 name   1 place   2 stars   3 place.address   4 place.latitude
///
/// The table stores no members; ``Tables/withMembers(_:)`` makes their columns from the structures' texts.
package struct QueriedColumns: Sendable {
  private let columns: [ColumnLayout]
  /// For each column, the number of its first member; at the end, the number behind all members.
  private let starts: [Int]

  init(_ hierarchy: HierarchyLayout) {
    columns = hierarchy.columns
    var starts = [columns.count]
    starts.reserveCapacity(columns.count + 1)
    // No overflow: a schema has at most `TableSchema.maximumProperties` members in all.
    for column in columns {
      starts.append(starts[starts.count - 1] + (column.structure?.members.count ?? 0))
    }
    self.starts = starts
  }

  func contains(_ number: Int) -> Bool { number >= 0 && number < starts[columns.count] }

  /// Whether a number is that of a member.
  package func isMember(_ number: Int) -> Bool { number >= columns.count }

  /// Returns the layout of a column or a member, whose number ``contains(_:)``.
  package subscript(number: Int) -> ColumnLayout {
    guard let (column, member) = member(number), let structure = columns[column].structure else {
      return columns[number]
    }
    let source = columns[column]
    return ColumnLayout(
      name: source.name + "." + structure.members[member].name, entity: source.entity,
      content: .attribute(structure.members[member]))
  }

  /// Returns the column and the position of the member with a number; nil for the columns of the table.
  package func member(_ number: Int) -> (column: Int, member: Int)? {
    guard isMember(number), contains(number) else { return nil }
    var low = 0
    var high = columns.count
    // The last column that begins at or before the number; columns without members begin where the next does.
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= number { low = middle } else { high = middle }
    }
    return (low, number - starts[low])
  }

  /// Returns the number of a member by its name, which is compared byte for byte; nil if the column has none of it.
  func number(of member: String, in column: Int) -> Int? {
    columns[column].structure?.member(named: member).map { starts[column] + $0 }
  }

  /// Returns the number of a member of a column's structure; nil if there is no such member.
  package func number(ofMember member: Int, in column: Int) -> Int? {
    guard columns.indices.contains(column), let structure = columns[column].structure,
      structure.members.indices.contains(member)
    else { return nil }
    return starts[column] + member
  }
}

extension ColumnLayout {
  /// The structure of the column's values; nil for columns of other values.
  package var structure: TableStructure? {
    if case .structure(let structure)? = attribute?.type { structure } else { nil }
  }
}
