import ArgumentParser

/// Checks of the words on the command line that the argument parser would misunderstand.
///
/// For `tripconv convrt a -o b` the parser reports the option `-o`, because no command without a
/// name has it. `-dash.trips` would be the flags `-d`, `-a`, `-s` and `-h`, and print help.
enum CommandWords {
  /// - Parameters:
  ///   - words: The arguments behind the program's name.
  ///   - root: The command of the program.
  static func check(
    _ words: [String], of root: any ParsableCommand.Type
  ) throws(CommandFailure) {
    var rest = words[...]
    if rest.first == "help" { rest.removeFirst() }
    var command = root
    var path = name(of: command)
    let verbs = root.configuration.subcommands.map(name)
    if let option = rest.first, option.hasPrefix("-"), !option.hasPrefix("---"),
      !rootOptions.contains(option), let verb = rest.first(where: verbs.contains)
    {
      throw UsageError.failure(
        path, "unknown option '\(option)'; options follow the command: \(path) \(verb) \(option)")
    }
    while let word = rest.first, !word.hasPrefix("-"), !command.configuration.subcommands.isEmpty {
      let known = command.configuration.subcommands
      guard let next = known.first(where: { name(of: $0) == word }) else {
        let names = known.map(name)
        let advice =
          NearestName.of(word, in: names).map { "did you mean '\($0)'?" }
          ?? "commands: \(names.joined(separator: ", "))"
        throw UsageError.failure(path, "unknown command '\(word)'; \(advice)")
      }
      command = next
      path += " " + word
      rest.removeFirst()
    }
    for word in rest.prefix(while: { $0 != "--" }) where isGroupOfFlags(word) {
      throw UsageError.failure(
        path, "unknown option '\(word)'; for a file of this name write './\(word)'")
    }
  }

  /// The options that need no command; those of the completion scripts begin with `---`.
  private static let rootOptions: Set = [
    "--help", "-h", "--version", "--generate-completion-script", "--experimental-dump-help",
  ]

  static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? String(describing: command).lowercased()
  }

  /// Whether the parser would split a word into flags of one letter each.
  ///
  /// A negative number is a value.
  private static func isGroupOfFlags(_ word: String) -> Bool {
    let letters = word.drop { $0 == "-" }
    return word.count == letters.count + 1 && letters.count > 1
      && letters.first?.isNumber == false
  }
}
