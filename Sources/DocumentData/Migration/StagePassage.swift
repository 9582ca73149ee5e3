/// What happens between two neighbouring versions of a plan in one direction.
struct StagePassage {
  enum Origin {
    /// A stage of the plan says it.
    case declared
    /// No stage does, and the difference of the schemas says all that there is to do.
    case inferred
    /// No stage does, and nothing leads this way but a trial of what comes back.
    case unknown
  }

  var kind = MigrationReport.Stage.Kind.lightweight
  var closures = StageClosures()
  var origin: Origin
  /// What messages call the closures, and the contexts of one that sees both versions.
  var isReturn = false

  var places: (before: StageRole.Place, after: StageRole.Place) {
    isReturn ? (.willRevert, .didRevert) : (.willMigrate, .didMigrate)
  }

  var both: (StageRole.Place, StageRole.Place) { isReturn ? (.newer, .older) : (.old, .new) }
}

extension MigrationStage {
  /// From the version that the stage names first to the other.
  var passage: StagePassage {
    StagePassage(kind: kind, closures: closures, origin: .declared)
  }

  /// Back again.
  var returnPassage: StagePassage {
    StagePassage(kind: kind, closures: reverseClosures, origin: .declared, isReturn: true)
  }
}
