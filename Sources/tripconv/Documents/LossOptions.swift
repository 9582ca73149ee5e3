import ArgumentParser
import DocumentData
import DocumentFile
import DocumentTables

/// Options for data that an older schema version cannot store.
struct LossOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write data that the version cannot store to this file, as JSON, or - for standard output.",
      valueName: "file"),
    completion: .file())
  var lossReport: String?

  @Flag(help: "Fail with exit code 65 if the version cannot store all data.")
  var failOnLoss = false

  @Flag(
    help: """
      Drop data that the version cannot store, instead of carrying it in the document for newer \
      versions.
      """)
  var dropLost = false

  @OptionGroup var restoration: RestorationOption

  func validate() throws {
    if failOnLoss, dropLost {
      throw ValidationError("--fail-on-loss and --drop-lost cannot be combined")
    }
    if lossReport?.isEmpty == true {
      throw ValidationError("--loss-report needs the name of a file")
    }
  }

  /// - Throws: `ValidationError` if the report would overwrite a document that is read or written.
  func checkPlace(inputs: [InputArgument], outputs: [WriteTarget]) throws {
    guard let lossReport else { return }
    let target = WriteTarget(argument: lossReport)
    var documents = inputs.map(\.source)
    for case .path(let path) in outputs { documents.append(.path(path)) }
    if target == .standardOutput && outputs.contains(target)
      || documents.contains(where: { target.isSameFile(as: $0) })
    {
      throw ValidationError("--loss-report names a document that the command reads or writes")
    }
  }

  /// The policy for the migration; ``check(_:)`` handles `--fail-on-loss` after the report is
  /// written.
  var policy: LossPolicy { dropLost ? .drop : .carry }

  /// Begins the report, if one was requested, before any work.
  func beginReport() throws(CommandFailure) -> LossReport? {
    guard let lossReport else { return nil }
    return try LossReport(WriteTarget(argument: lossReport))
  }

  /// - Throws: ``CommandFailure`` if the document has losses and `--fail-on-loss` is set.
  func check(_ document: any MigratedRows) throws {
    let losses = document.report.losses
    guard failOnLoss, !losses.isEmpty, let versions = document.versions else { return }
    throw CommandFailure(
      .badData,
      "not written: version \(versions.to) cannot store "
        + "\(MigrationNotes.things(losses.count))",
      at: document.name,
      details: MigrationNotes.details(losses))
  }
}
