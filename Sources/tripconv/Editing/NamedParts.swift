import DocumentTables

/// Entities and properties by the words that people call them.
///
/// `trip` is Trip, `item` is BucketListItem, `start` is startDate or startTime, `place name` is placeName.
enum NamedParts {
  /// Returns the entity that words name.
  ///
  /// - Throws: ``CommandFailure`` if there is none, several, or one that has no objects.
  static func entity(
    _ words: String, in schema: TableSchema, _ command: String
  ) throws(CommandFailure) -> TableEntity {
    let names = schema.entities.filter { !$0.isAbstract }.map(\.name)
    let found = matches(words, names)
    guard found.count == 1, let entity = found.first.flatMap(schema.entity(named:)) else {
      guard found.isEmpty else {
        throw UsageError.failure(
          command, "'\(words)' may be \(found.joined(separator: " or ")): write one of them")
      }
      let nearest = NearestName.of(plain(words), in: names.map(plain)).flatMap { near in
        names.first { plain($0) == near }
      }
      throw UsageError.failure(
        command,
        nearest.map { "unknown entity \(words.quotedIfBlank); did you mean '\($0)'?" }
          ?? RequestedEntity.unknown(words, kind: "entity", among: names))
    }
    return entity
  }

  /// Returns the names that words name: the one that they spell, or those that they may be.
  static func matches(_ words: String, _ names: [String]) -> [String] {
    if names.contains(words) { return [words] }
    let wanted = plain(words)
    let same = names.filter { plain($0) == wanted || plain(ValueWords.label($0)) == wanted }
    if !same.isEmpty { return same }
    return names.filter {
      ValueWords.label($0).split(separator: " ").last.map { plain(String($0)) } == wanted
    }
  }

  /// Returns a name without what people leave out or write in another way.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { !" -_".contains($0) }
  }

  /// The endings of the names of a day and of the time that holds in its place.
  static let momentEndings = ["Date", "Time"]

  /// Returns the properties whose name, or whose name without its ending, words name.
  static func properties(_ words: String, _ names: [String]) -> [String] {
    let found = matches(words, names)
    guard found.isEmpty else { return found }
    return momentEndings.flatMap { matches(words + $0, names) }
  }
}
