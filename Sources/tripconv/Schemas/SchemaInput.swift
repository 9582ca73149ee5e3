import ArgumentParser
import DocumentFile
import DocumentTables

/// A schema to read: from a document, from a schema file, or of a released version.
enum SchemaInput {
  case version(SchemaVersion)
  case file(InputArgument)

  /// The name of the schema in messages.
  var name: String {
    switch self {
    case .version(let version): version.text
    case .file(let input): input.name
    }
  }

  func read(_ limits: LimitOptions) throws(CommandFailure) -> TableSchema {
    do {
      switch self {
      case .file(let input):
        let document = try ForeignInput.document(limits.applied(to: input))
        return try DocumentFile.schema(document.source, limits: document.limits)
      case .version(let version):
        guard let schema = try TripMigration.tableSchema(version) else {
          throw CommandFailure(.usage, TripMigration.words(forUnknown: version.text))
        }
        return schema
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(error, file: name)
    }
  }
}
