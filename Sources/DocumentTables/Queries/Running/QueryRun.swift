/// The execution of one query on one version of the tables, segment by segment.
///
/// Each condition narrows the rows for the conditions after it. A function of the caller is called
/// only for rows that the conditions before it leave undecided.
final class QueryRun {
  /// The maximum number of rows of a segment that are tested one by one after an index has found
  /// them.
  static let fewRows = 24

  let tables: Tables
  let sharing: ScanSharing
  let rowTest: RowTest
  /// The methods used so far; nil if the caller does not ask for them.
  private(set) var steps: Set<QueryStep>?
  /// Evaluated conditions on the objects of other hierarchies.
  var relatedRows: [ObjectIdentifier: RelatedRows] = [:]

  init(_ tables: Tables, sharing: ScanSharing, notesSteps: Bool = false) {
    self.tables = tables
    self.sharing = sharing
    rowTest = RowTest(tables: tables)
    steps = notesSteps ? [] : nil
  }

  /// Adds the methods of another run that has done a part of the work.
  func noteAll(_ other: Set<QueryStep>?) {
    if let other { steps?.formUnion(other) }
  }

  func note(_ step: @autoclosure () -> QueryStep) {
    if steps != nil { steps?.insert(step()) }
  }

  /// Calls a function with the rows that satisfy a condition, for each segment that has some.
  func forEachPart(
    of hierarchy: Int, where condition: QueryPlan.Condition, limit: Int? = nil,
    _ body: (RowSelection.Part) -> Void
  ) throws {
    let candidates = candidates(condition, hierarchy)
    var parts: [RowSelection.Part] = []
    do {
      try forEach(of: hierarchy, among: candidates, condition, limit: limit) {
        if condition.isOpaque { parts.append($0) } else { body($0) }
      }
    } catch {
      // Only testing row by row shows which error comes first, and whether it comes before the
      // limit.
      parts = try rowByRow(hierarchy, among: candidates, condition, limit: limit)
    }
    for part in parts { body(part) }
  }

  private func forEach(
    of hierarchy: Int, among candidates: Candidates?, _ condition: QueryPlan.Condition, limit: Int?,
    _ body: (RowSelection.Part) -> Void
  ) throws {
    var rest = limit ?? .max
    func select(_ position: Int, among rows: Candidates.Rows) throws {
      guard rest > 0, let part = try part(hierarchy, position, among: rows, condition, limit: rest)
      else { return }
      rest -= part.rows.count
      body(part)
    }
    if let candidates {
      for (position, rows) in candidates.ascending { try select(position, among: rows) }
    } else if paysToShare(condition, hierarchy) {
      forEachShared(of: hierarchy, condition, limit: rest, body)
    } else {
      for position in tables.tables[hierarchy].segments.indices {
        try select(position, among: .all)
      }
    }
  }

  /// Returns the rows of one segment that satisfy a condition, up to a limit; nil for none.
  func part(
    _ hierarchy: Int, _ position: Int, among rows: Candidates.Rows,
    _ condition: QueryPlan.Condition, limit: Int
  ) throws -> RowSelection.Part? {
    let place = Place(hierarchy, position, tables.tables[hierarchy].segments[position])
    return try self.rows(place, among: rows, condition, limit: limit).map {
      RowSelection.Part(segment: position, rows: $0)
    }
  }

  private func rows(
    _ place: Place, among rows: Candidates.Rows, _ condition: QueryPlan.Condition, limit: Int
  ) throws -> RowSelection.Rows? {
    if case .listed(let list) = rows, list.count <= Self.fewRows {
      note(.rowTests)
      var found: [Int] = []
      for row in list.count == 1 ? list : list.sorted() where found.count < limit {
        let location = RowLocation(segment: place.position, row: row)
        if row != found.last, try rowTest.holds(condition, place.hierarchy, location) {
          found.append(row)
        }
      }
      return found.isEmpty
        ? nil : found.count == place.segment.count ? .all(count: found.count) : .few(found)
    }
    var bits = try evaluate(condition, place, rows.bits(rowCount: place.segment.count))
    if limit < place.segment.count { bits.keepFirst(limit) }
    return RowSelection.Rows(bits)
  }

  private func rowByRow(
    _ hierarchy: Int, among candidates: Candidates?, _ condition: QueryPlan.Condition, limit: Int?
  ) throws -> [RowSelection.Part] {
    var parts: [RowSelection.Part] = []
    var rest = limit ?? .max
    let segments = tables.tables[hierarchy].segments
    for (position, rows) in candidates?.ascending ?? segments.indices.map({ ($0, .all) }) {
      let segment = segments[position]
      let asked = rows.bits(rowCount: segment.count)
      var bits = RowBits(none: segment.count)
      try asked.forEach { row in
        guard rest > 0,
          try rowTest.holds(condition, hierarchy, RowLocation(segment: position, row: row))
        else { return }
        bits.insert(row)
        rest -= 1
      }
      if let rows = RowSelection.Rows(bits) {
        parts.append(RowSelection.Part(segment: position, rows: rows))
      }
    }
    return parts
  }
}

/// A segment and its position.
struct Place {
  let hierarchy: Int
  let position: Int
  let segment: Segment

  init(_ hierarchy: Int, _ position: Int, _ segment: Segment) {
    self.hierarchy = hierarchy
    self.position = position
    self.segment = segment
  }
}
