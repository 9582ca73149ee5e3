import DocumentTables

/// A search for objects with an empty order to which other objects refer.
///
/// Such an empty order is not written. The empty order of any other object is written, because it
/// says that the object has no members, rather than nil (spec 5.3).
struct EmptyListResolver {
  private let orders: [OrderColumn]
  private var hierarchy = -1
  private var cursors: [(column: Int, sources: SourceCursor)] = []

  init(_ schema: TableSchema) { orders = Self.orders(in: schema) }

  /// Returns the orders that may be nil; the others need no search.
  private static func orders(in schema: TableSchema) -> [OrderColumn] {
    OrderColumn.all(in: schema).filter {
      schema.hierarchies[$0.hierarchy].columns[$0.column].relationship?.isNullable ?? true
    }
  }

  /// Returns whether all objects that refer to an object are in earlier tables.
  static func areKnownInTime(in schema: TableSchema) -> Bool {
    orders(in: schema).allSatisfy { $0.memberHierarchy < $0.hierarchy }
  }

  /// Returns the objects of a segment with an empty order to which others refer.
  ///
  /// Segments must come in the order of hierarchies and keys; `check` has the references to them.
  mutating func owners(
    in segment: Segment, hierarchy: Int, _ check: inout StreamedCheck
  ) throws(DocumentError) -> MemberLookup.Referred {
    if hierarchy != self.hierarchy { try begin(hierarchy, &check) }
    var owners: MemberLookup.Referred = [:]
    for index in cursors.indices {
      let column = segment.columns[cursors[index].column]
      if case .constant(.null, _) = column { continue }
      for row in 0..<segment.count where column.references(at: row)?.isEmpty ?? false {
        let key = segment.keys[row]
        while let pair = cursors[index].sources.current, pair.target < key {
          try cursors[index].sources.advance()
        }
        if cursors[index].sources.current?.target == key {
          owners[cursors[index].column, default: []].insert(key)
        }
      }
    }
    return owners
  }

  private mutating func begin(
    _ hierarchy: Int, _ check: inout StreamedCheck
  ) throws(DocumentError) {
    self.hierarchy = hierarchy
    cursors = []
    for order in orders where order.hierarchy == hierarchy {
      let number = check.plan.reference(
        hierarchy: order.memberHierarchy, column: order.memberColumn)
      check.finish(reference: number)
      cursors.append((order.column, try check.sources(number)))
    }
  }
}

extension ColumnLayout {
  fileprivate var relationship: TableRelationship? {
    if case .relationship(let relationship, _) = content { relationship } else { nil }
  }
}
