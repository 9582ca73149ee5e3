import DocumentTables

/// One of the two versions that a stage lies between.
struct StageEnd {
  let version: any VersionedSchema.Type
  let schema: TableSchema
  /// How messages call it.
  let name: String

  init(_ version: any VersionedSchema.Type, name: String, schemaName: String) throws {
    self.version = version
    schema = try Schema(versionedSchema: version).checkedTableSchema(name: schemaName)
    self.name = name
  }
}

/// Runs the closures of a stage on contexts over tables.
///
/// What a closure leaves unsaved is saved. An error that a save threw fails the stage even where the
/// closure swallowed it, and so does the use of a class that the version does not have; other errors
/// that the closure swallowed become warnings.
struct ClosureRun {
  /// What messages call the stage.
  let stage: String
  /// Has the plan and the configurations of the container that is being opened.
  let migrator: Migrator

  /// What a closure has left behind.
  struct Outcome {
    var tables: Tables
    /// What it changed, save by save.
    var changes: [ChangeWords]
    /// The errors that it caught.
    var warnings: [String]
  }

  /// Runs a closure that sees one version.
  func run(
    _ closure: StageClosures.OneContext, on tables: consuming Tables, of end: StageEnd,
    _ place: StageRole.Place, beside other: StageEnd
  ) throws -> Outcome {
    let (context, record, hasGaps) = try context(over: consume tables, end, place, beside: other)
    do {
      try closure(context)
      try finish(context, record, hasGaps)
    } catch {
      throw named(error)
    }
    return Outcome(
      tables: context.container.store.current.tables, changes: record.changes,
      warnings: record.warnings)
  }

  /// Runs a closure that sees two versions, of which only the second can change.
  func run(
    _ closure: StageClosures.TwoContexts, reading source: Tables, of first: StageEnd,
    changing target: consuming Tables, of second: StageEnd,
    _ places: (StageRole.Place, StageRole.Place)
  ) throws -> Outcome {
    let (reading, readingRecord, _) = try context(over: source, first, places.0, beside: second)
    let (changing, record, hasGaps) = try context(
      over: consume target, second, places.1, beside: first)
    do {
      try closure(reading, changing)
      try readingRecord.checkMisuse()
      if reading.hasChanges { try reading.save() }
      try readingRecord.checkSaves()
      try finish(changing, record, hasGaps)
    } catch {
      throw named(error)
    }
    return Outcome(
      tables: changing.container.store.current.tables, changes: record.changes,
      warnings: readingRecord.warnings + record.warnings)
  }

  /// A context over tables, and whether they hold values that the closure has to set.
  ///
  /// Its container is that of the container being opened in all but its store, which is in memory.
  private func context(
    over tables: consuming Tables, _ end: StageEnd, _ place: StageRole.Place,
    beside other: StageEnd
  ) throws -> (ModelContext, ClosureRecord, hasGaps: Bool) {
    let catalog = ModelCatalog(end.version.models, schema: end.schema)
    var hasGaps = false
    do {
      if place.isArrival {
        hasGaps = try catalog.leavesValuesToSet(in: tables)
      } else {
        try catalog.proveDecodable(tables)
      }
    } catch {
      throw named(error)
    }
    let record = ClosureRecord(
      StageRole(
        place: place, version: end.name, otherVersion: other.name,
        otherModels: RelatedModels(other.version.models).types))
    let container = ModelContainer(
      ContainerStore(
        catalog: catalog, store: DocumentStore(consume tables), closure: record),
      schema: Schema(versionedSchema: end.version), migrationPlan: migrator.plan,
      configurations: migrator.configurations)
    return (ModelContext(container), record, hasGaps)
  }

  private func finish(
    _ context: ModelContext, _ record: ClosureRecord, _ hadGaps: Bool
  ) throws {
    try record.checkMisuse()
    try context.save()
    try record.checkSaves()
    if hadGaps { try context.core.catalog.proveDecodable(context.container.store.current.tables) }
  }

  /// The error under the stage's name; a cancellation stays what it is.
  func named(_ error: any Error) -> any Error {
    if error is CancellationError { return error }
    if let problem = error as? SchemaProblem {
      return SwiftDataError(
        .migrationStageFailure, problem.detail, stage: stage, entity: problem.entity,
        property: problem.property, underlying: problem)
    }
    let cause = error as? SwiftDataError
    return SwiftDataError(
      .migrationStageFailure, cause?.explanation ?? "its closure failed", stage: stage,
      entity: cause?.entity, property: cause?.property, object: cause?.object, underlying: error)
  }
}
