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
  func destination(of document: InputArgument) throws -> DocumentDestination {
    let destination = try DocumentDestination(output, isFolder: false, keepsBackups: backup)
    try destination.checkPlace(of: document)
    try destination.requireCreatable()
    return destination
  }

  /// The most times that a change is made again, because another program saves the document each time.
  private static let mostAttempts = 10

  /// Makes a change, and makes it again if another program has saved the document between reading and writing.
  ///
  /// Only for a change that means the same in every state of the document.
  func untilWritten(of document: InputArgument, _ change: () throws -> Void) throws {
    // Standard input can be read only once.
    let attempts = document.source.path == nil ? 1 : Self.mostAttempts
    for _ in 1..<attempts {
      do {
        return try change()
      } catch let failure as CommandFailure where failure.status == .lockedOrChanged {}
    }
    try change()
  }

  /// The name of the written file in messages.
  func name(of document: InputArgument) -> String {
    output.map { WriteTarget(argument: $0).name } ?? document.name
  }
}
