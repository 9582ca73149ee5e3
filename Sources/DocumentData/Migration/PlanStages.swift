/// The stages of a plan, which lead from each of its schemas to the next.
///
/// What a plan says against itself is refused whenever it is used, whatever document is to be
/// migrated; a stage that is not there is missed by the documents that need it only.
struct PlanStages {
  let order: PlanOrder
  /// The stage that leads on from each schema, by the schema's position.
  private var leaving: [Int: MigrationStage] = [:]
  private let listed: [MigrationStage]

  /// - Throws: ``SwiftDataError/unknownSchema``, with all versions and stages of the plan.
  init(_ plan: any SchemaMigrationPlan.Type) throws {
    order = try PlanOrder(plan)
    listed = plan.stages
    var ends: [(from: Int, to: Int)] = []
    for stage in listed {
      guard let from = order.position(of: stage.fromVersion),
        let to = order.position(of: stage.toVersion)
      else {
        let lacking = [stage.fromVersion, stage.toVersion]
          .filter { order.position(of: $0) == nil }.map { "\($0)" }
        throw refusal(
          "has no schema \(lacking.joined(separator: " and ")), which the stage \(name(of: stage)) "
            + "names")
      }
      ends.append((from, to))
    }
    try checkDirection(of: ends)
    for (stage, end) in zip(listed, ends) {
      if end.to > end.from + 1 {
        let skipped = order.schemas[end.from + 1..<end.to].map(order.name(of:))
        throw refusal(
          "skips \(skipped.joined(separator: ", ")) with the stage \(name(of: stage)): documents of "
            + "a version that is skipped would have no way on")
      }
      guard leaving.updateValue(stage, forKey: end.from) == nil else {
        throw refusal("has two stages \(name(of: stage))")
      }
    }
  }

  /// A stage that leads back closes a circle with those that lead on, if they are there.
  private func checkDirection(of ends: [(from: Int, to: Int)]) throws {
    guard let index = ends.firstIndex(where: { $0.to <= $0.from }) else { return }
    let back = ends[index]
    let steps = back.to..<back.from
    let isCircle = steps.allSatisfy { step in
      ends.contains { $0.from == step && $0.to == step + 1 }
    }
    let backwards = "a stage names the older version first, and its way back is inferred"
    guard isCircle else {
      throw refusal("leads backwards with the stage \(name(of: listed[index])): \(backwards)")
    }
    let circle = (Array(steps) + [back.from, back.to]).map { order.name(of: order.schemas[$0]) }
    throw refusal("goes in a circle, \(circle.joined(separator: " → ")): \(backwards)")
  }

  /// The stages from one schema to a later one, the first one first.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` where one is missing.
  func stages(from first: Int, to last: Int) throws -> [MigrationStage] {
    let missing = (first..<last).filter { leaving[$0] == nil }
    guard missing.isEmpty else {
      let gaps = missing.map {
        "from \(order.name(of: order.schemas[$0])) to \(order.name(of: order.schemas[$0 + 1]))"
      }
      throw refusal(
        "has no stage \(gaps.joined(separator: ", nor ")); a lightweight one is enough where the "
          + "schemas say all that there is to do")
    }
    return (first..<last).compactMap { leaving[$0] }
  }

  func name(of stage: MigrationStage) -> String {
    "\(order.name(of: stage.fromVersion)) → \(order.name(of: stage.toVersion))"
  }

  /// What is wrong, and everything that one has to see to mend it.
  private func refusal(_ what: String) -> SwiftDataError {
    let stages = listed.isEmpty ? "none" : listed.map(name(of:)).joined(separator: ", ")
    return SwiftDataError(
      .unknownSchema,
      "the plan \(order.planName) \(what) (its versions: \(order.names); its stages: \(stages))")
  }
}
