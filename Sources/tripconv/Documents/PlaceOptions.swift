import ArgumentParser
import DocumentFile

/// Where a verb writes a document that it may replace: into a file, or with `--in-place` over the document itself.
struct PlaceOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, or - for standard output. An existing file is replaced in one step.",
      valueName: "out"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace the document.")
  var inPlace = false

  @Flag(help: "Keep the replaced document, with ~ appended to its name.")
  var backup = false

  func validate() throws {
    if output != nil, inPlace { throw ValidationError("--in-place and -o cannot be combined") }
    guard output != nil || inPlace else {
      throw ValidationError("name the output: -o with a file, or --in-place")
    }
    if backup, !inPlace { throw ValidationError("--backup needs --in-place") }
    if output?.isEmpty == true { throw ValidationError("-o needs the name of a file, or -") }
  }

  /// Rejects inputs that cannot be replaced, or that the output would overwrite.
  ///
  /// - Throws: `ValidationError`.
  func check(_ input: InputArgument) throws {
    if inPlace, input.source.path == nil {
      throw ValidationError("--in-place needs files: standard input cannot be replaced")
    }
    guard let output else { return }
    try input.refuse(
      asOutput: WriteTarget(argument: output), advice: "use --in-place --backup instead of -o")
  }
}
