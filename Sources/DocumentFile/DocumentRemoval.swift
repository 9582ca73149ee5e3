extension DocumentFile {
  /// Removes the file that a document was last read from or saved to.
  ///
  /// Locks the file first; the file must be unchanged since that read or save. A file that no
  /// longer exists is not an error.
  ///
  /// - Parameter content: The result of ``read(_:limits:workers:)``.
  /// - Parameter origin: The state after the last save; nil if there was none.
  /// - Throws: ``DocumentError``; the file is then unchanged, unless only the synchronization of
  ///   its directory failed after the removal.
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
