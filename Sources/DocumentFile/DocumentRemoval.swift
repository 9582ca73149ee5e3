extension DocumentFile {
  /// Removes the file that a document was read from or saved to last.
  ///
  /// The file is locked, and must still be what was read or saved last. A file that is gone already
  /// is no error.
  ///
  /// - Parameter content: What ``read(_:limits:workers:)`` gave.
  /// - Parameter origin: What the last save gave; nil where there was none.
  /// - Throws: ``DocumentError`` with the file as it was.
  package static func remove(
    _ content: LoadedDocument, after origin: DocumentOrigin? = nil, at path: String,
    limits: DocumentLimits? = nil, lockTimeout: Duration = .seconds(5)
  ) throws(DocumentError) {
    do throws(DocumentError) {
      guard let known = origin ?? content.origin else {
        throw DocumentError(.fileChanged, "the document was not read from it")
      }
      let file = try WriteTarget.path(path).resolveFile()
      guard let lock = try FileLock(path: file.path, timeout: lockTimeout) else { return }
      let current = try FileIdentity(
        ofOpen: lock.descriptor.number, limits: limits ?? content.limits)
      guard current == known.identity else { throw DocumentError(.fileChanged) }
      do {
        try file.remove()
      } catch {
        throw DocumentError(.outputFailed, error.description, underlying: error)
      }
    } catch {
      throw error.inFile(path)
    }
  }
}
