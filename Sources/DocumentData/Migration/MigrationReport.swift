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

extension MigrationStep: CustomStringConvertible {
  package var description: String {
    switch self {
    case .addEntity(let name): "\(name) is new"
    case .removeEntity(let name): "\(name) is removed with its objects"
    case .renameEntity(let old, let new): "\(old) is now \(new)"
    case .changeSuperentity(let entity, let old, let new):
      "\(entity) moves from \(old ?? "no superentity") to \(new ?? "no superentity")"
    case .changeAbstract(let entity, let isAbstract):
      isAbstract ? "\(entity) may have no objects of its own" : "\(entity) may have objects"
    case .addAttribute(let entity, let name, let value):
      switch value {
      case .value(let value): "\(entity).\(name) is new, \(ChangeWords.text(value))"
      case .none, .computed: "\(entity).\(name) is new"
      }
    case .addRelationship(let entity, let name): "\(entity).\(name) is new"
    case .removeProperty(let entity, let name): "\(entity).\(name) is removed"
    case .renameProperty(let entity, let old, let new): "\(entity).\(old) is now \(entity).\(new)"
    case .makeNullable(let entity, let name): "\(entity).\(name) may be nil"
    case .makeRequired(let entity, let name): "\(entity).\(name) may no longer be nil"
    case .widen(let entity, let name, let old, let new):
      "\(entity).\(name) widens from \(old.rawValue) to \(new.rawValue)"
    case .changeOptions(let entity, let name): "\(entity).\(name) has other options"
    case .addConstraint(let entity, let names):
      "\(entity) is unique by \(names.joined(separator: ", "))"
    case .dropConstraint(let entity, let names):
      "\(entity) is no longer unique by \(names.joined(separator: ", "))"
    case .addIndex(let entity, let names):
      "\(entity) is indexed by \(names.joined(separator: ", "))"
    case .dropIndex(let entity, let names):
      "\(entity) is no longer indexed by \(names.joined(separator: ", "))"
    }
  }
}
