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

  init(_ step: MigrationPath.Step, schemaName: String, _ tracker: StageTracker) throws {
    self.step = step
    self.tracker = tracker
    let from = try StageEnd(step.from, name: step.fromName, schemaName: schemaName)
    let to = try StageEnd(step.to, name: step.toName, schemaName: schemaName)
    older = step.isReversed ? to : from
    newer = step.isReversed ? from : to
    closures = ClosureRun(stage: step.name)
  }

  /// What leads from the older version to the newer.
  ///
  /// What it cannot know is an error, unless a closure that sees objects of the newer version is to
  /// say it.
  private func difference() throws -> SchemaDifference {
    let code = step.stage.closures
    let isDecided = code.after != nil || code.between != nil
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

  func migrate(_ tables: consuming Tables) throws -> (Tables, MigrationReport.Stage) {
    // Guards are looked at in the tables before the stage.
    let before = tables.carried.isEmpty ? nil : copy tables
    let census = ForeignCensus(copy tables)
    let difference = try difference()
    var parts = try run(
      step.stage.closures, difference, on: consume tables, from: older, to: newer,
      (.willMigrate, .didMigrate), (.old, .new))
    var outcome: RestorationOutcome?
    if let before {
      try tracker.begin(.restoring, objectCount: parts.tables.rowCount)
      let found = parts.tables.restoringCarried(
        of: lossStage, from: before, counterparts: StageCounterparts(difference))
      parts.tables = found.tables
      outcome = found
    }
    try tracker.begin(.end, objectCount: parts.tables.rowCount)
    let stage = MigrationReport.Stage(
      fromVersion: older.version.versionIdentifier, toVersion: newer.version.versionIdentifier,
      kind: step.stage.kind, steps: parts.steps, saves: parts.saves, outcome: outcome,
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
    let parts = try run(
      step.stage.reverseClosures, difference.reversed(), on: consume tables, from: newer,
      to: older, (.willRevert, .didRevert), (.newer, .older))
    var reverted = parts.tables.inWrittenForm()
    try tracker.begin(.losses, objectCount: reverted.rowCount)
    let losses = Losses.between(
      original, try triedAgain(reverted), downgraded: reverted,
      counterparts: StageCounterparts(difference))
    if carries { reverted = losses.carried(in: reverted, from: original) }
    try tracker.begin(.end, objectCount: reverted.rowCount)
    let stage = MigrationReport.Stage(
      fromVersion: newer.version.versionIdentifier, toVersion: older.version.versionIdentifier,
      kind: step.stage.kind, isReversed: true, steps: parts.steps, saves: parts.saves,
      losses: MigrationReport.Losses(carries ? losses : losses.dropped()))
    return (reverted, stage)
  }

  /// The way up from reverted tables, with nothing carried: what it does not give back is lost.
  private func triedAgain(_ reverted: Tables) throws -> Tables {
    var tables = reverted
    tables.carried = []
    let up = StageRun(again: self)
    do {
      return try up.migrate(tables).0
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
    closures = ClosureRun(stage: "\(other.older.name) → \(other.newer.name)")
    var silent = other.tracker
    silent.isSilent = true
    tracker = silent
  }

  // MARK: What both have in common

  private struct Parts {
    var tables: Tables
    var steps: [MigrationReport.Step] = []
    var saves: [ChangeWords] = []
  }

  private func run(
    _ code: StageClosures, _ difference: SchemaDifference, on tables: consuming Tables,
    from: StageEnd, to: StageEnd, _ places: (StageRole.Place, StageRole.Place),
    _ both: (StageRole.Place, StageRole.Place)
  ) throws -> Parts {
    var saves: [ChangeWords] = []
    if let before = code.before {
      try tracker.begin(.closureBefore, objectCount: tables.rowCount)
      (tables, saves) = try closures.run(
        before, on: consume tables, of: from, places.0, beside: to)
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
      let (changed, more) = try closures.run(
        after, on: consume tables, of: to, places.1, beside: from)
      tables = changed
      saves += more
    }
    if let between = code.between, let source {
      try tracker.begin(.closureAfter, objectCount: tables.rowCount)
      let (changed, more) = try closures.run(
        between, reading: source, of: from, changing: consume tables, of: to, both)
      tables = changed
      saves += more
    }
    if difference.mayBreakUniqueness || !code.isEmpty {
      try tracker.begin(.checks, objectCount: tables.rowCount)
      try check(tables, after: difference, code)
      tables.noteUniqueness()
    }
    return Parts(tables: tables, steps: steps, saves: saves)
  }

  private func check(
    _ tables: Tables, after difference: SchemaDifference, _ code: StageClosures
  ) throws {
    if !code.isEmpty {
      do {
        try tables.checkRows(after: difference)
      } catch {
        throw closures.named(error)
      }
    }
    guard let finding = UniquenessCheck.findings(tables, limit: 1).first else { return }
    let advice =
      step.isReversed && code.isEmpty
      ? "; give the stage a closure willRevert or didRevert that decides what becomes of them" : ""
    throw SwiftDataError(
      .migrationStageFailure, finding.detail + advice, stage: closures.stage,
      entity: finding.entity, property: finding.property, object: finding.key)
  }
}
