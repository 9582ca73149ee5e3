import DocumentTables
import ZipArchive

/// Documents as files: reading, looking, checking, writing, and saving in place.
///
///     read      bytes ─► zip or flat text ─► records ─► segments ─► tables ─► rules
///     write     tables ─► records ─► chunks or lines ─► zip or flat text ─► file, device, pipe
///     save      the same into a file that is locked, compared with what was read, and replaced
package enum DocumentFile {
  /// Reads a whole document of either form and encoding, and checks every rule of the format.
  package static func read(
    _ source: ReadSource, limits: DocumentLimits = .standard, workers: WorkerCount = .standard
  ) throws(DocumentError) -> LoadedDocument {
    do {
      let bytes = try ReadingFile.open(source, limits: limits)
      var content =
        switch try FileFormat(of: bytes) {
        case .zip: try DocumentReader.read(bytes, limits: limits, workers: workers)
        case .flat(let encoding):
          try readFlat(
            try ReadingFile.wholeBytes(of: bytes), encoding, isFile: source.path != nil,
            limits: limits)
        }
      content.limits = limits
      return content
    } catch {
      throw error.inFile(source.path)
    }
  }

  private static func readFlat(
    _ bytes: [UInt8], _ encoding: DocumentEncoding, isFile: Bool, limits: DocumentLimits
  ) throws(DocumentError) -> LoadedDocument {
    var (sections, tables) = try FlatReader(encoding: encoding, limits: limits).read(bytes)
    try TablesRules(tables).check(maximum: 1) { (error) throws(DocumentError) in throw error }
    tables.noteUniqueness()
    return LoadedDocument(
      tables: tables, form: .flat, encoding: encoding, header: sections.header, volatile: nil,
      origin: isFile
        ? DocumentOrigin(
          identity: FileIdentity(ofWhole: bytes), manifestDigest: nil, revision: nil, parts: nil)
        : nil)
  }

  /// Reads header and manifest only; a flat document up to the end of its schema.
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
      let refuse = { (error: DocumentError) throws(DocumentError) in throw error }
      return DocumentSummary(try ArchiveEnvelope(bytes, limits: limits, report: refuse))
    case .flat(let encoding):
      let flat = try FlatStream(
        bytes, encoding, limits: limits, workers: .one,
        windowBytes: StreamingOptions.standardWindowBytes)
      return DocumentSummary(flat.sections, encoding: encoding, fileBytes: bytes.count)
    }
  }

  /// Checks a document and goes on after what is wrong, as far as that makes sense.
  ///
  /// - Returns: At most `maximum` findings in the order in which they were met; none for a valid
  ///   document. What keeps the file from being read at all is a finding too.
  package static func validate(
    _ source: ReadSource, limits: DocumentLimits = .standard, maximum: Int = 100,
    workers: WorkerCount = .standard
  ) -> [DocumentError] {
    let findings: [DocumentError]
    do throws(DocumentError) {
      let bytes = try ReadingFile.open(source, limits: limits)
      findings = DocumentValidation(limits: limits, maximum: maximum, workers: workers)
        .findings(bytes)
    } catch {
      findings = [error]
    }
    return findings.map { $0.inFile(source.path) }
  }

  /// Writes tables in full: a regular file is replaced as a whole or not at all, everything else is
  /// written straight into.
  ///
  /// - Parameter origin: What the target held when it was read, where it is the file that the tables
  ///   came from; another content is not replaced.
  /// - Returns: Which rights and attributes of the old file the new one could not get.
  /// - Throws: ``DocumentError``; with `.savedDurabilityUnknown` the new file stands in its place.
  @discardableResult
  package static func write(
    _ tables: Tables, form: DocumentForm, options: DocumentWriteOptions, to target: WriteTarget,
    insteadOf origin: DocumentOrigin? = nil
  ) throws(DocumentError) -> UnkeptRights {
    let content = { (output: @escaping FileReplacement.Output) throws(DocumentError) in
      _ = try write(tables, form: form, options: options, into: output)
    }
    do throws(DocumentError) {
      switch try target.resolve() {
      case .stream(let descriptor):
        try FileReplacement.write(into: descriptor, path: target.path, content)
        return UnkeptRights()
      case .file(let file):
        // Whoever is saving the old file must not put it back over the new one.
        let lock = try FileLock(path: file.path)
        if let origin {
          guard let lock else { throw DocumentError(.fileChanged, "it is gone") }
          let now = try identity(of: lock.descriptor.number, limits: options.limits)
          guard now == origin.identity else { throw DocumentError(.fileChanged) }
        }
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

  /// The bytes of a document, for callers that have a place for them themselves.
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

  static func identity(
    of descriptor: Int32, limits: DocumentLimits
  ) throws(DocumentError) -> FileIdentity {
    do {
      return try FileIdentity(
        of: try FileByteSource(descriptor: descriptor, ownership: .lent), limits: limits)
    } catch {
      throw DocumentError(wrapping: error, part: nil)
    }
  }
}
