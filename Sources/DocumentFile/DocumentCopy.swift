import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DocumentFile {
  /// Copies a file byte for byte, with its rights and attributes, and replaces the target
  /// atomically.
  ///
  /// - Parameter origin: The state in which the file was read. If another program has changed the
  ///   file since, the copy fails.
  /// - Returns: The rights and attributes that the copy could not get.
  /// - Throws: ``DocumentError``; with `.savedDurabilityUnknown` the copy is already in place.
  @discardableResult
  package static func copy(
    fileAt path: String, to copy: String, of origin: DocumentOrigin? = nil,
    limits: DocumentLimits = .standard
  ) throws(DocumentError) -> UnkeptRights {
    let source: FileByteSource
    let rights: FileRights
    do {
      let descriptor = try OpenDescriptor.open(path, O_RDONLY | O_NOCTTY)
      rights = try FileRights(of: descriptor)
      source = try FileByteSource(descriptor: descriptor.number)
    } catch let error as SystemFailure {
      throw DocumentError(.fileCannotBeRead, file: path, error)
    } catch {
      throw DocumentError(wrapping: error, part: nil).inFile(path)
    }
    return try FileCopy(source: source, rights: rights, path: path).write(to: copy) {
      (descriptor) throws(DocumentError) in
      guard let origin else { return }
      let found = try? FileIdentity(ofOpen: descriptor, limits: limits)
      guard found == origin.identity else { throw DocumentError(.fileChanged).inFile(path) }
    }
  }
}
