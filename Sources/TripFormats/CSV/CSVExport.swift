import DocumentFile
import DocumentTables
import Foundation

/// Documents as CSV files, one row for each object.
///
/// The article <doc:CSVFiles> describes the columns.
public enum CSVExport {
  private static var export: SinkExport<CSVSink> {
    SinkExport { (tables, output) throws(DocumentError) in
      CSVSink(tables, in: PassOptions().temporaryFolder, output: output)
    }
  }

  /// Writes a document file as a CSV file, which appears only when it is complete.
  ///
  /// - Parameters:
  ///   - document: A document of any form and schema. Its version is kept.
  ///   - file: The file to write; an existing file is replaced.
  /// - Returns: What the CSV file does not contain, as sentences.
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
  /// - Returns: The outcome, and what the CSV file does not contain.
  package static func write(
    _ pass: DocumentPass, to target: WriteTarget, schema: TableSchema? = nil,
    announce: () throws(DocumentError) -> Void = {}
  ) throws(DocumentError) -> (outcome: PassOutcome, notes: [String]) {
    try export.write(pass, to: target, schema: schema, announce: announce)
  }

  /// Returns tables as the bytes of a CSV file, and what it does not contain.
  static func bytes(_ tables: Tables) throws(DocumentError) -> (bytes: [UInt8], notes: [String]) {
    let output = Output()
    let sink = CSVSink(tables, in: PassOptions().temporaryFolder) {
      (bytes) throws(DocumentError) in output.bytes.append(contentsOf: bytes)
    }
    try DocumentFile.write(tables, workers: .standard, into: sink)
    return (output.bytes, sink.notes)
  }

  private final class Output {
    var bytes: [UInt8] = []
  }

  /// Writes tables.
  ///
  /// - Returns: The rights of a replaced file that the new file could not get, and what the CSV file does not
  ///   contain.
  package static func write(
    _ tables: Tables, to target: WriteTarget
  ) throws(DocumentError) -> (unkept: UnkeptRights, notes: [String]) {
    try export.write(tables, to: target)
  }
}
