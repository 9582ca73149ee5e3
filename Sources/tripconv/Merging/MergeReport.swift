import DocumentFile
import DocumentTables

/// The file or standard output for the conflicts and deletions of a merge, as JSON.
struct MergeReport {
  private let output: SideOutput

  /// Returns nil if there is no such option.
  ///
  /// - Throws: ``CommandFailure`` if the output cannot be created.
  init?(_ argument: String?) throws(CommandFailure) {
    guard let argument else { return nil }
    output = try SideOutput(WriteTarget(argument: argument))
  }

  /// Writes the report, before the document is replaced.
  func write(_ tree: Tree) throws {
    let text = try JSONText.of(tree)
    try output.append { (sink) throws(DocumentError) in try sink(Array(text.utf8)) }
  }

  /// Moves the report into place.
  ///
  /// - Parameter written: As in ``SideOutput/finish(beside:)``.
  func finish(beside written: Message?) throws(CommandFailure) {
    try output.finish(beside: written)
  }
}
