import ArgumentParser
import DocumentData
import DocumentFile
import TripFormats

/// Options for the output file, its form and its compression.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, or - for standard output. An existing file is replaced in one step.",
      valueName: "out"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "The format to write, or the suffix of its files; not needed if the file name ends in "
        + "\(OutputFormat.suffixes). (values: "
        + "\(OutputFormat.allValueStrings.joined(separator: ", ")))",
      valueName: "format"),
    completion: .list(OutputFormat.allValueStrings), transform: { try OutputFormat(option: $0) })
  var to: OutputFormat?

  @Flag(help: "Store the parts of a .trips file uncompressed.")
  var store = false

  @Option(
    help: ArgumentHelp(
      "The compression of a .trips file: autosave (fastest), default or export (smallest).",
      valueName: "level"))
  var level: CompressionLevel?

  /// The requested form, or else the form that the file name implies.
  private var format: OutputFormat? {
    to ?? (output == "-" ? nil : OutputFormat(fileName: output))
  }

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError("-o needs the name of a file, or -") }
    guard let format else {
      let names = OutputFormat.allValueStrings.joined(separator: ", ")
      let suffix = output.split(separator: ".").last.map { $0.lowercased() } ?? ""
      if output != "-", let advice = OutputFormat.advice(for: suffix) {
        throw ValidationError("the name \(output) implies no format that is written: \(advice)")
      }
      throw ValidationError(
        output == "-"
          ? "standard output needs a format: add --to with one of \(names)"
          : "the name \(output) implies no format (\(OutputFormat.suffixes)): add --to with one of \(names)"
      )
    }
    if store, level != nil {
      throw ValidationError("--store and --level cannot be combined")
    }
    let isZip = if case .document(let format) = format { format.form == .document } else { false }
    if !isZip, level != nil || store {
      let option = store ? "--store" : "--level"
      let other =
        if case .foreign(let format) = format { "\(format.title) files are" } else {
          "plain text is"
        }
      throw ValidationError("\(option) is for trips-json and trips-xml: \(other) not compressed")
    }
  }

  /// Whether the format has a model of its own, so that its writer needs all rows and the history.
  var needsAllRows: Bool {
    if case .foreign(let format) = format { format.hasOwnModel } else { false }
  }

  /// The title of the format of another program; nil for the forms of documents.
  var foreignTitle: String? {
    if case .foreign(let format) = format { format.title } else { nil }
  }

  var target: WriteTarget { WriteTarget(argument: output) }

  /// The file to write, checked by `validate()`.
  var file: OutputFile {
    OutputFile(
      target: target, format: format ?? .document(.tripsJSON),
      compression: store ? nil : level ?? .standard)
  }
}

extension CompressionLevel: ExpressibleByArgument {}
