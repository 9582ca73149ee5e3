#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard streams that the caller has closed.
enum ClosedStreams {
  /// Takes their numbers, which the next files to be opened would get otherwise: a message could end
  /// in a document.
  ///
  /// Reading and writing them still fail, since they are opened for the other of the two; what is
  /// said on standard error is lost.
  static func occupy() {
    // Nothing is written: the only file is /dev/null.
    let writing = O_WRONLY  // check-imports: /dev/null
    let streams = [(STDIN_FILENO, writing), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, writing)]
    for (number, flags) in streams where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is this one, because those below it are taken.
      _ = open("/dev/null", flags)
    }
  }
}
