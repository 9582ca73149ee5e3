#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An advisory lock on the file that stands at a path, held until the value goes.
///
/// Where the file system has no locks it is only the open file.
///
/// A writer replaces files, so who waited for a lock may hold one on a file that no longer stands
/// at the path: only a lock on what the path names *afterwards* is one.
struct FileLock {
  /// How long a writer waits for another.
  package static let standardTimeout: Duration = .seconds(5)
  private static let pause: Duration = .milliseconds(20)

  let descriptor: OpenDescriptor

  /// Waits for the lock; nil where no file stands at the path.
  init?(path: String, timeout: Duration = standardTimeout) throws(DocumentError) {
    let deadline = ContinuousClock.now + timeout
    do {
      while true {
        guard try fileStatus(atPath: path) != nil else { return nil }
        if let candidate = try Self.locked(path) {
          let locked = try fileStatus(of: candidate.number)
          guard let now = try fileStatus(atPath: path) else { return nil }
          if now.isSameFile(as: locked) {
            descriptor = candidate
            return
          }
        }
        guard ContinuousClock.now < deadline else {
          throw DocumentError(.fileLocked, file: path, "waited \(timeout)")
        }
        usleep(useconds_t(Self.pause / .microseconds(1)))
      }
    } catch let error as SystemFailure {
      throw DocumentError(.outputCannotBeCreated, file: path, error)
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError(.outputCannotBeCreated, file: path, underlying: error)
    }
  }

  /// Nil where another program holds the lock, or the file has just gone.
  private static func locked(_ path: String) throws(SystemFailure) -> OpenDescriptor? {
    do {
      let descriptor = try open(path)
      if let isLocked = try lock(descriptor) { return isLocked ? descriptor : nil }
      // NFS locks for one writer only what is open for writing.
      guard let writable = try? OpenDescriptor.open(path, O_RDWR) else { return descriptor }
      return try lock(writable) ?? true ? writable : nil
    } catch  where error.number == ENOENT {
      return nil
    }
  }

  /// A file that may be replaced need not be readable.
  private static func open(_ path: String) throws(SystemFailure) -> OpenDescriptor {
    do {
      return try OpenDescriptor.open(path, O_RDONLY)
    } catch  where error.number == EACCES {
      return try OpenDescriptor.open(path, O_WRONLY)
    }
  }

  /// False where another program holds the lock; nil where this descriptor cannot be locked.
  ///
  /// On a file system without locks all count as free: what is left is the comparison with the old
  /// file before it is replaced.
  private static func lock(_ descriptor: OpenDescriptor) throws(SystemFailure) -> Bool? {
    do {
      try system("flock") { flock(descriptor.number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.number == EWOULDBLOCK { return false }
      if error.number == EBADF { return nil }
      guard error.isUnsupported || error.number == ENOLCK else { throw error }
      return true
    }
  }
}
