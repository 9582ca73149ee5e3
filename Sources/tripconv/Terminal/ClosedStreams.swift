#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard streams that the parent process has closed.
enum ClosedStreams {
  /// Opens `/dev/null` as each closed stream.
  ///
  /// Otherwise the next opened file would get the descriptor, and a message could end up in a
  /// document. Reading standard input and writing standard output still fail, because each is
  /// opened for the other direction; messages to standard error are lost.
  static func occupy() {
    // Nothing is written: the only file is /dev/null.
    let writing = O_WRONLY  // check-imports: /dev/null
    let streams = [(STDIN_FILENO, writing), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, writing)]
    for (number, flags) in streams where fcntl(number, F_GETFD) == -1 {
      // `open` returns this number: it is the lowest free one, because those below it are in use.
      _ = open("/dev/null", flags)
    }
  }
}
