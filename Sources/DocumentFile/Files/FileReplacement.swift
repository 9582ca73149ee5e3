#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Puts new content in the place of a file so that at every moment either the old or the new file
/// stands there whole.
///
///     temporary file ─► write ─► rights ─► fsync ─► is the old file still there?
///         (nothing to see outside until here)
///     ─► rename ─► fsync directory
///         (new file stands)
struct FileReplacement {
  typealias Output = (UnsafeRawBufferPointer) throws(DocumentError) -> Void

  /// What became of a file that was put in place.
  struct Outcome<Result> {
    /// What was found by looking at the new file.
    let result: Result
    /// Set where nobody can say whether the new file would survive a loss of power.
    let durabilityProblem: DocumentError?
    let unkept: UnkeptRights
  }

  let file: ReplacedFile
  /// Another file's rights, which the new file takes over; nil for those of the one that it replaces.
  var rights: FileRights?

  /// Lets `content` write the new file, `inspect` look at it through its descriptor, and puts it in
  /// place.
  ///
  /// - Throws: ``DocumentError`` with the old file untouched.
  func perform<Result>(
    _ content: (@escaping Output) throws(DocumentError) -> Void,
    inspect: (Int32) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Outcome<Result> {
    let temporary = try begin()
    try Self.write(into: temporary.descriptor, path: file.path, content)
    return try finish(temporary, inspect: inspect)
  }

  /// The file to be written into.
  func begin() throws(DocumentError) -> TemporaryFile {
    do {
      return try TemporaryFile(
        in: file.directory, for: file.name, isPrivate: rights != nil || file.existing != nil)
    } catch {
      throw DocumentError(.outputCannotBeCreated, file: file.path, error)
    }
  }

  /// Puts a file in place that was written.
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

  /// Of the file that is replaced; a link has none.
  private func ownRights() throws(DocumentError) -> FileRights? {
    guard let existing = file.existing, !existing.isSymbolicLink else { return nil }
    do {
      return try FileRights(of: try file.open())
    } catch {
      throw DocumentError(
        error.number == ENOENT ? .fileChanged : .outputCannotBeCreated, file: file.path, error)
    }
  }

  /// Writes content into a descriptor, however the system cuts it into pieces.
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

  /// - Parameter own: What must still be the rights of the file that is replaced, as they are those
  ///   of the new one.
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
