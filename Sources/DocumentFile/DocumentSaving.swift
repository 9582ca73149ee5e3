import DocumentTables
import ZipArchive

extension DocumentFile {
  /// The result of saving in place.
  package struct Saved: Sendable {
    /// The state of the file after the save, for the next save.
    package let origin: DocumentOrigin
    /// Set if the new file is in place but may not survive a loss of power.
    package let durabilityProblem: DocumentError?
    /// The rights and attributes of the old file that the new file could not get.
    package let unkept: UnkeptRights
  }

  /// Saves tables over the file that they were read from.
  ///
  /// Locks the file first; the file must be unchanged since the last read or save. Unchanged parts
  /// are copied from the old file as stored, with their digests checked; only changed parts are
  /// written anew.
  ///
  /// - Parameter content: The result of ``read(_:limits:workers:)``.
  /// - Parameter origin: The state after the last save; nil for the first save.
  /// - Parameter format: The form and encoding to write; nil for those that were read.
  /// - Parameter limits: The limits of the save; nil for the limits of `content`.
  /// - Parameter isCancelled: Returns whether the save must stop; then it throws `.outputFailed`.
  /// - Parameter held: A lock on the file that the caller holds already.
  /// - Throws: ``DocumentError``; the old file is then unchanged.
  package static func save(
    _ tables: Tables, inPlaceOf content: LoadedDocument, after origin: DocumentOrigin? = nil,
    at path: String, format: (form: DocumentForm, encoding: DocumentEncoding)? = nil,
    compression: CompressionMethod = CompressionLevel.standard.method,
    generator: String = DocumentWriteOptions.standardGenerator,
    limits: DocumentLimits? = nil, workers: WorkerCount = .standard,
    lockTimeout: Duration = .seconds(5), isCancelled: (@Sendable () -> Bool)? = nil,
    holding held: FileLock? = nil
  ) throws(DocumentError) -> Saved {
    let limits = limits ?? content.limits
    let (form, encoding) = format ?? (content.form, content.encoding)
    if content.isReadOnly {
      throw DocumentError(
        .readOnly, file: path, content.header.requiresToWrite.joined(separator: ", "))
    }
    guard let known = origin ?? content.origin else {
      throw DocumentError(.fileChanged, file: path, "the document was not read from it")
    }
    do throws(DocumentError) {
      let file = try WriteTarget.path(path).resolveFile()
      // A lock that the caller holds is of no use after another replacement of the file.
      let usable = held.flatMap { $0.isOnFile(at: file.path) ? $0 : nil }
      guard
        let lock = usable != nil ? usable : try FileLock(path: file.path, timeout: lockTimeout)
      else {
        throw DocumentError(.fileChanged, "it is gone")
      }
      let now = try FileIdentity(ofOpen: lock.descriptor.number, limits: limits)
      guard now == known.identity else { throw DocumentError(.fileChanged) }

      var options = DocumentWriteOptions(
        encoding: encoding, compression: compression, type: content.type,
        generator: generator, limits: limits, workers: workers)
      options.revision = (known.revision ?? 0) < Int.max ? (known.revision ?? 0) + 1 : Int.max
      options.parent = known.manifestDigest
      options.isCancelled = isCancelled
      let replaced = try replacedDocument(lock, parts: known.parts, limits: limits)
      var parts: StoredParts?
      let outcome = try withExtendedLifetime(lock) { () throws(DocumentError) in
        try FileReplacement(file: file).perform(
          { (output) throws(DocumentError) in
            parts = try write(
              tables, form: form, options: options, replacing: replaced, into: output)
          },
          inspect: { (descriptor) throws(DocumentError) in
            try DocumentOrigin(
              ofWritten: descriptor, form: form, revision: options.revision, parts: parts,
              limits: limits)
          })
      }
      return Saved(
        origin: outcome.result, durabilityProblem: outcome.durabilityProblem,
        unkept: outcome.unkept)
    } catch {
      throw error.inFile(path)
    }
  }

  /// Returns the locked file as a source of parts to copy, through the lock's descriptor; nil if
  /// there are no parts to copy.
  private static func replacedDocument(
    _ lock: FileLock, parts: StoredParts?, limits: DocumentLimits
  ) throws(DocumentError) -> ReplacedDocument? {
    guard let parts else { return nil }
    do {
      let source = try FileByteSource(descriptor: lock.descriptor.number, ownership: .lent)
      return ReplacedDocument(archive: try ZipReader(source, limits: limits.zip), parts: parts)
    } catch {
      throw DocumentError(error)
    }
  }
}
