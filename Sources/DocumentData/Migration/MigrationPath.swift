import DocumentTables

/// The stages that lead from one version of a plan to another, in the order in which they run.
struct MigrationPath {
  struct Step {
    let stage: MigrationStage
    let from: any VersionedSchema.Type
    let to: any VersionedSchema.Type

    var name: String { "\(from.versionIdentifier) → \(to.versionIdentifier)" }
  }

  let steps: [Step]

  /// - Throws: ``SwiftDataError/unknownSchema`` where the plan contradicts itself, and
  ///   ``SwiftDataError/backwardMigration`` where the target is older.
  init(
    _ plan: any SchemaMigrationPlan.Type, from source: any VersionedSchema.Type,
    to target: any VersionedSchema.Type
  ) throws {
    let versions = plan.schemas.map { $0.versionIdentifier }
    guard Set(versions).count == versions.count else {
      throw SwiftDataError(.unknownSchema, "two schemas of \(plan) have one version")
    }
    guard source.versionIdentifier <= target.versionIdentifier else {
      throw SwiftDataError(
        .backwardMigration,
        "version \(source.versionIdentifier) does not migrate to the older "
          + "\(target.versionIdentifier)")
    }
    var steps: [Step] = []
    var current = source
    while current.versionIdentifier != target.versionIdentifier {
      let leaving = plan.stages.map { Self.step($0) }.filter { $0.from == current }
      guard let next = leaving.first, leaving.count == 1 else {
        let known = plan.stages.map { Self.step($0).name }.joined(separator: ", ")
        throw SwiftDataError(
          .unknownSchema,
          leaving.isEmpty
            ? "no stage leads from version \(current.versionIdentifier) on; the plan has \(known)"
            : "\(leaving.count) stages lead from version \(current.versionIdentifier) on")
      }
      guard next.to.versionIdentifier > current.versionIdentifier,
        next.to.versionIdentifier <= target.versionIdentifier
      else {
        throw SwiftDataError(
          .unknownSchema,
          "stage \(next.name) does not lead towards version \(target.versionIdentifier)",
          stage: next.name)
      }
      steps.append(next)
      current = next.to
    }
    self.steps = steps
  }

  private static func step(_ stage: MigrationStage) -> Step {
    switch stage {
    case .lightweight(let from, let to): Step(stage: stage, from: from, to: to)
    case .custom(let from, let to, _, _): Step(stage: stage, from: from, to: to)
    }
  }
}
