import DocumentTables

/// An expression as a function of some columns of a row.
struct ColumnReading {
  let sources: [GroupedSource]
  /// Computes the value; nil if it is that of the only source.
  let compute: (([Value]) throws -> Value)?

  /// Creates the reading of a translated expression; nil if columns do not decide it.
  ///
  /// - Parameters:
  ///   - tables: The tables that relationships are followed in.
  ///   - stored: Returns a computed value as it is stored.
  init?(
    _ form: TranslatedExpression, _ hierarchy: Int, in tables: Tables,
    stored: @escaping (Any) throws -> Value
  ) {
    switch form {
    case .attribute(let form):
      let read = EndOfPath(form.path, hierarchy, columns: [form.column], tables)
      sources = read?.sources ?? [.column(form.column)]
      compute = read.map { end in { end.values(from: $0).first ?? .null } }
    case .function(let form):
      let function = form.function
      func result(_ values: [Value]) throws -> Value {
        do {
          return try stored(try function.read(values))
        } catch let error as PredicateError where error.isMissingValue {
          return .null
        }
      }
      let read = EndOfPath(form.path, hierarchy, columns: form.columns, tables)
      sources = read?.sources ?? form.columns.map { .column($0) }
      compute = { values in
        guard let read else { return try result(values) }
        let values = read.values(from: values)
        return values.isEmpty ? .null : try result(values)
      }
    case .object(let form):
      guard let read = EndOfPath(form.path, hierarchy, columns: [], tables) else { return nil }
      sources = read.sources
      compute = read.isOneReference ? nil : { read.reference(from: $0) }
    case .choice(let condition, let first, let second):
      guard second.isNil,
        Presence(schema: tables.schema, hierarchy: hierarchy).isCondition(
          condition.isTrue, of: first),
        let reading = ColumnReading(first, hierarchy, in: tables, stored: stored)
      else { return nil }
      self = reading
    case .constant, .identifier, .condition, .members, .memberCount, .textLength, .missing:
      return nil
    }
  }
}

/// Recognises conditions that are false only for rows for which an expression is nil.
private struct Presence {
  let schema: TableSchema
  let hierarchy: Int

  func isCondition(_ query: Query, of form: TranslatedExpression) -> Bool {
    switch form {
    case .attribute(let form): return isCondition(query, form.path, form.column)
    case .function(let form):
      // A function that ignores its column may have a value where the column has none.
      guard let column = form.columns.first, form.columns.count == 1,
        (try? form.function.read([.null])) == nil
      else { return false }
      return isCondition(query, form.path, column)
    case .object(let form): return isCondition(query, form.path.steps[...], [])
    case .choice(_, let first, let second): return second.isNil && isCondition(query, of: first)
    default: return false
    }
  }

  private func isCondition(_ query: Query, _ path: RowPath, _ column: Int) -> Bool {
    let columns = schema.queriedColumns[path.hierarchy(from: hierarchy)]
    // A structure that is null has no members.
    let structure = columns.member(column).map { [$0.column] } ?? []
    return isCondition(query, path.steps[...], [column] + structure)
  }

  // Recursion: the query of a translated expression has a limited depth.
  private func isCondition(
    _ query: Query, _ steps: ArraySlice<RowPath.Step>, _ columns: [Int]
  ) -> Bool {
    switch (query, steps.first) {
    case (.constant(true), _): return true
    case (.reference(let end, let query), .follow(let step)?):
      return end == step && isCondition(query, steps.dropFirst(), columns)
    case (.kind(let kinds), .kind(let step)?): return kinds == step
    case (.all(let queries), .kind(let kinds)?):
      guard case .kind(let first)? = queries.first, first == kinds else { return false }
      return queries.dropFirst().allSatisfy { isCondition($0, steps.dropFirst(), columns) }
    case (.all(let queries), _): return queries.allSatisfy { isCondition($0, steps, columns) }
    case (.not(.isNull(let column)), nil): return columns.contains(column)
    default: return false
    }
  }
}

extension RowPath {
  /// Returns the hierarchy of the objects at the end of the path.
  fileprivate func hierarchy(from hierarchy: Int) -> Int {
    var hierarchy = hierarchy
    for case .follow(let end) in steps { hierarchy = end.destinationHierarchy }
    return hierarchy
  }
}

/// Reads columns of the object at the end of a path.
private struct EndOfPath {
  let sources: [GroupedSource]
  private let hierarchy: Int
  private let steps: ArraySlice<RowPath.Step>
  private let columns: [Int]
  private let tables: Tables

  /// Returns nil for a path without steps, whose columns are those of the row.
  init?(_ path: RowPath, _ hierarchy: Int, columns: [Int], _ tables: Tables) {
    guard let first = path.steps.first else { return nil }
    if case .follow(let end) = first, end.storage == .reference, let column = end.column {
      sources = [.column(column)]
      self.hierarchy = end.destinationHierarchy
      steps = path.steps.dropFirst()
    } else {
      sources = [.key]
      self.hierarchy = hierarchy
      steps = path.steps[...]
    }
    self.columns = columns
    let last = path.hierarchy(from: hierarchy)
    let members = columns.filter(tables.schema.queriedColumns[last].isMember)
    self.tables = members.isEmpty ? tables : tables.withMembers([last: Set(members)])
  }

  /// Whether the path is a single reference, which the row stores.
  var isOneReference: Bool {
    if case .column? = sources.first { steps.isEmpty } else { false }
  }

  /// Returns the values of the columns; empty if there is no object at the end.
  func values(from values: [Value]) -> [Value] {
    guard let (segment, row) = end(values) else { return [] }
    return columns.map { segment.value(at: row, column: $0) }
  }

  /// Returns a reference to the object at the end; null if there is none.
  func reference(from values: [Value]) -> Value {
    end(values).map { .reference($0.segment.keys[$0.row]) } ?? .null
  }

  private func end(_ values: [Value]) -> (segment: Segment, row: Int)? {
    guard case .reference(let key)? = values.first,
      var found = row(of: key, in: hierarchy)
    else { return nil }
    for step in steps {
      switch step {
      case .kind(let kinds):
        let kind = Int(found.segment.entities[found.row])
        guard kind < kinds.count, kinds[kind] else { return nil }
      case .follow(let end):
        guard
          let key = tables.relatedKeys(
            of: found.segment.keys[found.row], in: found.segment, row: found.row, through: end)?
            .first, let next = row(of: key, in: end.destinationHierarchy)
        else { return nil }
        found = next
      }
    }
    return found
  }

  private func row(of key: ObjectKey, in hierarchy: Int) -> (segment: Segment, row: Int)? {
    let table = tables.tables[hierarchy]
    return table.location(of: key).map { (table.segments[$0.segment], $0.row) }
  }
}
