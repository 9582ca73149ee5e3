import ArgumentParser
import DocumentFile
import DocumentTables

/// Where a verb that changes a document writes it: in its place, unless an output is named.
struct ChangeOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write the result to this file, or - for standard output, and leave the document as it is.",
      valueName: "out"),
    completion: .file())
  var output: String?

  @Flag(help: "Keep the old document as <document>~.")
  var backup = false

  func validate() throws {
    guard output?.isEmpty != true else {
      throw ValidationError("-o needs the name of a file, or -")
    }
    if output != nil, backup { throw ValidationError("-o and --backup cannot be combined") }
  }

  /// Checks that the document can be written without being read and replaced at once.
  ///
  /// - Throws: `ValidationError`.
  func check(_ document: InputArgument) throws {
    if document.source.path == nil, output == nil {
      throw ValidationError("standard input cannot be replaced: add -o")
    }
    guard let output else { return }
    try document.refuse(
      asOutput: WriteTarget(argument: output), advice: "write to another name")
  }

  /// Returns the checked destination of a document.
  func destination(of document: InputArgument) throws -> MigrationOutput {
    let destination = try MigrationOutput(output, isFolder: false, keepsBackups: backup)
    try destination.checkPlace(of: document)
    try destination.requireCreatable()
    return destination
  }

  /// The name of the written file in messages.
  func name(of document: InputArgument) -> String {
    output.map { WriteTarget(argument: $0).name } ?? document.name
  }
}
