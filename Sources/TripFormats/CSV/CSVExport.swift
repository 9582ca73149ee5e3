import DocumentFile
import DocumentTables
import Foundation

/// Documents as CSV files, one row for each object.
///
/// The article <doc:CSVFiles> describes the columns.
public enum CSVExport {
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
    let source = ReadSource.path(document.path)
    let target = WriteTarget.path(file.path)
    guard !target.isSameFile(as: source) else {
      throw DocumentError(
        .outputCannotBeCreated, file: file.path, "it is the document that is read")
    }
    let pass = try DocumentPass(source, options: PassOptions())
    let (outcome, notes) = try write(pass, to: target)
    if case .needsAllRows = outcome {
      throw DocumentError(.outputFailed, file: file.path, "the document needs a migration")
    }
    return notes
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
    var sink: CSVSink?
    let outcome = try pass.write(to: target, schema: schema, announce: announce) {
      (tables, output) throws(DocumentError) in
      let made = CSVSink(tables, in: PassOptions().temporaryFolder, output: output)
      sink = made
      return made
    }
    let history = pass.header.history == nil ? [] : ["the history is not written"]
    return (outcome, (sink?.notes ?? []) + history)
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
    var sink: CSVSink?
    let unkept = try DocumentFile.write(tables, to: target) { (output) throws(DocumentError) in
      let made = CSVSink(tables, in: PassOptions().temporaryFolder, output: output)
      sink = made
      return made
    }
    return (unkept, sink?.notes ?? [])
  }
}
