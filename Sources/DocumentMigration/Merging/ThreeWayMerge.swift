import DocumentTables

/// A merge of two versions of a document, both of which were made from a third, object by object and
/// property by property (spec 13).
///
///     base ─┬─► ours ────┐                    ┌─► existence ─► rows ─► orders ─► rules ─┐
///           └─► theirs ──┴─► keys that agree ─┘     ▲        drop what breaks them │    └─► tables, conflicts
///                                                   └──────────────────────────────┘
///
/// Each change of a side is taken unless it contradicts one of the other side. A contradiction is a
/// conflict, and one of the two changes is dropped, as if that side had never made it; or both, if
/// the policy takes neither.
package struct ThreeWayMerge {
  /// The number of rounds of dropped violations after which one side is taken as a whole.
  private static let largestRounds = 10

  let base: Tables
  let columns: [[ComparedColumn]]
  let agreement: KeyAgreement
  var ours: SideChanges
  var theirs: SideChanges
  /// The changed objects as the base has them; orders are null.
  private(set) var baseRows: [ObjectKey: InsertedRow] = [:]
  /// The deletions that were taken although the other side changed the object.
  var settledDeletions: Set<ObjectKey> = []
  /// The conflicts of changes that were dropped.
  private var dropped: [ThreeWayConflict] = []
  /// The conflicts that the last result shows.
  private var shown: [ThreeWayConflict] = []
  private let policy: (ThreeWayConflict) -> MergeSide?
  private var decisions: [ThreeWayConflict: MergeSide?] = [:]

  /// Merges two versions of a document.
  ///
  /// - Parameters:
  ///   - base: The version from which both were made, as ``MergeBase`` checks; nil for a union of
  ///     documents.
  ///   - schemas: The schemas of other versions, for carried losses.
  ///   - policy: Returns the side to take in a conflict, nil to keep what the base has; called once
  ///     for each.
  package static func merge(
    base: Tables?, ours: Tables, theirs: Tables, schemas: [TableSchema] = [],
    policy: @escaping (ThreeWayConflict) -> MergeSide? = { _ in .ours }
  ) -> MergeOutcome {
    var changes: [MergeSide: ChangeSet]?
    if let base {
      let ourChanges = ChangeSet(from: base, to: ours)
      let theirChanges = ChangeSet(from: base, to: theirs)
      if ourChanges.isEmpty { return unchanged(theirs, base, ours, [.theirs: theirChanges]) }
      if theirChanges.isEmpty { return unchanged(ours, base, ours, [.ours: ourChanges]) }
      changes = [.ours: ourChanges, .theirs: theirChanges]
    }
    var merge = ThreeWayMerge(base, ours, theirs, changes, schemas, policy)
    return merge.run(ours)
  }

  /// Returns the outcome if at most one side changed anything.
  private static func unchanged(
    _ result: Tables, _ base: Tables, _ ours: Tables, _ changes: [MergeSide: ChangeSet]
  ) -> MergeOutcome {
    var tables = result
    tables.documentID = ours.documentID
    tables.nextKey = max(result.nextKey, ours.nextKey, base.nextKey)
    return MergeOutcome(
      tables: tables, conflicts: [], changes: changes.mapValues { SideChanges.count(of: $0) },
      deletions: MergeDeletion.list(in: base, without: tables) { _ in changes.keys.first })
  }

  private init(
    _ base: Tables?, _ ours: Tables, _ theirs: Tables, _ changes: [MergeSide: ChangeSet]?,
    _ schemas: [TableSchema],
    _ policy: @escaping (ThreeWayConflict) -> MergeSide?
  ) {
    let agreement = KeyAgreement(
      base: base ?? Tables(schema: ours.schema, documentID: ours.documentID), ours: ours,
      theirs: theirs, changes: changes, schemas: schemas)
    let columns = ours.schema.comparedColumns()
    self.agreement = agreement
    self.columns = columns
    self.base = agreement.base
    self.policy = policy
    func changed(_ side: Tables, _ known: ChangeSet?) -> SideChanges {
      SideChanges(
        known ?? ChangeSet(from: agreement.base, to: side), side, agreement.base, columns)
    }
    self.ours = changed(agreement.ours, agreement.ourKeys.isEmpty ? changes?[.ours] : nil)
    self.theirs = changed(agreement.theirs, agreement.theirKeys.isEmpty ? changes?[.theirs] : nil)
    noteBaseRows(Set(self.ours.keys).union(self.theirs.keys))
  }

  private mutating func noteBaseRows(_ keys: Set<ObjectKey>) {
    guard base.rowCount > 0 else { return }
    for key in keys {
      guard let place = base.find(key) else { continue }
      baseRows[key] = base.row(key, hierarchy: place.hierarchy, columns)
    }
  }

  subscript(side: MergeSide) -> SideChanges {
    get { side == .ours ? ours : theirs }
    _modify { if side == .ours { yield &ours } else { yield &theirs } }
  }

  // MARK: Running

  private mutating func run(_ document: Tables) -> MergeOutcome {
    let changes = [MergeSide.ours: ours.count, .theirs: theirs.count]
    if agreement.omitsCarried {
      note(ThreeWayConflict(.carried, detail: MergeWords.unknownVersion))
    }
    settleExistence()
    var tables = combined()
    var round = 0
    while let violations = violations(in: tables) {
      round += 1
      if round > Self.largestRounds || !drop(violations, in: tables) {
        tables = taken(whole: violations)
        break
      }
      settleExistence()
      tables = combined()
    }
    tables.documentID = document.documentID
    let deletions = MergeDeletion.list(in: base, without: tables) { key in
      let areDeleted = (ours.deleted.contains(key), theirs.deleted.contains(key))
      return areDeleted.0 == areDeleted.1 ? nil : areDeleted.0 ? .ours : .theirs
    }
    // A key of ours stays free only if no object of the base has it.
    let keys = agreement.ourKeys.filter { _, key in
      agreement.ourKeys[key] != nil || tables.find(key) == nil
    }
    tables = tables.rekeyed(keys, schemas: agreement.schemas)
    return MergeOutcome(
      tables: tables, conflicts: conflicts(), changes: changes, deletions: deletions)
  }

  /// Returns the tables with the changes of both sides, and with the data beside the rows.
  private mutating func combined() -> Tables {
    shown = []
    let rows = mergedRows()
    var result = base.applying(edits(for: rows))
    result.nextKey = max(base.nextKey, ours.tables.nextKey, theirs.tables.nextKey)
    result = withOrders(rows, in: result)
    mergeSurroundings(into: &result)
    return result
  }

  /// Returns one side as a whole, for violations that dropping single changes does not mend.
  private mutating func taken(whole violations: [TableFinding]) -> Tables {
    var conflict = ThreeWayConflict(.rule, detail: MergeWords.wholeSide)
    conflict.rule = violations.first?.rule.rawValue
    let winner = settle(&conflict)
    note(conflict)
    for loser in MergeSide.allCases where loser != winner {
      for key in self[loser].keys.sorted() { dropRow(loser, key, as: .dependent) }
    }
    shown = []
    var tables = winner.map { self[$0].tables } ?? base
    tables.nextKey = max(base.nextKey, ours.tables.nextKey, theirs.tables.nextKey)
    return tables
  }

  // MARK: Conflicts

  /// Asks the policy for the side to take, once for each conflict.
  mutating func settle(_ conflict: inout ThreeWayConflict) -> MergeSide? {
    let side = decisions[conflict] ?? policy(conflict)
    decisions.updateValue(side, forKey: conflict)
    conflict.settled = side
    return side
  }

  /// Adds a conflict whose losing change was dropped.
  mutating func note(_ conflict: ThreeWayConflict) { dropped.append(conflict) }

  /// Adds a conflict that the result of this round shows.
  mutating func show(_ conflict: ThreeWayConflict) { shown.append(conflict) }

  private func conflicts() -> [ThreeWayConflict] {
    var known: Set<ThreeWayConflict> = []
    return (dropped + shown).filter { known.insert($0).inserted }.sorted { left, right in
      let (one, other) = (left.entity ?? "", right.entity ?? "")
      if one != other { return utf8Precedes(one, other) }
      if left.key != right.key { return (left.key ?? 0) < (right.key ?? 0) }
      return utf8Precedes(left.property ?? "", right.property ?? "")
    }
  }

  /// Returns a conflict about an object or a property of it, with the keys that the documents use.
  func conflict(
    _ kind: ThreeWayConflict.Kind, _ row: InsertedRow, property: String? = nil
  ) -> ThreeWayConflict {
    let entity = base.schema.hierarchies[row.hierarchy].entities[Int(row.discriminator)]
    return ThreeWayConflict(
      kind, entity: entity.name, key: agreement.ourKeys[row.key] ?? row.key,
      theirKey: agreement.theirKeys[row.key], property: property)
  }

  /// Returns a value in the form of reports, with the keys of our document.
  func tree(_ value: Value, _ column: ComparedColumn) -> Tree {
    if let attribute = column.layout.attribute { return Tree(value, of: attribute.type) }
    switch value {
    case .reference(let key): return .integer(agreement.ourKeys[key] ?? key)
    case .references(let keys): return .keys(keys.map { agreement.ourKeys[$0] ?? $0 })
    default: return .null
    }
  }

  /// Returns the properties of a row by name.
  ///
  /// - Parameter other: A row; then only the properties that differ from it, and the entity if it
  ///   differs.
  func tree(_ row: InsertedRow, differingFrom other: InsertedRow? = nil) -> Tree {
    var members: [String: Tree] = [:]
    for column in columns[row.hierarchy]
    where column.owners[Int(row.discriminator)] && !column.isOrder {
      let value = row.values[column.index]
      if let other, other.values[column.index] == value { continue }
      members[column.layout.name] = tree(value, column)
    }
    if let foreign = row.foreign, foreign != other?.foreign { members["$foreign"] = foreign }
    if let other, other.discriminator != row.discriminator {
      let entity = base.schema.hierarchies[row.hierarchy].entities[Int(row.discriminator)]
      members["$entity"] = .text(entity.name)
    }
    return .members(members)
  }
}

/// The words of conflicts.
enum MergeWords {
  static let unknownVersion =
    "what older versions of their document lost could not be given other keys, because the schema "
    + "of that version is not known; ours is kept"
  static let wholeSide =
    "the changes of both sides cannot be combined; one side is taken as a whole"
  static let deletedOwner = "the object that it belongs to is not in the result"
  static let keptObject = "an object that it belongs to, or that belongs to it, is kept"
}
