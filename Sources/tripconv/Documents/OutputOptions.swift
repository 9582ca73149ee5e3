import ArgumentParser
import DocumentData
import DocumentFile
import DocumentTables
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
      "The format to write; not needed if the file name ends in \(OutputFormat.suffixes).",
      valueName: "format"))
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

  /// Writes a document of a type, changing the output only if everything succeeds.
  ///
  /// - Returns: What the output does not contain.
  @discardableResult
  func write(
    _ tables: Tables, type: DocumentType, limits: DocumentLimits = .standard
  ) throws -> [Message] {
    try begin { format in
      switch format {
      case .document(let format):
        var options = options(format, type)
        options.limits = limits
        let unkept = try DocumentFile.write(
          tables, form: format.form, options: options, to: target)
        StandardError.say(unkept, of: output)
        return []
      case .foreign(let format) where format.hasOwnModel:
        let file = try ExportedFile(try TripMigration.tables(tables, forFormat: format), format)
        switch target {
        case .standardOutput: try StandardOutput.write(file.bytes)
        case .path(let path):
          StandardError.say(try DocumentFile.replace(fileAt: path, with: file.bytes), of: path)
        }
        return messages(file.notes)
      case .foreign(let format):
        let (unkept, notes) =
          format == .csv
          ? try CSVExport.write(tables, to: target) : try SQLiteExport.write(tables, to: target)
        StandardError.say(unkept, of: output)
        return messages(notes)
      }
    } ?? []
  }

  /// Writes a streamed document.
  ///
  /// - Parameter announce: As in ``VersionedPass/write(to:as:_:announce:)``.
  /// - Returns: The outcome, and what the output does not contain.
  func write(
    _ pass: VersionedPass, announce: () throws -> Void
  ) throws -> (outcome: PassOutcome, notes: [Message]) {
    try begin { format in
      switch format {
      case .document(let format):
        let options = options(format, pass.document.header.type)
        return (try pass.write(to: target, as: format.form, options, announce: announce), [])
      // A format with a model of its own needs all rows, which `needsAllRows` says.
      case .foreign(let format) where format.hasOwnModel: return (.needsAllRows, [])
      case .foreign(let format):
        let (outcome, notes) = try pass.write(to: target, as: format, announce: announce)
        return (outcome, messages(notes))
      }
    } ?? (.done(unkept: UnkeptRights()), [])
  }

  private func options(_ format: FormatName, _ type: DocumentType) -> DocumentWriteOptions {
    var options = DocumentWriteOptions(encoding: format.encoding, type: type)
    options.compressEntries(level ?? .standard)
    if store { options.storeEntries() }
    return options
  }

  private func messages(_ notes: [String]) -> [Message] {
    notes.map { Message(.note, $0, at: target.name) }
  }

  /// - Returns: nil if there is no format, which `validate()` rejects.
  private func begin<Result>(_ write: (OutputFormat) throws -> Result) throws -> Result? {
    guard let format else { return nil }
    if let kind = format.binaryKind { try StandardOutput.refuse(kind, to: target) }
    do {
      return try write(format)
    } catch let error as DocumentError {
      throw CommandFailure(error, file: output == "-" ? "standard output" : output)
    }
  }
}

extension CompressionLevel: ExpressibleByArgument {}
