#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A hook for tests that makes system calls fail as on file systems that lack them.
enum SystemCallFaults {
  /// Returns the error number with which the named call fails; nil to make the call.
  @TaskLocal static var fault: (@Sendable (_ call: String) -> Int32?)?
}

/// Calls a function until no signal interrupts it, and returns its result; throws if it fails.
@discardableResult
func system<Result: SignedInteger>(
  _ name: String, _ call: () -> Result
) throws(SystemFailure) -> Result {
  if let number = SystemCallFaults.fault?(name) { throw SystemFailure(name, number: number) }
  while true {
    let result = call()
    if result >= 0 { return result }
    let number = errno
    if number != EINTR { throw SystemFailure(name, number: number) }
  }
}

/// Returns the status of the file at a path; nil if there is none.
func fileStatus(atPath path: String) throws(SystemFailure) -> stat? {
  var status = stat()
  do {
    try system("stat") { stat(path, &status) }
    return status
  } catch  where error.number == ENOENT {
    return nil
  }
}

/// Returns the status of a name in a directory without following a symbolic link; nil if there is
/// none.
func fileStatus(
  of name: String, in directory: OpenDescriptor
) throws(SystemFailure) -> stat? {
  var status = stat()
  do {
    try system("fstatat") {
      fstatat(directory.number, name, &status, AT_SYMLINK_NOFOLLOW)
    }
    return status
  } catch  where error.number == ENOENT {
    return nil
  }
}

/// Returns the status of an open descriptor.
func fileStatus(of descriptor: Int32) throws(SystemFailure) -> stat {
  var status = stat()
  try system("fstat") { fstat(descriptor, &status) }
  return status
}

extension stat {
  var kind: mode_t { st_mode & S_IFMT }
  var isRegularFile: Bool { kind == S_IFREG }
  var isDirectory: Bool { kind == S_IFDIR }
  var isSymbolicLink: Bool { kind == S_IFLNK }
  /// Whether nothing was written into it.
  var isEmpty: Bool { st_size == 0 }

  /// Whether the size is known only after reading to the end: for a pipe, or a file that the system
  /// generates when it is read and whose size is 0 until then.
  var isReadOnce: Bool { !isDirectory && (!isRegularFile || st_size == 0) }

  /// Returns whether two are the same file on the same device; proves nothing if the file was
  /// closed in between, because inode numbers are reused.
  func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }

  /// Returns whether the file shows no sign of replacement or writing; equal times prove nothing.
  func isUnchanged(since earlier: stat) -> Bool {
    guard isSameFile(as: earlier), st_size == earlier.st_size else { return false }
    #if canImport(Darwin)
      let (now, then) = (st_mtimespec, earlier.st_mtimespec)
    #else
      let (now, then) = (st_mtim, earlier.st_mtim)
    #endif
    return now.tv_sec == then.tv_sec && now.tv_nsec == then.tv_nsec
  }
}
