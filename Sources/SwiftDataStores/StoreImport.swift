import DocumentData
import DocumentFile
import DocumentTables
import Foundation

/// A store read as tables, with the report of what became of its content.
package struct StoreImport {
  package var tables: Tables
  package var report: StoreReport

  /// Whether a file begins as a store does, which `tripconv` asks before reading it as a document.
  package static func isStore(atPath path: String) -> Bool {
    let head = try? RegularFile.head(ofFile: path, count: 16)
    return head.map(OpenStore.begins) ?? false
  }

  /// Reads a store with the schema of its own model.
  ///
  /// The document has every row: where rows contradict the model, its schema is the more lenient one, and
  /// the report says so. Without a model, the tables are read as they are.
  ///
  /// - Parameter readsHistory: Whether the store's history becomes that of the document.
  /// - Throws: ``DocumentError``.
  package init(
    ofOwnSchemaAt path: String, readsHistory: Bool = true, limits: DocumentLimits = .standard,
    isCancelled: (() -> Bool)? = nil
  ) throws(DocumentError) {
    let store = try OpenStore(path, limits: limits, isCancelled: isCancelled)
    var report = store.takeReport()
    guard let model = store.model else {
      self = try Self.plainTables(store, report)
      return
    }
    let layout = try StoreLayout(store, model, &report)
    let schema: TableSchema
    do {
      schema = try StoreSchema.tableSchema(model, name: store.schemaName, &report)
    } catch {
      throw error.inFile(path)
    }
    var reading = RowReading(store, model, layout, as: schema, report)
    var tables = try reading.read(documentID: store.documentID)
    report = reading.report
    report.state(of: store)
    tables = try Self.relaxed(tables, reading.missing, layout, &report, path)
    if readsHistory { try tables.readHistory(of: store, model, &report) }
    self.tables = tables
    self.report = report
  }

  init(tables: Tables, report: StoreReport) {
    self.tables = tables
    self.report = report
  }

  /// Returns the tables with a schema that their rows do not break.
  private static func relaxed(
    _ tables: Tables, _ missing: [RowReading.MissingPlace: RowReading.MissingRows],
    _ layout: StoreLayout, _ report: inout StoreReport, _ path: String
  ) throws(DocumentError) -> Tables {
    var tables = tables
    var entities = tables.schema.entities
    for (place, rows) in missing.sorted(by: {
      ($0.key.hierarchy, $0.key.column) < ($1.key.hierarchy, $1.key.column)
    }) {
      let hierarchy = tables.schema.hierarchies[place.hierarchy]
      let column = hierarchy.columns[place.column]
      guard let index = entities.firstIndex(where: { $0.name == column.entity }) else { continue }
      for own in entities[index].attributes.indices
      where entities[index].attributes[own].name == column.name {
        entities[index].attributes[own].isNullable = true
      }
      for own in entities[index].relationships.indices
      where entities[index].relationships[own].name == column.name {
        entities[index].relationships[own].isNullable = true
      }
      report.noteMissing(
        rows, of: column, in: layout.hierarchy(of: hierarchy.name).map { layout.tables[$0] },
        "the model requires a value; the document's schema does not")
    }
    tables.schema = try schema(of: tables, entities, path)
    // Each round drops a constraint or a bound, of which there are finitely many.
    for _ in 0..<1000 {
      let findings = TablesCheck.findings(tables, limit: 1000)
      guard !findings.isEmpty else { return tables }
      var entities = tables.schema.entities
      for finding in findings {
        try relax(&entities, tables.schema, finding, &report, path)
      }
      tables.schema = try schema(of: tables, entities, path)
    }
    return tables
  }

  private static func schema(
    of tables: Tables, _ entities: [TableEntity], _ path: String
  ) throws(DocumentError) -> TableSchema {
    do {
      return try TableSchema(
        name: tables.schema.name, version: tables.schema.version, entities: entities)
    } catch {
      throw DocumentError(
        .storeModel, file: path, entity: error.entity, property: error.property, error.detail,
        underlying: error)
    }
  }

  /// Drops what a finding breaks.
  private static func relax(
    _ entities: inout [TableEntity], _ schema: TableSchema, _ finding: TableFinding,
    _ report: inout StoreReport, _ path: String
  ) throws(DocumentError) {
    let lineage = Set(schema.lineage(of: finding.entity).map(\.name))
    let detail: String
    let isChanged: Bool
    switch finding.rule {
    case .notUnique:
      detail = "several rows have equal values, so the document's schema has no such constraint"
      isChanged = removeConstraint(of: finding, &entities, schema) { entity in
        lineage.contains(entity)
          || schema.lineage(of: entity).contains { lineage.contains($0.name) }
      }
    case .tooFew, .tooMany:
      detail = "a row has \(finding.detail), so the document's schema has no such number"
      isChanged = change(finding.property, of: lineage, &entities) { relationship in
        if finding.rule == .tooFew { relationship.minimumCount = nil }
        if finding.rule == .tooMany { relationship.maximumCount = nil }
      }
    case .missingReference:
      detail = "a row has no object, so the document's schema requires none"
      isChanged = change(finding.property, of: lineage, &entities) { $0.isNullable = true }
    case .abstractEntity:
      detail = "there are rows of the entity, so it is not abstract in the document's schema"
      let index = entities.firstIndex { $0.name == finding.entity }
      if let index { entities[index].isAbstract = false }
      isChanged = index != nil
    default: (detail, isChanged) = ("", false)
    }
    guard isChanged else {
      throw DocumentError(
        .storeRows, file: path, entity: finding.entity, key: finding.key,
        property: finding.property, "the row breaks a rule of documents: \(finding.detail)")
    }
    let row = report.keys.row(ofKey: finding.key)
    report.note(
      .brokenConstraint, table: row.map { "Z" + $0.hierarchy.uppercased() } ?? "",
      entity: finding.entity, property: finding.property, row: row?.row, detail)
  }

  /// Removes the constraint that a finding names by its properties.
  ///
  /// - Returns: Whether an entity has it in the schema; an earlier finding may have removed it.
  private static func removeConstraint(
    of finding: TableFinding, _ entities: inout [TableEntity], _ schema: TableSchema,
    where isRelated: (String) -> Bool
  ) -> Bool {
    var isChanged = false
    for index in entities.indices {
      let broken = schema.entities[index].uniquenessConstraints.filter {
        $0.joined(separator: ", ") == finding.property
      }
      guard !broken.isEmpty, isRelated(entities[index].name) else { continue }
      entities[index].uniquenessConstraints.removeAll { broken.contains($0) }
      isChanged = true
    }
    return isChanged
  }

  /// Changes a relationship of entities.
  ///
  /// - Returns: Whether one of them has it.
  private static func change(
    _ name: String?, of names: Set<String>, _ entities: inout [TableEntity],
    _ change: (inout TableRelationship) -> Void
  ) -> Bool {
    var isChanged = false
    for index in entities.indices where names.contains(entities[index].name) {
      for own in entities[index].relationships.indices
      where entities[index].relationships[own].name == name {
        change(&entities[index].relationships[own])
        isChanged = true
      }
    }
    return isChanged
  }
}

