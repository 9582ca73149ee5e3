import DocumentMigration
import DocumentTables
import Foundation
import Testing

/// The laws that merges keep, up to the keys of the objects.
@Suite("The laws of merging")
struct MergeLawTests {
  /// The number of cases of each law.
  private static let count =
    ProcessInfo.processInfo.environment["TRIPDOCUMENTS_MERGES"].flatMap { Int($0) } ?? 60

  private static func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  // Spec 13.1-1
  @Test("merging with an unchanged side gives the other side", arguments: 0..<count)
  func unchanged(seed: Int) throws {
    var scenario = try MergeScenario(seed: 9_000_000 + seed)
    let changed = try scenario.changed(scenario.base, 12)
    for winner in MergeSide.allCases {
      let ours = MergeScenario.merge(scenario.base, changed, scenario.base, winner)
      #expect(ours.conflicts.isEmpty)
      #expect(Self.text(ours.tables) == Self.text(changed))
      let theirs = MergeScenario.merge(scenario.base, scenario.base, changed, winner)
      #expect(theirs.conflicts.isEmpty)
      #expect(Self.text(theirs.tables) == Self.text(changed))
    }
  }

  @Test("merging two equal sides gives this side", arguments: 0..<count)
  func equal(seed: Int) throws {
    var scenario = try MergeScenario(seed: 5_000_000 + seed)
    let changed = try scenario.changed(scenario.base, 12)
    let result = MergeScenario.merge(scenario.base, changed, changed)
    #expect(result.conflicts == [])
    #expect(KeylessContent(result.tables) == KeylessContent(changed))
  }

  // Spec 13.1-4, 13.4-8
  @Test("the result is valid, and keeps or reports each change", arguments: 0..<count)
  func valid(seed: Int) throws {
    var scenario = try MergeScenario(seed: 1_000_000 + seed)
    let ours = try scenario.changed(
      scenario.base, Int.random(in: 1...12, using: &scenario.generator.random))
    let theirs = try scenario.changed(
      scenario.base, Int.random(in: 1...12, using: &scenario.generator.random))
    for winner in MergeSide.allCases {
      let result = MergeScenario.merge(scenario.base, ours, theirs, winner)
      #expect(TablesCheck.findings(result.tables) == [])
      try Self.expectNothingLost(scenario.base, ours, result, theirs: false)
      try Self.expectNothingLost(scenario.base, theirs, result, theirs: true)
    }
  }

