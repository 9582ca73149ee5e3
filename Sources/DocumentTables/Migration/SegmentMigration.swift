/// A migration that every segment goes through alone, whatever the others hold.
///
/// Rows stay in their table and in their order, and keep their keys and what they refer to. What a
/// step must know of other rows is none of this migration's business: there is none then.
package struct SegmentMigration: Sendable {
  private let differences: [SchemaDifference]

  /// The schema that it leads to, which checks must still find obeyed: a constraint may be new.
  package let schema: TableSchema

  /// - Parameter differences: What leads from each schema to the next, at least one.
  /// - Returns: Nil where a step has to look at more than one segment.
  package init?(_ differences: [SchemaDifference]) {
    guard let last = differences.last,
      differences.allSatisfy(\.goesBySegment),
      // Between two stages nobody looks for objects that have become equal.
      differences.dropLast().allSatisfy({ !$0.mayBreakUniqueness })
    else { return nil }
    self.differences = differences
    schema = last.new
  }

  /// A segment of a hierarchy of the old schema under the new one.
  ///
  /// - Throws: ``SchemaProblem`` where a row has no place in the new schema.
  package func migrated(
    _ segment: Segment, hierarchy: Int
  ) throws(SchemaProblem) -> (segment: Segment, hierarchy: Int)? {
    var found = (segment: segment, hierarchy: hierarchy)
    for difference in differences {
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
  /// Whether no step looks at, removes or moves anything beyond a segment.
  fileprivate var goesBySegment: Bool {
    guard way == .forward, keepsKinds, keepsTables else { return false }
    let columns = sources.flatMap(\.parts).flatMap(\.columns)
    let isRelated = columns.contains {
      if case .related = $0.origin { true } else { false }
    }
    let isCounted = new.entities.contains { entity in
      entity.relationships.contains { $0.isToMany && mayChangeCount(of: $0, in: entity.name) }
    }
    return !isRelated && !isCounted
  }

  /// Whether the rows of each table stay together, and tables in their order.
  private var keepsTables: Bool {
    guard sources.allSatisfy({ $0.parts.count <= 1 }) else { return false }
    let order = sources.flatMap(\.parts).map(\.hierarchy)
    return zip(order, order.dropFirst()).allSatisfy { $0 < $1 }
  }
}
