/// The physical change of one table, in columns.
///
/// Everything that changes tables becomes one: saves (``ChangeSet``), merges of duplicates, and the
/// restoring of losses. ``SegmentEditing`` applies it to one segment after another.
package struct TableEdit: Sendable {
  package let hierarchy: Int
  /// Values that change, by column; ``references`` has those of references.
  private(set) var values: [KeyedEdits<Value>]
  private(set) var references: [KeyedEdits<ObjectKey?>]
  private(set) var entities = KeyedEdits<UInt16>()
  /// Foreign data, of inserted rows too.
  private(set) var foreign = KeyedEdits<Tree?>()
  private(set) var inserted = KeyedEdits<InsertedRow>()
  private(set) var removed = KeyedEdits<Void>()
  /// What is proven of the rows that stay, as long as their values stay too.
  private var proven: KnownUniqueness?
  private let holdsReferences: [Bool]

  package init(_ hierarchy: Int, of schema: TableSchema) {
    self.hierarchy = hierarchy
    holdsReferences = schema.hierarchies[hierarchy].columns.map { $0.storage == .reference }
    values = holdsReferences.map { _ in KeyedEdits() }
    references = holdsReferences.map { _ in KeyedEdits() }
  }

  /// An edit that removes rows of groups of duplicates, given by their positions in the groups' rows.
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

  /// Whether applying it changes rows, or what is known of them.
  var isWithoutEffect: Bool { isEmpty && proven == nil }

  // MARK: Making

  /// Sets a value of a row; does nothing if the table has no such row or column.
  package mutating func set(_ key: ObjectKey, column: Int, _ value: Value) {
    guard holdsReferences.indices.contains(column) else { return }
    guard holdsReferences[column] else { return values[column].append(key, value) }
    if case .reference(let target) = value {
      references[column].append(key, target)
    } else {
      references[column].append(key, nil)
    }
  }

  /// Takes how many values of a column will be set.
  package mutating func reserveCapacity(_ count: Int, column: Int) {
    if holdsReferences[column] {
      references[column].reserveCapacity(count)
    } else {
      values[column].reserveCapacity(count)
    }
  }

  mutating func setEntity(_ key: ObjectKey, _ entity: UInt16) { entities.append(key, entity) }

  /// Of rows that are inserted, too.
  mutating func setForeign(_ key: ObjectKey, _ tree: Tree?) { foreign.append(key, tree) }

  /// Adds a row, which takes the place of the one under its key.
  mutating func insert(_ row: InsertedRow) { inserted.append(row.key, row) }

  mutating func remove(_ key: ObjectKey) { removed.append(key, ()) }

  // MARK: Reading

  /// The keys of the rows whose values in a column change, in the order in which they were set.
  package func keys(ofColumn column: Int) -> [ObjectKey] {
    holdsReferences[column] ? references[column].keys : values[column].keys
  }

  /// The new value of one of these rows.
  package func value(at position: Int, column: Int) -> Value {
    guard holdsReferences[column] else { return values[column].contents[position] }
    return references[column].contents[position].map { .reference($0) } ?? .null
  }

  // MARK: Applying

  var changedColumns: [Int] {
    values.indices.filter { !values[$0].isEmpty || !references[$0].isEmpty }
  }

  /// About how many rows change.
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

  /// What is known of the rows afterwards.
  func known(of table: Table) -> [KnownUniqueness] {
    guard inserted.isEmpty, entities.isEmpty else { return [] }
    var known = table.known
    if let proven, !known.contains(proven) { known.append(proven) }
    if known.isEmpty { return [] }
    let changed = Set(changedColumns)
    return known.filter { $0.columns.isDisjoint(with: changed) }
  }
}
