import ArgumentParser
import DocumentFile
import DocumentMigration
import Foundation

/// The side that a merge takes in conflicts.
enum MergePolicy: String, CaseIterable, ExpressibleByArgument {
  case ours, theirs, newest, report

  /// Returns the side to take for two files.
  ///
  /// - Throws: ``CommandFailure`` if the newest is wanted and the files' times do not tell it.
  func side(_ ours: InputArgument, _ theirs: InputArgument) throws(CommandFailure) -> MergeSide {
    switch self {
    case .ours, .report: return .ours
    case .theirs: return .theirs
    case .newest:
      let (one, other) = (try Self.time(of: ours), try Self.time(of: theirs))
      guard one != other else {
        throw CommandFailure(
          .usage, "--policy newest needs files of different times; name ours or theirs",
          at: theirs.name)
      }
      return one > other ? .ours : .theirs
    }
  }

  /// Returns the time at which a file was last modified.
  private static func time(of input: InputArgument) throws(CommandFailure) -> Date {
    let attributes = input.source.path.flatMap {
      try? FileManager.default.attributesOfItem(atPath: $0)
    }
    guard let time = attributes?[.modificationDate] as? Date else {
      throw CommandFailure(
        .usage, "--policy newest needs a file, whose time is known; name ours or theirs",
        at: input.name)
    }
    return time
  }
}
