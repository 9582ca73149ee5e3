import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DocumentFile {
  /// Copies a file as it is, with its rights, in the place of another, as a whole or not at all.
  ///
  /// - Parameter origin: The state in which the file was read: what somebody has made of it since is
  ///   not to take the place of a copy of what it was.
  /// - Returns: Which rights and attributes the copy could not get.
  /// - Throws: ``DocumentError``; with `.savedDurabilityUnknown` the copy stands in its place.
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
