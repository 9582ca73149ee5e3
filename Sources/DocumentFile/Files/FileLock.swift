#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An advisory lock on the file at a path, held for the lifetime of the value.
///
/// On a file system without locks, the value only keeps the file open.
///
/// Writers replace files, so a lock may be granted on a file that is no longer at the path. Only a
/// lock on the file that the path names *after* locking counts.
package struct FileLock {
  /// How long a writer waits for another one.
  package static let standardTimeout: Duration = .seconds(5)
  private static let pause: Duration = .milliseconds(20)

  let descriptor: OpenDescriptor

  /// Waits for the lock; nil if there is no file at the path.
  package init?(path: String, timeout: Duration = standardTimeout) throws(DocumentError) {
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

  /// Whether the lock is on the file that a path names.
  func isOnFile(at path: String) -> Bool {
    guard let locked = try? fileStatus(of: descriptor.number),
      let now = try? fileStatus(atPath: path)
    else { return false }
    return now.isSameFile(as: locked)
  }

  /// Locks the file once; nil if another program holds the lock or the file was just removed.
  private static func locked(_ path: String) throws(SystemFailure) -> OpenDescriptor? {
    do {
      let descriptor = try open(path)
      if let isLocked = try lock(descriptor) { return isLocked ? descriptor : nil }
      // NFS grants an exclusive lock only on a file that is open for writing.
      guard let writable = try? OpenDescriptor.open(path, O_RDWR) else { return descriptor }
      return try lock(writable) ?? true ? writable : nil
    } catch  where error.number == ENOENT {
      return nil
    }
  }

  /// Opens the file, which need not be readable to be replaced.
  private static func open(_ path: String) throws(SystemFailure) -> OpenDescriptor {
    do {
      return try OpenDescriptor.open(path, O_RDONLY)
    } catch  where error.number == EACCES {
      return try OpenDescriptor.open(path, O_WRONLY)
    }
  }

  /// Locks a descriptor: false if another program holds the lock, nil if this descriptor cannot be
  /// locked.
  ///
  /// On a file system without locks, locking always succeeds; only the comparison with the old file
  /// before its replacement remains.
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
