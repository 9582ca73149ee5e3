import DocumentTables

/// An object that a fetch has found, which need not have been made.
struct FetchedRow<T: PersistentModel> {
  var key: ObjectKey
  /// Nil for an object that stands in no row yet.
  var location: RowLocation?
  /// What was made already, or has pending changes.
  var model: T?
}

/// Finds what a descriptor asks for: rows by a query over columns, objects with pending changes
/// one by one, both in the order of their keys.
struct FetchedRows<T: PersistentModel> {
  let core: ContextCore
  /// The core whose objects are tested; another one where pending changes do not count.
  let reader: ContextCore
  let descriptor: FetchDescriptor<T>
  let description: ModelDescription
  let kinds: [Bool]
  let plan: FetchPlan<T>
  let orders: [FetchOrder<T>]
  /// What the rows stand in: getters that a predicate or an order calls may save meanwhile.
  let tables: Tables
  private let generation: Int

  /// - Parameter kinds: The classes asked for, by discriminator; nil for the descriptor's class
  ///   and those below it.
  init(_ core: ContextCore, _ descriptor: FetchDescriptor<T>, kinds: [Bool]? = nil) throws {
    let description = try core.modelDescription(of: T.self)
    try descriptor.checkKeyPaths(description)
    self.core = core
    self.descriptor = descriptor
    self.description = description
    self.kinds = kinds ?? description.kinds
    var reader = core
    if !descriptor.includePendingChanges, !core.pending.isEmpty {
      reader = ContextCore(catalog: core.catalog, backing: core.backing)
      reader.base = core.base
    }
    self.reader = reader
    tables = core.base.tables
    generation = core.base.generation
    plan = FetchPlan(
      descriptor.predicate, kinds: self.kinds,
      translator: Translator(
        core: core, hierarchy: description.hierarchy,
        pendingHierarchies: reader.pendingHierarchies))
    orders = descriptor.sortBy.map { FetchOrder($0, description, core.schema) }
  }

  private var hierarchy: Int { description.hierarchy }

  // MARK: Finding

  /// What was found, where it is rows in the order of their keys and nothing else; nil otherwise.
  func plainRows() throws -> RowSelection? {
    guard orders.isEmpty, plan.tests.isEmpty, descriptor.offset == 0, try changedObjects().isEmpty
    else { return nil }
    return try tables.rows(of: hierarchy, where: query, limit: descriptor.limit)
  }

  /// What was found, in the order asked for, without what is before and after the window.
  func rows() throws -> [FetchedRow<T>] {
    let changed = try changedObjects()
    if orders.isEmpty { return descriptor.window(of: try found(changed, limit: windowEnd)) }
    if changed.isEmpty, !plan.needsObjects, plan.tests.isEmpty,
      case let columns = orders.compactMap(\.columnOrder), columns.count == orders.count
    {
      let locations = tables.sorted(
        try tables.rows(of: hierarchy, where: query), of: hierarchy, by: columns, limit: windowEnd)
      return descriptor.window(of: locations.map(row))
    }
    return descriptor.window(of: sorted(try found(changed, limit: nil)))
  }

  /// How many there are; no object is made where rows alone tell.
  func count() throws -> Int {
    let changed = try changedObjects()
    guard plan.tests.isEmpty else {
      return descriptor.windowCount(of: try found(changed, limit: windowEnd).count)
    }
    let rowCount = try tables.count(of: hierarchy, where: query)
    return descriptor.windowCount(of: rowCount + changed.count)
  }

  /// Rows that stand for themselves: those with pending changes are left out.
  private var query: Query {
    guard reader === core, !core.pending.isEmpty else { return plan.query }
    let keys = Set(core.pending.touched.keys).union(core.pending.deleted.keys)
    return keys.isEmpty ? plan.query : .conjunction([.not(.keys(keys)), plan.query])
  }

