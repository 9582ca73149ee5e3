import DocumentTables

/// One stage of a migration to a newer version, as it runs.
struct StageRun {
  let step: MigrationPath.Step
  private let old: StageEnd
  private let new: StageEnd
  private let closures: ClosureRun
  private let tracker: StageTracker

  init(_ step: MigrationPath.Step, schemaName: String, _ tracker: StageTracker) throws {
    self.step = step
    self.tracker = tracker
    old = try StageEnd(step.from, name: step.fromName, schemaName: schemaName)
    new = try StageEnd(step.to, name: step.toName, schemaName: schemaName)
    closures = ClosureRun(stage: step.name)
  }

  func run(on tables: consuming Tables) throws -> (Tables, MigrationReport.Stage) {
    var changes: [String] = []
    let code = step.stage.closures
    if let before = code.before {
      try tracker.begin(.closureBefore, objectCount: tables.rowCount)
      (tables, changes) = try closures.run(
        before, on: consume tables, of: old, .willMigrate, beside: new)
    }
    try tracker.begin(.schema, objectCount: tables.rowCount)
    let source = code.between == nil ? nil : tables
    let difference: SchemaDifference
    do {
      difference = try SchemaDifference(from: old.schema, to: new.schema)
      tables = try tables.migrated(by: difference)
    } catch {
      throw closures.named(error)
    }
    if let after = code.after {
      try tracker.begin(.closureAfter, objectCount: tables.rowCount)
      let (migrated, more) = try closures.run(
        after, on: consume tables, of: new, .didMigrate, beside: old)
      tables = migrated
      changes += more
    }
    if let between = code.between, let source {
      try tracker.begin(.closureAfter, objectCount: tables.rowCount)
      (tables, changes) = try closures.run(
        between, reading: source, of: old, changing: consume tables, of: new, (.old, .new))
    }
    if difference.mayBreakUniqueness || !code.isEmpty {
      try tracker.begin(.checks, objectCount: tables.rowCount)
      try checkUniqueness(tables)
    }
    let stage = MigrationReport.Stage(
      fromVersion: step.from.versionIdentifier, toVersion: step.to.versionIdentifier,
      kind: step.stage.kind, steps: difference.steps.map(\.description), changes: changes)
    try tracker.begin(.end, objectCount: tables.rowCount)
    return (tables, stage)
  }

  private func checkUniqueness(_ tables: Tables) throws {
    guard let finding = UniquenessCheck.findings(tables, limit: 1).first else { return }
    throw SwiftDataError(
      .migrationStageFailure, finding.detail, stage: step.name, entity: finding.entity,
      property: finding.property, object: finding.key)
  }
}
