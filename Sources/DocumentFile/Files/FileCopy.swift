import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A byte-for-byte copy of an open file, with its rights, that replaces the target atomically.
///
/// If the target is a symbolic link, the copy replaces the link itself: writing through the link
/// could modify another file.
struct FileCopy {
  let source: any ByteSource
  let rights: FileRights
  /// The path of the source, for errors.
  let path: String

  private static let piece = 1 << 20

  /// Writes the copy.
  ///
  /// - Parameter inspect: Called with the descriptor of the copy before the copy is put in place.
  /// - Throws: ``DocumentError``; with `.savedDurabilityUnknown` the copy is already in place.
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
