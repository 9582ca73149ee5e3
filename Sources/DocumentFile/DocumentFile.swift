import DocumentTables
import ZipArchive

/// Operations on document files: reading, summarizing, checking, writing, and saving in place.
///
///     read      bytes ─► zip or flat text ─► records ─► segments ─► tables ─► rules
///     write     tables ─► records ─► chunks or lines ─► zip or flat text ─► file, device, pipe
///     save      the same, into a locked file that is compared with the state read, then replaced
package enum DocumentFile {
  /// Reads a whole document of either form and encoding, and checks all rules of the format.
  ///
  /// - Parameter isCancelled: Returns whether reading must stop; then it throws `.readingFailed`.
  package static func read(
    _ source: ReadSource, limits: DocumentLimits = .standard, workers: WorkerCount = .standard,
    isCancelled: (() -> Bool)? = nil
  ) throws(DocumentError) -> LoadedDocument {
    var options = PassOptions(limits: limits, workers: workers)
    options.isCancelled = isCancelled
    return try DocumentPass(source, options: options, plan: .load, report: DocumentError.refuse)
      .load()
  }

  /// Reads only the header and manifest; of a flat document, everything before the tables.
  package static func summary(
    _ source: ReadSource, limits: DocumentLimits = .standard
  ) throws(DocumentError) -> DocumentSummary {
    do {
      return try summary(of: try ReadingFile.open(source, limits: limits), limits: limits)
    } catch {
      throw error.inFile(source.path)
    }
  }

  static func summary(
    of bytes: any ByteSource, limits: DocumentLimits
  ) throws(DocumentError) -> DocumentSummary {
    switch try FileFormat(of: bytes) {
    case .zip:
      return try DocumentSummary(
        try ArchiveEnvelope(bytes, limits: limits, report: DocumentError.refuse))
    case .flat(let encoding):
      let flat = try FlatStream(
        bytes, encoding, limits: limits,
        windowBytes: PassOptions.standardWindowBytes)
      return DocumentSummary(flat.sections, encoding: encoding, fileBytes: bytes.count)
    }
  }

  /// Writes tables in full: replaces a regular file atomically and writes directly into anything
  /// else.
  ///
  /// - Returns: The rights and attributes of the old file that the new file could not get.
  /// - Throws: ``DocumentError``; with `.savedDurabilityUnknown` the new file is already in place.
  @discardableResult
  package static func write(
    _ tables: Tables, form: DocumentForm, options: DocumentWriteOptions, to target: WriteTarget
  ) throws(DocumentError) -> UnkeptRights {
    try write(to: target) {
      (output) throws(DocumentError) in
      _ = try write(tables, form: form, options: options, into: output)
    }
  }

  /// Writes tables in a foreign format: replaces a regular file atomically and writes directly into
  /// anything else.
  ///
  /// - Parameter begin: Returns the writer of the tables into an output.
  /// - Returns: As for ``write(_:form:options:to:)``.
  @discardableResult
  package static func write(
    _ tables: Tables, to target: WriteTarget, workers: WorkerCount = .standard,
    beginning begin: (@escaping DocumentOutput) throws(DocumentError) -> any DocumentSink
  ) throws(DocumentError) -> UnkeptRights {
    try write(to: target) { (output) throws(DocumentError) in
      try write(tables, workers: workers, into: try begin(output))
    }
  }

  private static func write(
    to target: WriteTarget, _ content: (@escaping DocumentOutput) throws(DocumentError) -> Void
  ) throws(DocumentError) -> UnkeptRights {
    do throws(DocumentError) {
      switch try target.resolve() {
      case .stream(let descriptor):
        try FileReplacement.write(into: descriptor, path: target.path, content)
        return UnkeptRights()
      case .file(let file):
        // The lock keeps a program that is saving the old file from replacing the new one.
        let lock = try FileLock(path: file.path)
        let outcome = try withExtendedLifetime(lock) { () throws(DocumentError) in
          try FileReplacement(file: file).perform(content) { (_) throws(DocumentError) in }
        }
        if let problem = outcome.durabilityProblem { throw problem }
        return outcome.unkept
      }
    } catch {
      throw error.inFile(target.path)
    }
  }

  /// Returns the bytes of a document, for callers that store them themselves.
  package static func bytes(
    of tables: Tables, form: DocumentForm, options: DocumentWriteOptions
  ) throws(DocumentError) -> [UInt8] {
    let buffer = ByteBuffer()
    _ = try write(tables, form: form, options: options) { bytes throws(DocumentError) in
      buffer.bytes.append(contentsOf: bytes)
    }
    return buffer.bytes
  }

  private final class ByteBuffer {
    var bytes: [UInt8] = []
  }
}
