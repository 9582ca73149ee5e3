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
