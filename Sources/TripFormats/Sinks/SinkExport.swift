import DocumentFile
import DocumentTables
import Foundation

/// A sink that says what its file does not contain.
protocol NotedSink: AnyObject, DocumentSink {
  /// What the file does not contain, as sentences; complete once all rows have passed.
  var notes: [String] { get }
}

/// Files of a format without a model of its own: the rows of a document of any schema go through a sink, from a
/// file, from a pass, or from tables.
package struct SinkExport: Sendable {
  /// Makes the sink for the schema and the identity of a document.
  let begin: @Sendable (Tables, @escaping DocumentOutput) throws(DocumentError) -> any NotedSink

  /// Writes a document file, whose version is kept.
  ///
  /// - Returns: What the new file does not contain.
  func write(_ document: URL, to file: URL) throws -> [String] {
    let source = ReadSource.path(document.path)
    let target = WriteTarget.path(file.path)
    guard !target.isSameFile(as: source) else {
      throw DocumentError(
        .outputCannotBeCreated, file: file.path, "it is the document that is read")
    }
    let pass = try DocumentPass(source, options: PassOptions())
    let (outcome, notes) = try write(pass, to: target, schema: nil) {}
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
  /// - Returns: The outcome, and what the file does not contain.
  package func write(
    _ pass: DocumentPass, to target: WriteTarget, schema: TableSchema?,
    announce: () throws(DocumentError) -> Void
  ) throws(DocumentError) -> (outcome: PassOutcome, notes: [String]) {
    var sink: (any NotedSink)?
    let outcome = try pass.write(to: target, schema: schema, announce: announce) {
      (tables, output) throws(DocumentError) in
      let made = try begin(tables, output)
      sink = made
      return made
    }
    let history = pass.header.history == nil ? [] : ["the history is not written"]
    return (outcome, (sink?.notes ?? []) + history)
  }

  /// Writes tables.
  ///
  /// - Returns: The rights of a replaced file that the new file could not get, and what the new file does not
  ///   contain.
  package func write(
    _ tables: Tables, to target: WriteTarget
  ) throws(DocumentError) -> (unkept: UnkeptRights, notes: [String]) {
    var sink: (any NotedSink)?
    let unkept = try DocumentFile.write(tables, to: target) { (output) throws(DocumentError) in
      let made = try begin(tables, output)
      sink = made
      return made
    }
    return (unkept, sink?.notes ?? [])
  }

  /// Returns tables as the bytes of a file, and what it does not contain.
  func bytes(of tables: Tables) throws(DocumentError) -> (bytes: [UInt8], notes: [String]) {
    let written = Written()
    let sink = try begin(tables) { (bytes) throws(DocumentError) in
      written.bytes.append(contentsOf: bytes)
    }
    try DocumentFile.write(tables, workers: .standard, into: sink)
    return (written.bytes, sink.notes)
  }

  private final class Written {
    var bytes: [UInt8] = []
  }
}
