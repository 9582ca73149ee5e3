import DocumentFile
import DocumentTables

extension SchemaMigrationPlan {
  /// Previews a document's migration to a version of this plan, without writing anything.
  ///
  /// - Parameters:
  ///   - url: A document file.
  ///   - version: The target version, newer or older than the document's; nil for the newest.
  ///   - restoration: What to do with data that the document carries from an older migration.
  ///   - limits: The limits that the file must meet.
  /// - Returns: The stages, their steps, and all changes and losses; no stages if the document
  ///   already has the version.
  /// - Throws: The errors of the migration: ``SwiftDataError``.
  public static func migrationPreview(
    of url: URL, to version: Schema.Version? = nil, restoration: RestorationPolicy = .restore,
    limits: ReadingLimits = .standard
  ) throws -> MigrationReport {
    var content: LoadedDocument
    do {
      content = try DocumentFile.read(.path(url.path), limits: limits.document)
    } catch {
      throw SwiftDataError(loading: error)
    }
    let migrator = Migrator(
      self, schemaName: content.tables.schema.name, configurations: [ModelConfiguration(url: url)])
    let target = try version ?? migrator.currentSchema().versionIdentifier
    return try migrator.convert(
      content.takeTables(), to: target, losses: .carry, restoration: restoration
    ).report
  }

  /// Writes a document in a newer or older version of this plan to another file, in the same form
  /// and encoding.
  ///
  /// - Parameters:
  ///   - url: A document file, which is not changed.
  ///   - version: The version to write.
  ///   - destination: The file to create or replace.
  ///   - losses: What to do with data that the version cannot store.
  ///   - restoration: What to do with data that the document carries from an older migration.
  ///   - compression: The trade-off between compression time and file size.
  ///   - limits: The limits that the file must meet.
  /// - Returns: The changes and losses of the migration.
  /// - Throws: ``SwiftDataError`` if the document cannot be read, migrated or written;
  ///   ``SwiftDataError/lossyMigration``, with nothing written, if data would be lost and `losses`
  ///   is ``LossPolicy/refuse``.
  @discardableResult
  public static func convert(
    _ url: URL, to version: Schema.Version, writingTo destination: URL,
    losses: LossPolicy = .carry, restoration: RestorationPolicy = .restore,
    compression: DocumentCompression = .standard, limits: ReadingLimits = .standard
  ) throws -> MigrationReport {
    var content: LoadedDocument
    do {
      content = try DocumentFile.read(.path(url.path), limits: limits.document)
    } catch {
      throw SwiftDataError(loading: error)
    }
    if content.isReadOnly { throw SwiftDataError(readOnly: .unknownFeature) }
    let migrator = Migrator(
      self, schemaName: content.tables.schema.name, configurations: [ModelConfiguration(url: url)])
    let converted = try migrator.convert(
      content.takeTables(), to: version, losses: losses, restoration: restoration)
    var options = DocumentWriteOptions(
      encoding: content.encoding, type: content.type, limits: limits.document)
    options.compressEntries(compression.level)
    do {
      try DocumentFile.write(
        converted.tables, form: content.form, options: options, to: .path(destination.path))
    } catch {
      throw SwiftDataError(saving: error)
    }
    return converted.report
  }
}
