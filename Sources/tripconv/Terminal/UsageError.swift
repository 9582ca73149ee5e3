/// Messages about wrong usage: one line with the command, what is wrong, and where to read more.
enum UsageError {
  /// - Parameter command: The command with its subcommands, such as `tripconv schema export`.
  static func failure(_ command: String, _ problem: String) -> CommandFailure {
    CommandFailure(.usage, "\(problem) (see \(command) --help)", at: command)
  }

  /// Creates the failure from the argument parser's messages.
  ///
  /// - Parameters:
  ///   - short: What is wrong.
  ///   - full: The same with the command's usage, whose last line names the command.
  static func failure(short: String, full: String) -> CommandFailure {
    let words = full.split(separator: "'")
    let command = words.last { $0.hasSuffix(" --help") }.map { String($0.dropLast(7)) }
    var problem = short
    if problem.hasSuffix(".") { problem.removeLast() }
    return failure(command ?? "tripconv", problem.prefix(1).lowercased() + problem.dropFirst())
  }
}
