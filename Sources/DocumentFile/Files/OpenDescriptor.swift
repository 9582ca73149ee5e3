#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file descriptor, closed when the last reference to it goes, or by ``close()``.
final class OpenDescriptor {
  private(set) var number: Int32
  private let isOwned: Bool

  /// Takes a descriptor over; a borrowed one is never closed.
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

  /// Closes now, so that an error that the system kept back is heard.
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
    // After EINTR the descriptor is gone on Linux: closing again could close another thread's.
    if result != 0, errno != EINTR { throw SystemFailure("close") }
    // A test's fault comes behind the call, so that no descriptor is lost.
    try system("close") { 0 }
  }

  /// Asks the system to put what was written on the disk.
  ///
  /// After a failure nothing can be said of the file any more, not even by a second call that
  /// succeeds. Where the file system has no such call, files are as durable as it makes them.
  func synchronize() throws(SystemFailure) {
    do {
      try system("fsync") { fsync(number) }
    } catch  where error.isUnsupported {}
  }

  /// Asks the system to put the names in a directory on the disk, where the file system can.
  func synchronizeDirectory() throws(SystemFailure) {
    do {
      try system("fsync directory") { fsync(number) }
    } catch  where error.isUnsupported || [EBADF, EISDIR].contains(error.number) {}
  }

  /// Writes all bytes, however few the system takes at a time.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
    var written = 0
    // Bound: `written` never passes `bytes.count`; the buffer lives until this call returns.
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = try retrying(POLLOUT) { () throws(SystemFailure) in try writeOnce(rest) }
      // Nothing taken and no error: a device that is full without saying so.
      if count == 0 { throw SystemFailure("write", number: ENOSPC) }
      written += count
    }
  }

  /// Waits and calls again where somebody who shares a pipe has set it not to wait.
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
