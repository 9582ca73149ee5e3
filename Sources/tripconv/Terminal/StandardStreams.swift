import DocumentFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The error of a failed write to standard output.
struct StandardOutputFailure: Error, CustomStringConvertible {
  let number: Int32

  /// Whether the reading end of the pipe is closed, as by `head`; this is not reported.
  var readerIsGone: Bool { number == EPIPE }

  var description: String {
    // Lifetime: `strerror` returns static or thread-local text, which is copied at once.
    let words = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return "standard output: \(words)"
  }
}

/// Standard output, written without a buffer, so that every failure is detected.
enum StandardOutput {
  /// Whether a person reads the output, perhaps through a pager.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 || Pager.isRunning }

  /// Rejects writing bytes that are no text to a terminal.
  ///
  /// - Parameter kind: The kind of bytes, such as "a zip".
  static func refuse(_ kind: String, to target: WriteTarget) throws(CommandFailure) {
    guard target == .standardOutput, isTerminal else { return }
    throw CommandFailure(
      .usage,
      "standard output is a terminal, and this format is \(kind): redirect it with >, name a file with "
        + "-o, or convert to flat-json or flat-xml")
  }

  static func write(_ text: String) throws(StandardOutputFailure) { try write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) throws(StandardOutputFailure) {
    if !bytes.isEmpty { Pager.begin() }
    try write(bytes, to: STDOUT_FILENO)
  }

  fileprivate static func write(
    _ bytes: [UInt8], to descriptor: Int32
  ) throws(StandardOutputFailure) {
    var written = 0
    while written < bytes.count {
      // Bound: `written` never exceeds `bytes.count`. Lifetime: the buffer is valid until the
      // closure returns.
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        #if canImport(Glibc)
          return Glibc.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          return Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
          return Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count < 0 {
        let number = errno
        if number == EINTR { continue }
        if number == EAGAIN {
          // Another process that shares the pipe has made it non-blocking.
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
          continue
        }
        throw StandardOutputFailure(number: number)
      }
      // No bytes written and no error: a full device that does not report it.
      if count == 0 { throw StandardOutputFailure(number: ENOSPC) }
      written += count
    }
  }
}

/// Standard error, for messages and progress.
enum StandardError {
  static func say(_ message: Message) { write(message.text(.standardError)) }

  /// Warns about properties of a replaced file that the new file could not take over.
  static func say(_ unkept: UnkeptRights, of name: String) {
    guard !unkept.isEmpty else { return }
    say(Message(.warning, "could not keep \(unkept)", at: name))
  }

  /// Writes a text that need not end with a line break.
  static func write(_ text: String) {
    // If standard error fails, there is nowhere to report that.
    try? StandardOutput.write(Array(text.utf8), to: STDERR_FILENO)
  }
}
