import ArgumentParser
import DocumentFile
import DocumentTables

/// Options for the output file, its form and its compression.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, or - for standard output. A file that is there is replaced as a whole, "
        + "or not at all.", valueName: "out"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "The form to write. Not needed where the name ends in .trips, .json or .xml.",
      valueName: "form"))
  var to: FormatName?

  @Flag(help: "Leave the parts of a .trips file uncompressed.")
  var store = false

  @Option(
    help: ArgumentHelp(
      "How far to compress the parts of a .trips file: autosave for the fastest, export for the "
        + "smallest.", valueName: "level"))
  var level: CompressionLevel?

  /// The requested form, or else the form that the file name implies.
  private var format: FormatName? { to ?? (output == "-" ? nil : FormatName(fileName: output)) }

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError("The output has an empty name.") }
    guard let format else {
      let names = FormatName.allCases.map(\.rawValue).joined(separator: "|")
      throw ValidationError(
        output == "-"
          ? "Standard output has no name that says the form. Add --to \(names)."
          : "The name \(output) does not say the form: it ends in none of .trips, .json, .xml. "
            + "Add --to \(names).")
    }
    if store, level != nil {
      throw ValidationError("--store and --level exclude each other: what is stored has no level.")
    }
    if level != nil, format.form == .flat {
      throw ValidationError(
        "--level is for trips-json and trips-xml: there is no zip to compress in.")
    }
    if store, format.form == .flat {
      throw ValidationError("--store is for trips-json and trips-xml: there is no zip to store in.")
    }
  }

  var target: WriteTarget { WriteTarget(argument: output) }

  /// Writes a document of a type, changing the output only if everything succeeds.
  ///
  /// - Parameter origin: The state of the output when it was read, if the output is also the input.
  func write(
    _ tables: Tables, type: DocumentType, limits: DocumentLimits = .standard,
    insteadOf origin: DocumentOrigin? = nil
  ) throws {
    _ = try write(type: type) { (form, options) in
      var options = options
      options.limits = limits
      let unkept = try DocumentFile.write(
        tables, form: form, options: options, to: target, insteadOf: origin)
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
