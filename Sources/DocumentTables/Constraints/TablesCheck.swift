/// Checks what columns cannot promise by themselves: keys, entities, required values, references,
/// counts, orders, uniqueness.
package struct TablesCheck: Sendable {
  let tables: Tables
  let limit: Int
  var findings: [TableFinding] = []

  private typealias Pass = @Sendable (inout TablesCheck) -> Void

  /// The first findings, rule by rule, in the order of hierarchies, columns, then keys; empty for
  /// valid tables.
  ///
  /// Cost follows the rows of columns that a rule concerns. Rules are checked side by side; what is
  /// found does not depend on the number of workers.
  package static func findings(
    _ tables: Tables, limit: Int = 100, workers: WorkerCount = .standard
  ) -> [TableFinding] {
    let passes = Self.passes(over: tables.schema)
    var found = [[TableFinding]](repeating: [], count: passes.count)
    Workers.run(workers) { (workers: inout Workers) in
      // The last of them take longest, so that they begin first.
      workers.forEach(of: passes.enumerated().reversed()) { _, pass in
        var check = TablesCheck(tables: tables, limit: limit)
        pass(&check)
        return check.findings
      } _: { pass, findings in
        found[pass.offset] = findings
      }
    }
    return Array(found.joined().prefix(max(0, limit)))
  }

  private static func passes(over schema: TableSchema) -> [Pass] {
    var passes: [Pass] = [{ $0.checkKeys() }, { $0.checkRows() }]
    for (hierarchy, layout) in schema.hierarchies.enumerated() {
      for column in layout.columns.indices {
        passes.append { $0.checkReferences(hierarchy, column) }
      }
    }
    passes.append { $0.checkCounts() }
    for entity in schema.entities {
      for properties in entity.uniquenessConstraints {
        passes.append {
          $0.findings = UniquenessCheck.findings(
            $0.tables, properties, of: entity, limit: $0.limit)
        }
      }
    }
    return passes
  }

  var isDone: Bool { findings.count >= limit }

  mutating func report(_ finding: TableFinding) {
    if !isDone { findings.append(finding) }
  }

  /// Keys are unique in the whole document; within a table their order has proven it.
  private mutating func checkKeys() {
    for (hierarchy, table) in tables.tables.enumerated() {
      guard let segment = table.segments.last, let last = table.lastKey else { continue }
      if last >= tables.nextKey {
        report(
          .keyNotBelowNext, hierarchy, segment, segment.count - 1, property: nil,
          "the document's next key is \(tables.nextKey)")
      }
    }
    guard tables.tables.count(where: { $0.lastKey != nil }) > 1 else { return }
    var taken = KeySet(expectedCount: tables.rowCount)
    for (hierarchy, table) in tables.tables.enumerated() {
      for segment in table.segments {
        let keys = segment.keys
        for row in 0..<keys.count where !taken.insert(keys[row]) {
          report(
            .duplicateKey, hierarchy, segment, row, property: nil,
            "an object of another table has it too")
        }
        if isDone { return }
      }
    }
  }

  /// Objects are of entities that can have some, and have a value where they must.
  mutating func checkRows() {
    for (hierarchy, layout) in tables.schema.hierarchies.enumerated() {
      let hasAbstract = layout.entities.contains(where: \.isAbstract)
      for segment in tables.tables[hierarchy].segments {
        if hasAbstract {
          for row in 0..<segment.count
          where layout.entities[Int(segment.entities[row])].isAbstract {
            report(
              .abstractEntity, hierarchy, segment, row, property: nil,
              "an abstract entity has no objects of its own")
          }
        }
        for (index, column) in layout.columns.enumerated() where column.isRequiredAttribute {
          checkPresence(hierarchy, segment, index, column.name, .missingValue)
        }
        if isDone { return }
      }
    }
  }
}

extension ColumnLayout {
  fileprivate var isRequiredAttribute: Bool { attribute.map { !$0.isNullable } ?? false }
}
