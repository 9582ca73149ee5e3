import DocumentTables

/// One stage of a migration, as it runs.
struct StageRun {
  private let step: MigrationPath.Step
  private let old: TableSchema
  private let new: TableSchema

  init(_ step: MigrationPath.Step, schemaName: String) throws {
    self.step = step
    old = try Schema(versionedSchema: step.from).checkedTableSchema(name: schemaName)
    new = try Schema(versionedSchema: step.to).checkedTableSchema(name: schemaName)
  }

  func run(on tables: consuming Tables) throws -> (Tables, MigrationReport.Stage) {
    var changes: [String] = []
    var isCustom = false
    var willMigrate: (@Sendable (ModelContext) throws -> Void)?
    var didMigrate: (@Sendable (ModelContext) throws -> Void)?
    if case .custom(_, _, let before, let after) = step.stage {
      isCustom = true
      willMigrate = before
      didMigrate = after
    }
    if let willMigrate {
      (tables, changes) = try runClosure(willMigrate, on: consume tables, step.from, old)
    }
    let difference: SchemaDifference
    do {
      difference = try SchemaDifference(from: old, to: new)
      tables = try tables.migrated(by: difference)
    } catch {
      throw SwiftDataError(
        .migrationStageFailure, error.detail, stage: step.name, entity: error.entity,
        property: error.property)
    }
    if let didMigrate {
      let (migrated, more) = try runClosure(didMigrate, on: tables, step.to, new)
      tables = migrated
      changes += more
    }
    if difference.addsConstraint || isCustom { try checkUniqueness(tables) }
    return (
      tables,
      MigrationReport.Stage(
        fromVersion: step.from.versionIdentifier, toVersion: step.to.versionIdentifier,
        isCustom: isCustom, steps: difference.steps.map(\.description), changes: changes)
    )
  }

  /// Runs a closure on a context over the tables; what it leaves unsaved is saved, and an error
  /// that a save threw fails the stage even where the closure swallowed it.
  private func runClosure(
    _ closure: (ModelContext) throws -> Void, on tables: consuming Tables,
    _ version: any VersionedSchema.Type, _ schema: TableSchema
  ) throws -> (Tables, [String]) {
    let catalog = ModelCatalog(version.models, schema: schema)
    do {
      try catalog.proveDecodable(tables)
    } catch {
      throw named(error)
    }
    let container = ModelContainer(
      store: DocumentStore(consume tables), catalog: catalog,
      schema: Schema(versionedSchema: version))
    let context = ModelContext(container)
    context.core.savedChangeLines = []
    do {
      try closure(context)
      try context.save()
      if let swallowed = context.core.firstSaveError { throw swallowed }
    } catch {
      throw named(error)
    }
    return (container.store.current.tables, context.core.savedChangeLines ?? [])
  }

  private func named(_ error: any Error) -> SwiftDataError {
    let cause = error as? SwiftDataError
    return SwiftDataError(
      .migrationStageFailure, cause?.explanation ?? "its closure failed", stage: step.name,
      entity: cause?.entity, property: cause?.property, object: cause?.object,
      underlying: cause == nil ? error : nil)
  }

  private func checkUniqueness(_ tables: Tables) throws {
    guard let finding = UniquenessCheck.findings(tables, limit: 1).first else { return }
    throw SwiftDataError(
      .migrationStageFailure, finding.detail, stage: step.name, entity: finding.entity,
      property: finding.property, object: finding.key)
  }
}

extension SchemaDifference {
  fileprivate var addsConstraint: Bool {
    steps.contains { if case .addConstraint = $0 { true } else { false } }
  }
}
