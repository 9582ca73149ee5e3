import ArgumentParser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why the command ends before its end: what it says last, and its exit code.
struct CommandFailure: Error {
  var status: ExitStatus
  /// Said on standard error as they are; none where everything was said before.
  var lines: [String]
  /// Said on standard output: help that was asked for.
  var output = ""

  init(_ status: ExitStatus, _ lines: [String] = []) {
    self.status = status
    self.lines = lines
  }

  /// An error, with the file that led to it.
  init(_ error: any Error, file: String?) {
    self.init(ExitStatus(error), Message.lines(for: error, file: file))
  }

  /// What the argument parser throws: help, the version, or that the command was used wrongly.
  init(parsing error: any Error, _ message: String, _ exitCode: ExitCode) {
    switch exitCode {
    case .success:
      self.init(.done)
      output = message + "\n"
    case .validationFailure:
      self.init(
        .usage, message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    default: self.init(.internalError, Message.lines(for: error, file: nil))
    }
  }
}

extension CommandFailure {
  /// Says what there is to say and ends the process.
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
