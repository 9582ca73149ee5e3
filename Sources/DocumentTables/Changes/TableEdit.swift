/// A set of physical changes to one table, organised by column.
///
/// All operations that change tables use edits: saves (``ChangeSet``), merges of duplicates, and
/// the restoration of losses. ``SegmentEditing`` applies an edit to one segment after another.
package struct TableEdit: Sendable {
  package let hierarchy: Int
  /// New values by column, except references, which are in ``references``.
  private(set) var values: [KeyedEdits<Value>]
  private(set) var references: [KeyedEdits<ObjectKey?>]
  private(set) var entities = KeyedEdits<UInt16>()
  /// New foreign data, also for inserted rows.
  private(set) var foreign = KeyedEdits<Tree?>()
  private(set) var inserted = KeyedEdits<InsertedRow>()
  private(set) var removed = KeyedEdits<Void>()
  /// The uniqueness proven for the remaining rows, valid unless their values change.
  private var proven: KnownUniqueness?
  private let holdsReferences: [Bool]

  package init(_ hierarchy: Int, of schema: TableSchema) {
    self.hierarchy = hierarchy
    holdsReferences = schema.hierarchies[hierarchy].columns.map { $0.storage == .reference }
    values = holdsReferences.map { _ in KeyedEdits() }
    references = holdsReferences.map { _ in KeyedEdits() }
  }

  /// Creates an edit that removes rows of duplicate groups.
  ///
  /// - Parameter isGone: Whether to remove a row, by its position in the rows of `groups`.
  package init(removing isGone: [Bool], of groups: DuplicateGroups, in tables: Tables, _ table: Int)
  {
    self.init(table, of: tables.schema)
    let segments = tables.tables[table].segments
    let gone = zip(groups.rows, isGone).lazy.filter(\.1)
    for key in gone.map({ segments[$0.0.segment].keys[$0.0.row] }).sorted() { remove(key) }
    proven = groups.uniqueness(without: isGone)
  }

  package var isEmpty: Bool {
    entities.isEmpty && foreign.isEmpty && inserted.isEmpty && removed.isEmpty
      && values.allSatisfy(\.isEmpty) && references.allSatisfy(\.isEmpty)
  }

  /// Whether applying the edit changes neither rows nor what is known about their uniqueness.
  var isWithoutEffect: Bool { isEmpty && proven == nil }

  // MARK: Making

  /// Sets a value of a row.
  ///
  /// When the edit is applied, values of rows that do not exist are ignored; values for unknown
  /// columns are ignored immediately.
  package mutating func set(_ key: ObjectKey, column: Int, _ value: Value) {
    guard holdsReferences.indices.contains(column) else { return }
    guard holdsReferences[column] else { return values[column].append(key, value) }
    if case .reference(let target) = value {
      references[column].append(key, target)
    } else {
      references[column].append(key, nil)
    }
  }

  /// Reserves space for the number of values that will be set in a column.
  package mutating func reserveCapacity(_ count: Int, column: Int) {
    if holdsReferences[column] {
      references[column].reserveCapacity(count)
    } else {
      values[column].reserveCapacity(count)
    }
  }

  package mutating func setEntity(_ key: ObjectKey, _ entity: UInt16) {
    entities.append(key, entity)
  }

  /// Sets or removes the foreign data of a row, which may be an inserted row.
  package mutating func setForeign(_ key: ObjectKey, _ tree: Tree?) { foreign.append(key, tree) }

  /// Inserts a row, replacing any row with the same key.
  package mutating func insert(_ row: InsertedRow) { inserted.append(row.key, row) }

  package mutating func remove(_ key: ObjectKey) { removed.append(key, ()) }

  // MARK: Reading

  /// Returns the keys of rows whose values in a column change, in the order in which the values
  /// were set.
  package func keys(ofColumn column: Int) -> [ObjectKey] {
    holdsReferences[column] ? references[column].keys : values[column].keys
  }

  /// Returns the new value at a position in ``keys(ofColumn:)``.
  package func value(at position: Int, column: Int) -> Value {
    guard holdsReferences[column] else { return values[column].contents[position] }
    return references[column].contents[position].map { .reference($0) } ?? .null
  }

  // MARK: Applying

  var changedColumns: [Int] {
    values.indices.filter { !values[$0].isEmpty || !references[$0].isEmpty }
  }

  /// The approximate number of changed rows.
  var count: Int {
    let cells =
      values.reduce(0) { $0 + $1.keys.count } + references.reduce(0) { $0 + $1.keys.count }
    return cells + entities.keys.count + foreign.keys.count + inserted.keys.count
      + removed.keys.count
  }

  mutating func putInOrder() {
    for column in changedColumns {
      values[column].putInOrder()
      references[column].putInOrder()
    }
    entities.putInOrder()
    foreign.putInOrder()
    inserted.putInOrder()
    removed.putInOrder()
  }

  /// Returns the uniqueness that is still known after the edit is applied to `table`.
  func known(of table: Table) -> [KnownUniqueness] {
    guard inserted.isEmpty, entities.isEmpty else { return [] }
    var known = table.known
    if let proven, !known.contains(proven) { known.append(proven) }
    if known.isEmpty { return [] }
    let changed = Set(changedColumns)
    return known.filter { $0.columns.isDisjoint(with: changed) }
  }
}
