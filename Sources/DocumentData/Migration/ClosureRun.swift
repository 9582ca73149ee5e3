import DocumentTables

/// Runs the closures of a stage on contexts over the tables of all documents in the stage.
///
/// Changes that a closure leaves unsaved are saved. Two kinds of error fail the stage even if the
/// closure caught them: errors of a save, and the use of a class that the version does not have.
/// Other errors that the closure caught become warnings.
struct ClosureRun {
  /// The stage's name in messages.
  let stage: String
  /// The migrator with the plan and the configurations of the container that is being opened.
  let migrator: Migrator

  /// The result of a closure, by document.
  struct Outcome {
    var tables: [Tables]
    /// The changes of each save.
    var changes: [[ChangeDescription]]
    /// The errors that the closure caught.
    var warnings: [[String]]
  }

  /// Runs a closure that sees one version.
  func run(
    _ closure: StageClosures.OneContext, on tables: consuming [Tables], of end: StageEnd,
    _ place: StageRole.Place, beside other: StageEnd
  ) throws -> Outcome {
    let container = try container(over: consume tables, end, place, beside: other)
    do {
      try closure(container.context)
      try container.finish()
    } catch {
      throw named(error, in: container.storeOfFailedSave)
    }
    return try outcome(of: container)
  }

  /// - Throws: ``SwiftDataError`` if the closure inserted an object that only a custom store keeps.
  private func outcome(of container: ClosureContainer) throws -> Outcome {
    if let homeless = container.homeless { throw named(homeless) }
    return container.outcome(of: stage)
  }

  /// Runs a closure that sees two versions, of which only the second can be changed.
  func run(
    _ closure: StageClosures.TwoContexts, reading source: [Tables], of first: StageEnd,
    changing target: consuming [Tables], of second: StageEnd,
    _ places: (StageRole.Place, StageRole.Place)
  ) throws -> Outcome {
    let reading = try container(over: source, first, places.0, beside: second)
    let changing = try container(over: consume target, second, places.1, beside: first)
    do {
      try closure(reading.context, changing.context)
      try reading.checkReading()
      try changing.finish()
    } catch {
      throw named(error, in: changing.storeOfFailedSave)
    }
    var outcome = try self.outcome(of: changing)
    for index in outcome.warnings.indices {
      outcome.warnings[index].insert(contentsOf: reading.records[index].warnings, at: 0)
    }
    return outcome
  }

  /// Creates a container over tables.
  ///
  /// The container has the plan and the configurations of the container that is being opened; its
  /// stores are in memory.
  private func container(
    over tables: consuming [Tables], _ end: StageEnd, _ place: StageRole.Place,
    beside other: StageEnd
  ) throws -> ClosureContainer {
    let role = StageRole(
      place: place, version: end.name, otherVersion: other.name,
      otherModels: RelatedModels(other.version.models).types)
    var stores: [ContainerStore] = []
    var waiting = consume tables
    while !waiting.isEmpty {
      let index = stores.count
      let tables = waiting.removeFirst()
      let share = end.shares?[index]
      let catalog = end.catalog(of: share, end.schemas[index])
      do {
        try catalog.proveReadable(tables)
      } catch {
        throw named(error, in: share?.name)
      }
      stores.append(
        ContainerStore(
          catalog, consume tables, share, ClosureRecord(role, guests: share?.guests ?? [])))
    }
    let documentCount = stores.count
    let absent = (end.shares ?? []).dropFirst(documentCount).filter { !$0.entities.isEmpty }
    for share in absent {
      stores.append(
        ContainerStore(
          end.catalog(of: share, end.schemas[0]),
          Tables(schema: end.schemas[0], documentID: UUIDText.number(of: UUID())), share,
          ClosureRecord(role, guests: share.guests)))
    }
    return ClosureContainer(
      context: ModelContext(
        ModelContainer(
          stores[0], Array(stores.dropFirst()), schema: Schema(versionedSchema: end.version),
          migrationPlan: migrator.plan, configurations: migrator.configurations)),
      stores: stores, documentCount: documentCount, absent: absent, place: place)
  }

