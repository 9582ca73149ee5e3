import DocumentTables

/// The stages from one version of a plan to another, in the order in which they run.
struct MigrationPath {
  /// The step from one version to its neighbour.
  struct Step {
    let connection: PlanStages.Connection
    let isReversed: Bool
    /// The versions before and after the step, and their names in messages.
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

    /// The passage in the direction of the step.
    var passage: StagePassage { isReversed ? connection.down : connection.up }
  }

  let steps: [Step]

  /// - Throws: ``SwiftDataError/unknownSchema`` if the plan contradicts itself, does not contain a
  ///   version, or lacks a stage that cannot be inferred.
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

  /// Whether the path leads to an older version.
  var isReversed: Bool { steps.first?.isReversed ?? false }
}
