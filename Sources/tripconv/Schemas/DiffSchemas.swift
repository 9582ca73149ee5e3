import ArgumentParser
import DocumentFile
import DocumentMigration
import DocumentTables

/// `tripconv schema diff`: lists the steps from one schema to another, and the cost of each.
struct DiffSchemas: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Prints the steps from one schema to another, and what each costs.",
    discussion: """
      Each of the two is a document, a schema file, or the number of a released version. The steps \
      are those of a lightweight migration, from a newer version to an older one those of the way \
      back; each with its class:

        lossless           every value stays, on this way and on the way back
        reversible         every value stays; on the way back something has no place
        lossy              values are given up
        needs a decision   both readings, and the code to write for each

      EXAMPLES
        tripconv schema diff 3.0.0 4.0.0
        tripconv schema diff journeys.trips new.schema.json --json
      """)

  @Argument(help: ArgumentHelp("The schema to start from.", valueName: "a"))
  var old: SchemaInput

  @Argument(help: ArgumentHelp("The schema to arrive at.", valueName: "b"))
  var new: SchemaInput

  @Flag(help: "Print JSON.")
  var json = false

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
