import DocumentTables

/// A check that a document is a version from which both sides of a merge were made (spec 13.7).
///
/// With the wrong base, the objects that only the base has count as deleted by both sides, and objects of
/// unrelated documents count as one if their keys are equal.
package enum MergeBase {
  /// One of the three documents of a merge.
  package struct Version: Sendable {
    package var documentID: UInt128
    package var history: History?
    /// The tables as they were read; nil if a migration may have given keys to new objects.
    package var tables: Tables?

    /// - Parameters:
    ///   - history: The history of the document, which the tables may lack already.
    ///   - isMigrated: Whether a migration changed the tables since they were read.
    package init(_ tables: Tables, history: History?, isMigrated: Bool) {
      documentID = tables.documentID
      self.history = history
      self.tables = isMigrated ? nil : tables
    }
  }

  /// How a base was found.
  package enum Origin: Hashable, Sendable {
    /// A person or program states that both sides were made from the base.
    case stated
    /// A version control system applies the changes from the base to theirs. The base of a cherry-pick
    /// is on another branch, and that of a revert is newer than theirs.
    case versionControl
  }

  /// Returns why a document is not the base of two sides; nil if nothing speaks against it.
  package static func problem(
    base: Version, ours: Version, theirs: Version, origin: Origin = .stated
  ) -> MergeBaseProblem? {
    let sides = [(MergeSide.ours, ours), (.theirs, theirs)]
    for (side, version) in sides where version.documentID != base.documentID {
      return MergeBaseProblem(
        .otherDocument, side, stated: UUIDText.text(version.documentID),
        base: UUIDText.text(base.documentID))
    }
    guard origin == .stated else { return nil }
    if let problem = problem(ofHistories: base, ours, theirs) { return problem }
    guard let tables = base.tables, let one = ours.tables, let other = theirs.tables else {
      return nil
    }
    for (side, version) in [(MergeSide.ours, one), (.theirs, other)] {
      if let problem = problem(ofKeys: tables, version, side) { return problem }
    }
    return nil
  }

  // MARK: Keys

  private static func problem(
    ofKeys base: Tables, _ version: Tables, _ side: MergeSide
  ) -> MergeBaseProblem? {
    if version.nextKey < base.nextKey {
      return MergeBaseProblem(
        .newerBase, side, stated: String(version.nextKey), base: String(base.nextKey))
    }
    guard version.schema.modelFingerprint() == base.schema.modelFingerprint() else { return nil }
    // An earlier merge may have given some objects other keys, but not most of them.
    var same = 0
    var other = 0
    for (old, new) in zip(base.tables, version.tables) {
      let alignment = RowAlignment(old, new)
      for run in alignment.runs { same += run.count }
      for place in alignment.leftOnly {
        let key = old.segments[place.segment].keys[place.row]
        if version.find(key) != nil { other += 1 }
      }
    }
    return other > same
      ? MergeBaseProblem(.otherObjects, side, stated: String(other), base: String(other + same))
      : nil
  }

  // MARK: Histories

  private static func problem(
    ofHistories base: Version, _ ours: Version, _ theirs: Version
  ) -> MergeBaseProblem? {
    let relations = [MergeSide.ours: ours, .theirs: theirs].mapValues {
      HistoryRelation(of: $0.history, to: base.history)
    }
    for side in MergeSide.allCases where relations[side] == .precedes {
      return MergeBaseProblem(.newerHistory, side)
    }
    // A version that was merged is the base of the next merge, although only one side continues its
    // history.
    for side in MergeSide.allCases where relations[side] == .separate {
      if relations[side.other] != .continues { return MergeBaseProblem(.otherHistory, side) }
    }
    return nil
  }
}

/// Why a document is not the base of a merge.
package struct MergeBaseProblem: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A side has another document id.
    case otherDocument
    /// A side has a smaller next key than the base, so the side is older.
    case newerBase
    /// Most of the keys of the base name objects of other hierarchies in a side.
    case otherObjects
    /// The history of the base continues that of a side, so the side is older.
    case newerHistory
    /// The histories went different ways before the last save of the base.
    case otherHistory
  }

  package let kind: Kind
  /// The side that was not made from the base.
  package let side: MergeSide
  /// What the side has, and what the base has: ids, next keys, or the number of keys of other objects
  /// and of all.
  private let stated: String
  private let base: String

  init(_ kind: Kind, _ side: MergeSide, stated: String = "", base: String = "") {
    self.kind = kind
    self.side = side
    self.stated = stated
    self.base = base
  }

  /// Returns the problem in words.
  ///
  /// - Parameters:
  ///   - subject: What the words call the side.
  ///   - name: What they call the base.
  package func words(_ subject: String, base name: String) -> String {
    switch kind {
    case .otherDocument:
      "\(subject) is no version of \(name), the base: its document id is \(stated), not \(base)"
    case .newerBase:
      "\(subject) is older than \(name), the base: its next key is \(stated), that of the base \(base)"
    case .otherObjects:
      "\(subject) was not made from \(name), the base: \(stated) of \(base) common keys name objects of "
        + "other entities"
    case .newerHistory:
      "\(subject) is older than \(name), the base, whose history continues its history"
    case .otherHistory:
      "\(subject) was not made from \(name), the base: its history lacks the last save of the base"
    }
  }
}

/// How the history of one version of a document relates to that of another.
private enum HistoryRelation {
  /// It has the last save of the other one.
  case `continues`
  /// The other one has its last save, and later ones.
  case precedes
  /// They have no last save in common.
  case separate
  /// One of them is missing, or has removed the transaction that would tell.
  case unknown

  init(of history: History?, to base: History?) {
    guard let history, let base, let last = history.lastSave, let baseLast = base.lastSave else {
      self = .unknown
      return
    }
    guard history.lineage == base.lineage else {
      self = .separate
      return
    }
    let isLater = last.number >= baseLast.number
    let known = isLater ? history.digest(of: baseLast.number) : base.digest(of: last.number)
    guard let known else {
      self = .unknown
      return
    }
    guard known == (isLater ? baseLast : last).digest else {
      self = .separate
      return
    }
    self = isLater ? .continues : .precedes
  }
}

extension History {
  /// The last transaction that a program recorded for a save; nil if it is not known.
  ///
  /// Records of migrations and of gaps behind it are made by each program that reads the document.
  fileprivate var lastSave: Point? {
    var point = last
    for run in runs.reversed() {
      for transaction in run.transactions.reversed() {
        guard transaction.number == point?.number else { return point }
        guard transaction.migratedFrom != nil || transaction.isGap else { return point }
        let before = transaction.number - 1
        point = digest(of: before).map { Point(number: before, digest: $0) }
      }
    }
    return point
  }
}
