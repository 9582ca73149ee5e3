import DocumentMigration
import DocumentTables

/// The stages of a plan between neighbouring schemas.
///
/// A plan that contradicts itself is rejected on every use, regardless of the document. A missing
/// stage is an error only for documents that need it.
struct PlanStages {
  /// The migrations between two neighbouring schemas.
  struct Connection {
    /// To the newer version.
    let up: StagePassage
    /// To the older version.
    let down: StagePassage
    /// Whether the plan declares a stage from the newer version to the older.
    let hasBackwardStage: Bool
    /// Whether dates of the older version become days.
    var convertsDates = false
  }

  let order: PlanOrder
  /// The stages to the next newer schema and back from it, by the older schema's position.
  private var leaving: [Int: MigrationStage] = [:]
  private var returning: [Int: MigrationStage] = [:]
  private let listed: [MigrationStage]

  /// - Throws: ``SwiftDataError/unknownSchema``, listing all versions and stages of the plan.
  init(_ plan: any SchemaMigrationPlan.Type) throws {
    order = try PlanOrder(plan)
    listed = plan.stages
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
      guard from != to else {
        throw refusal("has the stage \(name(of: stage)), which begins and ends with one version")
      }
      let older = min(from, to)
      let newer = max(from, to)
      if newer > older + 1 {
        let skipped = order.schemas[older + 1..<newer].map(order.name(of:))
        throw refusal(
          "skips \(skipped.joined(separator: ", ")) with the stage \(name(of: stage)): documents of "
            + "a version that is skipped would have no way on")
      }
      let other =
        from < to
        ? leaving.updateValue(stage, forKey: older) : returning.updateValue(stage, forKey: older)
      guard other == nil else { throw refusal("has two stages \(name(of: stage))") }
    }
  }

  /// Returns the migrations from a schema to the next newer one and back.
  ///
  /// A declared backward stage defines the downgrade; without one, the forward stage is inverted.
  /// If no forward stage is declared, the schema difference replaces it, provided that it is
  /// unambiguous and loses nothing.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if no migration leads in the requested direction.
  func connection(at position: Int, isReversed: Bool) throws -> Connection {
    let back = returning[position]
    if let stage = leaving[position] {
      return Connection(
        up: stage.passage, down: (back?.passage ?? stage.returnPassage),
        hasBackwardStage: back != nil, convertsDates: stage.convertsDates)
    }
    if isReversed, let back {
      return Connection(
        up: StagePassage(origin: .unknown), down: back.passage, hasBackwardStage: true)
    }
    try checkInference(at: position)
    let inferred = StagePassage(origin: .inferred)
    return Connection(
      up: inferred, down: (back?.passage ?? inferred), hasBackwardStage: back != nil)
  }

  /// Checks that the schema difference of two neighbours can replace a stage that is not declared.
  private func checkInference(at position: Int) throws {
    let older = order.schemas[position]
    let newer = order.schemas[position + 1]
    let gap = "has no stage from \(order.name(of: older)) to \(order.name(of: newer)), and "
    if let back = returning[position], !back.closures.isEmpty {
      throw refusal(
        gap + "the stage \(name(of: back)) runs code between them: declare the stage that leads on")
    }
    let schemas = try [older, newer].map {
      try $0.checkedTableSchema(name: "schema")
    }
    do {
      let difference = try SchemaDifference(from: schemas[0], to: schemas[1])
      let lossy = difference.steps.first { $0.cost > .reversible }
      guard let lossy else { return }
      throw refusal(
        gap + "an inferred one would lose something: \(lossy); declare a lightweight stage if that "
          + "is meant")
    } catch let problem as SchemaProblem {
      let place = [problem.entity, problem.property].compactMap { $0 }.joined(separator: ".")
      throw refusal(
        gap + "none can be inferred: \(place.isEmpty ? "" : place + ": ")\(problem.detail)")
    }
  }

  func name(of stage: MigrationStage) -> String {
    "\(order.name(of: stage.fromVersion)) → \(order.name(of: stage.toVersion))"
  }

  /// Returns the error for an invalid plan, which lists the plan's versions and stages.
  private func refusal(_ what: String) -> SwiftDataError {
    let stages = listed.isEmpty ? "none" : listed.map(name(of:)).joined(separator: ", ")
    return SwiftDataError(
      .unknownSchema,
      "the plan \(order.planName) \(what) (its versions: \(order.names); its stages: \(stages))")
  }
}
