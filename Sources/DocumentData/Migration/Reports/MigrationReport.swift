import DocumentMigration
import DocumentTables

/// What a migration did, or would do: the stages, their steps, what their closures changed, what the
/// older version cannot hold and what came back.
///
/// ``json`` is for programs, ``description`` for people; ``writeJSON(to:)`` and ``forEachLine(_:)`` are the
/// same without a text of it all, which a million losses make long.
public struct MigrationReport: Sendable, Hashable {
  /// One stage between neighbouring versions, in the direction in which it was gone.
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
    /// Whether the plan declares no stage between the two versions: the difference of their schemas
    /// was taken, which is unambiguous and loses nothing.
    public let isInferred: Bool
    /// Whether it led to the older of the two versions.
    public let isReversed: Bool
    /// The changes to the schema.
    public let steps: [Step]
    /// What the closures did to objects, in words; a lightweight stage has none.
    ///
    /// - Complexity: Linear in their number each time: the words are made when asked for.
    public var changes: [String] { saves.flatMap(\.lines) }
    /// How many ``changes`` there are; asking makes no words.
    public var changeCount: Int { saves.reduce(0) { $0 + $1.count } }
    private let saves: [ChangeDescription]
    /// The errors of its contexts that the closures caught, each different one once, and the objects
    /// that they inserted for stores which do not go through the stage, in words.
    ///
    /// An error of a save, and the use of a class that the version does not have, fail the stage
    /// instead.
    public let warnings: [String]
    /// What does not come back by itself from the older version; empty on the way to a newer one.
    public let losses: Losses
    /// What an earlier migration to the older version had left in the document, and was put back.
    public let restored: Losses
    /// Data that the older version shows, and that ``restored`` deleted or replaced.
    ///
    /// The author of the file controls what it carries: show this to a person before saving.
    public let overwritten: OverwrittenData
    /// What it had left there, and was not put back.
    public let notRestored: UnrestoredLosses
    /// Other programs' data that went with the objects it belonged to, on the way to a newer
    /// version; on the way to an older one it is among the losses.
    public let lostForeignData: [ForeignData]

    /// Whether the plan gives it closures of its own.
    public var isCustom: Bool { kind != .lightweight }

    init(
      fromVersion: Schema.Version, toVersion: Schema.Version, kind: Kind, isReversed: Bool = false,
      isInferred: Bool = false, steps: [Step], saves: [ChangeDescription] = [],
      warnings: [String] = [],
      losses: Losses = Losses(),
      outcome: RestorationOutcome? = nil, lostForeignData: [ForeignData] = []
    ) {
      self.fromVersion = fromVersion
      self.toVersion = toVersion
      self.kind = kind
      self.isReversed = isReversed
      self.steps = steps
      self.isInferred = isInferred
      self.saves = saves
      self.warnings = warnings
      self.losses = losses
      restored = Losses(outcome?.restored ?? DocumentMigration.Losses())
      overwritten = OverwrittenData(outcome)
      notRestored = UnrestoredLosses(outcome)
      self.lostForeignData = lostForeignData
    }
  }

  /// The stages in the order in which they ran; none where nothing was to do.
  public let stages: [Stage]

  package init(stages: [Stage] = []) { self.stages = stages }

  /// How many changes the closures of all stages made.
  public var changeCount: Int { stages.reduce(0) { $0 + $1.changeCount } }
  /// How many losses all stages have.
  public var lossCount: Int { stages.reduce(0) { $0 + $1.losses.count } }
  /// Whether the versions that the stages led to are older than those they began with.
  public var isReversed: Bool { stages.first?.isReversed ?? false }
}
