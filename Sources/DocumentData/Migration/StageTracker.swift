/// Tells of the progress of one stage, and ends it where its task is cancelled.
struct StageTracker {
  var stage: Int
  var stageCount: Int
  var fromVersion: Schema.Version
  var toVersion: Schema.Version
  /// The way there, tried on the way back, is not told of.
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
