#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A test's way to make system calls fail as they do on file systems that lack them.
enum SystemCallFaults {
  /// Returns the error number with which the named call fails; nil makes the call.
  @TaskLocal static var fault: (@Sendable (_ call: String) -> Int32?)?
}

/// Calls again for as long as a signal interrupts the call; returns its result, or throws.
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

/// Asks for what a path names; nil where there is nothing.
func fileStatus(atPath path: String) throws(SystemFailure) -> stat? {
  var status = stat()
  do {
    try system("stat") { stat(path, &status) }
    return status
  } catch  where error.number == ENOENT {
    return nil
  }
}

/// Asks for what a name in a directory stands for, without following a symbolic link.
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

/// Asks for what a descriptor has open.
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

  /// Whether only reading to the end tells what there is: a pipe, say, or a file whose content the
  /// system makes up when it is read, and which has no size until then.
  var isReadOnce: Bool { !isDirectory && (!isRegularFile || st_size == 0) }

  /// The same file on the same device; proves nothing between two openings, for numbers are reused.
  func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }

  /// Whether nothing shows that the file was replaced or written since; equal times prove nothing.
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
