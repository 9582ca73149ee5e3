import DocumentTables

/// One stage between two versions, in either direction.
///
///     up:    willMigrate ► structure ► didMigrate or transform ► checks ► what was carried put back
///     down:  willRevert ► structure turned round ► didRevert or revert ► checks ► the way up tried
struct StageRun {
  let step: MigrationPath.Step
  private let older: StageEnd
  private let newer: StageEnd
  private let closures: ClosureRun
  private let tracker: StageTracker

  init(_ step: MigrationPath.Step, of migrator: Migrator, _ tracker: StageTracker) throws {
    self.step = step
    self.tracker = tracker
    let from = try StageEnd(step.from, name: step.fromName, schemaName: migrator.schemaName)
    let to = try StageEnd(step.to, name: step.toName, schemaName: migrator.schemaName)
    older = step.isReversed ? to : from
    newer = step.isReversed ? from : to
    closures = ClosureRun(stage: step.name, migrator: migrator)
  }

  /// What leads from the older version to the newer.
  ///
  /// What it cannot know is an error, unless a closure that sees objects of the newer version is to
  /// say it.
  private func difference() throws -> SchemaDifference {
    let up = step.connection.up
    let isDecided =
      up.closures.after != nil || up.closures.between != nil || up.origin == .unknown
    do {
      return try SchemaDifference(
        from: older.schema, to: newer.schema, decisions: isDecided ? .leftToClosures : .refused)
    } catch {
      throw closures.named(error)
    }
  }

  /// Where entries that a way down leaves behind belong.
  private var lossStage: LossStage { LossStage(from: newer.schema, to: older.schema) }

  // MARK: To the newer version

  func migrate(
    _ tables: consuming Tables, _ restoration: RestorationPolicy
  ) throws -> (Tables, MigrationReport.Stage) {
    // Guards are looked at in the tables before the stage.
    let before = tables.carried.isEmpty ? nil : copy tables
    let census = ForeignCensus(copy tables)
    let difference = try difference()
    let passage = step.connection.up
    var parts = try run(
      passage, difference, on: consume tables, from: older, to: newer)
    var outcome: RestorationOutcome?
    if let before {
      try tracker.begin(.restoring, objectCount: parts.tables.rowCount)
      let found =
        switch restoration {
        case .restore:
          parts.tables.restoringCarried(
            of: lossStage, from: before, counterparts: StageCounterparts(difference))
        case .drop: parts.tables.decliningCarried(of: lossStage)
        }
      parts.tables = found.tables
      outcome = found
    }
    try tracker.begin(.end, objectCount: parts.tables.rowCount)
    let stage = MigrationReport.Stage(
      fromVersion: older.version.versionIdentifier, toVersion: newer.version.versionIdentifier,
      kind: passage.kind, isInferred: passage.origin == .inferred, steps: parts.steps,
      saves: parts.saves, warnings: parts.warnings, outcome: outcome,
      lostForeignData: census.lost(in: parts.tables))
    return (parts.tables, stage)
  }

  // MARK: To the older version

  /// - Parameter carries: Whether the losses travel in the document.
  func revert(
    _ tables: consuming Tables, carries: Bool
  ) throws -> (Tables, MigrationReport.Stage) {
    let original = copy tables
    let difference = try difference()
    let passage = step.connection.down
    let parts = try run(
      passage, difference.reversed(), on: consume tables, from: newer, to: older)
    var reverted = parts.tables.inWrittenForm()
    try tracker.begin(.losses, objectCount: reverted.rowCount)
    let losses = Losses.between(
      original, try triedAgain(reverted), downgraded: reverted,
      counterparts: StageCounterparts(difference))
    if carries { reverted = losses.carried(in: reverted, from: original) }
    try tracker.begin(.end, objectCount: reverted.rowCount)
    let stage = MigrationReport.Stage(
      fromVersion: newer.version.versionIdentifier, toVersion: older.version.versionIdentifier,
      kind: passage.kind, isReversed: true, isInferred: passage.origin == .inferred,
      steps: parts.steps, saves: parts.saves, warnings: parts.warnings,
      losses: MigrationReport.Losses(carries ? losses : losses.dropped()))
    return (reverted, stage)
  }