  /// The objects with pending changes that satisfy the predicate, by their keys.
  private func changedObjects() throws -> [FetchedRow<T>] {
    guard reader === core, !core.pending.isEmpty else { return [] }
    var found: [FetchedRow<T>] = []
    func add(_ key: ObjectKey, _ model: any PersistentModel) {
      guard let model = model as? T, let description = model._$state.description,
        kinds[Int(description.discriminator)]
      else { return }
      found.append(FetchedRow(key: key, model: model))
    }
    for (key, model) in core.pending.inserted { add(key, model) }
    // Not those that another context has deleted meanwhile.
    let table = tables.tables[hierarchy]
    for (key, model) in core.pending.touched where table.location(of: key) != nil {
      add(key, model)
    }
    found.sort { $0.key < $1.key }
    guard let predicate = descriptor.predicate else { return found }
    return try found.filter { try $0.model.map(predicate.evaluate) ?? false }
  }

  /// The rows that the plan selects and the given objects, by their keys.
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
    let segment = tables.tables[hierarchy].segments[location.segment]
    var made: T?
    for test in plan.tests {
      let isPassed = try test.passes(segment, location.row) {
        if made == nil { made = object(at: location, of: reader) }
        return made
      }
      guard isPassed else { return false }
    }
    if reader === core { row.model = made }
    return true
  }

  // MARK: Order

  /// Sorts by columns where a criterion has one; an order of objects is the context's last resort.
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

  /// What is compared of a row: an object, or the values of columns.
  private struct Subject {
    var model: T?
    var values: [Value]
  }

  private func subject(_ row: FetchedRow<T>) -> Subject {
    var model = row.model
    if model == nil, orders.contains(where: { $0.columnOrder == nil }) {
      model = row.location.flatMap { object(at: $0, of: reader) }
    }
    let values = orders.map { order -> Value in
      guard case .column(let column, let slot) = order else { return .null }
      if let location = row.location {
        return tables.tables[hierarchy].segments[location.segment]
          .value(at: location.row, column: column.column)
      }
      return model.map {
        $0._$storedValue(slot, column: column.column)
      } ?? .null
    }
    return Subject(model: model, values: values)
  }

  private func compare(
    _ left: Subject, _ right: Subject, _ order: FetchOrder<T>, _ position: Int
  ) -> ComparisonResult {
    switch order {
    case .column(let column, _):
      let layout = core.schema.hierarchies[hierarchy].columns[column.column]
      let outcome = column.compare(left.values[position], right.values[position], in: layout)
      return outcome < 0 ? .orderedAscending : outcome > 0 ? .orderedDescending : .orderedSame
    case .objects(let descriptor):
      guard let left = left.model, let right = right.model else { return .orderedSame }
      return descriptor.compare(left, right)
    }
  }

  /// How many rows are enough from the beginning; nil if all are asked for.
  private var windowEnd: Int? {
    guard let limit = descriptor.limit else { return nil }
    let (end, overflow) = descriptor.offset.addingReportingOverflow(limit)
    return overflow ? nil : end
  }

  // MARK: Results

  /// The context's own object of a row.
  func model(of row: FetchedRow<T>) -> T? {
    if let model = row.model { return model }
    return row.location.flatMap { object(at: $0, of: core) }
  }

  /// The object of a row, wherever the row is by now; nil if it is gone.
  private func object(at location: RowLocation, of core: ContextCore) -> T? {
    if core.base.generation == generation {
      return core.materialize(hierarchy, location) as? T
    }
    let key = tables.tables[hierarchy].segments[location.segment].keys[location.row]
    return core.model(for: key, hierarchy: hierarchy) as? T
  }

  func identifier(of row: FetchedRow<T>) -> PersistentIdentifier {
    guard let location = row.location else {
      return row.model?.persistentModelID
        ?? core.backing.identifier(of: row.key, description.entityName)
    }
    let segment = tables.tables[hierarchy].segments[location.segment]
    let actual = core.catalog.description(
      hierarchy: hierarchy, discriminator: segment.entities[location.row])
    return core.backing.identifier(of: row.key, (actual ?? description).entityName)
  }
}
