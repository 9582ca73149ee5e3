import DocumentMigration
import DocumentTables

/// A report on a migration or its preview: stages, steps, changes by closures, losses and restored
/// data.
///
/// ``json`` is for programs, ``description`` for people. ``writeJSON(to:)`` and ``forEachLine(_:)``
/// produce the same without building the whole text, which is long if there are a million losses.
public struct MigrationReport: Sendable, Hashable {
  /// One stage between neighbouring versions, in the direction in which it ran.
  public struct Stage: Sendable, Hashable {
    /// The kinds of stages; see ``MigrationStage``.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The schema difference describes the whole stage.
      case lightweight
      /// Closures run before and after the schema change.
      case custom
      /// A closure sees both versions.
      case transforming
    }

    /// The version before the stage.
    public let fromVersion: Schema.Version
    /// The version after the stage.
    public let toVersion: Schema.Version
    /// The kind that the plan declares.
    public let kind: Kind
    /// Whether the stage was inferred from the difference of the two schemas, which is unambiguous
    /// and loses nothing, because the plan declares none.
    public let isInferred: Bool
    /// Whether the stage led to the older of the two versions.
    public let isReversed: Bool
    /// The changes to the schema.
    public let steps: [Step]
    /// The closures' changes to objects; empty for a lightweight stage.
    ///
    /// - Complexity: Linear in the number of changes on each access, because their values are not
    ///   stored.
    public var changes: [ObjectChange] { saves.flatMap(\.objectChanges) }
    /// The number of ``changes``, without building them.
    public var changeCount: Int { saves.reduce(0) { $0 + $1.count } }
    /// The numbers of ``changes`` by what happened to the objects.
    public var changeCounts: ChangeCounts { saves.reduce(into: ChangeCounts()) { $0 += $1.counts } }
    private let saves: [ChangeDescription]
    /// In words: the different errors of the contexts that the closures caught, and the objects
    /// that the closures inserted for stores that do not go through the stage.
    ///
    /// Errors of a save, and the use of a class that the version does not have, fail the stage
    /// instead.
    public let warnings: [String]
    /// Data that an upgrade alone does not restore from the older version; empty for a stage to a
    /// newer version.
    public let losses: Losses
    /// Data that the document carried from an earlier migration to the older version, and that was
    /// restored.
    public let restored: Losses
    /// Data that the older version shows, and that ``restored`` deleted or replaced.
    ///
    /// The author of the file controls the data that the file carries: show these changes to the
    /// user before saving.
    public let overwritten: OverwrittenData
    /// Data that the document carried for this stage, and that was not restored.
    public let notRestored: UnrestoredLosses
    /// Other programs' data that was lost with the objects that it belonged to, in a stage to a
    /// newer version; a stage to an older version lists such data in ``losses``.
    public let lostForeignData: [ForeignData]

    /// Whether the plan declares the stage with closures.
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

  /// The stages in the order in which they ran; empty if no migration was needed.
  public let stages: [Stage]

  package init(stages: [Stage] = []) { self.stages = stages }

  /// The number of changes that the closures of all stages made.
  public var changeCount: Int { stages.reduce(0) { $0 + $1.changeCount } }
  /// The numbers of changes that the closures of all stages made.
  public var changeCounts: ChangeCounts {
    stages.reduce(into: ChangeCounts()) { $0 += $1.changeCounts }
  }
  /// The number of losses of all stages.
  public var lossCount: Int { stages.reduce(0) { $0 + $1.losses.count } }
  /// Whether the migration led to an older version.
  public var isReversed: Bool { stages.first?.isReversed ?? false }
}
