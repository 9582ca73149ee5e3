#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file other than a document, such as a report, that grows while other files are written.
///
/// The file stays invisible until ``finish()``. After each piece it is complete and on disk, so
/// that the work that it reports may then be done.
package final class GrowingFile {
  private enum Place {
    case stream(OpenDescriptor)
    case file(FileReplacement, TemporaryFile)
  }

  private let path: String
  private let place: Place
  /// The size of the file without the ending.
  private var size: off_t = 0
  private var ending: [UInt8] = []
  /// Set if a piece failed and the previous ending could not be restored.
  private var damage: DocumentError?

  /// Checks permission and creates the temporary file.
  ///
  /// - Throws: ``DocumentError`` if the file cannot be written.
  package init(path: String) throws(DocumentError) {
    self.path = path
    do throws(DocumentError) {
      switch try WriteTarget.path(path).resolve() {
      case .stream(let descriptor): place = .stream(descriptor)
      case .file(let file):
        let replacement = FileReplacement(file: file)
        place = .file(replacement, try replacement.begin())
      }
    } catch {
      throw error.inFile(path)
    }
  }

  /// Appends a piece.
  ///
  /// - Parameters:
  ///   - ending: The bytes that complete the file if no piece follows; they replace the previous
  ///     ending.
  ///   - content: Writes the piece in parts.
  /// - Throws: ``DocumentError``; the file keeps its previous pieces.
  package func append(
    ending: [UInt8],
    _ content: ((([UInt8]) throws(DocumentError) -> Void)) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    do throws(DocumentError) {
      switch place {
      case .stream(let descriptor): try write(content, into: descriptor)
      case .file(_, let temporary):
        let descriptor = temporary.descriptor
        do throws(DocumentError) {
          try seek(descriptor)
          try write(content, into: descriptor)
          let end = try position(in: descriptor)
          try write({ (sink) throws(DocumentError) in try sink(ending) }, into: descriptor)
          try synchronize(descriptor)
          size = end
        } catch {
          restoreEnding(of: descriptor)
          throw error
        }
      }
      self.ending = ending
    } catch {
      throw error.inFile(path)
    }
  }

  /// Puts the file in place.
  ///
  /// - Returns: The rights and attributes of the replaced file that the new file could not get.
  /// - Throws: ``DocumentError``; with `.savedDurabilityUnknown` the file is already in place.
  @discardableResult
  package func finish() throws(DocumentError) -> UnkeptRights {
    do throws(DocumentError) {
      switch place {
      case .stream(let descriptor):
        let ending = ending
        try write({ (sink) throws(DocumentError) in try sink(ending) }, into: descriptor)
        return UnkeptRights()
      case .file(let replacement, let temporary):
        if let damage { throw damage }
        let outcome = try replacement.finish(temporary) { (_) throws(DocumentError) in }
        if let problem = outcome.durabilityProblem { throw problem }
        return outcome.unkept
      }
    } catch {
      throw error.inFile(path)
    }
  }

  private func write(
    _ content: ((([UInt8]) throws(DocumentError) -> Void)) throws(DocumentError) -> Void,
    into descriptor: OpenDescriptor
  ) throws(DocumentError) {
    try FileReplacement.write(into: descriptor, path: path) { (output) throws(DocumentError) in
      try content { (bytes) throws(DocumentError) in
        // Lifetime: the buffer is used within the closure only.
        try bytes.withUnsafeBufferPointer { (buffer) throws(DocumentError) in
          try output(UnsafeRawBufferPointer(buffer))
        }
      }
    }
  }

  /// Restores the previous ending after a failed piece; the ending fits, because truncating frees
  /// the space of the piece.
  private func restoreEnding(of descriptor: OpenDescriptor) {
    do throws(DocumentError) {
      do {
        try system("ftruncate") { ftruncate(descriptor.number, size) }
      } catch {
        throw DocumentError(.outputFailed, file: path, error)
      }
      try seek(descriptor)
      let ending = ending
      try write({ (sink) throws(DocumentError) in try sink(ending) }, into: descriptor)
      damage = nil
    } catch {
      damage = error
    }
  }

  private func seek(_ descriptor: OpenDescriptor) throws(DocumentError) {
    do {
      try system("lseek") { lseek(descriptor.number, size, SEEK_SET) }
    } catch {
      throw DocumentError(.outputFailed, file: path, error)
    }
  }

  private func position(in descriptor: OpenDescriptor) throws(DocumentError) -> off_t {
    do {
      return try system("lseek") { lseek(descriptor.number, 0, SEEK_CUR) }
    } catch {
      throw DocumentError(.outputFailed, file: path, error)
    }
  }

  private func synchronize(_ descriptor: OpenDescriptor) throws(DocumentError) {
    do {
      try descriptor.synchronize()
    } catch {
      throw DocumentError(.outputFailed, file: path, error)
    }
  }
}
