import DocumentMigration
import DocumentTables

/// Migrates the documents of several stores together through the stages of one plan.
///
/// Each document contains some or all of the plan's entities. A stage runs on all documents at the
/// version before it; documents at later versions wait until the others have reached theirs. A
/// store without a document takes part with an empty one from the first stage on.
struct StoresInStep {
  /// A document to migrate to its store's schema.
  struct Document {
    let store: Int
    let opening: SchemaOpening
    /// The document's tables; nil if the store has no document yet.
    var tables: Tables?
  }

  /// A document at a version of the plan.
  private struct Traveller {
    let position: Int
    let migrator: Migrator
    let own: TableSchema
    let isNew: Bool
    var path: MigrationPath
    var keeper: EntityKeepers.Document
    var stages: [MigrationReport.Stage] = []

    /// The report of the document's stages; nil for a new document that no closure has changed.
    var report: MigrationReport? {
      let isUnchanged = stages.allSatisfy { $0.changeCount == 0 && $0.closureWarnings.isEmpty }
      return stages.isEmpty || isNew && isUnchanged ? nil : MigrationReport(stages: stages)
    }
  }

  let plan: any SchemaMigrationPlan.Type
  let keepers: EntityKeepers

  /// Migrates documents, each of whose entities has one store.
  func migrate(
    _ documents: consuming [Document]
  ) throws -> [(tables: Tables, report: MigrationReport?)] {
    var results = [(tables: Tables, report: MigrationReport?)?](
      repeating: nil, count: documents.count)
    var travellers: [Traveller] = []
    var tables: [Tables] = []
    let sources = try commonVersions(of: documents)
    for position in documents.indices {
      guard var found = documents[position].tables else { continue }
      documents[position].tables = nil
      let document = documents[position]
      let own = try document.opening.tableSchema()
      if sources[position] == nil, document.opening.isCurrent(found.schema, own) {
        if found.schema.version == nil { found.schema = own }
        results[position] = (found, nil)
      } else {
        let (traveller, wide) = try begin(
          document, at: position, found, own, sources[position])
        travellers.append(traveller)
        tables.append(wide)
      }
    }
    let ways = [false, true].compactMap { isReversed in
      travellers.map(\.path).filter { $0.isReversed == isReversed && !$0.steps.isEmpty }
        .max { $0.steps.count < $1.steps.count }
    }
    for (position, document) in documents.enumerated()
    where results[position] == nil && !travellers.contains(where: { $0.position == position }) {
      let own = try document.opening.tableSchema()
      let documentID = UUIDText.number(of: UUID())
      guard let way = ways.first else {
        results[position] = (Tables(schema: own, documentID: documentID), nil)
        continue
      }
      let migrator = document.opening.migrator(plan)
      travellers.append(
        Traveller(
          position: position, migrator: migrator, own: own, isNew: true, path: way,
          keeper: EntityKeepers.Document(store: document.store, entities: [])))
      tables.append(
        Tables(schema: try migrator.tableSchema(of: way.steps[0].from), documentID: documentID))
    }
    var stageNumber = 0
    for way in ways {
      try go(way, &travellers, &tables) { step in
        stageNumber += 1
        return StageTracker(
          stage: stageNumber, stageCount: ways.reduce(0) { $0 + $1.steps.count },
          fromVersion: step.from.versionIdentifier, toVersion: step.to.versionIdentifier)
      }
    }
    for traveller in travellers.reversed() {
      results[traveller.position] = (try end(traveller, tables.removeLast()), traveller.report)
    }
    return results.compactMap { $0 }
  }
}

extension StoresInStep {
  /// Returns the versions of documents whose shape matches several schemas of a plan without
  /// versions.
  ///
  /// Stores are saved together, so such a document has a version that another document certainly
  /// has; nil if the version remains undecided or needs no decision.
  private func commonVersions(
    of documents: [Document]
  ) throws -> [(any VersionedSchema.Type)?] {
    let order = try PlanOrder(plan)
    guard order.isUnversioned else { return documents.map { _ in nil } }
    let candidates = try documents.map { document in
      guard let found = document.tables?.schema else { return [Int]() }
      let migrator = document.opening.migrator(plan)
      return try order.schemas.indices.filter {
        try found.isPart(of: migrator.tableSchema(of: order.schemas[$0]))
      }
    }
    // A read-only document stays at its version, so it says nothing about the others.
    let certain = Set(
      zip(documents, candidates).filter { document, candidates in
        candidates.count == 1 && keepers.stores[document.store].allowsSave
      }.flatMap(\.1))
    return candidates.map { positions in
      guard positions.count > 1 else { return nil }
      return positions.last { certain.contains($0) }.map { order.schemas[$0] }
    }
  }

