import DocumentMigration
import DocumentTables

extension DocumentPass {
  /// Checks the document without writing anything.
  package func requireValid() throws(DocumentError) -> PassOutcome {
    do throws(DocumentError) {
      begin(.check)
      return try check() == nil ? .needsAllRows : .done(unkept: UnkeptRights())
    } catch {
      throw error.inFile(path)
    }
  }

  /// Checks the document and keeps the sorted references between the rows that a sink would
  /// receive.
  ///
  /// - Returns: The check of those rows; nil if the migration needs all rows.
  func check() throws(DocumentError) -> StreamedCheck? {
    try attempt { (isWhole) throws(DocumentError) in
      var checks = newChecks(SpillFile(in: options.temporaryFolder))
      let reading = try read(&checks, .checking, isWhole: isWhole) { _, _, _ in }
      return try isMigrated(reading, checks) ? checks[checks.count - 1] : nil
    }
  }

  /// Returns a check of the rows as read, followed by a check of the migrated rows if there is a
  /// migration.
  func newChecks(_ spill: SpillFile) -> [StreamedCheck] {
    let schemas = [header.schema] + (migration.map { [$0.schema] } ?? [])
    return schemas.map {
      StreamedCheck(
        CheckPlan($0), spill: spill, limit: 1, memory: options.sortedBytes / schemas.count)
    }
  }

  /// Returns the function that gathers the facts of a segment for all checks.
  func facts(for checks: [StreamedCheck]) -> SegmentFacts.Gathering {
    guard let first = checks.first else { return { SegmentFacts($0, hierarchy: $1) } }
    let plans = checks.map(\.plan)
    let limit = first.limit
    let migration = plans.count > 1 ? migration : nil
    return { segment, hierarchy in
      var facts = SegmentFacts(segment, hierarchy: hierarchy, plans[0], limit: limit)
      if let migration,
        let after = try? migration.migrated(
          segment, hierarchy: hierarchy, narrowed: &facts.narrowed)
      {
        facts.migrated = [
          SegmentFacts(after.segment, hierarchy: after.hierarchy, plans[1], limit: limit)
        ]
      }
      return facts
    }
  }

  /// The function that gathers no facts, but the migrated segment, for rows that were checked before.
  var uncheckedFacts: SegmentFacts.Gathering {
    let migration = migration
    return { segment, hierarchy in
      var facts = SegmentFacts(segment, hierarchy: hierarchy)
      if let migration,
        let after = try? migration.migrated(
          segment, hierarchy: hierarchy, narrowed: &facts.narrowed)
      {
        facts.migrated = [SegmentFacts(after.segment, hierarchy: after.hierarchy)]
      }
      return facts
    }
  }

  /// Returns whether the migration, if there is one, succeeded without all rows in memory.
  ///
  /// Throws the first error in the rows as read.
  func isMigrated(
    _ reading: Reading, _ checks: [StreamedCheck]
  ) throws(DocumentError) -> Bool {
    try StreamedRules(reading.surroundings, checks[0]).check(DocumentError.refuse)
    guard checks.count > 1 else { return true }
    guard reading.isMigrated, reading.surroundings.carried.isEmpty else { return false }
    return try checks[1].findings().isEmpty
  }
}
