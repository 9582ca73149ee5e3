import DocumentMigration
import DocumentTables

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

  /// Returns the difference of the two versions of an upgrade.
  ///
  /// What needs a decision is left to a closure that sees objects of the newer version; without
  /// one, to the rows that exist when the schema changes: no empty table refuses a change.
  ///
  /// - Parameter models: The classes of both versions.
  func difference(
    from older: TableSchema, to newer: TableSchema,
    models: (older: [any PersistentModel.Type], newer: [any PersistentModel.Type]),
    convertsDates: Bool
  ) throws(SchemaProblem) -> SchemaDifference {
    try SchemaDifference(
      from: older, to: newer,
      decisions: closures.runsAfter || origin == .unknown ? .leftToClosures : .leftToRows,
      convertsDates: convertsDates
    ).renamingCases(from: models.older, to: models.newer)
  }
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

/// The closures of a stage in one direction.
struct StageClosures {
  typealias OneContext = @Sendable (ModelContext) throws -> Void
  typealias TwoContexts = @Sendable (ModelContext, ModelContext) throws -> Void

  /// Runs on the version before the stage.
  var before: OneContext?
  /// Runs on the version after the stage.
  var after: OneContext?
  /// Runs on both versions, after the schema change.
  var between: TwoContexts?

  var isEmpty: Bool { before == nil && after == nil && between == nil }

  /// Whether a closure runs after the schema change.
  var runsAfter: Bool { after != nil || between != nil }
}

extension MigrationStage {
  /// Whether dates of the older version become days.
  var convertsDates: Bool { if case .convertingDates = self { true } else { false } }

  var fromVersion: any VersionedSchema.Type {
    switch self {
    case .convertingDates(let stage): stage.fromVersion
    case .lightweight(let from, _), .custom(let from, _, _, _),
      .reversible(let from, _, _, _, _, _), .transforming(let from, _, _, _):
      from
    }
  }

  var toVersion: any VersionedSchema.Type {
    switch self {
    case .convertingDates(let stage): stage.toVersion
    case .lightweight(_, let to), .custom(_, let to, _, _), .reversible(_, let to, _, _, _, _),
      .transforming(_, let to, _, _):
      to
    }
  }

  var kind: MigrationReport.Stage.Kind {
    switch self {
    case .convertingDates(let stage): stage.kind
    case .lightweight: .lightweight
    case .custom, .reversible: .custom
    case .transforming: .transforming
    }
  }

  /// The closures of the direction from `fromVersion` to `toVersion`.
  var closures: StageClosures {
    switch self {
    case .convertingDates(let stage): stage.closures
    case .lightweight: StageClosures()
    case .custom(_, _, let before, let after), .reversible(_, _, let before, let after, _, _):
      StageClosures(before: before, after: after)
    case .transforming(_, _, let between, _): StageClosures(between: between)
    }
  }

  /// The closures of the direction from `toVersion` back to `fromVersion`.
  var reverseClosures: StageClosures {
    switch self {
    case .convertingDates(let stage): stage.reverseClosures
    case .lightweight, .custom: StageClosures()
    case .reversible(_, _, _, _, let before, let after):
      StageClosures(before: before, after: after)
    case .transforming(_, _, _, let between): StageClosures(between: between)
    }
  }
}
