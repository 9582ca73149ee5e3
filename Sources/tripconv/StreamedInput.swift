import DocumentFile
import DocumentTables

/// A document that a verb takes as it passes by: one that has the wanted version already.
///
/// What has to be migrated, or to lose something, comes into memory.
struct StreamedInput {
  let document: StreamedDocument
  /// The released schema that the document has, or its own.
  let schema: TableSchema
  let input: InputArgument

  /// - Returns: The document, or nil where it has to come into memory; and what to read it from then.
  static func open(
    _ input: InputArgument, version: WantedVersion, _ progress: ProgressOption
  ) throws -> (streamed: StreamedInput?, input: InputArgument) {
    let document: StreamedDocument
    do {
      document = try StreamedDocument(input.source, options: progress.streaming)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    let again = InputArgument(document.opened, name: input.name)
    guard !document.header.isReadOnly, let schema = schema(of: document, version) else {
      return (nil, again)
    }
    return (StreamedInput(document: document, schema: schema, input: input), again)
  }

  /// Nil where a migration is needed, or none leads there.
  private static func schema(
    of document: StreamedDocument, _ version: WantedVersion
  ) -> TableSchema? {
    let own = document.header.schema
    if case .own = version { return own }
    guard let versions = try? TripMigration.versions(from: own), let first = versions.first
    else { return nil }
    switch version {
    case .own: return own
    case .current where versions.count > 1: return nil
    case .released(let wanted) where wanted != first: return nil
    default: return (try? TripMigration.tableSchema(first)) ?? nil
    }
  }

  func dump(all: Bool) throws {
    do {
      try document.dump(all: all, schema: schema) { (bytes) throws(StandardOutputFailure) in
        try StandardOutput.write(bytes)
      }
    } catch {
      throw CommandFailure(error, file: error is DocumentError ? input.name : nil)
    }
  }
}
