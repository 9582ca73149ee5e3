import DocumentMigration
import DocumentTables

/// Migrates tables from one version of a plan to another, stage by stage, in memory.
///
/// ``StageRun`` runs the parts of a stage. The original tables are a value and stay unchanged if
/// the migration fails.
package struct Migrator {
  let plan: any SchemaMigrationPlan.Type
  let schemaName: String
  /// The configurations of the closures' containers, whose tables are in memory regardless.
  let configurations: Set<ModelConfiguration>

  package init(
    _ plan: any SchemaMigrationPlan.Type, schemaName: String,
    configurations: Set<ModelConfiguration> = []
  ) {
    self.plan = plan
    self.schemaName = schemaName
    self.configurations = configurations
  }

  /// Returns the plan's newest schema.
  package func currentSchema() throws -> any VersionedSchema.Type {
    let order = try PlanOrder(plan)
    return order.schemas[order.schemas.count - 1]
  }

  /// Returns the plan's schema of a version.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if there is none.
  package func schema(_ version: Schema.Version) throws -> any VersionedSchema.Type {
    let order = try PlanOrder(plan)
    guard let schema = order.schemas.last(where: { $0.versionIdentifier == version }) else {
      throw SwiftDataError(
        .unknownSchema,
        "the plan \(order.planName) has no version \(version) (its versions: \(order.names))")
    }
    return schema
  }

  package func tableSchema(of version: any VersionedSchema.Type) throws -> TableSchema {
    try version.checkedTableSchema(name: schemaName)
  }

  /// Returns the plan's schema that equals a document's schema.
  ///
  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` with the first difference, or saying that
  ///   the document is newer.
  package func versionedSchema(
    matching schema: TableSchema
  ) throws -> any VersionedSchema.Type {
    let fingerprint = schema.modelFingerprint()
    return try versionedSchema(for: schema) { $0.modelFingerprint() == fingerprint }
  }

  /// Returns the plan's schema that has a document's version and that `isSame` accepts; for a
  /// document without a version, the oldest schema that `isSame` accepts.
  func versionedSchema(
    for schema: TableSchema, where isSame: (TableSchema) throws -> Bool
  ) throws -> any VersionedSchema.Type {
    let order = try PlanOrder(plan)
    guard let version = schema.version else {
      for candidate in order.schemas where try isSame(try tableSchema(of: candidate)) {
        return candidate
      }
      throw try unknownShape(
        of: schema, "the document states no version, and no schema of the plan", order,
        among: order.schemas)
    }
    let candidates = order.schemas.filter { $0.versionIdentifier.tableVersion == version }
    for candidate in candidates where try isSame(try tableSchema(of: candidate)) {
      return candidate
    }
    guard candidates.isEmpty else {
      throw try unknownShape(
        of: schema,
        "the document says version \(version.text), and no schema of that version in the plan",
        order, among: candidates)
    }
    let newest = order.schemas[order.schemas.count - 1].versionIdentifier
    let relation =
      version > newest.tableVersion
      ? "newer than \(newest), the newest this program knows; use a newer program, or work "
        + "with the document without its models"
      : "not among those this program knows; \(Self.advice)"
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "the document's schema \(schema.name) has version \(version.text), which is \(relation) "
        + "(the versions of the plan \(order.planName): \(order.names))")
  }

  /// Returns an error with the first difference from the closest schema, the newest of several.
  private func unknownShape(
    of schema: TableSchema, _ what: String, _ order: PlanOrder,
    among candidates: [any VersionedSchema.Type]
  ) throws -> SwiftDataError {
    var closest: (deviations: [SchemaDeviation], name: String)?
    for candidate in candidates.reversed() {
      let deviations = SchemaComparison.deviations(schema, try tableSchema(of: candidate))
      if deviations.count < closest?.deviations.count ?? .max {
        closest = (deviations, order.name(of: candidate))
      }
    }
    guard let closest, let first = closest.deviations.first else {
      return SwiftDataError(.unknownDataStoreSchema, "\(what) \(order.planName) has its shape")
    }
    let others =
      switch closest.deviations.count - 1 {
      case 0: ""
      case 1: ", and one more thing differs"
      case let count: ", and \(count) more things differ"
      }
    return SwiftDataError(
      .unknownDataStoreSchema,
      "\(what) \(order.planName) has its shape: \(first.words("the document", closest.name))\(others); "
        + Self.advice,
      entity: first.entity, property: first.property)
  }

  private static let advice =
    "add the schema that the document was written with to the plan, and a stage that leads on"

  /// Returns the versions on the path to the newest schema, the document's own first.
  package func versions(from schema: TableSchema) throws -> [SchemaVersion] {
    let source = try versionedSchema(matching: schema)
    let path = try MigrationPath(plan, from: source, to: try currentSchema())
    return [source.versionIdentifier.tableVersion]
      + path.steps.map { $0.to.versionIdentifier.tableVersion }
  }

  /// Returns a migration to the newest schema, or to that of a given version, that works on single
  /// segments.
  ///
  /// - Returns: Nil if a stage has closures or needs more of the document than one segment, or if
  ///   the version is older than the document's.
  package func segmentMigration(
    from schema: TableSchema, to version: Schema.Version? = nil
  ) throws -> SegmentMigration? {
    let target = try version.map { try self.schema($0) } ?? currentSchema()
    let path = try MigrationPath(plan, from: try versionedSchema(matching: schema), to: target)
    guard !path.isReversed, path.steps.allSatisfy({ $0.passage.closures.isEmpty }) else {
      return nil
    }
    return SegmentMigration(
      try path.steps.map {
        try $0.passage.difference(
          from: tableSchema(of: $0.from), to: tableSchema(of: $0.to),
          models: ($0.from.models, $0.to.models),
          convertsDates: $0.connection.convertsDates)
      })
  }

  /// Migrates to the plan's newest schema or to a given one; to an older one only through stages
  /// that the plan declares in that direction.
  ///
  /// Consumes the tables, so that the rows that a stage rewrites can be freed early.
  package func migrate(
    _ tables: consuming Tables, to target: (any VersionedSchema.Type)? = nil,
    restoration: RestorationPolicy = .restore
  ) throws -> (tables: Tables, report: MigrationReport) {
    let source = try versionedSchema(matching: tables.schema)
    let path = try openingPath(from: source, to: try target ?? currentSchema())
    return try run(path, on: consume tables, from: source, .carry, restoration)
  }

  /// Returns the path that opens a document; to an older version only through stages that the plan
  /// declares in that direction.
  func openingPath(
    from source: any VersionedSchema.Type, to target: any VersionedSchema.Type
  ) throws -> MigrationPath {
    let path = try MigrationPath(plan, from: source, to: target)
    guard path.steps.allSatisfy({ !$0.isReversed || $0.connection.hasBackwardStage }) else {
      let order = try PlanOrder(plan)
      throw SwiftDataError(
        .backwardMigration,
        "the document has version \(order.name(of: source)), and opening it as the older "
          + "\(order.name(of: target)) would lose what only the newer one can hold: use a program "
          + "that knows the newer one, or write the older version to a file of its own")
    }
    return path
  }

  /// Migrates tables to any version of the plan, newer or older.
  ///
  /// - Throws: ``SwiftDataError/lossyMigration`` if data would be lost and `losses` is
  ///   ``LossPolicy/refuse``; ``SwiftDataError/loadIssueModelContainer`` if a program of the version
  ///   could not open the result, because a type of its models rejects a value.
  package func convert(
    _ tables: consuming Tables, to version: Schema.Version, losses: LossPolicy,
    restoration: RestorationPolicy = .restore
  ) throws -> (tables: Tables, report: MigrationReport) {
    let source = try versionedSchema(matching: tables.schema)
    let target = try schema(version)
    let path = try MigrationPath(plan, from: source, to: target)
    let converted = try run(path, on: consume tables, from: source, losses, restoration)
    if !path.steps.isEmpty { try proveDecodable(converted.tables, by: target, path) }
    return converted
  }

  private func proveDecodable(
    _ tables: Tables, by target: any VersionedSchema.Type, _ path: MigrationPath
  ) throws {
    do {
      _ = try ModelCatalog(Schema(versionedSchema: target).types, schema: tables.schema)
        .proveDecodable(tables)
    } catch var error as SwiftDataError {
      error.stage = path.steps.last?.name
      error.explanation +=
        "; set it in "
        + (path.isReversed
          ? "a closure willRevert or didRevert of the stage" : "a closure of the stage")
      throw error
    }
  }

  private func run(
    _ path: MigrationPath, on tables: consuming Tables, from source: any VersionedSchema.Type,
    _ losses: LossPolicy, _ restoration: RestorationPolicy
  ) throws -> (tables: Tables, report: MigrationReport) {
    // A document without a version is saved with the version that it was found to have.
    tables.schema = try tableSchema(of: source)
    var stages: [MigrationReport.Stage] = []
    for (index, step) in path.steps.enumerated() {
      let tracker = StageTracker(
        stage: index + 1, stageCount: path.steps.count,
        fromVersion: step.from.versionIdentifier, toVersion: step.to.versionIdentifier)
      let run = StageRun(
        step, from: try StageEnd(step.from, name: step.fromName, schemaNames: [schemaName]),
        to: try StageEnd(step.to, name: step.toName, schemaNames: [schemaName]), of: self, tracker)
      let outcome =
        try step.isReversed
        ? run.revert([consume tables], carries: losses != .drop)
        : run.migrate([consume tables], restoration)
      tables = outcome.tables[0]
      stages += outcome.stages
    }
    let report = MigrationReport(stages: stages)
    if losses == .refuse, !report.losses.isEmpty { throw SwiftDataError(refusing: report) }
    return (tables, report)
  }
}

extension SwiftDataError {
  /// Creates the error of a migration that would lose data although losses are refused.
  fileprivate init(refusing report: MigrationReport) {
    let first = report.losses.first { _ in true }
    let count = report.losses.count == 1 ? "1 thing" : "\(report.losses.count) things"
    self.init(
      .lossyMigration,
      "\(count) would be lost" + (first.map { ", first \($0)" } ?? ""),
      stage: report.stages.first { !$0.losses.isEmpty }.map {
        "\($0.fromVersion) → \($0.toVersion)"
      }, entity: first?.entity, property: first?.property, object: first?.object)
  }
}
