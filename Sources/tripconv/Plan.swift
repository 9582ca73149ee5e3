import ArgumentParser
import DocumentData
import DocumentFile
import DocumentTables

/// `tripconv plan`: previews a migration without writing anything.
struct Plan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Preview a migration: steps, affected objects, losses. Writes nothing.",
    discussion: """
      Reads the document and migrates it in memory. Prints the stages, the number of objects that \
      each step touches, the changes that the code of a stage makes to objects, and the data that \
      an older version cannot store, with the reason.

      EXAMPLES
        tripconv plan old.trips
        tripconv plan journeys.trips --schema-version 1.0.0
        tripconv plan --json new.trips --schema-version 3.0.0 | jq .stages[].losses
      """)

  @Argument(
    help: ArgumentHelp(
      "The document to read, or - for standard input; not needed if that is a file or a pipe.",
      valueName: "file"))
  var file: InputArgument?

  private var input: InputArgument { file ?? .standardInput }

  @OptionGroup var target: VersionOption

  @OptionGroup var restoration: RestorationOption

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var limits: LimitOptions

  func validate() throws { try InputArgument.require(file) }

  func run() throws {
    let document = try OpenedDocument(
      try ForeignInput.document(limits.applied(to: input)), version: target.wanted,
      restoration: restoration.policy)
    let report = document.report
    let version = document.tables.schema.version?.text
    do {
      if json {
        var members = ["file": Tree.text(input.name), "schemaVersion": .null]
        if let version { members["schemaVersion"] = .text(version) }
        try report.writeJSON(with: members) { (bytes) throws(StandardOutputFailure) in
          try StandardOutput.write(DocumentError.printableJSON(bytes))
        }
        try StandardOutput.write("\n")
      } else if report.stages.isEmpty {
        try StandardOutput.write(
          DocumentError.printable("\(input.name): \(document.keptWords)")
            + ": there is nothing to do\n"
        )
      } else {
        var text = "\(DocumentError.printable(document.name)):\n"
        try report.forEachLine { line throws(StandardOutputFailure) in
          text += line + "\n"
          guard text.utf8.count >= 1 << 16 else { return }
          try StandardOutput.write(text)
          text = ""
        }
        try StandardOutput.write(text)
      }
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }
}
