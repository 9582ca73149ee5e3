#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An advisory lock on the file that stands at a path, held until the value goes.
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
        let candidate = try Self.open(path)
        if try Self.lock(candidate) {
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

  /// A file that may be replaced need not be readable.
  private static func open(_ path: String) throws(SystemFailure) -> OpenDescriptor {
    do {
      return try OpenDescriptor.open(path, O_RDONLY)
    } catch  where error.number == EACCES {
      return try OpenDescriptor.open(path, O_WRONLY)
    }
  }

  /// False where somebody else holds it.
  private static func lock(_ descriptor: OpenDescriptor) throws(SystemFailure) -> Bool {
    do {
      try system("flock") { flock(descriptor.number, LOCK_EX | LOCK_NB) }
      return true
    } catch  where error.number == EWOULDBLOCK {
      return false
    }
  }
}
