/// A check of the rules that columns cannot enforce by themselves: keys, entities, required values,
/// references, counts, orders and uniqueness.
package struct TablesCheck: Sendable {
  let tables: Tables
  let limit: Int
  /// The keys of the tables, if they were collected.
  var keys = TableKeys()
  package var findings: [TableFinding] = []

  package init(tables: Tables, limit: Int) {
    self.tables = tables
    self.limit = limit
  }

  private init(tables: Tables, limit: Int, keys: TableKeys) {
    self.init(tables: tables, limit: limit)
    self.keys = keys
  }

  private typealias Pass = @Sendable (inout TablesCheck) -> Void

  /// Returns the first violations, ordered by rule, then hierarchy, column and key; empty for valid
  /// tables.
  ///
  /// The cost is proportional to the rows of columns that have rules. Rules and runs of segments
  /// are checked in parallel; the result depends neither on the number of workers nor on
  /// `rowsOfRun`.
  package static func findings(
    _ tables: Tables, limit: Int = 100, workers: WorkerCount = .standard,
    rowsOfRun: Int = Table.usualRun
  ) -> [TableFinding] {
    Workers.run(workers) { (workers: inout Workers) in
      let plan = CheckPlan(tables.schema)
      let keys = TableKeys(tables, &workers)
      gatherMembers(plan, tables, rowsOfRun, &workers)
      let passes = Self.passes(plan, over: tables, rowsOfRun)
      var found: [TableFinding] = []
      workers.forEach(of: passes) { pass in
        var check = TablesCheck(tables: tables, limit: limit, keys: keys)
        pass(&check)
        return check.findings
      } _: { _, findings in
        found += findings.prefix(max(0, limit - found.count))
      }
      for unique in plan.uniques where found.count < limit {
        found += UniquenessCheck.findings(
          tables, unique, limit: limit - found.count, rowsOfRun, &workers)
      }
      return found
    }
  }

  private static func passes(
    _ plan: CheckPlan, over tables: Tables, _ rowsOfRun: Int
  ) -> [Pass] {
    var passes: [Pass] = [{ $0.checkKeys() }]
    let runs = tables.tables.map { $0.segmentRuns(ofRows: rowsOfRun) }
    for (hierarchy, runs) in runs.enumerated() {
      for run in runs { passes.append { $0.checkRows(hierarchy, run) } }
    }
    for reference in plan.references {
      let hierarchy = reference.hierarchy
      // A second reference to an object shows only if all references are checked together.
      let runs =
        reference.isOneToOne ? [tables.tables[hierarchy].segments.indices] : runs[hierarchy]
      for run in runs { passes.append { $0.checkReferences(reference, run) } }
    }
    for count in plan.counts { passes.append { $0.checkCounts(count) } }
    return passes
  }

  var isDone: Bool { findings.count >= limit }

  mutating func report(_ finding: TableFinding) {
    if !isDone { findings.append(finding) }
  }

  /// Checks that keys are below the next key and unique in the whole document; the order of keys
  /// within a table already proves uniqueness there.
  private mutating func checkKeys() {
    for (hierarchy, table) in tables.tables.enumerated() {
      guard let segment = table.segments.last, let last = table.lastKey else { continue }
      if last >= tables.nextKey {
        report(
          .keyNotBelowNext, hierarchy, segment, segment.count - 1, property: nil,
          "the document's next key is \(tables.nextKey)")
      }
    }
    let filled = tables.tables.count { $0.lastKey != nil }
    guard filled > 1, !keys.areDistinct else { return }
    var taken = KeySet(expectedCount: tables.rowCount)
    for (hierarchy, table) in tables.tables.enumerated() {
      for segment in table.segments {
        let keys = segment.keys
        for row in 0..<keys.count where !taken.insert(keys[row]) {
          report(.duplicateKey, hierarchy, segment, row, property: nil)
        }
        if isDone { return }
      }
    }
  }

  /// Checks that objects are not of abstract entities and that required attributes have values.
  mutating func checkRows(_ hierarchy: Int, _ run: Range<Int>) {
    let layout = tables.schema.hierarchies[hierarchy]
    let hasAbstract = layout.entities.contains(where: \.isAbstract)
    for segment in tables.tables[hierarchy].segments[run] {
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

extension Table {
  /// The number of rows per run that is worth a worker's turn.
  package static let usualRun = 1 << 16

  /// Returns runs of segments with at least `count` rows each, except that the last may have fewer.
  func segmentRuns(ofRows count: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    var rows = 0
    for (index, segment) in segments.enumerated() {
      rows += segment.count
      if rows >= count || index == segments.count - 1 {
        runs.append(start..<index + 1)
        start = index + 1
        rows = 0
      }
    }
    return runs
  }
}

extension ColumnLayout {
  fileprivate var isRequiredAttribute: Bool { attribute.map { !$0.isNullable } ?? false }
}
