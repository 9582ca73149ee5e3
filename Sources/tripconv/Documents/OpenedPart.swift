import DocumentFile
import DocumentTables

/// Operations for verbs that read only a part of a document.
enum OpenedPart {
  /// Opens a document without reading its records.
  ///
  /// Reads the whole document if it must be migrated or comes from standard input.
  static func document(
    _ input: InputArgument, keepVersion: Bool, verifiesIndexes: Bool = false
  ) throws -> PartialDocumentReader {
    if input.source.path != nil {
      do {
        let document = try PartialDocumentReader(
          input.source, limits: input.limits, verifiesIndexes: verifiesIndexes)
        if try keepVersion || TripMigration.isCurrent(document.schema)
          || TripMigration.isForeign(document.header)
        {
          return document
        }
      } catch let error as DocumentError {
        throw CommandFailure(error, file: input.name)
      }
    }
    return try OpenedDocument(
      input, version: keepVersion ? .own : .current, mayKeepVersion: true
    ).partialReader
  }

  /// Prints a subset like a document, omitting relationships whose other end was not read.
  static func dump(_ subset: TablesSubset, all: Bool) throws(StandardOutputFailure) {
    let unread = subset.unreadRelationships.map { DumpedProperty($0.entity, $0.property) }
    try TablesDump.dump(
      subset.tables, all: all, omitting: Set(unread), to: StandardOutput.write)
  }
}
