#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals that would end the process without a word although a call reports the same as an error.
enum Signals {
  /// A reader that went away becomes `EPIPE`, a file that may not grow further `EFBIG`.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process as one that SIGPIPE ends, now that nothing is left to be cleared away.
  static func raiseBrokenPipe() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
}
