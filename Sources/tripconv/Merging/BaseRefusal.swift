import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables

/// The refusal of a base from which the merged documents were not made.
enum BaseRefusal {
  /// - Throws: ``CommandFailure`` that names `--union`.
  static func check(
    _ base: OpenedDocument, _ ours: OpenedDocument, _ theirs: OpenedDocument,
    _ origin: MergeBase.Origin
  ) throws(CommandFailure) {
    let isMigrated = [base, ours, theirs].contains { !$0.report.stages.isEmpty }
    func version(_ document: OpenedDocument) -> MergeBase.Version {
      MergeBase.Version(document.tables, history: document.readHistory, isMigrated: isMigrated)
    }
    let problem = MergeBase.problem(
      base: version(base), ours: version(ours), theirs: version(theirs), origin: origin)
    guard let problem else { return }
    let side = problem.side == .ours ? ours : theirs
    throw CommandFailure(
      .badData,
      [
        Message(.error, problem.words("it", base: base.name), at: side.name),
        advice(problem, base, ours, theirs, origin),
      ])
  }

  private static func advice(
    _ problem: MergeBaseProblem, _ base: OpenedDocument, _ ours: OpenedDocument,
    _ theirs: OpenedDocument, _ origin: MergeBase.Origin
  ) -> Message {
    let union = "tripconv merge --union"
    if origin == .versionControl {
      return Message(
        .note,
        "to unite the documents, so that nothing is deleted, write each to a file (git show) and run "
          + "\(union) OURS THEIRS -o OUT")
    }
    let files = [base, ours, theirs].map(\.name).joined(separator: " ")
    let advice = "to unite the documents, so that nothing is deleted, run \(union) \(files) -o OUT"
    switch problem.kind {
    case .otherDocument, .otherObjects: return Message(.note, advice)
    case .newerBase, .newerHistory, .otherHistory:
      return Message(
        .note,
        advice + "; to apply the changes from the base to theirs all the same, add --cherry-pick")
    }
  }
}
