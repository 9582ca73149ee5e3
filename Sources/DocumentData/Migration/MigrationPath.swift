import DocumentTables

/// The stages that lead from one version of a plan to another, in the order in which they run.
struct MigrationPath {
  /// What leads from one version to its neighbour.
  struct Step {
    let connection: PlanStages.Connection
    let isReversed: Bool
    /// The versions that it leaves and arrives at, and how messages call them.
    let from: any VersionedSchema.Type
    let to: any VersionedSchema.Type
    let fromName: String
    let toName: String

    fileprivate init(
      _ connection: PlanStages.Connection, at position: Int, isReversed: Bool, _ order: PlanOrder
    ) {
      self.connection = connection
      self.isReversed = isReversed
      from = order.schemas[isReversed ? position + 1 : position]
      to = order.schemas[isReversed ? position : position + 1]
      fromName = order.name(of: from)
      toName = order.name(of: to)
    }

    var name: String { "\(fromName) → \(toName)" }

    /// What happens on the way.
    var passage: StagePassage { isReversed ? connection.down : connection.up }
  }

  let steps: [Step]

  /// - Throws: ``SwiftDataError/unknownSchema`` where the plan contradicts itself, lacks the target, or
  ///   lacks a stage that cannot be inferred.
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
    let positions = Array(min(ends[0], ends[1])..<max(ends[0], ends[1]))
    steps = try (isReversed ? positions.reversed() : positions).map { position in
      Step(
        try stages.connection(at: position, isReversed: isReversed), at: position,
        isReversed: isReversed, order)
    }
  }

  /// Whether it leads to an older version.
  var isReversed: Bool { steps.first?.isReversed ?? false }
}
