/// The closures of a stage in one direction.
struct StageClosures {
  typealias OneContext = @Sendable (ModelContext) throws -> Void
  typealias TwoContexts = @Sendable (ModelContext, ModelContext) throws -> Void

  /// On the version that the stage leaves.
  var before: OneContext?
  /// On the version that it arrives at.
  var after: OneContext?
  /// On both, after the structural part.
  var between: TwoContexts?

  var isEmpty: Bool { before == nil && after == nil && between == nil }
}

extension MigrationStage {
  var fromVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(let from, _), .custom(let from, _, _, _),
      .reversible(let from, _, _, _, _, _), .transforming(let from, _, _, _):
      from
    }
  }

  var toVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let to), .custom(_, let to, _, _), .reversible(_, let to, _, _, _, _),
      .transforming(_, let to, _, _):
      to
    }
  }

  var kind: MigrationReport.Stage.Kind {
    switch self {
    case .lightweight: .lightweight
    case .custom, .reversible: .custom
    case .transforming: .transforming
    }
  }

  /// What runs from the older version to the newer.
  var closures: StageClosures {
    switch self {
    case .lightweight: StageClosures()
    case .custom(_, _, let before, let after), .reversible(_, _, let before, let after, _, _):
      StageClosures(before: before, after: after)
    case .transforming(_, _, let between, _): StageClosures(between: between)
    }
  }

  /// What runs from the newer version to the older.
  var reverseClosures: StageClosures {
    switch self {
    case .lightweight, .custom: StageClosures()
    case .reversible(_, _, _, _, let before, let after):
      StageClosures(before: before, after: after)
    case .transforming(_, _, _, let between): StageClosures(between: between)
    }
  }
}
