import DocumentMigration
import DocumentTables

/// A report on a migration or its preview: stages, steps, changes by closures, losses and restored
/// data.
///
/// ```swift
/// print(report)
/// if report.losses.contains(where: { $0.entity == "Trip" && $0.property == "perdiem" }) { … }
/// for entry in report.notRestored { print(entry) }
/// ```
///
/// Each list of entries spans all stages; ``Stage`` has the same lists for one stage. ``json`` is
/// for programs, ``description`` for people. ``writeJSON(to:)`` and ``forEachLine(_:)`` produce the
/// same without building the whole text, which is long if there are a million losses.
public struct MigrationReport: Sendable {
  /// One stage between neighbouring versions, in the direction in which it ran.
  public struct Stage: Sendable {
    /// The kinds of stages; raw values are the words in reports.
    package enum Kind: String, Sendable {
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
    package let kind: Kind
    /// Whether the stage was inferred from the difference of the two schemas, which is unambiguous
    /// and loses nothing, because the plan declares none.
    public let isInferred: Bool
    /// Whether the stage led to the older of the two versions.
    let isReversed: Bool
    /// Whether the stage ends with the schema that it began with, as that of renamed cases does.
    let leavesSchema: Bool
    /// The changes to the schema.
    public let steps: [Step]
    private let saves: [ChangeDescription]
    /// In words: the different errors of the contexts that the closures caught, values that they read
    /// although their types reject them, the objects that they inserted for stores that do not go
    /// through the stage, changes to the schema that this document allows and another may not, and
    /// values that read as ``PersistentEnumeration/unknownCase``.
    ///
    /// A stage without closures may change the type of an attribute if no object has a value of it. The
    /// report of a developer's document without such objects warns that documents of users may have them.
    ///
    /// Errors of a save, and the use of a class that the version does not have, fail the stage
    /// instead.
    public var warnings: [String] { closureWarnings + acceptances + unknownCases }
    /// The warnings that the closures caused.
    let closureWarnings: [String]
    /// The changes that needed a decision, had there been other rows.
    private let acceptances: [String]
    /// The attributes with unknown cases.
    private let unknownCases: [String]
    /// Data that an upgrade alone does not restore from the older version; empty for a stage to a
    /// newer version.
    public internal(set) var losses: Entries
    /// Data that the document carried from an earlier migration to the older version, and that was
    /// restored.
    public internal(set) var restored: Entries
    /// Data that the older version shows, and that ``restored`` deleted or replaced.
    ///
    /// The author of the file controls the data that the file carries: show these changes to the
    /// user before saving.
    public internal(set) var overwritten: Entries
    /// Data that the document carried for this stage, and that was not restored.
    public internal(set) var notRestored: Entries
    /// Other programs' data that was lost with the objects that it belonged to, in a stage to a
    /// newer version; a stage to an older version lists such data in ``losses``.
    public internal(set) var lostForeignData: Entries

    init(
      fromVersion: Schema.Version, toVersion: Schema.Version, kind: Kind, isReversed: Bool = false,
      isInferred: Bool = false, leavesSchema: Bool = false, steps: [Step],
      saves: [ChangeDescription] = [], warnings: [String] = [], acceptances: [String] = [],
      unknownCases: [String] = [], losses: Losses = Losses(),
      outcome: RestorationOutcome? = nil,
      lostForeignData: [ForeignData] = []
    ) {
      self.fromVersion = fromVersion
      self.toVersion = toVersion
      self.kind = kind
      self.isReversed = isReversed
      self.leavesSchema = leavesSchema
      self.steps = steps
      self.isInferred = isInferred
      self.saves = saves
      closureWarnings = warnings
      self.acceptances = acceptances
      self.unknownCases = unknownCases
      self.losses = Entries([.losses(losses)])
      restored = Entries([.restored(outcome?.restored ?? Losses())])
      overwritten = Entries(outcome?.overwritten.groups.map { .overwritten($0) } ?? [])
      notRestored = Entries(
        (outcome?.dropped ?? []).map { .notRestored($0) } + [.unreadable(outcome?.malformed ?? [])])
      self.lostForeignData = Entries([.foreignData(lostForeignData)])
    }

    /// The closures' changes to objects: an entry for each added or removed object, and for each
    /// changed value.
    public var changes: Entries { Entries(saves.map { .changes($0) }) }
    /// The changes of ``changes`` by save and object, created on demand.
    var objectChanges: some Sequence<ObjectChange> { saves.lazy.flatMap(\.objectChanges) }
    /// The number of objects that the saves of the closures changed.
    package var changeCount: Int { saves.reduce(0) { $0 + $1.count } }
    /// The same number, by what happened to the objects.
    var changeCounts: ChangeCounts { saves.reduce(into: ChangeCounts()) { $0 += $1.counts } }
  }

  /// The stages in the order in which they ran; empty if no migration was needed.
  public let stages: [Stage]

  package init(stages: [Stage] = []) { self.stages = stages }

  /// ``Stage/changes`` of all stages.
  public var changes: Entries { entries(\.changes) }
  /// ``Stage/losses`` of all stages.
  public var losses: Entries { entries(\.losses) }
  /// ``Stage/restored`` of all stages.
  public var restored: Entries { entries(\.restored) }
  /// ``Stage/overwritten`` of all stages.
  public var overwritten: Entries { entries(\.overwritten) }
  /// ``Stage/notRestored`` of all stages.
  public var notRestored: Entries { entries(\.notRestored) }
  /// ``Stage/lostForeignData`` of all stages.
  public var lostForeignData: Entries { entries(\.lostForeignData) }

  private func entries(_ list: KeyPath<Stage, Entries>) -> Entries {
    Entries(stages.flatMap { $0[keyPath: list].parts })
  }

  /// The number of objects that the saves of the closures of all stages changed.
  package var changeCount: Int { stages.reduce(0) { $0 + $1.changeCount } }
  /// The same number, by what happened to the objects.
  package var changeCounts: ChangeCounts {
    stages.reduce(into: ChangeCounts()) { $0 += $1.changeCounts }
  }
  /// Whether a stage led to another schema.
  var migratesSchema: Bool { stages.contains { !$0.leavesSchema } }
  /// Whether the rows may be other ones than those of the document.
  var changesRows: Bool { stages.contains { !$0.leavesSchema || !$0.steps.isEmpty } }
  /// Whether the migration led to an older version.
  var isReversed: Bool { stages.first?.isReversed ?? false }
}