extension StoreReport {
  mutating func noteMissing(
    _ rows: RowReading.MissingRows, of column: ColumnLayout, in table: EntityTable?, _ words: String
  ) {
    let place = PropertyPlace(entity: column.entity, name: column.name)
    var name = table?.references[place].map { table?.columns[$0] ?? "" }
    if case .column(let position, _)? = table?.attributes[place]?.unwrapped {
      name = table?.columns[position]
    }
    for row in rows.rows {
      note(
        .missingValue, table: table?.name ?? "", column: name, entity: column.entity,
        property: column.name, row: row, words)
    }
    if rows.count > rows.rows.count {
      note(
        .missingValue, table: table?.name ?? "", column: name, entity: column.entity,
        property: column.name, count: rows.count - rows.rows.count, words)
    }
  }

  mutating func state(of store: OpenStore) {
    frameworkVersion = store.frameworkVersion
    modelVersions = store.model?.versionIdentifiers ?? []
  }
}

extension OpenStore {
  /// The name of the schema of a document made of the store without an app's models.
  ///
  /// A store does not name its schema, and the name of its file would differ between stores of one app.
  var schemaName: String { "store" }

  /// The identity of a document made of the store: that of the store, so that copies made at different times
  /// are known as one document.
  var documentID: UInt128 { storeID ?? 0 }
}
