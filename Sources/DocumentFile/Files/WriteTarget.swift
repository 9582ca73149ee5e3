#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The target of a document that is written.
package enum WriteTarget: Hashable, Sendable {
  case standardOutput
  case path(String)

  /// Interprets an argument; `-` is standard output.
  package init(argument: String) {
    self = argument == "-" ? .standardOutput : .path(argument)
  }

  var path: String? {
    if case .path(let path) = self { path } else { nil }
  }
}

/// A target after its path has been resolved.
enum ResolvedTarget {
  /// Standard output, a device or a pipe, which is written to directly.
  case stream(OpenDescriptor)
  /// A regular file or a new file, which is written beside the target and put in place at the end.
  case file(ReplacedFile)
}

/// A name in a directory, with the regular file of that name if there is one.
struct ReplacedFile {
  /// The open directory, so that the file ends up in it even if the directory is moved meanwhile.
  let directory: OpenDescriptor
  let name: String
  /// The path after following symbolic links.
  let path: String
  let existing: stat?

  /// Removes the file permanently.
  func remove() throws(SystemFailure) {
    try system("unlinkat") { unlinkat(directory.number, name, 0) }
    try directory.synchronizeDirectory()
  }
}

extension WriteTarget {
  /// Follows symbolic links and checks permissions before anything is written.
  func resolve() throws(DocumentError) -> ResolvedTarget {
    guard case .path(let path) = self else { return .stream(OpenDescriptor(1, isOwned: false)) }
    return try Self.naming(path) {
      if let number = Self.openDescriptor(named: path) {
        try system("fcntl") { fcntl(number, F_GETFD) }
        return .stream(OpenDescriptor(number, isOwned: false))
      }
      if let status = try fileStatus(atPath: path), !status.isRegularFile, !status.isDirectory {
        return .stream(try OpenDescriptor.open(path, O_WRONLY | O_NOCTTY))
      }
      return .file(try Self.file(at: path, followsLinks: true))
    }
  }

  /// Resolves a target that must be a regular file or a new file; does not open a pipe.
  ///
  /// - Parameter followsLinks: Whether a symbolic link is replaced by way of the file that it
  ///   names; otherwise the link itself is replaced.
  func resolveFile(followsLinks: Bool = true) throws(DocumentError) -> ReplacedFile {
    guard case .path(let path) = self, Self.openDescriptor(named: path) == nil else {
      throw Self.notRegular
    }
    return try Self.naming(path) { try Self.file(at: path, followsLinks: followsLinks) }
  }

  private static let notRegular = DocumentError(
    .outputCannotBeCreated, "it is not a regular file")

  private static func file(at path: String, followsLinks: Bool) throws -> ReplacedFile {
    if let status = try fileStatus(atPath: path), status.isDirectory {
      throw DocumentError(.outputIsDirectory)
    }
    let file = followsLinks ? try ReplacedFile(following: path) : try ReplacedFile(at: path)
    if !followsLinks, file.existing?.isSymbolicLink == true { return file }
    guard file.existing?.isRegularFile ?? true else { throw notRegular }
    try file.checkPermission()
    return file
  }

  private static func naming<Result>(
    _ path: String, _ resolve: () throws -> Result
  ) throws(DocumentError) -> Result {
    do {
      return try resolve()
    } catch let error as SystemFailure where error.number == ENAMETOOLONG {
      let length = ReplacedFile.split(path).name.utf8.count
      throw DocumentError(
        .outputCannotBeCreated, file: path,
        "its name has \(length) bytes, more than this folder can hold", underlying: error)
    } catch let error as SystemFailure {
      if error.isMissing, let target = try? ReplacedFile.link(at: path) {
        throw DocumentError(
          .outputCannotBeCreated, file: path,
          "it is a symbolic link to \(target), whose folder does not exist", underlying: error)
      }
      throw DocumentError(.outputCannotBeCreated, file: path, error)
    } catch let error as DocumentError {
      throw error.inFile(path)
    } catch {
      throw DocumentError(.outputCannotBeCreated, file: path, underlying: error)
    }
  }

