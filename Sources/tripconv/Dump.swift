import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv dump`: prints the content of a document as readable text.
struct Dump: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print all objects as text for diff and search.",
    discussion: """
      Prints every object with its properties, in the current schema version. Documents with equal \
      content give equal text, regardless of their format. To see \
      differences in git, run tripconv git enable.
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Option(
    help: ArgumentHelp(
      "Print only objects of this entity and its subclasses, and read no others.", valueName: "name"
    ))
  var entity: String?

  @Flag(help: "Do not migrate; keep the document's schema version, even a newer one.")
  var keepVersion = false

  @Flag(help: "Also print data of other programs and newer versions.")
  var all = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    let display = messages.display(input, isPrinted: true)
    defer { display.clear() }
    if let entity { try dump(entity, display) } else { try dumpAll(display) }
    display.finish()
  }

  private func dumpAll(_ display: ProgressDisplay) throws {
    let version = keepVersion ? WantedVersion.own : .current
    try InputPlan(
      try ForeignInput.document(limits.applied(to: input)), version: version, display
    ).run(
      passing: { pass in
        guard case .done = try pass.dump(all: all) else { return nil }
        return ()
      },
      loading: { input in
        let document = try display.observingMigration {
          try OpenedDocument(input, version: version, mayKeepVersion: true)
        }
        do throws(StandardOutputFailure) {
          try TablesDump.dump(document.tables, all: all, to: StandardOutput.write)
        } catch {
          throw CommandFailure(error, file: nil)
        }
      })
  }

  private func dump(_ entity: String, _ display: ProgressDisplay) throws {
    let document = try display.observingMigration {
      try OpenedPart.document(
        try ForeignInput.document(limits.applied(to: input)), keepVersion: keepVersion)
    }
    guard document.schema.entity(named: entity) != nil else {
      let names = document.schema.entities.map(\.name).joined(separator: ", ")
      throw CommandFailure(
        .usage, "there is no entity \(entity.quotedIfBlank), but: \(names)", at: input.name)
    }
    let subset: TablesSubset
    do {
      subset = try document.subset(ofAll: entity) { display.show($0) }
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    display.clear()
    do {
      try OpenedPart.dump(subset, all: all)
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }
}
