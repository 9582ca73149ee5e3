import DocumentTables

/// A fetched object, which need not be created yet.
struct FetchedRow<T: PersistentModel> {
  var key: ObjectKey
  /// The row's location; nil for an object with pending changes, and for a custom store.
  var location: RowLocation?
  /// The object, if it was already created or has pending changes.
  var model: T?
}

/// The version of the tables that a fetch reads, and the identities of its objects.
struct FetchSource {
  let catalog: ModelCatalog
  /// The tables at the start of the fetch; getters that a predicate or a sort calls may save.
  let tables: Tables
  let identityMap: IdentityMap
  let backing: any BackingStore
}

/// Finds the objects for a descriptor: saved rows by a query over columns, and objects with pending
/// changes one by one, both in the order of their keys.
struct FetchedRows<T: PersistentModel> {
  /// Creates or finds the object of a row of the source; nil if it was deleted meanwhile.
  typealias ObjectOfRow = (RowLocation) -> T?

  let source: FetchSource
  let descriptor: FetchDescriptor<T>
  let description: ModelDescription
  let kinds: [Bool]
  let plan: FetchPlan<T>
  /// Translates expressions for the rows that are searched.
  let translator: Translator
  let orders: [FetchOrder<T>]
  /// The pending changes that the descriptor includes.
  private let pending: PendingChanges
  private let object: ObjectOfRow
  /// The source's tables, with columns for the members of structures that tests and orders of rows read.
  private let testedTables: Tables
  /// The object that predicates and sorts read if the descriptor excludes pending changes.
  private let savedObject: ObjectOfRow?

  /// - Parameters:
  ///   - kinds: The requested classes, by discriminator; nil for the descriptor's class and its
  ///     subclasses.
  ///   - savedObject: The object of a row without pending changes; nil if `pending` has them all.
  init(
    _ descriptor: FetchDescriptor<T>, _ description: ModelDescription, kinds: [Bool]? = nil,
    from source: FetchSource, pending: PendingChanges = PendingChanges(),
    object: @escaping ObjectOfRow, savedObject: ObjectOfRow? = nil
  ) {
    self.source = source
    self.descriptor = descriptor
    self.description = description
    self.kinds = kinds ?? description.kinds
    self.pending = pending
    self.object = object
    self.savedObject = savedObject
    let schema = source.catalog.schema
    translator = Translator(
      source, hierarchy: description.hierarchy,
      pendingHierarchies: pending.hierarchies(of: schema))
    plan = FetchPlan(descriptor.predicate, kinds: self.kinds, translator: translator)
    orders = descriptor.sortBy.map { FetchOrder($0, description, schema) }
    let columns = schema.queriedColumns[description.hierarchy]
    let members = (plan.columnsOfTests + orders.compactMap(\.columnOrder?.column))
      .filter(columns.isMember)
    testedTables =
      members.isEmpty
      ? source.tables : source.tables.withMembers([description.hierarchy: Set(members)])
  }

  private var tables: Tables { source.tables }
  private var hierarchy: Int { description.hierarchy }

  // MARK: Finding

  /// Returns the result if it consists only of rows in the order of their keys; nil otherwise.
  ///
  /// - Parameter changed: The objects with pending changes that satisfy the predicate.
  func plainRows(besides changed: [FetchedRow<T>]) throws -> RowSelection? {
    guard orders.isEmpty, plan.tests.isEmpty, descriptor.offset == 0, changed.isEmpty else {
      return nil
    }
    return try tables.rows(of: hierarchy, where: query, limit: descriptor.limit)
  }

  /// Returns the result in the requested order if it consists only of rows that columns order; nil otherwise.
  ///
  /// - Parameter changed: The objects with pending changes that satisfy the predicate.
  func orderedRows(besides changed: [FetchedRow<T>]) throws -> [RowLocation]? {
    let columns = orders.compactMap(\.columnOrder)
    guard !orders.isEmpty, columns.count == orders.count, changed.isEmpty, plan.tests.isEmpty else {
      return nil
    }
    let locations = tables.sorted(
      try tables.rows(of: hierarchy, where: query), of: hierarchy, by: columns,
      limit: descriptor.windowEnd)
    return descriptor.window(of: locations)
  }

  /// Returns the rows of the descriptor's window, in the requested order.
  func rows() throws -> [FetchedRow<T>] { try rows(besides: try changedObjects()) }

  func rows(besides changed: [FetchedRow<T>]) throws -> [FetchedRow<T>] {
    if orders.isEmpty {
      return descriptor.window(of: try found(changed, limit: descriptor.windowEnd))
    }
    if let locations = try orderedRows(besides: changed) { return locations.map(row) }
    return descriptor.window(of: sorted(try found(changed, limit: nil)))
  }

  /// Returns the results in no order: rows, and the objects with pending changes.
  func selection() throws -> (rows: RowSelection, changed: [T]) {
    let changed = try changedObjects()
    guard plan.tests.isEmpty, descriptor.offset == 0, descriptor.limit == nil else {
      let rows = try rows(besides: changed)
      return (
        RowSelection(rows.lazy.compactMap(\.location)),
        rows.compactMap { $0.location == nil ? $0.model : nil }
      )
    }
    return (try tables.rows(of: hierarchy, where: query), changed.compactMap(\.model))
  }

