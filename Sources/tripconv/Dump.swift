import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv dump`: prints the content of a document as readable text.
struct Dump: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints what a document holds, as text that can be compared.",
    discussion: """
      Every object with its properties, in the current version. Documents with equal content give \
      equal text, whatever their form. For differences in git:

        git config diff.trips.textconv 'tripconv dump'
        echo '*.trips diff=trips' >>.gitattributes
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "file"))
  var input: InputArgument

  @Option(
    help: ArgumentHelp(
      "Only the objects of this entity and its subclasses, reading no others.", valueName: "name"))
  var entity: String?

  @Flag(help: "Keep the version of the schema, whichever it is; newer ones too.")
  var keepVersion = false

  @Flag(help: "Also print what other programs and newer versions left in the document.")
  var all = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var progress: ProgressOption

  func run() throws {
    let display = progress.display(input, isPrinted: true)
    defer { display.clear() }
    if let entity { try dump(entity, display) } else { try dumpAll(display) }
    display.finish()
  }

  private func dumpAll(_ display: ProgressDisplay) throws {
    let version = keepVersion ? WantedVersion.own : .current
    try InputPlan(limits.applied(to: input), version: version, display).run(
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
      try OpenedPart.document(limits.applied(to: input), keepVersion: keepVersion)
    }
    guard document.schema.entity(named: entity) != nil else {
      let names = document.schema.entities.map(\.name).joined(separator: ", ")
      throw CommandFailure(
        .usage,
        [
          Message.prefix
            + DocumentError.printable("There is no entity \(entity.quotedIfBlank), but: \(names).")
        ])
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