  /// Expects that the result has each attribute that a side changed, or a conflict of the object.
  static func expectNothingLost(
    _ base: Tables, _ side: Tables, _ result: MergeOutcome, theirs: Bool
  ) throws {
    let reported = Set(
      result.conflicts.flatMap { [$0.key, $0.theirKey] }.compactMap { $0 })
    guard !result.conflicts.contains(where: { $0.key == nil && $0.kind == .rule }) else { return }
    let after = LossFixture(result.tables)
    let old = LossFixture(base)
    for (key, row) in LossFixture(side).rows where !reported.contains(key) {
      guard let before = old.rows[key] else {
        // A new object is there under any key.
        let attributes = Self.attributes(row)
        #expect(
          after.rows.values.contains {
            Self.attributes($0) == attributes && $0.entity == row.entity
          },
          "\(key) \(attributes)")
        continue
      }
      // An object may have another key, if another one became what it was. A default that a new
      // entity brings gives way.
      let now = after.rows.values
      for (name, value) in Self.attributes(row)
      where before.values[name] != value && value != .double(0) {
        #expect(now.contains { $0.values[name] == value }, "\(key).\(name)")
      }
    }
    let again = LossFixture(side).rows.filter { old.rows[$0.key] == nil }.values
    for (key, row) in old.rows
    where LossFixture(side).rows[key] == nil && !reported.contains(key) {
      let isAgain = again.contains { Self.attributes($0) == Self.attributes(row) }
      #expect(after.rows[key] == nil || isAgain, "\(key) is still there")
    }
  }

  private static func attributes(_ row: LossFixture.Row) -> [String: Value] {
    row.values.filter {
      switch $0.value {
      case .reference, .references, .null: false
      default: true
      }
    }
  }

  // Spec 13.1-2
  @Test("edits that do not conflict commute", arguments: 0..<count)
  func commuting(seed: Int) throws {
    var scenario = try MergeScenario(seed: 2_000_000 + seed)
    let ours = try scenario.changed(scenario.base, 4)
    let theirs = try scenario.changed(scenario.base, 4)
    let one = MergeScenario.merge(scenario.base, ours, theirs)
    let other = MergeScenario.merge(scenario.base, theirs, ours)
    #expect(one.conflicts.isEmpty == other.conflicts.isEmpty)
    guard one.conflicts.isEmpty, other.conflicts.isEmpty else { return }
    // What both added at one place of a list stands in the order of the sides.
    #expect(
      KeylessContent(one.tables, ordered: false) == KeylessContent(other.tables, ordered: false))
  }

  // Spec 13.1-3
  @Test("merging the same version again changes nothing", arguments: 0..<count)
  func twice(seed: Int) throws {
    var scenario = try MergeScenario(seed: 3_000_000 + seed)
    let ours = try scenario.changed(scenario.base, 6)
    let theirs = try scenario.changed(scenario.base, 6)
    let once = MergeScenario.merge(scenario.base, ours, theirs)
    let twice = MergeScenario.merge(scenario.base, once.tables, theirs)
    guard once.conflicts.isEmpty else { return }
    #expect(twice.conflicts == [])
    #expect(KeylessContent(twice.tables) == KeylessContent(once.tables))
  }

  @Test("a merge after a merge is the merge of both", arguments: 0..<count)
  func continued(seed: Int) throws {
    var scenario = try MergeScenario(seed: 4_000_000 + seed)
    let ours = try scenario.changed(scenario.base, 4)
    let theirs = try scenario.changed(scenario.base, 4)
    let later = try scenario.changed(theirs, 3)
    let first = MergeScenario.merge(scenario.base, ours, theirs)
    // The version that was merged is now the base, but its objects have other keys in ours.
    let second = MergeScenario.merge(theirs, first.tables, later)
    let direct = MergeScenario.merge(scenario.base, ours, later)
    // The direct merge cannot know that a change was taken back.
    let isTakenBack = !Self.touched(scenario.base, theirs).isDisjoint(
      with: Self.touched(theirs, later))
    guard first.conflicts.isEmpty, direct.conflicts.isEmpty, !isTakenBack else { return }
    #expect(second.conflicts == [])
    #expect(
      KeylessContent(second.tables, ordered: false) == KeylessContent(direct.tables, ordered: false)
    )
  }

  // Spec 13.6-1
  @Test("criss-cross merges double nothing", arguments: 0..<count)
  func crissCross(seed: Int) throws {
    var scenario = try MergeScenario(seed: 6_000_000 + seed)
    let ours = try scenario.changed(scenario.base, 5)
    let theirs = try scenario.changed(scenario.base, 5)
    let left = MergeScenario.merge(scenario.base, ours, theirs)
    let right = MergeScenario.merge(scenario.base, theirs, ours)
    // Where a new object is what another one was, no merge can tell the two apart.
    guard left.conflicts.isEmpty, right.conflicts.isEmpty,
      ![ours, theirs].contains(where: { Self.replaces($0, scenario.base) })
    else { return }
    for base in [scenario.base, ours, theirs, left.tables] {
      let result = MergeScenario.merge(base, left.tables, right.tables)
      #expect(
        KeylessContent(result.tables, ordered: false)
          == KeylessContent(left.tables, ordered: false))
    }
  }

  // Spec 13.6-1
  @Test("what two merges settle differently is a conflict again", arguments: 0..<count)
  func settledDifferently(seed: Int) throws {
    var scenario = try MergeScenario(seed: 10_000_000 + seed)
    let ours = try scenario.changed(scenario.base, 8)
    let theirs = try scenario.changed(scenario.base, 8)
    let neither = MergeScenario.merge(scenario.base, ours, theirs, nil)
    #expect(TablesCheck.findings(neither.tables) == [])
    let left = MergeScenario.merge(scenario.base, ours, theirs, .ours)
    let right = MergeScenario.merge(scenario.base, ours, theirs, .theirs)
    let again = MergeScenario.merge(neither.tables, left.tables, right.tables)
    // The violation of a rule, and what depends on it, drops other changes in each of the merges.
    let conflicts = [neither, left, right].flatMap(\.conflicts)
    guard conflicts.allSatisfy({ $0.kind == .value || $0.kind == .deletion }) else { return }
    for conflict in left.conflicts where conflict.base != nil {
      #expect(
        again.conflicts.contains {
          $0.kind == conflict.kind && $0.key == conflict.key && $0.property == conflict.property
        }, "\(conflict) in \(again.conflicts)")
    }
  }

  @Test("a change that was picked before is not made twice", arguments: 0..<count)
  func cherryPick(seed: Int) throws {
    var scenario = try MergeScenario(seed: 7_000_000 + seed)
    let ours = try scenario.changed(scenario.base, 4)
    let picked = try scenario.changed(scenario.base, 3)
    let theirs = try scenario.changed(picked, 3)
    let first = MergeScenario.merge(scenario.base, ours, picked)
    let result = MergeScenario.merge(scenario.base, first.tables, theirs)
    let direct = MergeScenario.merge(scenario.base, ours, theirs)
    // A merge cannot know that a picked change was taken back.
    let isTakenBack = !Self.touched(scenario.base, picked).isDisjoint(
      with: Self.touched(picked, theirs))
    guard first.conflicts.isEmpty, direct.conflicts.isEmpty, result.conflicts.isEmpty, !isTakenBack
    else { return }
    #expect(
      KeylessContent(result.tables, ordered: false) == KeylessContent(direct.tables, ordered: false)
    )
  }

  /// Whether a side has a new object with the content that it has taken from another one (spec 13.1).
  private static func replaces(_ side: Tables, _ base: Tables) -> Bool {
    let changes = ChangeSet(from: base, to: side)
    let changed = changes.updated.map(\.key) + changes.deleted.map(\.key)
    let former = Set(changed.compactMap { content(of: $0, in: base) })
    return changes.inserted.contains { content(of: $0.key, in: side).map(former.contains) == true }
  }

  private static func content(of key: ObjectKey, in tables: Tables) -> String? {
    tables.find(key).map { place in
      let segment = tables.tables[place.hierarchy].segments[place.location.segment]
      let row = place.location.row
      return "\(place.hierarchy) \(segment.entities[row]) \(segment.values(at: row))"
    }
  }

  /// The objects that changes concern.
  private static func touched(_ old: Tables, _ new: Tables) -> Set<ObjectKey> {
    let changes = ChangeSet(from: old, to: new)
    return Set(
      changes.inserted.map(\.key) + changes.deleted.map(\.key) + changes.updated.map(\.key))
  }

  @Test("most recorded edits merge by themselves")
  func share() throws {
    var changes = 0
    var conflicts = 0
    for seed in 0..<Self.count {
      var scenario = try MergeScenario(seed: 8_000_000 + seed)
      let ours = try scenario.changed(scenario.base, 5)
      let theirs = try scenario.changed(scenario.base, 5)
      let result = MergeScenario.merge(scenario.base, ours, theirs)
      changes += result.changes.values.reduce(0, +)
      conflicts += result.conflicts.count
    }
    let share = 1 - Double(conflicts) / Double(changes)
    if Self.count > 60 { print("\(changes) changes, \(conflicts) conflicts") }
    #expect(share > 0.8)
  }
}
