import DocumentTables

/// The stages that lead from one version of a plan to another, in the order in which they run.
struct MigrationPath {
  struct Step {
    let stage: MigrationStage
    let from: any VersionedSchema.Type
    let to: any VersionedSchema.Type
    let name: String

    fileprivate init(_ stage: MigrationStage, _ order: PlanOrder) {
      self.stage = stage
      switch stage {
      case .lightweight(let from, let to), .custom(let from, let to, _, _):
        self.from = from
        self.to = to
      }
      name = "\(order.name(of: from)) → \(order.name(of: to))"
    }
  }

  let steps: [Step]

  /// - Throws: ``SwiftDataError/unknownSchema`` where the plan contradicts itself, and
  ///   ``SwiftDataError/backwardMigration`` where the target is older.
  init(
    _ plan: any SchemaMigrationPlan.Type, from source: any VersionedSchema.Type,
    to target: any VersionedSchema.Type
  ) throws {
    let order = try PlanOrder(plan)
    guard !order.isOlder(target, source) else {
      throw SwiftDataError(
        .backwardMigration,
        "version \(order.name(of: source)) does not migrate to the older "
          + "\(order.name(of: target)): use a program that knows the newer one")
    }
    let all = plan.stages.map { Step($0, order) }
    var steps: [Step] = []
    var current = source
    while order.isOlder(current, target) {
      let leaving = all.filter { $0.from == current }
      guard let next = leaving.first, leaving.count == 1 else {
        let known = all.map(\.name).joined(separator: ", ")
        throw SwiftDataError(
          .unknownSchema,
          leaving.isEmpty
            ? "no stage leads from version \(order.name(of: current)) on; the plan has \(known)"
            : "\(leaving.count) stages lead from version \(order.name(of: current)) on")
      }
      guard order.isOlder(current, next.to), !order.isOlder(target, next.to) else {
        throw SwiftDataError(
          .unknownSchema,
          "stage \(next.name) does not lead towards version \(order.name(of: target))",
          stage: next.name)
      }
      steps.append(next)
      current = next.to
    }
    self.steps = steps
  }
}
