import DocumentTables

/// A migration that processes each segment independently of all others.
///
/// Rows stay in their table and in their order, and keep their keys and references. If a step
/// depends on other rows, no such migration exists.
package struct SegmentMigration: Sendable {
  /// The differences from each schema to the next.
  package let differences: [SchemaDifference]
  /// Whether each of them keeps values.
  private let keepsValues: [Bool]

  /// The schema after the migration.
  ///
  /// Its rules must still be checked, because a constraint may be new.
  package let schema: TableSchema

  /// - Parameter differences: The differences from each schema to the next, at least one.
  /// - Returns: Nil if a step needs more than one segment at a time.
  package init?(_ differences: [SchemaDifference]) {
    guard let last = differences.last,
      differences.allSatisfy(\.goesBySegment),
      // Between two stages, nothing checks for objects that have become equal.
      differences.dropLast().allSatisfy({ !$0.mayBreakUniqueness })
    else { return nil }
    self.differences = differences
    keepsValues = differences.map(\.keepsValues)
    schema = last.new
  }

  /// A segment of the schema before one of the differences.
  package struct Passage: Sendable {
    package let difference: Int
    package let segment: Segment
    package let hierarchy: Int
  }

  /// Migrates a segment of a hierarchy of the old schema to the new schema.
  ///
  /// - Parameter narrowed: Gets the segment before each difference that keeps values.
  /// - Throws: ``SchemaProblem`` if a row has no place in the new schema.
  package func migrated(
    _ segment: Segment, hierarchy: Int, narrowed: inout [Passage]
  ) throws(SchemaProblem) -> (segment: Segment, hierarchy: Int)? {
    var found = (segment: segment, hierarchy: hierarchy)
    for (number, difference) in differences.enumerated() {
      if keepsValues[number] {
        narrowed.append(
          Passage(difference: number, segment: found.segment, hierarchy: found.hierarchy))
      }
      var tables = Tables(schema: difference.old, documentID: 0)
      tables.tables[found.hierarchy] = Table(segments: [found.segment])
      tables = try tables.migrated(by: difference)
      guard let index = tables.tables.firstIndex(where: { !$0.segments.isEmpty }),
        tables.tables[index].segments.count == 1
      else { return nil }
      found = (tables.tables[index].segments[0], index)
    }
    return found
  }
}

extension SchemaDifference {
  /// Whether no step reads, removes or moves rows beyond a single segment.
  fileprivate var goesBySegment: Bool {
    guard way == .forward, keepsKinds, keepsTables else { return false }
    let columns = sources.flatMap(\.parts).flatMap(\.columns)
    let isRelated = columns.contains {
      if case .related = $0.origin { true } else { false }
    }
    let readsOtherRows = openDecisions.contains { decision in
      if case .relatedObjects = decision.rows { true } else { false }
    }
    let plan = CheckPlan(new)
    return !isRelated && !readsOtherRows && !plan.counts.contains(where: mayChange)
      && !plan.references.contains(where: mayMakeOneSided)
  }

  /// Whether the rows of each table stay together and the tables stay in order.
  private var keepsTables: Bool {
    guard sources.allSatisfy({ $0.parts.count <= 1 }) else { return false }
    let order = sources.flatMap(\.parts).map(\.hierarchy)
    return zip(order, order.dropFirst()).allSatisfy { $0 < $1 }
  }
}
