import DocumentFile
import DocumentTables

/// An open document whose container commits to memory; only explicit calls write files.
///
/// The implementation of document classes of applications; see `TripDocument`.
package final class DocumentSession {
  package let container: ModelContainer
  package let migrationReport: MigrationReport?
  /// The schema version of the document when it was read; nil for a new document, and for one that
  /// states no version.
  package let originalVersion: Schema.Version?
  private let type: DocumentType
  private let binding: DocumentBinding?
  private let opening: SchemaOpening
  /// The limits for reading and writing the document.
  private let limits: ReadingLimits

  /// Creates a document without objects.
  package init(_ opening: SchemaOpening, mediaType: String) throws {
    let schema = try opening.tableSchema()
    let tables = Tables(schema: schema, documentID: UUIDText.number(of: UUID()))
    container = Self.container(tables, opening, report: nil, isReadOnly: false)
    type = DocumentType(mediaType: mediaType) ?? .generic
    binding = nil
    self.opening = opening
    limits = .standard
    migrationReport = nil
    originalVersion = nil
  }

  /// Reads a document and migrates it in memory; does not change the file.
  package init(
    contentsOf path: String, _ opening: SchemaOpening, limits: ReadingLimits = .standard
  ) throws {
    var content: LoadedDocument
    do {
      content = try DocumentFile.read(.path(path), limits: limits.document)
    } catch {
      throw SwiftDataError(loading: error)
    }
    originalVersion = content.tables.schema.version.map { Schema.Version($0) }
    let opened = try opening.at(path).open(content.takeTables())
    container = Self.container(
      opened.tables, opening, report: opened.report, isReadOnly: content.isReadOnly)
    type = content.type
    binding = DocumentBinding(path: path, type: content.type, content: content)
    self.opening = opening.at(path)
    self.limits = limits
    migrationReport = opened.report
  }

  private static func container(
    _ tables: Tables, _ opening: SchemaOpening, report: MigrationReport?, isReadOnly: Bool
  ) -> ModelContainer {
    ModelContainer(
      store: DocumentStore(tables),
      catalog: ModelCatalog(opening.schema.types, schema: tables.schema), schema: opening.schema,
      migrationPlan: opening.plan, migrationReport: report, isReadOnly: isReadOnly)
  }

  package var tables: Tables { container.store.current.tables }

  /// Replaces the file that the document was read from.
  ///
  /// - Throws: ``SwiftDataError`` if the document was not read from a file, or the file cannot be
  ///   replaced.
  package func save(compression: DocumentCompression) throws {
    guard let binding else {
      throw SwiftDataError(
        .saveFailure, "the document has no file yet: write it to one, then open that file")
    }
    try binding.save(tables, compression: compression)
  }

  /// Writes the whole document to a file, which may differ from the file it was read from.
  package func write(
    to path: String, format: DocumentFormat, compression: DocumentCompression
  ) throws {
    try write(tables, to: path, format, compression)
  }

  /// Saves the changes of a context, then writes the whole document in another schema version; the
  /// document itself keeps its version.
  ///
  /// Checks before saving that the version can be reached and that the migration loses no data that
  /// the policy protects.
  ///
  /// - Returns: The report of the migration, with its losses.
  /// - Throws: ``SwiftDataError``. If the version cannot be reached, or the migration would lose
  ///   data that the policy protects, nothing is saved or written.
  package func write(
    _ context: ModelContext, to path: String, format: DocumentFormat,
    compression: DocumentCompression, schemaVersion: Schema.Version, losses: LossPolicy
  ) throws -> MigrationReport {
    if container.isReadOnly { throw SwiftDataError.notWritable }
    guard let plan = opening.plan else {
      throw SwiftDataError(.unknownSchema, "without a migration plan there are no other versions")
    }
    let migrator = opening.named(tables.schema.name).migrator(plan)
    if context.hasChanges {
      _ = try migrator.convert(
        try context.core.tablesIfSaved(), to: schemaVersion, losses: losses)
      try context.save()
    }
    let converted = try migrator.convert(tables, to: schemaVersion, losses: losses)
    try write(converted.tables, to: path, format, compression)
    return converted.report
  }

  private func write(
    _ tables: Tables, to path: String, _ format: DocumentFormat, _ compression: DocumentCompression
  ) throws {
    if container.isReadOnly { throw SwiftDataError.notWritable }
    var options = DocumentWriteOptions(
      encoding: format.encoding, type: type, limits: limits.document)
    options.compressEntries(compression.level)
    do {
      try DocumentFile.write(tables, form: format.form, options: options, to: .path(path))
    } catch {
      throw SwiftDataError(saving: error)
    }
  }
}
