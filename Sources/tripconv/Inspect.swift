import ArgumentParser
import DocumentFile

/// `tripconv inspect`: shows a document's metadata without reading its records.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what a document is, without reading its data.",
    discussion: """
      Form, encoding, versions, the parts with their sizes, and along which stages converting it \
      would migrate it. Of a flat text the rows are not counted.
      """)

  @Argument(
    help: ArgumentHelp("The document to look at, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var limits: LimitOptions

  func run() throws {
    do {
      let inspection = Inspection(
        try DocumentFile.summary(
          input.source, limits: limits.applied(to: input).streamingLimits), file: input.name)
      try StandardOutput.write(json ? try JSONText.of(inspection) : inspection.text)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
  }
}
