import DocumentTables

/// What one side of a merge changed since the base, object by object.
///
/// A merge that drops a change takes it out here, as if the side had never made it.
struct SideChanges {
  enum After {
    case row(InsertedRow)
    case deleted
  }

  let tables: Tables
  /// The changed objects as the side has them; orders are null.
  private(set) var after: [ObjectKey: After] = [:]
  /// The objects whose stated orders the side changed.
  private(set) var orders: [ComparedColumn.Place: Set<ObjectKey>] = [:]
  /// All objects that the side deleted, also where the deletion was dropped.
  let deleted: Set<ObjectKey>
  /// The number of changed objects and properties.
  let count: Int

  init(_ changes: ChangeSet, _ tables: Tables, _ base: Tables, _ columns: [[ComparedColumn]]) {
    self.tables = tables
    func withoutOrders(_ row: InsertedRow) -> InsertedRow {
      var row = row
      for column in columns[row.hierarchy] where column.isOrder { row.values[column.index] = .null }
      return row
    }
    for row in changes.deleted { after[row.key] = .deleted }
    for row in changes.inserted {
      after[row.key] = .row(withoutOrders(row))
      for column in columns[row.hierarchy] where column.isOrder {
        if !row.values[column.index].isNull { orders[column.place, default: []].insert(row.key) }
      }
    }
    deleted = Set(changes.deleted.map(\.key)).subtracting(changes.inserted.map(\.key))
    for update in changes.updated {
      guard var row = base.row(update.key, hierarchy: update.hierarchy, columns) else { continue }
      var isChanged = update.foreign != nil
      for change in update.changes {
        let column = columns[update.hierarchy][change.column]
        if column.isOrder {
          orders[column.place, default: []].insert(update.key)
        } else {
          row.values[change.column] = change.new
          isChanged = true
        }
      }
      if let foreign = update.foreign { row.foreign = foreign.new }
      if isChanged { after[update.key] = .row(row) }
    }
    count = Self.count(of: changes)
  }

  static func count(of changes: ChangeSet) -> Int {
    changes.inserted.count + changes.deleted.count
      + changes.updated.reduce(0) { $0 + $1.changes.count + ($1.foreign == nil ? 0 : 1) }
  }

  var keys: some Sequence<ObjectKey> { after.keys }

  func isDeleted(_ key: ObjectKey) -> Bool {
    if case .deleted = after[key] { true } else { false }
  }

  func row(_ key: ObjectKey) -> InsertedRow? {
    if case .row(let row) = after[key] { row } else { nil }
  }

  func isTouched(_ key: ObjectKey) -> Bool { after[key] != nil }

  mutating func replace(_ row: InsertedRow) { after[row.key] = .row(row) }

  /// Drops all changes of an object.
  mutating func drop(_ key: ObjectKey) { after[key] = nil }
}

extension Tables {
  /// Returns an object's row, with null for orders and for properties that its entity does not have.
  func row(
    _ key: ObjectKey, hierarchy: Int, _ columns: [[ComparedColumn]]
  ) -> InsertedRow? {
    guard let location = tables[hierarchy].location(of: key) else { return nil }
    let segment = tables[hierarchy].segments[location.segment]
    let entity = segment.entities[location.row]
    return InsertedRow(
      hierarchy: hierarchy, key: key, discriminator: entity,
      values: columns[hierarchy].map { column in
        column.isOrder || !column.owners[Int(entity)]
          ? .null : segment.value(at: location.row, column: column.index)
      }, foreign: segment.foreign[location.row])
  }
}
