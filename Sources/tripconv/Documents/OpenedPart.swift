import DocumentFile
import DocumentTables

/// A document of which a verb reads a part, where that can be had without the rest.
enum OpenedPart {
  /// Opens a document without reading its records; one that must be migrated is read whole.
  static func document(
    _ input: InputArgument, keepVersion: Bool, verifiesIndexes: Bool = false
  ) throws -> PartialDocumentReader {
    if input.source.path != nil {
      do {
        let document = try PartialDocumentReader(
          input.source, limits: input.limits, verifiesIndexes: verifiesIndexes)
        if try keepVersion || TripMigration.isCurrent(document.schema) { return document }
      } catch let error as DocumentError {
        throw CommandFailure(error, file: input.name)
      }
    }
    let opened = try OpenedDocument(
      input, version: keepVersion ? .own : .current, mayKeepVersion: true)
    return PartialDocumentReader(
      opened.tables, form: opened.form, encoding: opened.encoding, type: opened.type)
  }

  /// Prints a subset like a document, without the lines that only other objects could tell.
  static func dump(_ subset: TablesSubset, all: Bool) throws(StandardOutputFailure) {
    let unread = subset.unreadRelationships.map { DumpedProperty($0.entity, $0.property) }
    try TablesDump.dump(
      subset.tables, all: all, omitting: Set(unread), to: StandardOutput.write)
  }
}
