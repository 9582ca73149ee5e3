/// The fastest level of the compressor at which a document is no larger than the same text deflated by
/// zlib at level 6.
///
/// Not than the peer's file: its text has no keys and puts together what belongs together, so that it
/// is smaller at any level.
final class SmallEnoughLevel {
  private let files: DocumentFiles
  private let kind: DocumentKind
  private var found: Int?

  /// Levels that are worth trying, and the last one whether or not it is small enough.
  private static let levels = [1, 3, 4, 5, 6, 7, 8, 9]

  init(files: DocumentFiles, kind: DocumentKind) {
    self.files = files
    self.kind = kind
  }

  func value() throws -> Int {
    if let found { return found }
    let limit = try files.size(files.packedFlatJSON(kind))
    let level = try Self.levels.first { try size(at: $0) <= limit } ?? 9
    Progress.say("  level \(level) is the first that is no larger than with zlib 6")
    found = level
    return level
  }

  private func size(at level: Int) throws -> Double {
    let output = files.output("ours.trips")
    _ = try files.task("write-at-level", [try files.document(kind), output, String(level)])
    return try files.size(output)
  }
}