  /// Extends a document's schema to the whole schema of its version.
  private func begin(
    _ document: Document, at position: Int, _ tables: consuming Tables, _ own: TableSchema,
    _ common: (any VersionedSchema.Type)?
  ) throws -> (Traveller, Tables) {
    do {
      let migrator = document.opening.migrator(plan)
      let found = tables.schema
      let source =
        try common ?? migrator.versionedSchema(for: found) { try found.isPart(of: $0) }
      let target = try document.opening.planSchema() ?? migrator.currentSchema()
      let traveller = Traveller(
        position: position, migrator: migrator, own: own, isNew: false,
        path: try migrator.openingPath(from: source, to: target),
        keeper: EntityKeepers.Document(
          store: document.store, entities: Set(found.entities.map(\.name))))
      let whole = try SchemaDifference(from: found, to: migrator.tableSchema(of: source))
      return (traveller, try tables.migrated(by: whole))
    } catch {
      throw named(error, in: document.store)
    }
  }

  /// Removes the entities of other stores from a document's schema.
  private func end(_ traveller: Traveller, _ tables: consuming Tables) throws -> Tables {
    do {
      try tables.checkNothing(outside: traveller.own, in: nil)
      return try tables.migrated(
        by: SchemaDifference(from: tables.schema, to: traveller.own))
    } catch {
      throw named(error, in: traveller.keeper.store)
    }
  }

  /// Returns an error with the name of the document's configuration in its explanation.
  private func named(_ error: any Error, in store: Int) -> any Error {
    let place = "configuration “\(keepers.stores[store].name)”: "
    if let problem = error as? SchemaProblem {
      return SwiftDataError(
        .unknownDataStoreSchema, place + problem.detail, entity: problem.entity,
        property: problem.property, object: problem.object, underlying: problem)
    }
    guard var named = error as? SwiftDataError else { return error }
    named.explanation = place + named.explanation
    return named
  }

  /// Migrates the documents of one direction through the stages, each starting at its own version.
  private func go(
    _ way: MigrationPath, _ travellers: inout [Traveller], _ tables: inout [Tables],
    _ tracker: (MigrationPath.Step) -> StageTracker
  ) throws {
    let entities = try EntityPaths(way, travellers[0].migrator)
    for (index, step) in way.steps.enumerated() {
      let left = way.steps.count - index
      let going = travellers.indices.filter {
        travellers[$0].path.isReversed == way.isReversed && travellers[$0].path.steps.count >= left
      }
      let names = going.map { travellers[$0].migrator.schemaName }
      var keeping = going.map { travellers[$0].keeper }
      let shares = keepers.shares(
        of: entities.schemas[index], followedBy: entities.successors[index], keeping)
      for place in keeping.indices {
        keeping[place].entities = entities.following(
          keeping[place].entities.union(shares[place].entities), over: index)
      }
      let sharesAfter = keepers.shares(
        of: entities.schemas[index + 1], followedBy: entities.successors[index + 1], keeping)
      let run = StageRun(
        step,
        from: try StageEnd(step.from, name: step.fromName, schemaNames: names, shares: shares),
        to: try StageEnd(step.to, name: step.toName, schemaNames: names, shares: sharesAfter),
        of: travellers[going[0]].migrator, tracker(step))
      var taken: [Tables] = []
      for traveller in going {
        taken.append(tables[traveller])
        tables[traveller] = Tables(schema: taken[taken.count - 1].schema, documentID: 0)
      }
      let outcome =
        try step.isReversed
        ? run.revert(consume taken, carries: true) : run.migrate(consume taken, .restore)
      for (place, traveller) in going.enumerated() {
        tables[traveller] = outcome.tables[place]
        travellers[traveller].stages.append(outcome.stages[place])
        travellers[traveller].keeper.entities =
          keeping[place].entities.union(sharesAfter[place].entities)
      }
    }
  }
}

/// The successors of entities along a path through the versions of a plan.
private struct EntityPaths {
  /// The schema of each version on the path.
  let schemas: [TableSchema]
  /// For each version, the last version's entity for each entity.
  let successors: [[String: String]]
  private let matchings: [SchemaMatching]

  init(_ way: MigrationPath, _ migrator: Migrator) throws {
    let versions = way.steps.prefix(1).map(\.from) + way.steps.map(\.to)
    let schemas = try versions.map { try migrator.tableSchema(of: $0) }
    let matchings = try zip(schemas, schemas.dropFirst()).map { from, to in
      // The original names of entities refer from the newer version to the older.
      let difference = try SchemaDifference(
        from: way.isReversed ? to : from, to: way.isReversed ? from : to,
        decisions: .leftToClosures)
      return way.isReversed ? difference.matching.inverted() : difference.matching
    }
    var successors: [[String: String]] = [
      Dictionary(
        uniqueKeysWithValues: schemas[schemas.count - 1].entities.map { ($0.name, $0.name) })
    ]
    for matching in matchings.reversed() {
      let following = successors[successors.count - 1]
      successors.append(
        Dictionary(
          matching.entities.compactMap { new, old in following[new].map { (old, $0) } },
          uniquingKeysWith: { first, _ in first }))
    }
    self.schemas = schemas
    self.matchings = matchings
    self.successors = successors.reversed()
  }

  /// Returns the entities after a stage.
  func following(_ entities: Set<String>, over stage: Int) -> Set<String> {
    Set(matchings[stage].entities.filter { entities.contains($0.value) }.keys)
  }
}
