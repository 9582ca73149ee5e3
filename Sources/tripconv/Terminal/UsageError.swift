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
    var problem = oneLine(short)
    if problem.hasSuffix(".") { problem.removeLast() }
    if let advice = outputAdvice(problem) { problem += "; " + advice }
    return failure(command ?? "tripconv", problem.prefix(1).lowercased() + problem.dropFirst())
  }

  /// Returns a message of the parser in one line: what can be written instead is a list of lines there.
  private static func oneLine(_ message: String) -> String {
    let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
    let choices = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
    guard !choices.isEmpty else { return lines.joined(separator: " ") }
    let rest = lines.filter { !$0.hasPrefix("- ") }.joined(separator: " ")
      .replacing(" Please provide one of the following:", with: "")
    return (rest.hasSuffix(".") ? String(rest.dropLast()) : rest)
      + "; values: \(choices.joined(separator: ", "))"
  }

  /// Returns the output that a second file without an option probably is; nil if there is none.
  private static func outputAdvice(_ problem: String) -> String? {
    guard problem.hasPrefix("Missing expected argument '--output") else { return nil }
    let words = CommandLine.arguments.dropFirst(2)
    guard let last = words.last, !last.hasPrefix("-"), let before = words.dropLast().last,
      !before.hasPrefix("-"), words.count > 1
    else { return nil }
    return "did you mean '-o \(last)'?"
  }
}
