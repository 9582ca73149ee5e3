/// The fastest level of the compressor at which a document is no larger than the peer's file.
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
    let limit = try files.size(files.packedJSON(kind))
    let level = try Self.levels.first { try size(at: $0) <= limit } ?? 9
    Progress.say("  level \(level) is the first that is no larger than the peer's file")
    found = level
    return level
  }

  private func size(at level: Int) throws -> Double {
    let output = files.output("ours.trips")
    _ = try files.task("write-at-level", [try files.document(kind), output, String(level)])
    return try files.size(output)
  }
}
