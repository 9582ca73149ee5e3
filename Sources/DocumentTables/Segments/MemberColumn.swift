/// The values that one member of a structure has in the rows of a segment, as a column of its own.
///
///     place            {"address":"Rua 1","latitude":38.7}   nil   {"address":null,"latitude":48.2}
///     place.address    "Rua 1"                               nil   nil
///     place.latitude   38.7                                  nil   48.2
///
/// It is made from the structures' texts when a query or an order names the member, and kept with the indexes of
/// their column: scans, sorting and indexes then read it as any column.
struct MemberColumn: Sendable {
  let column: Column
  let indexes = ColumnIndexes()

  /// - Parameters:
  ///   - position: The position of the member in the structure.
  ///   - values: The column of the structure's values.
  init(_ position: Int, of structure: TableStructure, in values: Column) {
    switch values {
    case .constant(.tree(let tree), let count):
      column = .constant(structure.values(of: tree)[position], count: count)
    case .nested(let nested):
      let texts = nested.texts
      let builder = structure.memberLayouts[position].makeBuilder(expectedRows: values.count)
      for row in 0..<values.count {
        if texts.nulls[row] {
          builder.appendNull()
        } else {
          builder.append(
            texts.withText(at: row) { text in
              var reader = CanonicalJSONReader(text)
              return reader.readMember(position, of: structure)
            })
        }
      }
      column = builder.finish()
    default: column = .constant(.null, count: values.count)
    }
  }
}

extension Segment {
  /// Creates a segment with the same rows, and with columns of members behind its own.
  ///
  /// - Parameter members: The columns by number; the numbers between them have no values.
  convenience init(_ segment: Segment, members: [Int: MemberColumn]) {
    let own = segment.columns.count
    let behind = own..<max(own, (members.keys.max() ?? 0) + 1)
    let absent = ColumnIndexes()
    self.init(
      segment,
      columns: segment.columns
        + behind.map { members[$0]?.column ?? .constant(.null, count: segment.count) },
      indexes: segment.columnIndexes + behind.map { members[$0]?.indexes ?? absent })
  }
}

extension Tables {
  /// Returns the same rows with columns for some members of structures, at the numbers that
  /// ``QueriedColumns`` gives them.
  ///
  /// Only for queries, orders and the values of rows: the result does not fit the schema.
  ///
  /// - Parameter numbers: The members' numbers, by hierarchy.
  package func withMembers(_ numbers: [Int: Set<Int>]) -> Tables {
    var result = self
    for (hierarchy, members) in numbers where !members.isEmpty {
      result.tables[hierarchy] = tables[hierarchy].withMembers(
        members, schema.queriedColumns[hierarchy])
    }
    return result
  }
}

extension Table {
  fileprivate func withMembers(_ numbers: Set<Int>, _ columns: QueriedColumns) -> Table {
    let segments = indexes.segments(segments, withMembers: numbers) { segment, number in
      guard let (column, member) = columns.member(number), let structure = columns[column].structure
      else {
        return nil
      }
      return segment.columnIndexes[column].member(
        member, of: structure, in: segment.columns[column])
    }
    return Table(self, segments: segments)
  }
}
