import DocumentFile
import DocumentTables

/// The entities that an option names.
enum RequestedEntity {
  /// Returns the entity of a name, or the schema's principal entities if there is no name.
  ///
  /// - Throws: ``CommandFailure`` if the schema has no such entity, or none at all.
  static func names(
    _ name: String?, in schema: TableSchema, of input: InputArgument, _ command: String
  ) throws(CommandFailure) -> [String] {
    guard let name else {
      let names = schema.principalEntities
      guard names.isEmpty else { return names }
      throw CommandFailure(.badData, "its schema has no entities", at: input.name)
    }
    guard schema.entity(named: name) == nil else { return [name] }
    throw UsageError.failure(
      command, unknown(name, kind: "entity", among: schema.entities.map(\.name)))
  }

  /// Returns the message for an unknown name, with the nearest one or all.
  static func unknown(_ name: String, kind: String, among names: [String]) -> String {
    let advice =
      NearestName.of(name, in: names).map { "did you mean '\($0)'?" }
      ?? "known: \(names.joined(separator: ", "))"
    return "unknown \(kind) \(name.quotedIfBlank); \(advice)"
  }
}
