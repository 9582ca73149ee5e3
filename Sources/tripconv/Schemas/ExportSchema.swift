import ArgumentParser
import DocumentFile
import DocumentTables
import SchemaExport

/// `tripconv schema export`: exports the schema of a document or of a released version.
struct ExportSchema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a schema in a language that other programs read.",
    discussion: """
      Exports the schema of a document, of a schema file, or of a released version, as:

        schema        the embedded schema with its fingerprints
        xsd           XML Schema 1.0 of the documents in XML
        json-schema   JSON Schema 2020-12 of the documents in JSON
        swift         a FrozenVersion for the migration plan of a Swift program

      EXAMPLES
        tripconv schema export journeys.trips
        tripconv schema export --schema-version 4.0.0 --as xsd -o trips.xsd
        tripconv schema export released.store --as swift -o V1.swift
        xmllint --noout --schema trips.xsd journeys.trips.xml
      """)

  @Argument(
    help: ArgumentHelp(
      "The document or schema file, or - for standard input.", valueName: "file"))
  var input: InputArgument?

  @Option(
    help: ArgumentHelp(
      "A released version instead of a file: \(TripMigration.versionList).", valueName: "v"))
  var schemaVersion: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("The language to write.", valueName: "language"))
  var language: SchemaLanguageName = .schema

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, or - for standard output.", valueName: "out"),
    completion: .file())
  var output = "-"

  @OptionGroup var limits: LimitOptions

  private var version: SchemaVersion? { schemaVersion.flatMap(SchemaVersion.init(text:)) }

  func validate() throws {
    guard (input == nil) != (schemaVersion == nil) else {
      throw ValidationError(
        "name a file, or a version with --schema-version")
    }
    try input?.refuse(
      asOutput: WriteTarget(argument: output), advice: "write the schema to another name")
    guard !output.isEmpty else { throw ValidationError("-o needs the name of a file, or -") }
    if let schemaVersion {
      guard let version, TripMigration.releasedVersions.contains(version) else {
        throw ValidationError(TripMigration.words(forUnknown: schemaVersion))
      }
    }
  }

  func run() throws {
    guard let source = input.map(SchemaInput.file) ?? version.map(SchemaInput.version) else {
      return
    }
    let text = language.text(of: try source.read(limits))
    do {
      if output == "-" {
        try StandardOutput.write(text)
      } else {
        StandardError.say(try DocumentFile.replace(fileAt: output, with: text), of: output)
      }
    } catch {
      throw CommandFailure(error, file: output == "-" ? nil : output)
    }
  }
}
