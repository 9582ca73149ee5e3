import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A failure that ends the command, with its messages and exit status.
struct CommandFailure: Error {
  var status: ExitStatus
  /// The lines for standard error, printed unchanged; empty if everything was printed before.
  var lines: [String]
  /// The text for standard output, such as requested help.
  var output = ""

  init(_ status: ExitStatus, _ lines: [String] = []) {
    self.status = status
    self.lines = lines
  }

  /// Creates a failure from an error and the file that led to it.
  init(_ error: any Error, file: String?) {
    self.init(ExitStatus(error), Message.lines(for: error, file: file))
  }

  /// Creates a failure from what the argument parser throws: help, the version or a usage error.
  ///
  /// - Parameters:
  ///   - message: What is wrong.
  ///   - fullMessage: The same with the command's usage, or the requested text.
  init(
    parsing error: any Error, message: String, fullMessage: String, _ exitCode: ExitCode
  ) {
    switch exitCode {
    case .success:
      self.init(.done)
      output = fullMessage + "\n"
    case .validationFailure: self = UsageError.failure(short: message, full: fullMessage)
    default: self.init(.internalError, Message.lines(for: error, file: nil))
    }
  }
}

extension CommandFailure {
  /// Prints the messages and ends the process.
  func end() -> Never {
    for line in lines { StandardError.say(line) }
    var status = status
    do throws(StandardOutputFailure) {
      try StandardOutput.write(output)
    } catch {
      for line in Message.lines(for: error, file: nil) { StandardError.say(line) }
      status = ExitStatus(error)
    }
    if status == .readerGone { Signals.raiseBrokenPipe() }
    exit(status.rawValue)
  }
}
