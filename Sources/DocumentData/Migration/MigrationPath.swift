import DocumentTables

/// The stages that lead from one version of a plan to another, in the order in which they run.
struct MigrationPath {
  /// One stage, in the direction in which it is gone.
  struct Step {
    let stage: MigrationStage
    let isReversed: Bool
    /// The versions that it leaves and arrives at, and how messages call them.
    let from: any VersionedSchema.Type
    let to: any VersionedSchema.Type
    let fromName: String
    let toName: String

    fileprivate init(_ stage: MigrationStage, isReversed: Bool, _ order: PlanOrder) {
      self.stage = stage
      self.isReversed = isReversed
      from = isReversed ? stage.toVersion : stage.fromVersion
      to = isReversed ? stage.fromVersion : stage.toVersion
      fromName = order.name(of: from)
      toName = order.name(of: to)
    }

    var name: String { "\(fromName) → \(toName)" }
  }

  let steps: [Step]

  /// - Throws: ``SwiftDataError/unknownSchema`` where the plan contradicts itself, lacks a stage or
  ///   the target.
  init(
    _ plan: any SchemaMigrationPlan.Type, from source: any VersionedSchema.Type,
    to target: any VersionedSchema.Type
  ) throws {
    let stages = try PlanStages(plan)
    let order = stages.order
    let ends = try [source, target].map { schema in
      guard let position = order.position(of: schema) else {
        throw SwiftDataError(
          .unknownSchema,
          "the plan \(order.planName) has no schema \(schema) (its versions: \(order.names))")
      }
      return position
    }
    let isReversed = ends[1] < ends[0]
    let run =
      try isReversed
      ? stages.stages(from: ends[1], to: ends[0]).reversed()
      : stages.stages(from: ends[0], to: ends[1])
    steps = run.map { Step($0, isReversed: isReversed, order) }
  }

  /// Whether it leads to an older version.
  var isReversed: Bool { steps.first?.isReversed ?? false }
}
