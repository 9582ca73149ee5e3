import ArgumentParser
import DocumentFile
import DocumentTables

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
      "The format to write; not needed if the file name ends in .trips, .json or .xml.",
      valueName: "format"))
  var to: FormatName?

  @Flag(help: "Store the parts of a .trips file uncompressed.")
  var store = false

  @Option(
    help: ArgumentHelp(
      "The compression of a .trips file: autosave (fastest), default or export (smallest).",
      valueName: "level"))
  var level: CompressionLevel?

  /// The requested form, or else the form that the file name implies.
  private var format: FormatName? { to ?? (output == "-" ? nil : FormatName(fileName: output)) }

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError("-o needs the name of a file, or -") }
    guard let format else {
      let names = FormatName.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        output == "-"
          ? "standard output needs a format: add --to with one of \(names)"
          : "the name \(output) implies no format (.trips, .json or .xml): add --to with one of \(names)"
      )
    }
    if store, level != nil {
      throw ValidationError("--store and --level cannot be combined")
    }
    if level != nil, format.form == .flat {
      throw ValidationError(
        "--level is for trips-json and trips-xml: plain text is not compressed")
    }
    if store, format.form == .flat {
      throw ValidationError("--store is for trips-json and trips-xml: plain text is not compressed")
    }
  }

  var target: WriteTarget { WriteTarget(argument: output) }

  /// Writes a document of a type, changing the output only if everything succeeds.
  func write(
    _ tables: Tables, type: DocumentType, limits: DocumentLimits = .standard
  ) throws {
    _ = try write(type: type) { (form, options) in
      var options = options
      options.limits = limits
      let unkept = try DocumentFile.write(tables, form: form, options: options, to: target)
      StandardError.say(unkept, of: output)
    }
  }

  /// Writes a streamed document.
  ///
  /// - Parameter announce: As in ``VersionedPass/write(to:as:_:announce:)``.
  func write(_ pass: VersionedPass, announce: () throws -> Void) throws -> PassOutcome {
    try write(type: pass.document.header.type) { (form, options) in
      try pass.write(to: target, as: form, options, announce: announce)
    } ?? .done(unkept: UnkeptRights())
  }

  /// - Returns: nil if there is no format, which `validate()` rejects.
  private func write<Result>(
    type: DocumentType,
    _ write: (DocumentForm, DocumentWriteOptions) throws -> Result
  ) throws -> Result? {
    guard let format else { return nil }
    try StandardOutput.refuseZip(format.form, to: target)
    var options = DocumentWriteOptions(encoding: format.encoding, type: type)
    options.compressEntries(level ?? .standard)
    if store { options.storeEntries() }
    do {
      return try write(format.form, options)
    } catch let error as DocumentError {
      throw CommandFailure(error, file: output == "-" ? "standard output" : output)
    }
  }
}

extension CompressionLevel: ExpressibleByArgument {}
