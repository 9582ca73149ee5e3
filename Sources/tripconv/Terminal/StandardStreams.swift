import DocumentFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why standard output took no more.
struct StandardOutputFailure: Error, CustomStringConvertible {
  let number: Int32

  /// `head` has read enough: nobody wants to hear of it.
  var readerIsGone: Bool { number == EPIPE }

  var description: String {
    // Lifetime: `strerror` returns static or thread-local text, which is copied at once.
    let words = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return "standard output: \(words)"
  }
}

/// Standard output, written without a buffer of its own, so that every failure is seen.
enum StandardOutput {
  static func write(_ text: String) throws(StandardOutputFailure) { try write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) throws(StandardOutputFailure) {
    try write(bytes, to: STDOUT_FILENO)
  }

  fileprivate static func write(
    _ bytes: [UInt8], to descriptor: Int32
  ) throws(StandardOutputFailure) {
    var written = 0
    while written < bytes.count {
      // Bound: `written` never passes `bytes.count`; the buffer lives until the call returns.
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
          // Somebody who shares the pipe has set it not to wait.
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
          continue
        }
        throw StandardOutputFailure(number: number)
      }
      // Nothing taken and no error: a device that is full without saying so.
      if count == 0 { throw StandardOutputFailure(number: ENOSPC) }
      written += count
    }
  }
}

/// Standard error: notes and errors, a line each.
enum StandardError {
  /// Names and values in it may come from files: nothing in them reaches the terminal as a command.
  static func say(_ line: String) { write(DocumentError.printable(line) + "\n") }

  /// Names what a written file could not take over from the one before it.
  static func say(_ unkept: UnkeptRights, of name: String) {
    guard !unkept.isEmpty else { return }
    say(Message.prefix + DocumentError.printable("\(name): warning: could not keep \(unkept)"))
  }

  /// Writes a text that need not end a line.
  static func write(_ text: String) {
    // Where nobody listens there is nobody to be told of it.
    try? StandardOutput.write(Array(text.utf8), to: STDERR_FILENO)
  }
}
