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

  /// Writes a page, changing the output only if everything succeeds.
  ///
  /// - Parameter progress: Receives the number of objects that are written, and of all.
  /// - Returns: What the page does not contain, in words.
  func write(
    _ page: ObjectPage, to target: WriteTarget, _ progress: (Int, Int) -> Void
  ) throws -> [String] {
    var page = page
    switch target {
    case .standardOutput:
      return try page.write(
        to: { (bytes) throws(StandardOutputFailure) in try StandardOutput.write(bytes) }, progress)
    case .path(let path):
      let file = try GrowingFile(path: path)
      var notes: [String] = []
      try file.append(ending: []) { (sink) throws(DocumentError) in
        notes = try page.write(to: sink, progress)
      }
      StandardError.say(try file.finish(), of: path)
      return notes
    }
  }
}
