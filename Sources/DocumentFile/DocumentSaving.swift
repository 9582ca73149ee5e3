import DocumentTables
import ZipArchive

extension DocumentFile {
  /// What saving in place has done.
  package struct Saved: Sendable {
    /// The state of the file now, for the next save.
    package let origin: DocumentOrigin
    /// Set where the new file stands in its place but may not survive a loss of power.
    package let durabilityProblem: DocumentError?
    /// Which rights and attributes of the old file the new one could not get.
    package let unkept: UnkeptRights
  }

  /// Saves tables in the place of the file that they were read from, in its form and encoding.
  ///
  /// The file is locked, and must still be what was read or saved last. Parts that would be the same
  /// are copied from it as they lie there, their digests checked on the way; what is written anew is
  /// what has changed since.
  ///
  /// - Parameter content: What ``read(_:limits:workers:)`` gave.
  /// - Parameter origin: What the last save gave; nil for the first.
  /// - Parameter limits: Those within which it was read, unless given.
  /// - Throws: ``DocumentError`` with the old file as it was.
  package static func save(
    _ tables: Tables, inPlaceOf content: LoadedDocument, after origin: DocumentOrigin? = nil,
    at path: String, compression: CompressionMethod = CompressionLevel.standard.method,
    generator: String = DocumentWriteOptions.standardGenerator,
    limits: DocumentLimits? = nil, workers: WorkerCount = .standard,
    lockTimeout: Duration = .seconds(5)
  ) throws(DocumentError) -> Saved {
    let limits = limits ?? content.limits
    if content.isReadOnly {
      throw DocumentError(
        .readOnly, file: path, content.header.requiresToWrite.joined(separator: ", "))
    }
    guard let known = origin ?? content.origin else {
      throw DocumentError(.fileChanged, file: path, "the document was not read from it")
    }
    do throws(DocumentError) {
      let file = try WriteTarget.path(path).resolveFile()
      guard let lock = try FileLock(path: file.path, timeout: lockTimeout) else {
        throw DocumentError(.fileChanged, "it is gone")
      }
      let now = try FileIdentity(ofOpen: lock.descriptor.number, limits: limits)
      guard now == known.identity else { throw DocumentError(.fileChanged) }

      var options = DocumentWriteOptions(
        encoding: content.encoding, compression: compression, type: content.type,
        generator: generator, limits: limits, workers: workers)
      options.revision = (known.revision ?? 0) < Int.max ? (known.revision ?? 0) + 1 : Int.max
      options.parent = known.manifestDigest
      let replaced = try replacedDocument(lock, parts: known.parts, limits: limits)
      var parts: StoredParts?
      let outcome = try withExtendedLifetime(lock) { () throws(DocumentError) in
        try FileReplacement(file: file).perform(
          { (output) throws(DocumentError) in
            parts = try write(
              tables, form: content.form, options: options, replacing: replaced, into: output)
          },
          inspect: { (descriptor) throws(DocumentError) in
            try DocumentOrigin(
              ofWritten: descriptor, form: content.form, revision: options.revision, parts: parts,
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

  /// The file under the lock, whose descriptor is lent.
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
