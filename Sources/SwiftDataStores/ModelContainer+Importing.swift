import DocumentData
import DocumentFile
import DocumentTables
import Foundation

extension ModelContainer {
  /// Creates a container of the objects of a SwiftData store.
  ///
  /// The store is copied and read in the copy; nothing beside it changes. Its own model decides which
  /// version of the plan reads it, and the plan's stages lead to the newest one. The history of the store's saves
  /// becomes that of the container:
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   importing: url, for: Book.self, migrationPlan: LibraryPlan.self)
  /// print(container.storeReport?.findings ?? [], container.migrationReport?.stages ?? [])
  /// ```
  ///
  /// - Parameters:
  ///   - url: The store, such as `default.store`; its log and its external files lie beside it.
  ///   - types: The model classes; related models are included.
  ///   - migrationPlan: The plan with the version that the store was written with.
  ///   - configurations: One configuration, or none. Of one with a file, the file is created and must not
  ///     exist; without one, the container is in memory.
  ///   - limits: The limits for reading.
  /// - Throws: The errors of ``init(importing:for:migrationPlan:configurations:limits:)``.
  public convenience init(
    importing url: URL, for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...,
    limits: ReadingLimits = .standard
  ) throws {
    try self.init(
      importing: url, for: Schema(types), migrationPlan: migrationPlan,
      configurations: configurations, limits: limits)
  }

  /// Creates a container of the objects of a SwiftData store.
  ///
  /// - Throws: `SwiftDataError.unknownDataStoreSchema` if no version of the plan fits the store, with the
  ///   first differences of the nearest; `SwiftDataError.loadIssueModelContainer` if the file is no store
  ///   or damaged, or if rows lack values that the models require;
  ///   `SwiftDataError.migrationStageFailure` if a stage fails;
  ///   `SwiftDataError.duplicateConfiguration` for several configurations;
  ///   `SwiftDataError.saveFailure` if the configuration's file exists or cannot be written.
  public convenience init(
    importing url: URL, for schema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration] = [], limits: ReadingLimits = .standard
  ) throws {
    guard configurations.count <= 1 else {
      throw SwiftDataError.duplicateConfiguration
    }
    let imported = try TypedImport(
      url.path, schema, migrationPlan, limits: limits.document)
    if let configuration = configurations.first, !configuration.isStoredInMemoryOnly {
      do throws(DocumentError) {
        _ = try DocumentFile.create(
          imported.tables, form: .document,
          options: DocumentWriteOptions(encoding: .json, type: .generic),
          at: configuration.url.path)
      } catch {
        throw SwiftDataError(saving: error)
      }
      try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    } else {
      self.init(
        imported: imported.tables, schema: schema, migrationPlan: migrationPlan,
        configurations: Set(configurations), migrationReport: imported.migrationReport)
    }
    importReport = ImportReport(
      report: imported.report, migration: imported.migrationReport)
  }

  /// What became of the store's rows, if the container was created of one.
  public var storeReport: StoreReport? { (importReport as? ImportReport)?.report }

  /// The report of the plan's stages on the way from the store's version; nil if it was the newest.
  public var storeMigrationReport: MigrationReport? {
    (importReport as? ImportReport)?.migration
  }
}

extension ModelDocument {
  /// Reads a SwiftData store, without changing it, as a document without a file.
  ///
  /// ``ModelContainer/storeReport`` of the document's container says what became of each row.
  ///
  /// - Parameters:
  ///   - url: The store; its log and its external files lie beside it.
  ///   - types: The model classes; related models are included.
  ///   - migrationPlan: The plan with the version that the store was written with.
  ///   - limits: The limits for reading.
  /// - Throws: The errors of `ModelContainer.init(importing:for:migrationPlan:configurations:limits:)`;
  ///   `CancellationError` if the task is cancelled.
  public convenience init(
    importing url: URL, for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, limits: ReadingLimits = .standard
  ) async throws {
    let path = url.path
    let schema = Schema(types)
    let imported = try await BlockingExecutor.shared.run {
      try TypedImport(path, schema, migrationPlan, limits: limits.document)
    }
    self.init(
      imported: imported.tables,
      SchemaOpening(schema, plan: migrationPlan),
      report: imported.migrationReport, from: imported.version,
      importReport: ImportReport(
        report: imported.report, migration: imported.migrationReport), limits)
  }
}

/// The reports of a container that was made of a store.
struct ImportReport: Sendable {
  var report: StoreReport
  var migration: MigrationReport?
}

/// A store read with the models of an app.
struct TypedImport {
  var tables: Tables
  var report: StoreReport
  var migrationReport: MigrationReport?
  /// The version of the plan that the store was read with; nil without a plan.
  var version: SchemaVersion?

  init(
    _ path: String, _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?,
    limits: DocumentLimits
  ) throws {
    do {
      let store = try OpenStore(
        path, limits: limits, isCancelled: { Task.isCancelled })
      guard let model = store.model else {
        throw DocumentError(
          .storeModel, file: path,
          "the store keeps no model, so no schema fits it; tripconv convert reads its tables as they are"
        )
      }
      let opening = SchemaOpening(schema, plan: plan)
      let source = try Self.source(schema, plan, opening, opening.schemaName, model)
      var report = store.takeReport()
      let layout = try StoreLayout(store, model, &report)
      var reading = RowReading(
        store, model, layout, as: source.tables, report,
        typed: { source.types[$0] })
      var tables = try reading.read(documentID: store.documentID)
      report = reading.report
      report.state(of: store)
      try Self.check(tables, reading.missing, path)
      try tables.readHistory(of: store, model, &report)
      self.report = report
      let opened = try opening.open(tables)
      self.tables = opened.tables
      migrationReport = opened.report
      version = source.tables.version
    } catch let error as DocumentError {
      try Task.checkCancellation()
      throw SwiftDataError(loading: error.inFile(path))
    }
  }

