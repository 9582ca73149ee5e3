import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv dump`: the content of a document as readable text.
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

  @Flag(help: "Keep the version of the schema, whichever it is; newer ones too.")
  var keepVersion = false

  @Flag(help: "Also print what other programs and newer versions left in the document.")
  var all = false

  func run() throws {
    let document = try OpenedDocument(
      input, version: keepVersion ? .own : .current, mayKeepVersion: true)
    do throws(StandardOutputFailure) {
      try TablesDump.dump(document.tables, all: all, to: StandardOutput.write)
    } catch {
      throw CommandFailure(error, file: nil)
    }
  }
}
