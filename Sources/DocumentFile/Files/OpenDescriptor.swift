#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file descriptor, closed by ``close()`` or with the last reference to this object.
final class OpenDescriptor {
  private(set) var number: Int32
  private let isOwned: Bool

  /// Takes ownership of a descriptor, unless it is borrowed; a borrowed descriptor is never closed.
  init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
  }

  static func open(
    _ path: String, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemFailure) -> OpenDescriptor {
    OpenDescriptor(try system("open") { Self.open(path, flags | O_CLOEXEC, mode) })
  }

  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags, mode)
    #elseif canImport(Musl)
      Musl.open(path, flags, mode)
    #else
      Darwin.open(path, flags, mode)
    #endif
  }

  deinit { try? close() }

  /// Closes the descriptor explicitly, so that a delayed error is reported.
  func close() throws(SystemFailure) {
    guard isOwned, number >= 0 else { return }
    let closing = number
    number = -1
    #if canImport(Glibc)
      let result = Glibc.close(closing)
    #elseif canImport(Musl)
      let result = Musl.close(closing)
    #else
      let result = Darwin.close(closing)
    #endif
    // On Linux the descriptor is closed despite EINTR; closing again could close another thread's
    // file.
    if result != 0, errno != EINTR { throw SystemFailure("close") }
    // A test injects its fault after the call, so that the descriptor does not leak.
    try system("close") { 0 }
  }

  /// Flushes the written data to disk.
  ///
  /// After a failure, the state of the file is unknown, even if a second call succeeds. If the file
  /// system does not support the call, the file is only as durable as the file system makes it.
  func synchronize() throws(SystemFailure) {
    do {
      try system("fsync") { fsync(number) }
    } catch  where error.isUnsupported {}
  }

  /// Flushes the names in a directory to disk, if the file system supports it.
  func synchronizeDirectory() throws(SystemFailure) {
    do {
      try system("fsync directory") { fsync(number) }
    } catch  where error.isUnsupported || [EBADF, EISDIR].contains(error.number) {}
  }

  /// Writes all bytes, even if the system accepts only a few at a time.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
    var written = 0
    // Bound: `written` never passes `bytes.count`; the buffer lives until this call returns.
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = try retrying(POLLOUT) { () throws(SystemFailure) in try writeOnce(rest) }
      // No progress without an error: a full device that does not report it.
      if count == 0 { throw SystemFailure("write", number: ENOSPC) }
      written += count
    }
  }

  /// Repeats a call after waiting if another user of a shared pipe has made it non-blocking.
  func retrying(
    _ events: Int32, _ call: () throws(SystemFailure) -> Int
  ) throws(SystemFailure) -> Int {
    while true {
      do throws(SystemFailure) {
        return try call()
      } catch  where error.number == EAGAIN {
        var waiting = pollfd(
          fd: number, events: Int16(truncatingIfNeeded: events), revents: 0)
        try system("poll") { poll(&waiting, 1, -1) }
      }
    }
  }

  private func writeOnce(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) -> Int {
    try system("write") {
      #if canImport(Glibc)
        Glibc.write(number, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        Musl.write(number, bytes.baseAddress, bytes.count)
      #else
        Darwin.write(number, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}
