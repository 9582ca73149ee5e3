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

  @Argument(
    help: ArgumentHelp(
      "The document to read, or - for standard input; not needed if that is a file or a pipe.",
      valueName: "file"))
  var file: InputArgument?

  private var input: InputArgument { file ?? .standardInput }

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
  @OptionGroup var pager: PagerOption

  func validate() throws { try InputArgument.require(file) }

  func run() throws {
    pager.begin()
    let display = messages.display(input, isPrinted: true)
    defer { display.clear() }
    if let entity { try dump(entity, display) } else { try dumpAll(display) }
    display.finish()
  }

  private func dumpAll(_ display: ProgressDisplay) throws {
    var document = try MigratedDocument(
      try ForeignInput.document(limits.applied(to: input)), version: keepVersion ? .own : .current,
      mayKeepVersion: true, display)
    try document.dump(all: all)
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