  /// Returns the open descriptor that a path names, such as `/dev/stdout`; nil for other paths.
  ///
  /// Opening such a path again would overwrite the beginning of a file that the caller appends to.
  private static func openDescriptor(named path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// Whether the target is written to directly and cannot be replaced, such as a pipe.
  package var isStream: Bool {
    guard let path, Self.openDescriptor(named: path) == nil else { return true }
    guard let status = try? fileStatus(atPath: path) else { return false }
    return !status.isRegularFile && !status.isDirectory
  }

  /// Returns whether the target is the file that a document was read from, under any name or as
  /// standard input.
  package func isSameFile(as source: ReadSource) -> Bool {
    guard let path else { return false }
    if case .standardInput = source {
      guard let input = try? fileStatus(of: STDIN_FILENO), input.isRegularFile,
        let output = try? fileStatus(atPath: path)
      else { return false }
      return output.isSameFile(as: input)
    }
    guard let sourcePath = source.path else { return false }
    if path == sourcePath { return true }
    return Self.realPath(path).map { $0 == Self.realPath(sourcePath) } ?? false
  }

  /// Returns the resolved path; for a file that does not exist yet, its name in the resolved
  /// folder.
  private static func realPath(_ path: String) -> String? {
    if let resolved = resolved(path) { return resolved }
    let (directory, name) = ReplacedFile.split(path)
    return resolved(directory).map { $0 == "/" ? "/" + name : $0 + "/" + name }
  }

  static func resolved(_ path: String) -> String? {
    // Lifetime: `realpath` allocates its result, which is copied and freed here.
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension ReplacedFile {
  /// The number of symbolic links that Linux itself follows.
  static let maximumLinks = 40

  /// Follows the links of the last component; the kernel follows those of the directories.
  init(following start: String) throws(SystemFailure) {
    var path = start
    for _ in 0..<Self.maximumLinks {
      guard let target = try Self.link(at: path) else {
        try self.init(at: path)
        return
      }
      path = target.hasPrefix("/") ? target : Self.split(path).directory + "/" + target
    }
    throw SystemFailure("readlink", number: ELOOP)
  }

  /// Opens the directory of the name itself, even if the name is a symbolic link.
  init(at path: String) throws(SystemFailure) {
    let (directory, name) = Self.split(path)
    self.directory = try OpenDescriptor.open(directory, O_RDONLY | O_DIRECTORY)
    self.name = name
    self.path = path
    var existing = try fileStatus(of: name, in: self.directory)
    if let found = existing, found.isRegularFile, found.st_nlink > 1 {
      TemporaryNames(in: self.directory, for: name).removeNames(of: found)
      existing = try fileStatus(of: name, in: self.directory)
    }
    self.existing = existing
  }

  /// Opens the file, which need not be readable.
  func open() throws(SystemFailure) -> OpenDescriptor {
    let open = { (flags: Int32) throws(SystemFailure) in
      OpenDescriptor(
        try system("openat") {
          openat(directory.number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        })
    }
    do {
      return try open(O_RDONLY)
    } catch  where error.number == EACCES {
      return try open(O_WRONLY)
    }
  }

  static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let directory = path[..<slash]
    let name = path[path.utf8.index(after: slash)...]
    return (directory.isEmpty ? "/" : String(directory), String(name))
  }

  /// Returns the target of a symbolic link; nil for any other file and for a missing one.
  static func link(at path: String) throws(SystemFailure) -> String? {
    var status = stat()
    do {
      try system("lstat") { lstat(path, &status) }
    } catch  where error.number == ENOENT {
      return nil
    }
    guard status.isSymbolicLink else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // Bound: `readlink` writes at most `buffer.count` bytes and returns their number.
    let count = try system("readlink") { readlink(path, &buffer, buffer.count) }
    let bytes = buffer.prefix(count).map(UInt8.init(bitPattern:))
    // A repaired target would name another file.
    guard let target = String(validating: bytes, as: UTF8.self) else {
      throw SystemFailure("readlink", number: EILSEQ)
    }
    return target
  }

  /// Checks write permission, because renaming would silently replace a write-protected file.
  fileprivate func checkPermission() throws(DocumentError) {
    guard let existing else { return }
    // Also protects files without any write permission from the superuser, who may write all files.
    let isProtected = existing.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) == 0
    guard !isProtected else { throw DocumentError(.outputIsWriteProtected, file: path) }
    do {
      try system("faccessat") { faccessat(directory.number, name, W_OK, AT_EACCESS) }
    } catch {
      if error.number == EACCES || error.number == EPERM {
        throw DocumentError(.outputIsWriteProtected, file: path)
      }
      throw DocumentError(.outputCannotBeCreated, file: path, error)
    }
    guard existing.st_nlink <= 1 else {
      throw DocumentError(
        .outputHasHardLinks, file: path, "it has \(existing.st_nlink) names, one of which is this")
    }
  }
}
