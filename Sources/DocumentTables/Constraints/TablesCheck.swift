/// Checks what columns cannot promise by themselves: keys, references, counts, orders, uniqueness.
package struct TablesCheck {
  let tables: Tables
  let limit: Int
  var findings: [TableFinding] = []

  /// The first findings, in the order of hierarchies, columns, then keys; empty for valid tables.
  ///
  /// Cost follows the rows of columns that a rule concerns.
  package static func findings(_ tables: Tables, limit: Int = 100) -> [TableFinding] {
    var check = TablesCheck(tables: tables, limit: limit)
    check.checkKeys()
    check.checkReferences()
    check.findings.append(
      contentsOf: UniquenessCheck.findings(tables, limit: max(0, limit - check.findings.count)))
    return check.findings
  }

  var isDone: Bool { findings.count >= limit }

  mutating func report(_ finding: TableFinding) {
    if !isDone { findings.append(finding) }
  }

  private mutating func checkKeys() {
    for (index, table) in tables.tables.enumerated() {
      guard let last = table.lastKey else { continue }
      if last >= tables.nextKey {
        report(
          TableFinding(
            .keyNotBelowNext, entity: tables.schema.hierarchies[index].name, key: last,
            "the document's next key is \(tables.nextKey)"))
      }
    }
    checkKeysAreDistinct()
  }

  /// Keys are unique in the whole document; within a table their order has proven it.
  private mutating func checkKeysAreDistinct() {
    var ranges: [(hierarchy: Int, segment: Int, first: ObjectKey, last: ObjectKey)] = []
    for (hierarchy, table) in tables.tables.enumerated() {
      for (index, segment) in table.segments.enumerated() {
        guard let first = segment.keys.first, let last = segment.keys.last else { continue }
        ranges.append((hierarchy, index, first, last))
      }
    }
    ranges.sort { $0.first < $1.first }
    // Key ranges of different tables may interleave; a key must then be looked up in the others.
    for (position, range) in ranges.enumerated() {
      for other in ranges[(position + 1)...] {
        if other.first > range.last { break }
        if other.hierarchy == range.hierarchy { continue }
        let smaller = tables.tables[other.hierarchy].segments[other.segment].keys
        let keys = tables.tables[range.hierarchy].segments[range.segment].keys
        for row in 0..<smaller.count {
          if smaller[row] > range.last || isDone { break }
          if keys.row(of: smaller[row]) != nil {
            report(
              TableFinding(
                .duplicateKey, entity: tables.schema.hierarchies[other.hierarchy].name,
                key: smaller[row],
                "an object of \(tables.schema.hierarchies[range.hierarchy].name) has it too"))
          }
        }
      }
    }
  }
}
