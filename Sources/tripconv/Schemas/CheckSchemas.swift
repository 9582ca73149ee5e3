import ArgumentParser
import DocumentFile

/// `tripconv schema check`: checks that schemas equal the released versions that they state.
struct CheckSchemas: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that schemas equal the released versions that they state.",
    discussion: """
      Compares the schema of each document or schema file with the released version that it \
      states, and prints one line for each: equal, or the first difference. --frozen compares every \
      released version with its files in a folder, byte for byte. Checks everything; the exit code \
      is that of the first failure.

      EXAMPLES
        tripconv schema check *.trips
        tripconv schema check --frozen schemas
      """)

  @Argument(
    help: ArgumentHelp(
      "The documents, schema files, or folders of documents; - for standard input.",
      valueName: "file"))
  var inputs: [InputArgument] = []

  @Option(
    help: ArgumentHelp(
      "A folder with the frozen files of every released version.", valueName: "folder"),
    completion: .directory)
  var frozen: String?

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if inputs.isEmpty, frozen == nil {
      throw ValidationError("name files, or a folder with --frozen")
    }
  }

  func run() throws {
    var worst: ExitStatus?
    do {
      for input in try DocumentFolder.documents(of: inputs) {
        let result = ReleaseCheck(input, limits)
        if result.status != .done { worst = worst ?? result.status }
        if let failure = result.failure {
          for message in failure { StandardError.say(message) }
        } else {
          try StandardOutput.write(result.line)
        }
      }
      if let frozen {
        let lines = try FrozenSchemas(folder: frozen).findings()
        if lines.isEmpty {
          try StandardOutput.write("\(DocumentError.printable(frozen)): as released\n")
        } else {
          worst = worst ?? .badData
          for line in lines { try StandardOutput.write(DocumentError.printable(line) + "\n") }
        }
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(error, file: nil)
    }
    if let worst { throw CommandFailure(worst) }
  }
}
