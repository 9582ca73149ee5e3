import ArgumentParser
import DocumentFile
import TripFormats

/// `tripconv validate`: checks documents against every rule of the format.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check documents against every rule of the format.",
    discussion: """
      Prints one line per finding: file, line and column, object, problem, and the identifier of \
      the rule in brackets; of an SQLite file table, _key and column. A schema with the name and version of a released schema must equal it; \
      other schemas are valid. A folder stands for the .trips, .trips.json and .trips.xml in it and \
      in its subfolders. Checks all files; the exit code is that of the first failure.
      """)

  @Argument(
    help: ArgumentHelp(
      "The documents or folders to check; - for standard input.", valueName: "file"))
  var inputs: [InputArgument] = []

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "List all rules with the clauses of the specification, and exit.")
  var rules = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if rules, !inputs.isEmpty || json {
      throw ValidationError("--rules lists the rules; it takes no file and no --json")
    }
    if !rules, inputs.isEmpty { throw ValidationError("Missing expected argument '<file>'") }
  }

  private func findings(_ input: InputArgument, _ options: PassOptions) -> [DocumentError] {
    do throws(DocumentError) {
      let (format, opened) = try ForeignInput.opened(limits.applied(to: input))
      let source =
        format == .sqlite
        ? try ForeignInput.rows(ofSQLiteFile: opened) : opened.source
      return DocumentFile.validate(
        source, options: options, schemaProblem: ReleaseCheck.contradiction)
    } catch {
      guard let problems = error.underlying as? SQLiteProblems else { return [error] }
      return problems.lines.map { DocumentError(error.code, $0) }
    }
  }

  func run() throws {
    if rules {
      do {
        return try StandardOutput.write(RuleList.text)
      } catch {
        throw CommandFailure(error, file: nil)
      }
    }
    let inputs = try DocumentFolder.documents(of: self.inputs)
    var results: [ValidationResult] = []
    do {
      for input in inputs {
        let display = messages.display(input, isPrinted: false)
        var options = display.passing
        options.limits = limits.applied(to: input).streamingLimits
        let result = ValidationResult(file: input.name, findings(input, options))
        results.append(result)
        if result.failure == nil { display.finish() } else { display.clear() }
        if let failure = result.failure {
          if let message = Message(failure, file: nil) { StandardError.say(message) }
        } else if !json, !(messages.quiet && result.status == .done) {
          try StandardOutput.write(result.text)
        }
      }
      if json { try StandardOutput.write(JSONText.of(ValidationReport(files: results))) }
    } catch {
      throw CommandFailure(error, file: nil)
    }
    if results.count > 1, !json {
      let valid = results.count { $0.status == .done }
      messages.say(
        Message(
          .note, "\(results.count) documents: \(valid) valid, \(results.count - valid) failed"))
    }
    if let first = results.first(where: { $0.status != .done }) {
      throw CommandFailure(first.status)
    }
  }
}
