import ArgumentParser
import DocumentFile

/// `tripconv validate`: checks documents against every rule of the format.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks documents against every rule of the format.",
    discussion: """
      Prints a line for each thing that is wrong: file, part, place, object, what is wrong, and \
      the identifier of the rule in brackets. A schema with the name and version of a released one \
      must be that one, as migrations require; other schemas are valid. All files are checked; the exit code is that of the \
      first that failed.
      """)

  @Argument(
    help: ArgumentHelp("The documents to check; - for standard input.", valueName: "file"))
  var inputs: [InputArgument]

  @Flag(help: "Print the findings as JSON.")
  var json = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var progress: ProgressOption

  func run() throws {
    var results: [ValidationResult] = []
    do {
      for input in inputs {
        let display = progress.display(input, isPrinted: false)
        var options = display.passing
        options.limits = limits.applied(to: input).streamingLimits
        let result = ValidationResult(
          file: input.name,
          DocumentFile.validate(
            input.source, options: options, schemaProblem: ReleaseCheck.contradiction))
        results.append(result)
        if result.failure == nil { display.finish() } else { display.clear() }
        if let failure = result.failure {
          StandardError.say("\(Message.prefix)\(failure)")
        } else if !json {
          try StandardOutput.write(result.text)
        }
      }
      if json { try StandardOutput.write(JSONText.of(results)) }
    } catch {
      throw CommandFailure(error, file: nil)
    }
    if let first = results.first(where: { $0.status != .done }) {
      throw CommandFailure(first.status)
    }
  }
}