  /// Returns the number of results; creates no objects if rows alone decide it.
  func count() throws -> Int {
    let changed = try changedObjects()
    guard plan.tests.isEmpty else {
      return descriptor.windowCount(of: try found(changed, limit: descriptor.windowEnd).count)
    }
    let rowCount = try tables.count(of: hierarchy, where: query)
    return descriptor.windowCount(of: rowCount + changed.count)
  }

  /// The plan's query without the rows of objects that have pending changes.
  private var query: Query {
    let keys = Set(pending.touched.keys).union(pending.deleted.keys)
    return keys.isEmpty ? plan.query : .conjunction([.not(.keys(keys)), plan.query])
  }

  /// Returns the objects with pending changes that satisfy the predicate, in the order of their
  /// keys.
  func changedObjects() throws -> [FetchedRow<T>] {
    guard !pending.isEmpty else { return [] }
    var found: [FetchedRow<T>] = []
    func add(_ key: ObjectKey, _ model: any PersistentModel) {
      guard let model = model as? T, let description = model._$state.description,
        kinds[Int(description.discriminator)]
      else { return }
      found.append(FetchedRow(key: key, model: model))
    }
    for (key, model) in pending.inserted { add(key, model) }
    // Objects that another context has deleted meanwhile are left out.
    let table = tables.tables[hierarchy]
    for (key, model) in pending.touched where table.location(of: key) != nil {
      add(key, model)
    }
    found.sort { $0.key < $1.key }
    guard let test = descriptor.predicate.map(ObjectTest.init) else { return found }
    return try found.filter { try $0.model.map(test.passes) ?? false }
  }

  /// Returns the rows that the plan selects, merged with the given objects in the order of their
  /// keys.
  private func found(_ changed: [FetchedRow<T>], limit: Int?) throws -> [FetchedRow<T>] {
    let rows = try tables.rows(
      of: hierarchy, where: query, limit: plan.tests.isEmpty ? limit : nil)
    var result: [FetchedRow<T>] = []
    result.reserveCapacity(min(rows.count + changed.count, limit ?? Int.max))
    var others = changed[...]
    for location in rows {
      if let limit, result.count >= limit { return result }
      var row = row(location)
      while let next = others.first, next.key < row.key {
        result.append(others.removeFirst())
      }
      if try passes(&row, location) { result.append(row) }
    }
    return result + others
  }

  private func row(_ location: RowLocation) -> FetchedRow<T> {
    let segment = tables.tables[hierarchy].segments[location.segment]
    return FetchedRow(key: segment.keys[location.row], location: location)
  }

  private func passes(_ row: inout FetchedRow<T>, _ location: RowLocation) throws -> Bool {
    guard !plan.tests.isEmpty else { return true }
    let segment = testedTables.tables[hierarchy].segments[location.segment]
    var made: T?
    for test in plan.tests {
      let isPassed = try test.passes(segment, location.row) {
        if made == nil { made = tested(location) }
        return made
      }
      guard isPassed else { return false }
    }
    if savedObject == nil { row.model = made }
    return true
  }

  // MARK: Order

  /// Sorts rows by columns, and by objects for criteria without a column.
  private func sorted(_ rows: [FetchedRow<T>]) -> [FetchedRow<T>] {
    let subjects = rows.map(subject)
    let order = rows.indices.sorted { left, right in
      for (position, order) in orders.enumerated() {
        switch compare(subjects[left], subjects[right], order, position) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return left < right
    }
    return order.map { rows[$0] }
  }

  /// The data of a row that sorting compares: an object, or values of columns.
  private struct Subject {
    var model: T?
    var values: [Value]
  }

  private func subject(_ row: FetchedRow<T>) -> Subject {
    var model = row.model
    if model == nil, orders.contains(where: { $0.columnOrder == nil }) {
      model = row.location.flatMap(tested)
    }
    let values = orders.map { order -> Value in
      guard case .column(let column, let source) = order else { return .null }
      if let location = row.location {
        return testedTables.tables[hierarchy].segments[location.segment]
          .value(at: location.row, column: column.column)
      }
      return model.map(source.value) ?? .null
    }
    return Subject(model: model, values: values)
  }

  private func compare(
    _ left: Subject, _ right: Subject, _ order: FetchOrder<T>, _ position: Int
  ) -> ComparisonResult {
    switch order {
    case .column(let column, _):
      let layout = source.catalog.schema.queriedColumns[hierarchy][column.column]
      let outcome = column.compare(left.values[position], right.values[position], in: layout)
      return outcome < 0 ? .orderedAscending : outcome > 0 ? .orderedDescending : .orderedSame
    case .objects(let descriptor):
      guard let left = left.model, let right = right.model else { return .orderedSame }
      return descriptor.compare(left, right)
    }
  }

  // MARK: Results

  /// Returns the context's own object for a row.
  func model(of row: FetchedRow<T>) -> T? {
    if let model = row.model { return model }
    return row.location.flatMap(object)
  }

  /// Returns the object of a row that predicates and sorts read.
  func tested(_ location: RowLocation) -> T? { (savedObject ?? object)(location) }

  func identifier(of row: FetchedRow<T>) -> PersistentIdentifier {
    guard let location = row.location else {
      return row.model?.persistentModelID
        ?? source.backing.identifier(of: row.key, description.entityName)
    }
    let segment = tables.tables[hierarchy].segments[location.segment]
    let actual = source.catalog.description(
      hierarchy: hierarchy, discriminator: segment.entities[location.row])
    return source.backing.identifier(of: row.key, (actual ?? description).entityName)
  }
}