  /// The schema that a store is read with, and the types of its properties.
  private struct Source {
    var tables: TableSchema
    var types: [PropertyPlace: TypedValue]
  }

  /// Returns the version of the plan that fits the store; without a plan, the models themselves, or the
  /// store's own schema with the types of the models, for a lightweight migration.
  private static func source(
    _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?, _ opening: SchemaOpening,
    _ name: String, _ model: ManagedModel
  ) throws -> Source {
    guard let plan else {
      let own = try opening.tableSchema()
      if SchemaFit(own, model).differences.isEmpty {
        return Source(tables: own, types: types(schema))
      }
      var ignored = StoreReport()
      let made = try StoreSchema.tableSchema(model, name: name, &ignored)
      var entities = made.entities
      for index in entities.indices {
        guard let wanted = own.entity(named: entities[index].name) else { continue }
        for place in entities[index].attributes.indices {
          let attribute = entities[index].attributes[place]
          guard let twin = wanted.attribute(named: attribute.name),
            let managed = model.entity(named: wanted.name)?.attributes.first(where: {
              $0.name == attribute.name
            }), managed.mayBe(twin.type)
          else { continue }
          entities[index].attributes[place] = twin
        }
      }
      return Source(
        tables: try TableSchema(name: name, version: nil, entities: entities),
        types: types(schema))
    }
    var best: (Source, deviations: Int, isNamed: Bool)?
    var nearest: (name: String, differences: [String])?
    // Of equal ones the newest.
    for version in plan.schemas.reversed() {
      let candidate = Schema(versionedSchema: version)
      let tables = try version.checkedTableSchema(name: name)
      let fit = SchemaFit(tables, model)
      guard fit.differences.isEmpty else {
        if fit.differences.count < nearest?.differences.count ?? .max {
          nearest = ("\(version)", fit.differences)
        }
        continue
      }
      let isNamed = model.versionIdentifiers.contains(version.versionIdentifier.description)
      if let best, (best.isNamed ? 0 : 1, best.deviations) <= (isNamed ? 0 : 1, fit.deviations) {
        continue
      }
      best = (Source(tables: tables, types: types(candidate)), fit.deviations, isNamed)
    }
    if let best { return best.0 }
    let words = nearest.map { nearest in
      let shown = nearest.differences.prefix(5).joined(separator: "; ")
      let rest = nearest.differences.count - 5
      return "nearest is \(nearest.name): \(shown)" + (rest > 0 ? "; and \(rest) more" : "")
    }
    throw SwiftDataError.unknownStore(
      "no version of \(plan) fits the model of the store"
        + (words.map { "; \($0)" } ?? "")
        + "; add the version that the store was written with to the plan")
  }

  /// The types of the properties that only the classes know.
  private static func types(_ schema: Schema) -> [PropertyPlace: TypedValue] {
    var types: [PropertyPlace: TypedValue] = [:]
    for entity in schema.entities {
      for attribute in entity.storedProperties.compactMap({ $0 as? Schema.Attribute }) {
        guard let coding = AttributeCodingFactory.coding(ofAny: attribute.valueType) else {
          continue
        }
        let isScalar = if case .scalar = coding.attributeType.type { true } else { false }
        // Values of scalars need no check of their own.
        if isScalar { continue }
        types[PropertyPlace(entity: entity.name, name: attribute.name)] = TypedValue(
          valueType: attribute.valueType, coding: coding)
      }
    }
    return types
  }

  /// - Throws: `store-rows` if rows lack values that the models require, or break their constraints.
  private static func check(
    _ tables: Tables, _ missing: [RowReading.MissingPlace: RowReading.MissingRows], _ path: String
  ) throws(DocumentError) {
    let places = missing.sorted {
      ($0.key.hierarchy, $0.key.column) < ($1.key.hierarchy, $1.key.column)
    }
    guard let (place, _) = places.first else {
      guard let finding = TablesCheck.findings(tables, limit: 1).first else { return }
      throw DocumentError(
        .storeRows, file: path, entity: finding.entity, key: finding.key,
        property: finding.property, "the rows break a rule of the models: \(finding.detail)")
    }
    let column = tables.schema.hierarchies[place.hierarchy].columns[place.column]
    let words = places.prefix(5).map { place, rows in
      let column = tables.schema.hierarchies[place.hierarchy].columns[place.column]
      let shown = rows.rows.prefix(5).map(String.init).joined(separator: ", ")
      return "\(column.entity).\(column.name) in \(rows.count) "
        + "\(rows.count == 1 ? "row" : "rows") (Z_PK \(shown)\(rows.count > 5 ? ", …" : ""))"
    }
    throw DocumentError(
      .storeRows, file: path, entity: column.entity, property: column.name,
      "rows have no value that the models could read: \(words.joined(separator: "; ")); declare the "
        + "property optional in the version that the store was written with")
  }
}
