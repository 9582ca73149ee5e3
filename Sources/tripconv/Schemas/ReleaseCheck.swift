import DocumentData
import DocumentFile
import DocumentTables
import TripDocuments

/// The result of comparing a schema with the released version that it states.
struct ReleaseCheck {
  /// One line for standard output.
  let line: String
  let status: ExitStatus
  /// The messages for standard error; nil if the schema was read.
  let failure: [Message]?

  init(_ input: InputArgument, _ limits: LimitOptions) {
    do {
      let schema = try SchemaInput.file(input).read(limits)
      let problem = try Self.problem(of: schema)
      let words = problem ?? "\(schema.name) \(schema.version?.text ?? ""), as released"
      line = DocumentError.printable("\(input.name): \(words)") + "\n"
      status = problem == nil ? .done : .badData
      failure = nil
    } catch {
      let error = error as? CommandFailure ?? CommandFailure(error, file: input.name)
      line = ""
      status = error.status
      failure = error.messages
    }
  }

  /// Returns an error if a schema has the name and version of a released one but differs from it,
  /// so that migrations reject it; nil otherwise.
  static func contradiction(of schema: TableSchema) -> DocumentError? {
    do {
      guard schema.name.utf8.elementsEqual(TripMigrationPlan.schemaName.utf8),
        let version = schema.version, try TripMigration.tableSchema(version) != nil,
        let words = try problem(of: schema)
      else { return nil }
      return DocumentError(.schemaNotReleased, words)
    } catch {
      return DocumentError(.schemaNotReleased, Message.words(for: error))
    }
  }

  /// Returns why a schema is not the released one of its version, or nil if it is.
  static func problem(of schema: TableSchema) throws -> String? {
    let name = TripMigrationPlan.schemaName
    guard schema.name.utf8.elementsEqual(name.utf8) else {
      return "its schema is called \(schema.name); released are versions of \(name)"
    }
    guard let version = schema.version else {
      return "its schema states no version; released are \(TripMigration.versionList)"
    }
    guard let released = try TripMigration.tableSchema(version) else {
      return "\(name) \(version.text) is not released; released are \(TripMigration.versionList)"
    }
    guard schema.modelFingerprint() != released.modelFingerprint() else { return nil }
    let difference = SchemaComparison.deviations(schema, released).first?
      .words("this schema", "the released one")
    return "not \(name) \(version.text) as released: \(difference ?? "the fingerprints differ")"
  }
}
