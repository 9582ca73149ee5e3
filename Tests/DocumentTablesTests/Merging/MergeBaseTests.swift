import DocumentMigration
import DocumentTables
import Testing

@Suite("The base of a merge")
struct MergeBaseTests {
  private static func tables(
    _ rows: [ObjectKey: LossFixture.Row], nextKey: ObjectKey = 10
  ) throws -> Tables {
    var fixture = LossFixture()
    fixture.rows = rows
    var tables = try fixture.tables()
    tables.nextKey = nextKey
    return tables
  }

  private static let lisboa: [ObjectKey: LossFixture.Row] = [
    1: LossScenario.trip("Lisboa"), 2: LossScenario.item("Tram", in: 1),
  ]

  /// Returns the problem of a merge in which ours is one of the versions and theirs the base itself.
  private static func problem(
    _ base: Tables, _ ours: Tables, _ theirs: Tables? = nil, histories: [History?] = [],
    origin: MergeBase.Origin = .stated
  ) -> MergeBaseProblem? {
    let versions = [base, ours, theirs ?? base].enumerated().map { index, tables in
      MergeBase.Version(
        tables, history: index < histories.count ? histories[index] : nil, isMigrated: false)
    }
    return MergeBase.problem(
      base: versions[0], ours: versions[1], theirs: versions[2], origin: origin)
  }

  // Spec 13.2-1
  @Test("must have the id of both sides", arguments: MergeSide.allCases)
  func otherDocument(side: MergeSide) throws {
    let base = try Self.tables(Self.lisboa)
    var other = base
    other.documentID = 99
    let sides = side == .ours ? (other, base) : (base, other)
    for origin in [MergeBase.Origin.stated, .versionControl] {
      let problem = try #require(Self.problem(base, sides.0, sides.1, origin: origin))
      #expect(problem.kind == .otherDocument && problem.side == side)
      #expect(problem.words("it", base: "b").contains("00000000-0000-0000-0000-000000000063"))
    }
    #expect(Self.problem(other, base, base)?.kind == .otherDocument)
    #expect(Self.problem(base, base, base) == nil)
  }

  @Test("is not newer than a side, unless version control applies its changes")
  func newerBase() throws {
    let base = try Self.tables(Self.lisboa, nextKey: 11)
    let older = try Self.tables(Self.lisboa, nextKey: 10)
    #expect(Self.problem(base, base, older)?.kind == .newerBase)
    #expect(Self.problem(base, older, base)?.side == .ours)
    #expect(Self.problem(older, base, base) == nil)
    // A revert has the version after as base, a cherry-pick one of another branch.
    #expect(Self.problem(base, base, older, origin: .versionControl) == nil)
    #expect(Self.problem(base, older, base, origin: .versionControl) == nil)
  }

  @Test("has objects of the same hierarchies under most common keys")
  func otherObjects() throws {
    let base = try Self.tables(Self.lisboa)
    let swapped = try Self.tables([
      1: LossFixture.Row(entity: "Tag", values: ["code": .uuid(1)]),
      2: LossScenario.trip("Sevilla"), 3: LossScenario.item("Tapas", in: 2),
    ])
    #expect(Self.problem(base, swapped)?.kind == .otherObjects)
    // An object that an earlier merge gave another key is no reason.
    var rows = Self.lisboa
    rows[3] = LossScenario.item("Fado", in: 1)
    let more = try Self.tables(rows)
    rows[3] = LossFixture.Row(entity: "Tag", values: ["code": .uuid(1)])
    rows[4] = LossScenario.item("Fado", in: 1)
    #expect(Self.problem(more, try Self.tables(rows)) == nil)
    #expect(Self.problem(base, try Self.tables([:])) == nil)
  }

  // MARK: Histories

  private static func history(
    lineage: UInt128 = 7, _ saves: [String], of tables: Tables, policy: HistoryPolicy? = nil
  ) -> History {
    var history = History(
      document: tables.documentID, lineage: lineage, policy: policy ?? HistoryPolicy(.names))
    for (index, author) in saves.enumerated() {
      let isMigration = author == "migration"
      var keys = HistoryKeys()
      keys.append(ObjectKey(1))
      let fingerprint = tables.schema.modelFingerprint()
      history.append(
        History.Transaction(
          time: Double(index), author: isMigration ? nil : author, schema: fingerprint,
          groups: isMigration ? [] : [.init(.insert, entity: "Trip", keys: keys)],
          migratedFrom: isMigration ? fingerprint : nil), of: tables.schema)
    }
    return history
  }

