import TripPages

/// Names of entities and properties, found by the words that people use for them.
///
/// `trip` is Trip, `item` is BucketListItem, `start` is startDate or startTime, `place name` is placeName.
enum NamedParts {
  /// Returns the name that equals the words, or the names that they can mean.
  static func matches(_ words: String, _ names: [String]) -> [String] {
    if names.contains(words) { return [words] }
    let wanted = plain(words)
    let same = names.filter { plain($0) == wanted || plain(ValueWords.label($0)) == wanted }
    if !same.isEmpty { return same }
    return names.filter {
      ValueWords.label($0).split(separator: " ").last.map { plain(String($0)) } == wanted
    }
  }

  /// Returns a name in lower case, without spaces, hyphens and underscores.
  static func plain(_ name: String) -> String {
    name.lowercased().filter { !" -_".contains($0) }
  }

  /// The endings of the names of a day and of the time that holds in its place.
  static let momentEndings = ["Date", "Time"]

  /// Returns the properties that words can mean, with or without the ending of a day or a time.
  static func properties(_ words: String, _ names: [String]) -> [String] {
    let found = matches(words, names)
    guard found.isEmpty else { return found }
    return momentEndings.flatMap { matches(words + $0, names) }
  }
}
