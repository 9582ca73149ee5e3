import DocumentTables

extension DocumentPass {
  /// Checks the document, of which nothing is written.
  package func requireValid() throws(DocumentError) -> PassOutcome {
    do throws(DocumentError) {
      begin(.check)
      return try check() == nil ? .needsAllRows : .done(unkept: UnkeptRights())
    } catch {
      throw error.inFile(path)
    }
  }

  /// Checks the document, and keeps who refers to whom among the rows that a sink would get.
  ///
  /// - Returns: Nil if the migration needs all rows.
  func check() throws(DocumentError) -> StreamedCheck? {
    try attempt { (isWhole) throws(DocumentError) in
      var checks = newChecks(SpillFile(in: options.temporaryFolder))
      let reading = try read(&checks, .checking, isWhole: isWhole) { _, _, _ in }
      return try isMigrated(reading, checks) ? checks[checks.count - 1] : nil
    }
  }

  /// A check of what is read, and behind it one of what a migration makes of it.
  func newChecks(_ spill: SpillFile) -> [StreamedCheck] {
    let schemas = [header.schema] + (migration.map { [$0.schema] } ?? [])
    return schemas.map {
      StreamedCheck(
        CheckPlan($0), spill: spill, limit: 1, memory: options.sortedBytes / schemas.count)
    }
  }

  /// What a segment adds to each of the checks.
  func facts(for checks: [StreamedCheck]) -> SegmentFacts.Gathering {
    guard let first = checks.first else { return { SegmentFacts($0, hierarchy: $1) } }
    let plans = checks.map(\.plan)
    let limit = first.limit
    let migration = plans.count > 1 ? migration : nil
    return { segment, hierarchy in
      var facts = SegmentFacts(segment, hierarchy: hierarchy, plans[0], limit: limit)
      if let migration, let after = try? migration.migrated(segment, hierarchy: hierarchy) {
        facts.migrated = [
          SegmentFacts(after.segment, hierarchy: after.hierarchy, plans[1], limit: limit)
        ]
      }
      return facts
    }
  }

  /// Throws the first thing that is wrong with what was read, and tells whether its migration, if there
  /// is one, went well without all rows in memory.
  func isMigrated(
    _ reading: Reading, _ checks: [StreamedCheck]
  ) throws(DocumentError) -> Bool {
    try StreamedRules(reading.surroundings, checks[0]).check(DocumentError.refuse)
    guard checks.count > 1 else { return true }
    guard reading.isMigrated, reading.surroundings.carried.isEmpty else { return false }
    return try checks[1].findings().isEmpty
  }
}