  /// The saves of the three versions, by author, and what is wrong with the base.
  static let histories: [(saves: [[String]?], kind: MergeBaseProblem.Kind?)] = [
    // Both sides continue.
    ([["a"], ["a", "b"], ["a", "c"]], nil),
    ([["a"], ["a"], ["a", "c"]], nil),
    // No history, or one that was left out on the way.
    ([nil, ["a"], ["b"]], nil), ([["a"], nil, nil], nil), ([["a"], ["a", "b"], nil], nil),
    // A version that was merged before: ours kept its own history.
    ([["a", "x"], ["a", "y", "z"], ["a", "x", "w"]], nil),
    // Three copies that were edited apart.
    ([["a", "x"], ["a", "y"], ["a", "z"]], .otherHistory),
    ([["a", "x"], ["a", "y", "w"], nil], .otherHistory),
    // The base is the newest.
    ([["a", "b"], ["a"], ["a", "b", "c"]], .newerHistory),
    ([["a", "b"], ["a", "b", "c"], ["a"]], .newerHistory),
    // Each program that migrates a document makes a record of it.
    ([["a", "migration"], ["a", "b", "migration"], ["a"]], nil),
  ]

  @Test("has its last save in the history of a side", arguments: histories.indices)
  func lastSave(index: Int) throws {
    let (saves, kind) = Self.histories[index]
    let base = try Self.tables(Self.lisboa)
    let histories = saves.map { $0.map { Self.history($0, of: base) } }
    #expect(Self.problem(base, base, base, histories: histories)?.kind == kind)
    #expect(Self.problem(base, base, histories: histories, origin: .versionControl) == nil)
  }

  @Test("of another lineage is refused where nothing proves that a side was made from it")
  func lineages() throws {
    let base = try Self.tables(Self.lisboa)
    func history(_ lineage: UInt128, _ saves: String...) -> History {
      Self.history(lineage: lineage, saves, of: base)
    }
    let histories = [history(1, "a"), history(2, "a"), history(3, "a")]
    #expect(Self.problem(base, base, base, histories: histories)?.kind == .otherHistory)
    let proven = [history(1, "a"), history(1, "a", "b"), history(3, "a")]
    #expect(Self.problem(base, base, base, histories: proven) == nil)
  }

  @Test("is not refused for transactions that were removed")
  func removed() throws {
    let base = try Self.tables(Self.lisboa)
    var history = Self.history(
      ["a", "b", "c"], of: base, policy: HistoryPolicy(.names, transactions: 1))
    history.prune(now: 10)
    let old = Self.history(["x"], of: base)
    #expect(Self.problem(base, base, base, histories: [old, history, history]) == nil)
  }
}

@Suite("Deletions of a merge")
struct MergeDeletionTests {
  private static func base() -> LossFixture {
    var fixture = LossFixture()
    fixture.rows = [
      1: LossScenario.trip("Lisboa"), 2: LossScenario.trip("Sevilla"),
      3: LossScenario.item("Tram", in: 1), 4: LossScenario.item("Alcázar", in: 2),
      5: LossScenario.trip("Porto"), 6: LossScenario.trip("Braga"),
    ]
    return fixture
  }

  private static func deletions(
    ours: [ObjectKey], theirs: [ObjectKey], edits: Bool, winner: MergeSide = .ours
  ) throws -> [MergeDeletion] {
    func tables(_ deleted: [ObjectKey], _ edited: Bool) throws -> Tables {
      var fixture = base()
      for key in deleted { fixture.rows[key] = nil }
      if edited { fixture.rows[5]?.values["days"] = .integer(9) }
      var tables = try fixture.tables()
      tables.nextKey = 10
      return tables
    }
    return ThreeWayMerge.merge(
      base: try tables([], false), ours: try tables(ours, edits), theirs: try tables(theirs, false)
    ) { _ in winner }.deletions
  }

  // Spec 13.5-2
  @Test("are listed with the side that made them and the deleted owner", arguments: [true, false])
  func sides(edits: Bool) throws {
    let both = try Self.deletions(ours: [1, 3], theirs: [2, 4, 1, 3], edits: edits)
    // Hierarchies are in the order of their names.
    #expect(both.map(\.key) == [3, 4, 1, 2])
    #expect(both.first { $0.key == 1 }?.side == nil && both.first { $0.key == 2 }?.side == .theirs)
    #expect(both.first { $0.key == 4 }?.owner == 2 && both.first { $0.key == 2 }?.owner == nil)
    #expect(try Self.deletions(ours: [6], theirs: [], edits: edits).map(\.side) == [.ours])
    #expect(try Self.deletions(ours: [], theirs: [6], edits: edits).map(\.side) == [.theirs])
    #expect(try Self.deletions(ours: [], theirs: [], edits: edits).isEmpty)
  }

  @Test(
    "leave out an object that is kept because the other side changed it",
    arguments: MergeSide.allCases)
  func conflict(winner: MergeSide) throws {
    let deletions = try Self.deletions(ours: [], theirs: [5], edits: true, winner: winner)
    #expect(deletions.map(\.key) == (winner == .theirs ? [5] : []))
  }
}
