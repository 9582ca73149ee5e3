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

      A record that breaks a rule does not hide the next one. Where JSON, XML or a part of a zip \
      cannot be read, the check stops and says so; rules across objects need all objects. At most \
      \(DocumentFile.mostFindings) errors of each file are listed.

      Valid documents of trips also have warnings, at most \(TripDoubts.most) listed of each file: data \
      that is probably a mistake, such as a trip that ends before it starts, a leg outside the days \
      of its trip, coordinates 0, 0, or a time zone far from the longitude. Versions before 5.0.0 \
      have only the days of trips to doubt; other schemas have no warnings. --strict makes them errors.
      """)

  @Argument(
    help: ArgumentHelp(
      "The documents or folders to check; - for standard input.", valueName: "file"))
  var inputs: [InputArgument] = []

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Treat warnings as errors, with exit code 65.")
  var strict = false

  @Flag(help: "List all rules with the clauses of the specification, and all warnings, and exit.")
  var rules = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if rules, !inputs.isEmpty || json || strict {
      throw ValidationError("--rules lists the rules; it takes no file, no --json and no --strict")
    }
    if !rules { try InputArgument.require(inputs.first) }
  }

  /// Checks a document.
  ///
  /// - Parameter doubts: Gets what is doubtful in it.
  private func findings(
    _ input: InputArgument, _ options: PassOptions, _ doubts: TripDoubts
  ) -> DocumentFindings {
    do throws(DocumentError) {
      let (format, opened) = try ForeignInput.opened(limits.applied(to: input))
      let source =
        format == .sqlite
        ? try ForeignInput.rows(ofSQLiteFile: opened) : opened.source
      return DocumentFile.validate(
        source, options: options,
        checks: SchemaChecks(problem: ReleaseCheck.contradiction, rows: doubts.rows))
    } catch {
      guard let problems = error.underlying as? SQLiteProblems else {
        return DocumentFindings([error], extent: .opening)
      }
      return DocumentFindings(
        problems.lines.map { DocumentError(error.code, $0) }, extent: .opening)
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
    let inputs = try DocumentFolder.documents(
      of: self.inputs.isEmpty ? [.standardInput] : self.inputs)
    var results: [ValidationResult] = []
    do {
      for input in inputs {
        let display = messages.display(input, isPrinted: false)
        var options = display.passing
        options.limits = limits.applied(to: input).streamingLimits
        let doubts = TripDoubts()
        let result = ValidationResult(
          file: input.name, findings(input, options, doubts), doubts, isStrict: strict)
        results.append(result)
        if result.failure == nil { display.finish() } else { display.clear() }
        if let failure = result.failure {
          if let message = Message(failure, file: nil) { StandardError.say(message) }
        } else if !json {
          try StandardOutput.write(result.text(.standardOutput, isQuiet: messages.quiet))
          if let note = result.note { messages.say(note) }
        }
      }
      if json { try StandardOutput.write(JSONText.of(ValidationReport(files: results))) }
    } catch {
      throw CommandFailure(error, file: nil)
    }
    if results.count > 1, !json {
      let valid = results.count { $0.status == .done }
      let doubtful = results.count { $0.status == .done && $0.doubtCount > 0 }
      messages.say(
        Message(
          .note,
          "\(results.count) documents: \(valid) valid"
            + (doubtful == 0 ? "" : ", of which \(doubtful) with warnings")
            + ", \(results.count - valid) failed"))
    }
    if let first = results.first(where: { $0.status != .done }) {
      throw CommandFailure(first.status)
    }
  }
}
