import DocumentFile
import DocumentTables
import Foundation

/// Documents as plain SQLite files, for queries and edits in SQL.
///
/// The article <doc:SQLiteFiles> describes the tables, and how the files are read again.
public enum SQLiteExport {
  private static var export: SinkExport<SQLiteSink> {
    SinkExport { (tables, output) throws(DocumentError) in
      try SQLiteSink(tables, in: PassOptions().temporaryFolder, output: output)
    }
  }

  /// Writes a document file as an SQLite file, which appears only when it is complete.
  ///
  /// - Parameters:
  ///   - document: A document of any form and schema. Its version is kept.
  ///   - file: The file to write; an existing file is replaced.
  /// - Returns: What the SQLite file does not contain, as sentences.
  /// - Throws: An error whose description names the file, the place and the cause, if the document cannot be
  ///   read or the file cannot be written. Nothing is written then.
  @discardableResult
  public static func write(_ document: URL, to file: URL) throws -> [String] {
    try export.write(document, to: file)
  }

  /// Writes a document that is read in a pass.
  ///
  /// - Parameters:
  ///   - schema: As in `DocumentPass.write`.
  ///   - announce: Called after all checks have passed, before the output becomes visible.
  /// - Returns: The outcome, and what the SQLite file does not contain.
  package static func write(
    _ pass: DocumentPass, to target: WriteTarget, schema: TableSchema? = nil,
    announce: () throws(DocumentError) -> Void = {}
  ) throws(DocumentError) -> (outcome: PassOutcome, notes: [String]) {
    try export.write(pass, to: target, schema: schema, announce: announce)
  }

  /// Writes tables.
  ///
  /// - Returns: The rights of a replaced file that the new file could not get, and what the SQLite file does not
  ///   contain.
  package static func write(
    _ tables: Tables, to target: WriteTarget
  ) throws(DocumentError) -> (unkept: UnkeptRights, notes: [String]) {
    try export.write(tables, to: target)
  }
}
