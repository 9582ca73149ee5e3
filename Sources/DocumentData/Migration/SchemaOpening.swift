import DocumentFile
import DocumentMigration
import DocumentTables

/// Migrates a document's content to the schema of the models that read it.
package struct SchemaOpening: Sendable {
  /// The models of the document.
  let schema: Schema
  /// The schema of the document's container: the same, or a larger one.
  let whole: Schema
  let plan: (any SchemaMigrationPlan.Type)?
  /// The name of the schema in the document: that of the document's file if there is one.
  package private(set) var schemaName: String
  /// The name of the store in messages; nil for a document without a container's configuration.
  let storeName: String?
  /// The configurations of the container, for the closures of the plan's stages.
  private(set) var configurations: Set<ModelConfiguration>
  /// The files of all stores of the container, and the models in each.
  let files: [String: Set<ObjectIdentifier>]

  /// - Parameter schemaName: The name of the schema in a new document; nil for that of the plan or the
  ///   models.
  package init(
    _ schema: Schema, of whole: Schema? = nil, plan: (any SchemaMigrationPlan.Type)? = nil,
    schemaName: String? = nil, storeName: String? = nil,
    configurations: Set<ModelConfiguration> = [],
    files: [String: Set<ObjectIdentifier>] = [:]
  ) {
    self.files = files
    self.schema = schema
    self.whole = whole ?? schema
    self.plan = plan
    self.schemaName = schemaName ?? SchemaName.name(of: self.whole, plan)
    self.storeName = storeName
    self.configurations = configurations
  }

  /// Whether the container keeps other models in other stores.
  var isPart: Bool { schema.types.count < whole.types.count }

  /// Returns this opening under the name of a document's schema.
  func named(_ schemaName: String) -> SchemaOpening {
    var opening = self
    opening.schemaName = schemaName
    return opening
  }

  /// Returns this opening for a document that no configuration names.
  func at(_ path: String) -> SchemaOpening {
    var opening = self
    opening.configurations = [ModelConfiguration(url: URL(fileURLWithPath: path))]
    return opening
  }

  /// Returns the models' table schema, with the version of the plan's schema of the same shape if
  /// the opening has a plan.
  package func tableSchema() throws -> TableSchema {
    let own = try schema.checkedTableSchema(name: schemaName)
    guard let target = try planSchema() else { return own }
    return try own.renamed(version: target.versionIdentifier.tableVersion)
  }

  func migrator(_ plan: any SchemaMigrationPlan.Type) -> Migrator {
    Migrator(plan, schemaName: schemaName, configurations: configurations)
  }

  /// Returns the plan's schema that equals the container's models; nil without a plan.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if the plan has no such schema.
  func planSchema() throws -> (any VersionedSchema.Type)? {
    guard let plan else { return nil }
    let migrator = migrator(plan)
    let own = try whole.checkedTableSchema(name: schemaName)
    lazy var fingerprint = own.modelFingerprint()
    for version in plan.schemas.reversed() {
      if !version.isFrozen, whole.isUnchanged(of: version.models) { return version }
      if try migrator.tableSchema(of: version).modelFingerprint() == fingerprint { return version }
    }
    if let newest = plan.schemas.last,
      let missing = try migrator.tableSchema(of: newest)
        .subentities(missingIn: own).first
    {
      throw SwiftDataError(
        .unknownSchema,
        "\(newest) has this subclass of \(missing.ancestor), the container's models have not: add "
          + "\(missing.name).self to them", entity: missing.name)
    }
    if let change = whole.firstChange {
      throw SwiftDataError(
        .unknownSchema,
        "it was changed in the schema after this was made of its classes, and no schema of \(plan) "
          + "has the change: state it in the class", entity: change.entity,
        property: change.property)
    }
    throw SwiftDataError(
      .unknownSchema,
      "no schema of \(plan) has the shape of the container's models: make the container of one of "
        + "them, best Schema(versionedSchema:)")
  }

  /// Migrates a document's tables; the report is nil if they were current.
  ///
  /// With a plan, the plan's stages lead to the models' schema. Without a plan, the schema
  /// difference is one lightweight stage.
  package func open(
    _ tables: consuming Tables
  ) throws -> (tables: Tables, report: MigrationReport?) {
    let before = tables.schema
    var opened = try complete(try migrate(consume tables))
    if let report = opened.report { opened.tables.noteMigration(from: before, report) }
    return opened
  }

  /// Completes a migration to the models' schema: renames the cases of enumerations that a document of this schema
  /// still has under original names, and checks the values that only the models' own coding can read; see
  /// ``ModelCatalog/proveDecodable(_:)``.
  func complete(
    _ opened: (tables: Tables, report: MigrationReport?)
  ) throws -> (tables: Tables, report: MigrationReport?) {
    let renamed = try renamingCases(opened.tables)
    let unknown = try ModelCatalog(schema.types, schema: renamed.tables.schema)
      .proveDecodable(renamed.tables)
    guard !renamed.steps.isEmpty || !unknown.isEmpty else { return opened }
    let version = Schema.Version(renamed.tables.schema.version)
    let stage = MigrationReport.Stage(
      fromVersion: version, toVersion: version, kind: .lightweight, leavesSchema: true,
      steps: renamed.steps, unknownCases: unknown)
    return (renamed.tables, MigrationReport(stages: (opened.report?.stages ?? []) + [stage]))
  }

  private func renamingCases(
    _ tables: Tables
  ) throws -> (tables: Tables, steps: [MigrationReport.Step]) {
    do {
      let types = schema.types
      guard AttributeCases.areRenamed(in: types) else { return (tables, []) }
      let difference = try SchemaDifference(from: tables.schema, to: tables.schema)
        .renamingCases(from: nil, to: types)
      if difference.renamesNothing(in: tables) { return (tables, []) }
      let steps = MigrationReport.steps(of: difference, on: tables)
        .filter { $0.touchedObjects > 0 }
      if steps.isEmpty { return (tables, []) }
      let renamed = try tables.migrated(by: difference)
      if difference.mayBreakUniqueness,
        let finding = UniquenessCheck.findings(renamed, limit: 1).first
      {
        throw SwiftDataError(
          .unknownDataStoreSchema,
          finding.detail
            + ", after originalRawValues was applied: give the objects other values in a stage, or "
            + "remove the constraint", entity: finding.entity,
          property: finding.property, object: finding.key)
      }
      return (renamed, steps)
    } catch let problem as SchemaProblem {
      throw SwiftDataError(
        .unknownDataStoreSchema, problem.detail, entity: problem.entity,
        property: problem.property, object: problem.object, underlying: problem)
    }
  }

  /// Returns the name of the first stage from a document's schema whose code may read any object;
  /// nil if a part of the document can be migrated alone.
  func stageThatNeedsAll(of document: TableSchema) throws -> String? {
    let own = try tableSchema()
    if document.modelFingerprint() == own.modelFingerprint(),
      document.version == nil || document.version == own.version
    {
      return nil
    }
    guard let plan, let target = try planSchema() else { return nil }
    let migrator = migrator(plan)
    let source = try migrator.versionedSchema(matching: document)
    let path = try MigrationPath(plan, from: source, to: target)
    return path.steps.first { step in
      !step.passage.closures.isEmpty || step.isReversed && step.connection.hasBackwardStage
    }?.name
  }

  /// Returns the subclasses of a document's schema that are not among the models; none with a plan,
  /// whose stages decide about their objects.
  func missingSubclasses(of document: TableSchema) throws -> [MissingSubclass] {
    guard plan == nil else { return [] }
    return document.subentities(missingIn: try tableSchema()).map {
      MissingSubclass(entity: $0.name, superentity: $0.ancestor, place: .document)
    }
  }

  /// Whether a document has the models' schema without a migration.
  func isCurrent(_ document: TableSchema, _ own: TableSchema) -> Bool {
    document.modelFingerprint() == own.modelFingerprint()
      && (plan == nil || document.version == nil || document.version == own.version)
  }

  private func migrate(
    _ tables: consuming Tables
  ) throws -> (tables: Tables, report: MigrationReport?) {
    let own = try tableSchema()
    if isCurrent(tables.schema, own) {
      if tables.schema.version == nil { tables.schema = own }
      return (tables, nil)
    }
    if let plan {
      guard let target = try planSchema() else { return (tables, nil) }
      let migrated = try migrator(plan).migrate(consume tables, to: target)
      return (migrated.tables, migrated.report.stages.isEmpty ? nil : migrated.report)
    }
    return try openWithoutPlan(tables, own)
  }

  private func openWithoutPlan(
    _ tables: Tables, _ own: TableSchema
  ) throws -> (tables: Tables, report: MigrationReport?) {
    if let version = tables.schema.version, let known = own.version, version > known {
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "the document's schema has version \(version.text), which is newer than \(known.text); "
          + "use a newer program")
    }
    do {
      if isPart { try tables.checkNothing(of: whole.types, outside: own, in: storeName) }
      try tables.checkSubentities(of: own)
      let difference = try SchemaDifference(from: tables.schema, to: own, decisions: .leftToRows)
        .renamingCases(from: nil, to: schema.types)
      var migrated = try tables.migrated(by: difference)
      if let finding = UniquenessCheck.findings(migrated, limit: 1).first {
        throw SwiftDataError(
          .unknownDataStoreSchema, finding.detail, entity: finding.entity,
          property: finding.property, object: finding.key)
      }
      let outcome = migrated.restoringCarried(
        of: LossStage(from: own, to: tables.schema), from: tables,
        counterparts: StageCounterparts(difference))
      migrated = outcome.tables
      let stage = MigrationReport.Stage(
        fromVersion: Schema.Version(tables.schema.version), toVersion: schema.version,
        kind: .lightweight, steps: MigrationReport.steps(of: difference, on: tables),
        acceptances: tables.words(onOpenDecisions: difference), outcome: outcome,
        lostForeignData: ForeignDataCount(tables).lost(in: migrated))
      return (migrated, MigrationReport(stages: [stage]))
    } catch let problem as SchemaProblem {
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "the document's schema is not that of the models, and no plan says how it becomes it: "
          + problem.detail,
        entity: problem.entity, property: problem.property, object: problem.object,
        underlying: problem)
    }
  }
}

extension Schema.Version {
  /// Creates the version of a document's schema; 1.0.0 if it has none.
  init(_ version: SchemaVersion?) {
    self.init(version?.major ?? 1, version?.minor ?? 0, version?.patch ?? 0)
  }
}
