import DocumentTables

/// A grouped fetch, whose results have no types yet.
struct GroupedFetch<T: PersistentModel> {
  /// What an aggregate computes, and from what; nil for a count of objects.
  typealias Aggregate = (function: RowAggregate.Function, expression: GroupedExpression<T>?)

  let descriptor: FetchDescriptor<T>
  let keys: [GroupKey<T>]
  let aggregates: [Aggregate]

  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for values that no attribute can have.
  init(
    _ descriptor: FetchDescriptor<T>, by keys: [GroupKey<T>], _ aggregates: [Aggregate]
  ) throws {
    self.descriptor = descriptor
    self.keys = keys
    self.aggregates = aggregates
    let types = keys.map(\.expression.type) + keys.map(\.type) + expressions.map(\.type)
    for type in types
    where GroupedCoding.modelType(of: type) == nil
      && AttributeCodingFactory.coding(ofAny: type) == nil
    {
      throw GroupedCoding.unsupported(type)
    }
  }

  /// The expressions that aggregates compute with.
  private var expressions: [GroupedExpression<T>] { aggregates.compactMap(\.expression) }

  private var rowAggregates: [RowAggregate] {
    var next = 0
    return aggregates.map { aggregate in
      guard let expression = aggregate.expression else { return RowAggregate() }
      next += 1
      return RowAggregate(aggregate.function, of: next - 1, expression.layout)
    }
  }

  /// The number of expressions that are evaluated for each object.
  func evaluatedCount(in tables: Tables, _ translator: Translator) -> Int {
    (keys.map(\.expression) + expressions).count {
      reading($0, in: tables, translator) == nil
    }
  }

  private func reading(
    _ expression: GroupedExpression<T>, in tables: Tables, _ translator: Translator
  ) -> ColumnReading? {
    expression.form(translator).flatMap {
      ColumnReading($0, translator.hierarchy, in: tables, stored: expression.stored)
    }
  }

  /// Groups objects, all of whose values are read from the objects.
  func groups(
    of objects: some Sequence<T>, reference: GroupedExpression<T>.Reference
  ) throws -> RowGroups {
    var blocks: [GroupedRows] = []
    try forEachBlock(of: objects, reference) { keys, values, count in
      blocks.append(GroupedRows(keys: keys, values: values, count: count))
    }
    return try RowGroups(
      blocks,
      by: keys.enumerated().map {
        RowGroups.Key($1.layout, comparison: $1.comparison, columns: $0..<$0 + 1)
      }, rowAggregates)
  }

  /// Groups rows by columns, and objects with pending changes by their values.
  ///
  /// - Parameters:
  ///   - selection: The rows of objects without pending changes.
  ///   - object: Returns the object of a row, for expressions that columns do not decide.
  func groups(
    of selection: RowSelection, in tables: Tables, _ translator: Translator, besides changed: [T],
    object: @escaping (RowLocation) -> T?
  ) throws -> RowGroups {
    let reference: GroupedExpression<T>.Reference = { .reference($0._$state.key) }
    let hierarchy = translator.hierarchy
    func objectValue(_ expression: GroupedExpression<T>, _ location: RowLocation) throws -> Value {
      try object(location).map { try expression.value($0, reference) } ?? .null
    }
    var columns: [KeyColumns] = []
    var start = 0
    for key in keys {
      let expression = key.expression
      let read = reading(expression, in: tables, translator)
      let sources =
        read?.sources ?? [.computed(expression.layout) { try objectValue(expression, $0) }]
      let next = KeyColumns(
        key, sources, computes: read?.compute, from: start, isMixed: !changed.isEmpty)
      columns.append(next)
      start = next.range.upperBound
    }
    let values = expressions.map { expression -> GroupedSource in
      guard let read = reading(expression, in: tables, translator) else {
        return .computed(expression.layout) { try objectValue(expression, $0) }
      }
      guard let compute = read.compute else { return read.sources[0] }
      return .computed(
        expression.layout, computing(compute, read.sources, hierarchy, tables))
    }
    var blocks = try tables.groupedRows(
      selection, of: hierarchy, keys: columns.flatMap(\.sources), values: values)
    try forEachBlock(of: changed, reference) { keys, values, count in
      blocks.append(
        GroupedRows(
          keys: zip(columns, keys).flatMap { $0.columns(ofComputed: $1) }, values: values,
          count: count))
    }
    return try RowGroups(blocks, by: columns.map(\.key), rowAggregates)
  }

