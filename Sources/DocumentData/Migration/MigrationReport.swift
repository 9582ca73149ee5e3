import DocumentTables

/// What a migration did: the stages it ran, and everything that their closures changed.
public struct MigrationReport: Sendable, Hashable, CustomStringConvertible {
  /// One stage between neighbouring versions.
  public struct Stage: Sendable, Hashable {
    /// The kinds of stages; see ``MigrationStage``.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The difference of the schemas says all.
      case lightweight
      /// Closures run before and after it.
      case custom
      /// A closure sees both versions.
      case transforming
    }

    /// The version that the stage began with.
    public let fromVersion: Schema.Version
    /// The version that it led to.
    public let toVersion: Schema.Version
    /// What the plan says of it.
    public let kind: Kind
    /// Whether the plan gives it closures of its own.
    public var isCustom: Bool { kind != .lightweight }
    /// The changes to the schema, in words.
    public let steps: [String]
    /// What the closures did to objects, in words; a lightweight stage has none.
    public let changes: [String]
  }

  /// The stages in the order in which they ran.
  public let stages: [Stage]

  /// One line a stage, step and change.
  public var description: String {
    stages.map { stage in
      let head = "\(stage.fromVersion) → \(stage.toVersion) (\(stage.kind.rawValue))"
      return
        ([head] + stage.steps.map { "  schema: \($0)" } + stage.changes.map { "  objects: \($0)" })
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// How many changes the closures of all stages made.
  public var changeCount: Int { stages.reduce(0) { $0 + $1.changes.count } }
}
