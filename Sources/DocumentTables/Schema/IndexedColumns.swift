/// The columns of one hierarchy, and members of structures in them, that uniqueness constraints and indexes name.
struct IndexedColumns: Sendable {
  /// The distinct lists of columns, without lists that name a property without a column.
  let lists: [[Int]]
  /// Whether a column is the first of a list, by column.
  private let leads: [Bool]

  init(
    _ hierarchy: HierarchyLayout, _ queried: QueriedColumns, entity: (String) -> TableEntity?
  ) {
    var lists: [[Int]] = []
    var known: Set<[Int]> = []
    for layout in hierarchy.entities {
      guard let entity = entity(layout.name) else { continue }
      let named = entity.uniquenessConstraints + entity.indexes
      guard !named.isEmpty else { continue }
      var columnsByName: [String: Int] = [:]
      for property in layout.properties { columnsByName[property.name] = property.column }
      for names in named {
        let columns = names.compactMap { name in
          if let column = columnsByName[name] { return column }
          guard let path = TableStructure.MemberPath(name) else { return nil }
          return columnsByName[path.attribute].flatMap { queried.number(of: path.member, in: $0) }
        }
        if columns.count == names.count, !columns.isEmpty, known.insert(columns).inserted {
          lists.append(columns)
        }
      }
    }
    self.lists = lists
    let first = lists.map { $0[0] }
    var leads = [Bool](repeating: false, count: (first.max() ?? -1) + 1)
    for column in first { leads[column] = true }
    self.leads = leads
  }

  /// Returns whether a list begins with the column.
  func isLeading(_ column: Int) -> Bool { leads.indices.contains(column) && leads[column] }
}
