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
  /// The messages for standard error; empty if everything was printed before.
  var messages: [Message]
  /// The text for standard output, such as requested help.
  var output = ""

  init(_ status: ExitStatus, _ messages: [Message] = []) {
    self.status = status
    self.messages = messages
  }

  /// Creates a failure with one message.
  ///
  /// - Parameter place: As in ``Message/place``.
  init(
    _ status: ExitStatus, _ words: String, at place: String = Message.program,
    details: [String] = []
  ) {
    self.init(status, [Message(.error, words, at: place, details: details)])
  }

  /// Creates a failure from an error and the file that led to it.
  init(_ error: any Error, file: String?) {
    self.init(ExitStatus(error), Message(error, file: file).map { [$0] } ?? [])
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
    default: self.init(.internalError, Message.words(for: error))
    }
  }
}

extension CommandFailure {
  /// Prints the messages and ends the process.
  func end() -> Never {
    Pager.finish()
    for message in messages { StandardError.say(message) }
    var status = status
    do throws(StandardOutputFailure) {
      try StandardOutput.write(output)
    } catch {
      if let message = Message(error, file: nil) { StandardError.say(message) }
      status = ExitStatus(error)
    }
    // A person who leaves the pager early has seen enough.
    if status == .readerGone, Pager.hasRun { status = .done }
    if status == .readerGone { Signals.raiseBrokenPipe() }
    exit(status.rawValue)
  }
}
