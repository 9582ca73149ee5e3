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
/// What a closure leaves unsaved is saved, and an error that a save threw fails the stage even where
/// the closure swallowed it.
struct ClosureRun {
  /// What messages call the stage.
  let stage: String

  /// Runs a closure that sees one version.
  ///
  /// - Returns: The tables, and what the closure changed, save by save.
  func run(
    _ closure: StageClosures.OneContext, on tables: consuming Tables, of end: StageEnd,
    _ place: StageRole.Place, beside other: StageEnd
  ) throws -> (Tables, [ChangeWords]) {
    let (context, hasGaps) = try context(over: consume tables, end, place, beside: other)
    do {
      try closure(context)
      try finish(context, hasGaps)
    } catch {
      throw named(error)
    }
    return (context.container.store.current.tables, context.core.savedChanges ?? [])
  }

  /// Runs a closure that sees two versions, of which only the second can change.
  func run(
    _ closure: StageClosures.TwoContexts, reading source: Tables, of first: StageEnd,
    changing target: consuming Tables, of second: StageEnd,
    _ places: (StageRole.Place, StageRole.Place)
  ) throws -> (Tables, [ChangeWords]) {
    let (reading, _) = try context(over: source, first, places.0, beside: second)
    let (changing, hasGaps) = try context(
      over: consume target, second, places.1, beside: first)
    do {
      try closure(reading, changing)
      if reading.hasChanges { try reading.save() }
      if let swallowed = reading.core.firstSaveError { throw swallowed }
      try finish(changing, hasGaps)
    } catch {
      throw named(error)
    }
    return (changing.container.store.current.tables, changing.core.savedChanges ?? [])
  }

  /// A context over tables, and whether they hold values that the closure has to set.
  private func context(
    over tables: consuming Tables, _ end: StageEnd, _ place: StageRole.Place,
    beside other: StageEnd
  ) throws -> (ModelContext, hasGaps: Bool) {
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
    let container = ModelContainer(
      store: DocumentStore(consume tables), catalog: catalog,
      schema: Schema(versionedSchema: end.version))
    let context = ModelContext(container)
    context.core.savedChanges = []
    context.core.role = StageRole(
      place: place, version: end.name, otherVersion: other.name,
      otherModels: RelatedModels(other.version.models).types)
    return (context, hasGaps)
  }

  private func finish(_ context: ModelContext, _ hadGaps: Bool) throws {
    try context.save()
    if let swallowed = context.core.firstSaveError { throw swallowed }
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
