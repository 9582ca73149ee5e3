import DocumentFile
import DocumentTables
import TripPages

/// The entities that an option names.
enum RequestedEntity {
  /// Returns the entity that words name, all root entities for the number of an object, or the schema's principal
  /// entities if there are no words.
  ///
  /// - Parameter object: The name or the number of the requested object.
  /// - Throws: ``CommandFailure`` if the schema has no such entity, or none at all.
  static func names(
    _ words: String?, ofObject object: String? = nil, in schema: TableSchema,
    of input: InputArgument, _ command: String
  ) throws(CommandFailure) -> [String] {
    if let words { return [try entity(words, in: schema, command).name] }
    let isNumber = object.map { ObjectSearch.number($0) != nil } ?? false
    let names = isNumber ? schema.hierarchies.map(\.name) : schema.principalEntities
    guard names.isEmpty else { return names }
    throw CommandFailure(.badData, "its schema has no entities", at: input.name)
  }

  /// Returns the entity that words name.
  ///
  /// - Parameter isConcrete: Whether the entity must be one that objects can have.
  /// - Throws: ``CommandFailure`` if there is none, or several.
  static func entity(
    _ words: String, in schema: TableSchema, isConcrete: Bool = false, _ command: String
  ) throws(CommandFailure) -> TableEntity {
    let names = schema.entities.filter { !isConcrete || !$0.isAbstract }.map(\.name)
    let found = NamedParts.matches(words, names)
    if found.count == 1, let entity = schema.entity(named: found[0]) { return entity }
    guard found.isEmpty else {
      throw UsageError.failure(
        command, "'\(words)' can mean \(found.joined(separator: " or ")): write one of them")
    }
    throw UsageError.failure(command, unknown(words, kind: "entity", among: names))
  }

  /// Returns the message for an unknown name, with the nearest one or all.
  static func unknown(_ name: String, kind: String, among names: [String]) -> String {
    let plain = NearestName.of(NamedParts.plain(name), in: names.map(NamedParts.plain))
    let nearest =
      NearestName.of(name, in: names) ?? names.first { NamedParts.plain($0) == plain }
    let advice =
      nearest.map { "did you mean '\($0)'?" } ?? "known: \(names.joined(separator: ", "))"
    return "unknown \(kind) \(name.quotedIfBlank); \(advice)"
  }
}
