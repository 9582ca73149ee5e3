/// The migration between two neighbouring versions of a plan, in one direction.
struct StagePassage {
  enum Origin {
    /// Declared by a stage of the plan.
    case declared
    /// Inferred: the plan declares no stage, and the schema difference describes the whole
    /// migration.
    case inferred
    /// Not described by the plan, which declares the opposite direction only. Used to test which
    /// data an upgrade restores.
    case unknown
  }

  var kind = MigrationReport.Stage.Kind.lightweight
  var closures = StageClosures()
  var origin: Origin
  /// Whether the closures are a stage's reverse closures; messages then name them and their
  /// contexts accordingly.
  var isReturn = false

  var places: (before: StageRole.Place, after: StageRole.Place) {
    isReturn ? (.willRevert, .didRevert) : (.willMigrate, .didMigrate)
  }

  var both: (StageRole.Place, StageRole.Place) { isReturn ? (.newer, .older) : (.old, .new) }
}

extension MigrationStage {
  /// The passage from the stage's `fromVersion` to its `toVersion`.
  var passage: StagePassage {
    StagePassage(kind: kind, closures: closures, origin: .declared)
  }

  /// The passage from the stage's `toVersion` back to its `fromVersion`.
  var returnPassage: StagePassage {
    StagePassage(kind: kind, closures: reverseClosures, origin: .declared, isReturn: true)
  }
}
