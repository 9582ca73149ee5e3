import ArgumentParser
import DocumentFile
import DocumentMigration
import DocumentTables

/// `tripconv schema diff`: lists the steps from one schema to another, and the cost of each.
struct DiffSchemas: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "List the migration steps from one schema to another, and what each costs.",
    discussion: """
      Each argument is a document, a schema file, or the number of a released version. The steps \
      are those of a lightweight migration; from a newer version to an older one, those of the way \
      back. Each step has a class:

        lossless           keeps every value, in both directions
        reversible         keeps every value; the way back cannot store something
        lossy              drops values
        needs a decision   prints both interpretations, and the code for each

      EXAMPLES
        tripconv schema diff 3.0.0 4.0.0
        tripconv schema diff journeys.trips new.schema.json --json
        tripconv schema diff --exit-code released.schema.json journeys.trips
      """)

  @Argument(help: ArgumentHelp("The schema to start from.", valueName: "a"))
  var old: SchemaInput

  @Argument(help: ArgumentHelp("The schema to end with.", valueName: "b"))
  var new: SchemaInput

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Exit with 1 if the schemas differ.")
  var exitCode = false

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if old.isStandardInput, new.isStandardInput {
      throw ValidationError("standard input can be read only once")
    }
  }

  func run() throws {
    let report = SchemaDiffReport(from: try old.read(limits), to: try new.read(limits))
    do {
      try StandardOutput.write(json ? try JSONText.of(report) : report.text)
    } catch {
      throw CommandFailure(error, file: nil)
    }
    if exitCode, !report.steps.isEmpty { throw CommandFailure(.differs) }
  }
}

extension SchemaDiffReport {
  /// The report as text: one line for each step, with its class first.
  var text: String {
    let width = steps.map(\.cost.rawValue.count).max() ?? 0
    var lines = ["\(from.words) → \(to.words): \(steps.isEmpty ? "no difference" : worst.rawValue)"]
    for step in steps {
      let name = step.cost.rawValue
      lines.append(
        "  " + name + String(repeating: " ", count: width - name.count) + "  " + step.words)
      if let hint = step.hint {
        lines.append(String(repeating: " ", count: width + 4) + "or: " + hint)
      }
    }
    return lines.map { DocumentError.printable($0) + "\n" }.joined()
  }
}

extension SchemaInput: ExpressibleByArgument {
  /// Parses a version number as a released version; a file with such a name can be given as
  /// `./4.0.0`.
  init?(argument: String) {
    if let version = SchemaVersion(text: argument) {
      self = .version(version)
    } else if let input = InputArgument(argument: argument) {
      self = .file(input)
    } else {
      return nil
    }
  }

  static var defaultCompletionKind: CompletionKind { InputArgument.defaultCompletionKind }

  var isStandardInput: Bool {
    if case .file(let input) = self, case .standardInput = input.source { true } else { false }
  }
}
