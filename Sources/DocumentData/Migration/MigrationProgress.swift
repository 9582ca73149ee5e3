/// The progress of a migration, reported before each part of a stage and at the end of a stage.
///
/// ```swift
/// let container = try MigrationProgress.observing { progress in
///   print(progress)
/// } while: {
///   try ModelContainer(for: Trip.self, migrationPlan: TripMigrationPlan.self)
/// }
/// ```
///
/// If the task of a migration is cancelled, the migration throws `CancellationError` before its
/// next part and changes nothing. SwiftData has no equivalent.
public struct MigrationProgress: Sendable, CustomStringConvertible {
  /// A part of a stage.
  public enum Part: Sendable {
    /// Running the closure on the version before the stage.
    case closureBefore
    /// Applying the difference of the two schemas.
    case schema
    /// Running the closure on the version after the stage, or on both versions.
    case closureAfter
    /// Checking constraints.
    case checks
    /// Restoring data that the document carries from an earlier migration to an older version.
    case restoring
    /// Finding the losses of a downgrade by a trial upgrade.
    case losses
    /// The end of the stage.
    case end
  }

  /// The number of the stage, counted from 1.
  public let stage: Int
  /// The number of stages.
  public let stageCount: Int
  /// The version before the stage.
  public let fromVersion: Schema.Version
  /// The version after the stage.
  public let toVersion: Schema.Version
  /// The part that begins.
  public let part: Part
  /// The number of objects in all documents that go through the stage together.
  public let objectCount: Int

  /// The progress in one line.
  public var description: String {
    "stage \(stage) of \(stageCount), \(fromVersion) → \(toVersion): \(part), "
      + "\(objectCount) objects"
  }

  @TaskLocal static var observer: (@Sendable (MigrationProgress) -> Void)?

  /// Reports the progress of every migration that a closure runs.
  ///
  /// - Parameters:
  ///   - observer: Called on the migrating thread, which waits for the call to return.
  ///   - work: Opens or writes a container or a document.
  /// - Throws: The error of `work`.
  public static func observing<Result>(
    _ observer: @escaping @Sendable (MigrationProgress) -> Void, while work: () throws -> Result
  ) rethrows -> Result {
    try $observer.withValue(observer, operation: work)
  }

  /// Reports the progress of every migration that an asynchronous closure runs, such as opening a
  /// ``ModelDocument``.
  ///
  /// - Parameters:
  ///   - observer: Called on the migrating thread, which waits for the call to return.
  ///   - isolation: The actor on which `work` runs; the caller's.
  ///   - work: Opens or writes documents.
  /// - Throws: The error of `work`.
  public static func observing<Result>(
    _ observer: @escaping @Sendable (MigrationProgress) -> Void,
    isolation: isolated (any Actor)? = #isolation, while work: () async throws -> Result
  ) async rethrows -> Result {
    try await $observer.withValue(observer, operation: work, isolation: isolation)
  }
}

/// Reports the progress of one stage, and ends the stage if its task is cancelled.
struct StageTracker {
  var stage: Int
  var stageCount: Int
  var fromVersion: Schema.Version
  var toVersion: Schema.Version
  /// Whether to report nothing, as in the trial upgrade of a downgrade.
  var isSilent = false

  /// - Throws: `CancellationError`.
  func begin(_ part: MigrationProgress.Part, objectCount: @autoclosure () -> Int) throws {
    try Task.checkCancellation()
    guard !isSilent, let observer = MigrationProgress.observer else { return }
    observer(
      MigrationProgress(
        stage: stage, stageCount: stageCount, fromVersion: fromVersion, toVersion: toVersion,
        part: part, objectCount: objectCount()))
  }
}
