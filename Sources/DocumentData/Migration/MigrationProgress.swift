/// Where a migration is: told before each part of each stage, and when a stage is done.
///
/// ```swift
/// let container = try MigrationProgress.observing { progress in
///   print(progress)
/// } while: {
///   try ModelContainer(for: Trip.self, migrationPlan: TripMigrationPlan.self)
/// }
/// ```
///
/// A migration that runs in a task ends with a `CancellationError` between two such parts once the
/// task is cancelled, and then nothing has changed. SwiftData has nothing like it.
public struct MigrationProgress: Sendable, Hashable, CustomStringConvertible {
  /// A part of a stage.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// The closure that works on the version which the stage leaves.
    case closureBefore
    /// The difference of the two schemas is applied.
    case schema
    /// The closure that works on the version which the stage arrives at.
    case closureAfter
    /// Constraints are checked.
    case checks
    /// What an earlier migration to an older version has left in the document is put back.
    case restoring
    /// On the way back: the way there is tried, which shows what would be lost.
    case losses
    /// The stage is done.
    case end
  }

  /// The stage, counted from 1.
  public let stage: Int
  /// How many stages there are.
  public let stageCount: Int
  /// The version that the stage leaves.
  public let fromVersion: Schema.Version
  /// The version that the stage arrives at.
  public let toVersion: Schema.Version
  /// What begins now.
  public let part: Part
  /// How many objects the documents hold that go through the stage together.
  public let objectCount: Int

  /// One line.
  public var description: String {
    "stage \(stage) of \(stageCount), \(fromVersion) → \(toVersion): \(part.rawValue), "
      + "\(objectCount) objects"
  }

  @TaskLocal static var observer: (@Sendable (MigrationProgress) -> Void)?

  /// Tells a closure of every migration that other code makes.
  ///
  /// - Parameters:
  ///   - observer: Is called by the thread that migrates, which waits for it.
  ///   - work: Opens a container or a document, or writes one.
  public static func observing<Result>(
    _ observer: @escaping @Sendable (MigrationProgress) -> Void, while work: () throws -> Result
  ) rethrows -> Result {
    try $observer.withValue(observer, operation: work)
  }
}
