import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Copies an open file as it is, with its rights, in the place of another, as a whole or not at all.
///
/// A symbolic link in that place is replaced itself: a copy never writes through one, which may have
/// been put there to lead it elsewhere.
struct FileCopy {
  let source: any ByteSource
  let rights: FileRights
  /// Of the source, for errors.
  let path: String

  private static let piece = 1 << 20

  /// - Parameter inspect: Is asked with the copy's descriptor before that is put in its place.
  /// - Throws: ``DocumentError``; with `.savedDurabilityUnknown` the copy stands in its place.
  func write(
    to copy: String, inspect: (Int32) throws(DocumentError) -> Void
  ) throws(DocumentError) -> UnkeptRights {
    do throws(DocumentError) {
      let file = try WriteTarget.path(copy).resolveFile(followsLinks: false)
      let outcome = try FileReplacement(file: file, rights: rights).perform(
        { (output) throws(DocumentError) in
          var offset = 0
          while offset < source.count {
            let piece: [UInt8]
            do throws(ZipError) {
              piece = try source.read(at: offset, count: min(Self.piece, source.count - offset))
            } catch {
              throw DocumentError(error).inFile(path)
            }
            // Lifetime: the buffer is used within the closure only.
            try piece.withUnsafeBufferPointer { (buffer) throws(DocumentError) in
              try output(UnsafeRawBufferPointer(buffer))
            }
            offset += piece.count
          }
        },
        inspect: inspect)
      if let problem = outcome.durabilityProblem { throw problem }
      return outcome.unkept
    } catch {
      throw error.inFile(copy)
    }
  }
}

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
      let found = try? identity(of: descriptor, limits: limits)
      guard found == origin.identity else { throw DocumentError(.fileChanged).inFile(path) }
    }
  }
}