  /// The way up from reverted tables, with nothing carried: what it does not give back is lost.
  private func triedAgain(_ reverted: Tables) throws -> Tables {
    var tables = reverted
    tables.carried = []
    let up = StageRun(again: self)
    do {
      return try up.migrate(tables, .restore).0
    } catch let error as SwiftDataError {
      throw SwiftDataError(
        .migrationStageFailure,
        "a document of version \(older.name) could not be migrated to \(newer.name) again: "
          + error.explanation,
        stage: step.name, entity: error.entity, property: error.property, object: error.object,
        underlying: error)
    }
  }

  private init(again other: StageRun) {
    step = other.step
    older = other.older
    newer = other.newer
    closures = ClosureRun(
      stage: "\(other.older.name) → \(other.newer.name)", migrator: other.closures.migrator)
    var silent = other.tracker
    silent.isSilent = true
    tracker = silent
  }

  // MARK: What both have in common

  private struct Parts {
    var tables: Tables
    var steps: [MigrationReport.Step] = []
    var saves: [ChangeWords] = []
    var warnings: [String] = []
  }

  private func run(
    _ passage: StagePassage, _ difference: SchemaDifference, on tables: consuming Tables,
    from: StageEnd, to: StageEnd
  ) throws -> Parts {
    let code = passage.closures
    var saves: [ChangeWords] = []
    var warnings: [String] = []
    if let before = code.before {
      try tracker.begin(.closureBefore, objectCount: tables.rowCount)
      let outcome = try closures.run(
        before, on: consume tables, of: from, passage.places.before, beside: to)
      tables = outcome.tables
      saves = outcome.changes
      warnings = outcome.warnings
    }
    try tracker.begin(.schema, objectCount: tables.rowCount)
    let steps = tracker.isSilent ? [] : MigrationReport.steps(of: difference, on: tables)
    let source = code.between == nil ? nil : copy tables
    do {
      tables = try tables.migrated(by: difference)
    } catch {
      throw closures.named(error)
    }
    if let after = code.after {
      try tracker.begin(.closureAfter, objectCount: tables.rowCount)
      let outcome = try closures.run(
        after, on: consume tables, of: to, passage.places.after, beside: from)
      tables = outcome.tables
      saves += outcome.changes
      warnings += outcome.warnings
    }
    if let between = code.between, let source {
      try tracker.begin(.closureAfter, objectCount: tables.rowCount)
      let outcome = try closures.run(
        between, reading: source, of: from, changing: consume tables, of: to, passage.both)
      tables = outcome.tables
      saves += outcome.changes
      warnings += outcome.warnings
    }
    if difference.mayBreakUniqueness || !code.isEmpty {
      try tracker.begin(.checks, objectCount: tables.rowCount)
      try check(tables, after: difference, passage)
      tables.noteUniqueness()
    }
    return Parts(tables: tables, steps: steps, saves: saves, warnings: warnings)
  }

  private func check(
    _ tables: Tables, after difference: SchemaDifference, _ passage: StagePassage
  ) throws {
    if !passage.closures.isEmpty {
      do {
        try tables.checkRows(after: difference)
      } catch {
        throw closures.named(error)
      }
    }
    guard let finding = UniquenessCheck.findings(tables, limit: 1).first else { return }
    let places = passage.places
    let advice =
      step.isReversed && passage.closures.isEmpty
      ? "; give the stage a closure \(places.before) or \(places.after) that decides what becomes "
        + "of them" : ""
    throw SwiftDataError(
      .migrationStageFailure, finding.detail + advice, stage: closures.stage,
      entity: finding.entity, property: finding.property, object: finding.key)
  }
}
