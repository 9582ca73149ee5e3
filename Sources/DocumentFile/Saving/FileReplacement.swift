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

  let file: ReplacedFile
  /// What the new file takes over: by default the rights of the one that it replaces.
  var rights: FileRights?

  init(file: ReplacedFile, rights: FileRights? = nil) {
    self.file = file
    self.rights = rights ?? file.existing.map { FileRights(of: $0) }
  }

  /// Lets `content` write the new file, `inspect` look at it through its descriptor, and puts it in
  /// place.
  ///
  /// - Returns: What `inspect` found, and an error where the new file stands in its place but
  ///   nobody can say whether it would survive a loss of power.
  /// - Throws: ``DocumentError`` with the old file untouched.
  func perform<Result>(
    _ content: (@escaping Output) throws(DocumentError) -> Void,
    inspect: (Int32) throws(DocumentError) -> Result
  ) throws(DocumentError) -> (result: Result, durabilityProblem: DocumentError?) {
    let temporary = try begin()
    try Self.write(into: temporary.descriptor, path: file.path, content)
    return try finish(temporary, inspect: inspect)
  }

  /// The file to be written into.
  func begin() throws(DocumentError) -> TemporaryFile {
    do {
      return try TemporaryFile(in: file.directory, for: file.name)
    } catch {
      throw DocumentError(.outputCannotBeCreated, file: file.path, error)
    }
  }

  /// Puts a file in place that was written.
  ///
  /// - Returns: As ``perform(_:inspect:)`` does.
  func finish<Result>(
    _ temporary: TemporaryFile, inspect: (Int32) throws(DocumentError) -> Result
  ) throws(DocumentError) -> (result: Result, durabilityProblem: DocumentError?) {
    do {
      try rights?.apply(to: temporary.descriptor)
      try temporary.descriptor.synchronize()
    } catch {
      throw DocumentError(.outputFailed, file: file.path, error)
    }
    let result = try inspect(temporary.descriptor.number)
    try put(temporary)
    do {
      try file.directory.synchronize()
      try temporary.descriptor.close()
    } catch {
      return (result, DocumentError(.savedDurabilityUnknown, file: file.path, error))
    }
    return (result, nil)
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

  private func put(_ temporary: TemporaryFile) throws(DocumentError) {
    do {
      guard let existing = file.existing else { return try temporary.place(asNew: file.name) }
      guard let now = try fileStatus(atPath: file.path), now.isUnchanged(since: existing)
      else {
        throw DocumentError(.fileChanged, file: file.path)
      }
      try temporary.place(insteadOf: file.name)
    } catch let error as DocumentError {
      throw error
    } catch let error as SystemFailure where error.number == EEXIST {
      throw DocumentError(.fileChanged, file: file.path, error)
    } catch let error as SystemFailure {
      throw DocumentError(.outputCannotBeCreated, file: file.path, error)
    } catch {
      throw DocumentError(.outputCannotBeCreated, file: file.path, underlying: error)
    }
  }
}

/// What a new file takes over from the one that it replaces.
struct FileRights {
  private let status: stat

  init(of status: stat) { self.status = status }

  /// Owner first, because changing it clears bits of the mode.
  func apply(to descriptor: OpenDescriptor) throws(SystemFailure) {
    let new = try fileStatus(of: descriptor.number)
    var mode = status.st_mode & 0o7777
    if new.st_uid != status.st_uid || new.st_gid != status.st_gid,
      fchown(descriptor.number, status.st_uid, status.st_gid) != 0
    {
      // Only the superuser can give a file away. Rights for another owner or group than those
      // they were meant for must not widen.
      let keepsGroup = fchown(descriptor.number, .max, status.st_gid) == 0
      mode &= keepsGroup ? 0o777 : 0o707
    }
    try system("fchmod") { fchmod(descriptor.number, mode) }
  }
}
