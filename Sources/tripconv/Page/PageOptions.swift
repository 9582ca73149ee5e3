import ArgumentParser
import DocumentFile

/// Options for a page as output.
struct PageOptions: ParsableArguments {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case html
  }

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write a page to this file, such as trip.html, or to - for standard output.",
      valueName: "out"),
    completion: .file(extensions: ["html"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The format to write: html; not needed if the file name ends in .html.",
      valueName: "format"))
  var to: Format?

  /// Where the page goes; nil if no page is wanted.
  var target: WriteTarget? { output.map { WriteTarget(argument: $0) } }

  func validate() throws {
    guard let output else {
      if to != nil { throw ValidationError("--to needs -o with the name of a file, or -") }
      return
    }
    guard !output.isEmpty else { throw ValidationError("-o needs the name of a file, or -") }
    let isPage = [".html", ".htm"].contains { output.lowercased().hasSuffix($0) }
    guard to != nil || isPage else {
      throw ValidationError(
        output == "-"
          ? "standard output needs a format: add --to html"
          : "the name \(output) implies no format (.html): add --to html")
    }
  }

  /// Writes a page, changing the output only if everything succeeds, or pages for each year beside it.
  ///
  /// - Parameters:
  ///   - mayReplace: Throws if a file beside the page may not be replaced.
  ///   - progress: Receives the number of objects that are written, and of all.
  /// - Returns: What the page does not contain, in words.
  func write(
    _ files: PageFiles, to target: WriteTarget, mayReplace: (WriteTarget) throws -> Void,
    _ progress: (Int, Int) -> Void
  ) throws -> [String] {
    switch target {
    case .standardOutput:
      try files.writeOne(
        to: { (bytes) throws(StandardOutputFailure) in try StandardOutput.write(bytes) }, progress)
    case .path(let path):
      try files.write(to: path, mayReplace: { try mayReplace(.path($0)) }, progress)
    }
  }
}
