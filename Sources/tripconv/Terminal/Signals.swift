#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals that would end the process silently although a call reports the same event as an error.
enum Signals {
  /// Ignores SIGPIPE and SIGXFSZ: writing to a closed pipe then fails with `EPIPE`, and exceeding
  /// the file size limit with `EFBIG`.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process by SIGPIPE; call this after all cleanup.
  static func raiseBrokenPipe() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
}