  /// The prefix of messages that concern a store; empty without a store.
  func place(_ store: String?) -> String { store.map { "configuration “\($0)”: " } ?? "" }

  /// Wraps an error in one that names the stage and the store, with the words of the error; returns a
  /// `CancellationError` as it is.
  func named(_ error: any Error, in store: String? = nil) -> any Error {
    if error is CancellationError { return error }
    let prefix = place(store)
    if let problem = error as? SchemaProblem {
      return SwiftDataError(
        .migrationStageFailure, prefix + problem.detail, stage: stage, entity: problem.entity,
        property: problem.property, object: problem.object, underlying: problem)
    }
    let cause = error as? SwiftDataError
    return SwiftDataError(
      .migrationStageFailure, prefix + SwiftDataError.words(of: error), stage: stage,
      entity: cause?.entity, property: cause?.property, object: cause?.object, underlying: error)
  }
}

extension ContainerStore {
  /// A store in memory for a closure.
  fileprivate init(
    _ catalog: ModelCatalog, _ tables: consuming Tables, _ share: StoreShare?,
    _ record: ClosureRecord
  ) {
    self.init(
      configuration: share?.configuration, catalog: catalog, store: DocumentStore(consume tables),
      uniqueness: UniquenessRules(), closure: record, name: share?.name)
  }
}

/// The container of a closure and the context that the closure receives.
private struct ClosureContainer {
  let context: ModelContext
  /// The stores of the documents, then substitutes for stores that do not go through the stage.
  let stores: [ContainerStore]
  let documentCount: Int
  /// The shares of the substitutes.
  let absent: [StoreShare]
  let place: StageRole.Place

  var records: [ClosureRecord] { stores.compactMap(\.closure) }

  /// The name of the store in which a save failed; nil if the container has only one store.
  var storeOfFailedSave: String? {
    guard stores.count > 1 else { return nil }
    return stores.first { $0.closure?.hasFailedSave ?? false }?.name
  }

  func finish() throws {
    for record in records { try record.checkMisuse() }
    try context.save()
    for record in records { try record.checkSaves() }
  }

  /// Rejects changes to objects that the closure may only read.
  func checkReading() throws {
    for record in records { try record.checkMisuse() }
    if context.hasChanges { try context.save() }
    for record in records { try record.checkSaves() }
  }

  func outcome(of stage: String) -> ClosureRun.Outcome {
    var outcome = ClosureRun.Outcome(
      tables: stores.prefix(documentCount).map(\.store.current.tables),
      changes: records.prefix(documentCount).map(\.changes),
      warnings: records.prefix(documentCount).map(\.warnings))
    outcome.warnings[0] += leftOut(of: stage)
    return outcome
  }

  /// The error for objects that the closure inserted for a custom store, which goes through no
  /// stage, so that the objects would be lost; nil if there are none.
  var homeless: SwiftDataError? {
    for (share, store) in zip(absent, stores.dropFirst(documentCount))
    where share.configuration == nil {
      let counts = store.store.current.tables.rowCounts()
      guard let entity = counts.filter({ $0.value > 0 }).keys.min() else { continue }
      return SwiftDataError(
        .migrationStageFailure,
        "\(place.rawValue) inserted objects of this entity, which “\(share.name)” keeps, and a custom "
          + "store goes through no stage: insert them after opening", entity: entity)
    }
    return nil
  }

  /// Warnings about objects that the closure inserted for stores outside the stage.
  private func leftOut(of stage: String) -> [String] {
    zip(absent, stores.dropFirst(documentCount)).flatMap { share, store in
      (store.closure?.warnings ?? [])
        + store.store.current.tables.rowCounts().filter { $0.value > 0 }
        .sorted { $0.key < $1.key }.map { entity, count in
          let objects = count == 1 ? "1 object" : "\(count) objects"
          return "stage \(stage): \(objects) of \(entity) that \(place.rawValue) inserted "
            + "\(count == 1 ? "is" : "are") left out: configuration “\(share.name)” keeps the entity, "
            + "and its document does not go through this stage"
        }
    }
  }
}
