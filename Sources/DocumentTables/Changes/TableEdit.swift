/// A set of physical changes to one table, organised by column.
///
/// All operations that change tables use edits: saves (``ChangeSet``), merges of duplicates, and
/// the restoration of losses. ``SegmentEditing`` applies an edit to one segment after another.
package struct TableEdit: Sendable {
  package let hierarchy: Int
  private let layout: HierarchyLayout
  /// The place of each column's new values.
  ///
  /// A save usually changes few of many columns, so columns that do not change have no lists.
  private var places: [Place]
  private var valueEdits: [KeyedEdits<Value>] = []
  private var referenceEdits: [KeyedEdits<ObjectKey?>] = []
  private(set) var entities = KeyedEdits<UInt16>()
  /// New foreign data, also for inserted rows.
  private(set) var foreign = KeyedEdits<Tree?>()
  private(set) var inserted = KeyedEdits<InsertedRow>()
  /// The removed rows, with the object that what belonged to each now belongs to, if any.
  private(set) var removed = KeyedEdits<ObjectKey?>()
  /// The uniqueness proven for the remaining rows, valid unless their values change.
  private var proven: KnownUniqueness?

  /// The place of a column's new values.
  private enum Place {
    case none
    /// A position in ``valueEdits``.
    case values(Int)
    /// A position in ``referenceEdits``, for a column that stores plain references.
    case references(Int)
  }

  package init(_ hierarchy: Int, of schema: TableSchema) {
    self.hierarchy = hierarchy
    layout = schema.hierarchies[hierarchy]
    places = [Place](repeating: .none, count: layout.columns.count)
  }

  /// Creates an edit that removes rows of duplicate groups.
  ///
  /// - Parameters:
  ///   - isGone: Whether to remove a row, by its position in the rows of `groups`.
  ///   - successors: As in ``remove(_:successor:)``.
  package init(
    removing isGone: [Bool], of groups: DuplicateGroups, in tables: Tables, _ table: Int,
    successors: [ObjectKey: ObjectKey] = [:]
  ) {
    self.init(table, of: tables.schema)
    let segments = tables.tables[table].segments
    let gone = zip(groups.rows, isGone).lazy.filter(\.1)
    for key in gone.map({ segments[$0.0.segment].keys[$0.0.row] }).sorted() {
      remove(key, successor: successors[key])
    }
    proven = groups.uniqueness(without: isGone)
  }

  package var isEmpty: Bool {
    entities.isEmpty && foreign.isEmpty && inserted.isEmpty && removed.isEmpty
      && valueEdits.allSatisfy(\.isEmpty) && referenceEdits.allSatisfy(\.isEmpty)
  }

  /// Whether applying the edit changes neither rows nor what is known about their uniqueness.
  var isWithoutEffect: Bool { isEmpty && proven == nil }

  // MARK: Making

  /// Sets a value of a row.
  ///
  /// When the edit is applied, values of rows that do not exist are ignored; values for unknown
  /// columns are ignored immediately.
  package mutating func set(_ key: ObjectKey, column: Int, _ value: Value) {
    guard places.indices.contains(column) else { return }
    switch place(of: column) {
    case .none: break
    case .values(let position): valueEdits[position].append(key, value)
    case .references(let position):
      if case .reference(let target) = value {
        referenceEdits[position].append(key, target)
      } else {
        referenceEdits[position].append(key, nil)
      }
    }
  }

  /// Returns the place of a column's new values, which is created at the first call.
  private mutating func place(of column: Int) -> Place {
    guard case .none = places[column] else { return places[column] }
    if layout.columns[column].storage == .reference {
      places[column] = .references(referenceEdits.count)
      referenceEdits.append(KeyedEdits())
    } else {
      places[column] = .values(valueEdits.count)
      valueEdits.append(KeyedEdits())
    }
    return places[column]
  }

  /// Reserves space for the number of values that will be set in a column.
  package mutating func reserveCapacity(_ count: Int, column: Int) {
    switch place(of: column) {
    case .none: break
    case .values(let position): valueEdits[position].reserveCapacity(count)
    case .references(let position): referenceEdits[position].reserveCapacity(count)
    }
  }

  package mutating func setEntity(_ key: ObjectKey, _ entity: UInt16) {
    entities.append(key, entity)
  }

  /// Sets or removes the foreign data of a row, which may be an inserted row.
  package mutating func setForeign(_ key: ObjectKey, _ tree: Tree?) { foreign.append(key, tree) }

  /// Inserts a row, replacing any row with the same key.
  package mutating func insert(_ row: InsertedRow) { inserted.append(row.key, row) }

  /// Removes a row.
  ///
  /// - Parameter successor: The object that the extension records and kept parts which belong to the
  ///   row shall belong to; if it is nil, they are removed as well.
  package mutating func remove(_ key: ObjectKey, successor: ObjectKey? = nil) {
    removed.append(key, successor)
  }

  // MARK: Reading

  /// Returns the keys of rows whose values in a column change, in the order in which the values
  /// were set.
  package func keys(ofColumn column: Int) -> [ObjectKey] {
    switch places[column] {
    case .none: []
    case .values(let position): valueEdits[position].keys
    case .references(let position): referenceEdits[position].keys
    }
  }

  /// Returns the new value at a position in ``keys(ofColumn:)``.
  package func value(at position: Int, column: Int) -> Value {
    switch places[column] {
    case .none: .null
    case .values(let place): valueEdits[place].contents[position]
    case .references(let place):
      referenceEdits[place].contents[position].map { .reference($0) } ?? .null
    }
  }

  // MARK: Applying

  var changedColumns: [Int] { places.indices.filter { !keys(ofColumn: $0).isEmpty } }

  /// The new values of a column; nil if it stores plain references, or has none.
  func values(ofColumn column: Int) -> KeyedEdits<Value>? {
    if case .values(let position) = places[column] { valueEdits[position] } else { nil }
  }

  /// The new references of a column; nil if it stores other values, or has none.
  func references(ofColumn column: Int) -> KeyedEdits<ObjectKey?>? {
    if case .references(let position) = places[column] { referenceEdits[position] } else { nil }
  }

  /// Returns the positions in ``keys(ofColumn:)`` of a range of keys, which must be in order.
  func positions(ofColumn column: Int, in keys: ClosedRange<ObjectKey>) -> Range<Int> {
    switch places[column] {
    case .none: 0..<0
    case .values(let position): valueEdits[position].positions(in: keys)
    case .references(let position): referenceEdits[position].positions(in: keys)
    }
  }

  /// The approximate number of changed rows.
  var count: Int {
    let cells =
      valueEdits.reduce(0) { $0 + $1.keys.count } + referenceEdits.reduce(0) { $0 + $1.keys.count }
    return cells + entities.keys.count + foreign.keys.count + inserted.keys.count
      + removed.keys.count
  }

  mutating func putInOrder() {
    for position in valueEdits.indices { valueEdits[position].putInOrder() }
    for position in referenceEdits.indices { referenceEdits[position].putInOrder() }
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
