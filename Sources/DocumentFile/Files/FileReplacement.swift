#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Takes the next bytes of an output.
package typealias DocumentOutput = (UnsafeRawBufferPointer) throws(DocumentError) -> Void

/// The replacement of a file by new content, such that the path names a complete file, old or new,
/// at every moment.
///
///     temporary file ─► write ─► rights ─► fsync ─► is the old file unchanged?
///         (invisible so far)
///     ─► rename ─► fsync directory
///         (new file in place)
struct FileReplacement {
  typealias Output = DocumentOutput

  /// The outcome of replacing a file.
  struct Outcome<Result> {
    /// The result of inspecting the new file.
    let result: Result
    /// Set if the new file may not survive a loss of power.
    let durabilityProblem: DocumentError?
    let unkept: UnkeptRights
  }

  let file: ReplacedFile
  /// The rights that the new file gets; nil for the rights of the file that it replaces.
  var rights: FileRights?

  /// Writes the new file with `content`, passes its descriptor to `inspect`, and puts the file in
  /// place.
  ///
  /// - Throws: ``DocumentError``; the old file is then unchanged.
  func perform<Result>(
    _ content: (@escaping Output) throws(DocumentError) -> Void,
    inspect: (Int32) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Outcome<Result> {
    let temporary = try begin()
    try Self.write(into: temporary.descriptor, path: file.path, content)
    return try finish(temporary, inspect: inspect)
  }

  /// Creates the temporary file to write to.
  func begin() throws(DocumentError) -> TemporaryFile {
    do {
      return try TemporaryFile(
        in: file.directory, for: file.name, isPrivate: rights != nil || file.existing != nil)
    } catch {
      throw DocumentError(.outputCannotBeCreated, file: file.path, error)
    }
  }

  /// Puts a written file in place.
  func finish<Result>(
    _ temporary: TemporaryFile, inspect: (Int32) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Outcome<Result> {
    let own = try ownRights()
    var unkept = UnkeptRights()
    let prepare = { (descriptor: OpenDescriptor) throws(SystemFailure) in
      unkept = try (rights ?? own)?.apply(to: descriptor) ?? UnkeptRights()
      try descriptor.synchronize()
    }
    do {
      try prepare(temporary.descriptor)
    } catch {
      throw DocumentError(.outputFailed, file: file.path, error)
    }
    let result = try inspect(temporary.descriptor.number)
    try put(temporary, own, prepare)
    var problem: DocumentError?
    do {
      try file.directory.synchronizeDirectory()
      try temporary.descriptor.close()
    } catch {
      problem = DocumentError(.savedDurabilityUnknown, file: file.path, error)
    }
    return Outcome(result: result, durabilityProblem: problem, unkept: unkept)
  }

  /// Returns the rights of the replaced file; nil if there is none or if it is a symbolic link.
  private func ownRights() throws(DocumentError) -> FileRights? {
    guard let existing = file.existing, !existing.isSymbolicLink else { return nil }
    do {
      return try FileRights(of: try file.open())
    } catch {
      throw DocumentError(
        error.number == ENOENT ? .fileChanged : .outputCannotBeCreated, file: file.path, error)
    }
  }

  /// Writes content to a descriptor, completely even if the system accepts only part of it at a
  /// time.
  static func write(
    into descriptor: OpenDescriptor, path: String?,
    _ content: (@escaping Output) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    let output = BufferedOutput(descriptor)
    try content { bytes throws(DocumentError) in
      do throws(SystemFailure) {
        try output.write(bytes)
      } catch {
        throw DocumentError(.outputFailed, file: path, error)
      }
    }
    do {
      try output.flush()
    } catch {
      throw DocumentError(.outputFailed, file: path, error)
    }
  }

  /// Puts the temporary file in place if the old file is unchanged.
  ///
  /// - Parameter own: The rights of the replaced file as read before; they must be unchanged.
  private func put(
    _ temporary: TemporaryFile, _ own: FileRights?,
    _ prepare: (OpenDescriptor) throws(SystemFailure) -> Void
  ) throws(DocumentError) {
    do {
      guard let existing = file.existing else {
        return try temporary.place(asNew: file.name, prepare: prepare)
      }
      guard let now = try fileStatus(of: file.name, in: file.directory),
        now.isUnchanged(since: existing), try own?.areUnchanged(in: now) ?? true
      else {
        throw DocumentError(.fileChanged, file: file.path)
      }
      try temporary.place(insteadOf: file.name, prepare: prepare)
    } catch let error as DocumentError {
      throw error
    } catch let error as SystemFailure where error.number == EEXIST && error.call != "openat" {
      throw DocumentError(.fileChanged, file: file.path, error)
    } catch let error as SystemFailure
      where error.call == "renameat" && [EXDEV, EBUSY].contains(error.number)
    {
      throw DocumentError(.outputCannotBeReplaced, file: file.path, error)
    } catch let error as SystemFailure {
      throw DocumentError(.outputCannotBeCreated, file: file.path, error)
    } catch {
      throw DocumentError(.outputCannotBeCreated, file: file.path, underlying: error)
    }
  }
}
