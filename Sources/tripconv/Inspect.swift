import ArgumentParser
import DocumentFile

/// `tripconv inspect`: shows a document's metadata without reading its records.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a document's metadata without reading its records.",
    discussion: """
      Prints format, versions, the parts with their sizes, and the stages of a migration to \
      the current schema version. The rows of a flat text are not counted.
      """)

  @Argument(
    help: ArgumentHelp(
      "The document to read, or - for standard input; not needed if that is a file or a pipe.",
      valueName: "file"))
  var file: InputArgument?

  private var input: InputArgument { file ?? .standardInput }

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var limits: LimitOptions

  func validate() throws { try InputArgument.require(file) }

  func run() throws {
    do {
      if let store = try StoreInspection(limits.applied(to: input)) {
        return try StandardOutput.write(json ? try JSONText.of(store.tree) : store.text)
      }
      let input = try ForeignInput.document(limits.applied(to: input))
      let inspection = Inspection(
        try DocumentFile.summary(input.source, limits: input.streamingLimits), file: input.name)
      try StandardOutput.write(json ? try JSONText.of(inspection) : inspection.text)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(error, file: input.name)
    }
  }
}
