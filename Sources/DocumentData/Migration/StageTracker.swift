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