  /// Returns a function for the computed values of rows.
  ///
  /// The values behind one reference are computed once.
  private func computing(
    _ compute: @escaping ([Value]) throws -> Value, _ sources: [GroupedSource], _ hierarchy: Int,
    _ tables: Tables
  ) -> (RowLocation) throws -> Value {
    let layouts = tables.schema.queriedColumns[hierarchy]
    let numbers = sources.compactMap { source -> Int? in
      if case .column(let number) = source { number } else { nil }
    }
    let members = numbers.filter(layouts.isMember)
    let segments =
      (members.isEmpty ? tables : tables.withMembers([hierarchy: Set(members)]))
      .tables[hierarchy].segments
    var known: [ObjectKey: Value] = [:]
    return { location in
      let segment = segments[location.segment]
      guard numbers.count == sources.count else {
        return try compute([.reference(segment.keys[location.row])])
      }
      let values = numbers.map { segment.value(at: location.row, column: $0) }
      guard values.count == 1, case .reference(let key) = values[0] else {
        return try compute(values)
      }
      if let value = known[key] { return value }
      let value = try compute(values)
      known[key] = value
      return value
    }
  }

  /// The most objects and bytes of texts of one block.
  private static var mostObjects: Int { 8192 }
  private static var mostBytes: Int { 64 << 20 }

  /// Calls a function with the keys and values of objects, in columns.
  private func forEachBlock(
    of objects: some Sequence<T>, _ reference: GroupedExpression<T>.Reference,
    _ body: ([Column], [GroupedValues], Int) -> Void
  ) throws {
    func builders() -> [ColumnBuilder] {
      (keys.map(\.layout) + expressions.map(\.layout)).map { $0.makeBuilder() }
    }
    var columns = builders()
    var count = 0
    func finish() {
      let finished = columns.map { $0.finish() }
      body(
        Array(finished.prefix(keys.count)), finished.dropFirst(keys.count).map { .column($0) },
        count)
      columns = builders()
      count = 0
    }
    for object in objects {
      for (position, key) in keys.enumerated() {
        let value = try key.expression.value(object, reference)
        columns[position].append(try key.transform.map { try $0(value) } ?? value)
      }
      for (position, expression) in expressions.enumerated() {
        columns[keys.count + position].append(try expression.value(object, reference))
      }
      count += 1
      if count == Self.mostObjects || columns.contains(where: { $0.heap.count > Self.mostBytes }) {
        finish()
      }
    }
    if count > 0 { finish() }
  }
}

/// The columns of rows that one key is computed from.
///
/// Rows of objects with pending changes have computed keys and no columns to compute them from. If
/// there are such rows, each row has a column for the computed key and one that tells whether it
/// holds.
private struct KeyColumns {
  let sources: [GroupedSource]
  let key: RowGroups.Key
  private let isMixed: Bool

  var range: Range<Int> { key.columns }

  init<T>(
    _ key: GroupKey<T>, _ sources: [GroupedSource],
    computes: (([Value]) throws -> Value)?, from start: Int, isMixed: Bool
  ) {
    var compute = computes
    if let transform = key.transform {
      compute = { values in
        try transform(try computes.map { try $0(values) } ?? values.first ?? .null)
      }
    }
    guard isMixed, let onRows = compute else {
      self.isMixed = false
      self.sources = sources
      self.key = RowGroups.Key(
        key.layout, comparison: key.comparison, columns: start..<start + sources.count,
        compute: compute)
      return
    }
    self.isMixed = true
    self.sources = sources + [.constant(.null), .constant(.bool(false))]
    self.key = RowGroups.Key(
      key.layout, comparison: key.comparison, columns: start..<start + sources.count + 2
    ) { values in
      if case .bool(true)? = values.last { return values[values.count - 2] }
      return try onRows(Array(values.dropLast(2)))
    }
  }

  /// Returns the columns of rows whose keys are computed.
  func columns(ofComputed column: Column) -> [Column] {
    guard isMixed else { return [column] }
    return sources.dropLast(2).map { _ in .constant(.null, count: column.count) }
      + [column, .constant(.bool(true), count: column.count)]
  }
}
