import DocumentTables
import TripFormats

/// What was joined when documents were united, in words.
enum JoinedText {
  /// Returns a note that names each pair; nil if there is none.
  static func message(_ joined: [MergedDocument.Join], at place: String) -> Message? {
    guard !joined.isEmpty else { return nil }
    return Message(
      .note, joined.count == 1 ? "1 object is joined:" : "\(joined.count) objects are joined:",
      at: place, details: joined.map { words($0.pair, $0.theirs) })
  }

  private static func words(_ pair: JoinedDuplicates.Pair, _ theirs: String) -> String {
    let name = "\(pair.entity) \(pair.kept)"
    let differing =
      pair.differing.isEmpty
      ? "" : "; kept where it differs: " + pair.differing.joined(separator: ", ")
    return (pair.title.isEmpty ? name : "\(pair.title) (\(name))") + " with that of \(theirs)"
      + differing
  }
}
