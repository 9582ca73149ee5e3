import DocumentMigration
import DocumentTables

/// The difference between two schemas: the steps of a migration and the cost of each (spec 7.3).
struct SchemaDiffReport: Encodable {
  struct Side: Encodable {
    let name: String
    let version: String?
    let model: String

    init(_ schema: TableSchema) {
      name = schema.name
      version = schema.version?.text
      model = schema.modelFingerprint().text
    }

    var words: String { version.map { "\(name) \($0)" } ?? name }

    private enum CodingKeys: String, CodingKey { case name, version, model }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(version, forKey: .version)
      try container.encode(model, forKey: .model)
    }
  }

  struct Step: Encodable {
    let cost: StepCost
    let entity: String?
    let property: String?
    let words: String
    /// An equally valid reading of the difference, and the code that selects it; or what a lightweight
    /// stage does with a change that needs a decision.
    let hint: String?

    init(_ step: MigrationStep) {
      cost = step.cost
      entity = step.place.entity
      property = step.place.property
      words = step.description
      hint = step.hint
    }

    /// - Parameter open: The decisions that a stage without closures leaves to rows.
    init(_ problem: SchemaProblem, _ open: [OpenDecision]) {
      cost = .needsDecision
      entity = problem.entity
      property = problem.property
      words = problem.description
      let decisions = open.filter { $0.problem == problem }
      // Rows without the property are refused also where no row has an old value.
      hint =
        (decisions.first {
          if case .objects = $0.rows { true } else { false }
        } ?? decisions.first)?.lightweightWords
    }

    private enum CodingKeys: String, CodingKey { case `class`, entity, property, words, hint }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(cost.rawValue, forKey: .class)
      try container.encode(entity, forKey: .entity)
      try container.encode(property, forKey: .property)
      try container.encode(words, forKey: .words)
      try container.encode(hint, forKey: .hint)
    }
  }

  let from: Side
  let to: Side
  /// The steps that need a decision, then the other steps in order.
  let steps: [Step]

  /// The cost of the worst step.
  var worst: StepCost { steps.map(\.cost).max() ?? .lossless }

  /// Compares two schemas.
  ///
  /// If the first schema has the newer version, the steps are those of the upgrade in reverse, as
  /// in a backward migration.
  init(from old: TableSchema, to new: TableSchema) {
    from = Side(old)
    to = Side(new)
    let goesBack = Self.isNewer(old, than: new)
    let (lower, upper) = goesBack ? (new, old) : (old, new)
    let problems = SchemaDifference.problems(from: lower, to: upper)
    let decided = Set(problems.map { MigrationStep.Place($0.entity ?? "", $0.property) })
    let up = try? SchemaDifference(
      from: lower, to: upper, decisions: problems.isEmpty ? .refused : .leftToClosures)
    let open =
      try? SchemaDifference(from: lower, to: upper, decisions: .leftToRows).openDecisions
    let difference = goesBack ? up?.reversed() : up
    let others = (difference?.steps ?? []).filter { !decided.contains($0.place) }
    steps = problems.map { Step($0, open ?? []) } + others.map { Step($0) }
  }

  private static func isNewer(_ schema: TableSchema, than other: TableSchema) -> Bool {
    guard let version = schema.version, let otherVersion = other.version else { return false }
    return schema.name == other.name && version > otherVersion
  }

  private enum CodingKeys: String, CodingKey { case version, from, to, `class`, steps }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .version)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    try container.encode(worst.rawValue, forKey: .class)
    try container.encode(steps, forKey: .steps)
  }
}
