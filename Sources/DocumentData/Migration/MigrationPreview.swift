import DocumentFile
import DocumentTables

extension SchemaMigrationPlan {
  /// What it would do to bring a document to a version of this plan, in memory: nothing is written.
  ///
  /// - Parameters:
  ///   - url: A document file.
  ///   - version: The version to bring it to, a newer one or an older one than the document's; nil
  ///     for the newest.
  ///   - restoration: What to do with data that the document carries from an older migration.
  ///   - limits: What the file may ask for at most.
  /// - Returns: The stages, their steps and everything that would change or be lost; no stages
  ///   where the document has the version already.
  /// - Throws: What migrating it would throw: ``SwiftDataError``.
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

  /// Writes a document in a version of this plan, a newer one or an older one, to a file of its own,
  /// in the form and encoding that it has.
  ///
  /// - Parameters:
  ///   - url: A document file, which stays as it is.
  ///   - version: The version to write.
  ///   - destination: The file to make or replace.
  ///   - losses: What becomes of that which the version cannot hold.
  ///   - restoration: What to do with data that the document carries from an older migration.
  ///   - compression: How much time to spend on making the file small.
  ///   - limits: What the file may ask for at most.
  /// - Returns: What that did, and what it lost.
  /// - Throws: ``SwiftDataError`` where the document cannot be read, migrated or written;
  ///   ``SwiftDataError/lossyMigration``, with nothing written, where something would be lost and
  ///   must not be.
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
    if content.isReadOnly { throw SwiftDataError.notWritable }
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
