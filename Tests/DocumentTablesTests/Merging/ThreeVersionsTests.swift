import DocumentTables
import Testing

@testable import DocumentMigration

@Suite("Three versions of a value")
struct ThreeVersionsTests {
  @Test(
    "The side that changed the value counts, ours if both made the same of it, neither otherwise",
    arguments: [
      (0, 0, 0, MergeSide.ours), (0, 1, 0, .ours), (0, 0, 1, .theirs), (0, 1, 1, .ours),
      (0, 1, 2, nil),
    ] as [(Int, Int, Int, MergeSide?)])
  func side(base: Int, ours: Int, theirs: Int, side: MergeSide?) {
    let versions = ThreeVersions(base: base, ours: ours, theirs: theirs)
    #expect(versions.undisputed == side)
    // The same rule for values that are equal in another way, as written forms are.
    #expect(versions.map { -$0 }.undisputed { abs($0) == abs($1) } == side)
    #expect(versions.undisputed { _, _ in true } == .ours)
    #expect(versions.undisputed { _, _ in false } == nil)
  }

  @Test("A side names its version, and no side that of the base")
  func versions() {
    let versions = ThreeVersions(base: "b", ours: "o", theirs: "t")
    #expect([nil, .ours, .theirs].map { versions[$0] } == ["b", "o", "t"])
    #expect([nil, .ours, .theirs].map { versions.map(\.count)[$0] } == [1, 1, 1])
  }
}

@Suite("A list that both sides of a merge have changed")
struct ListCombinationTests {
  private func lists(_ base: [ObjectKey], _ ours: [ObjectKey], _ theirs: [ObjectKey])
    -> ListCombination
  {
    ListCombination(ThreeVersions(base: base, ours: ours, theirs: theirs))
  }

  @Test(
    "has no conflict if the members of before are in one new order at most",
    arguments: [
      ([1, 2, 3], [1, 2, 3], [1, 2, 3]), ([1, 2, 3], [3, 2, 1], [1, 2, 3]),
      ([1, 2, 3], [1, 2, 3], [3, 2, 1]), ([1, 2, 3], [2, 1, 3], [2, 1, 3]),
      // Only one side has reordered the members that are left.
      ([1, 2, 3], [3, 2, 1], [1, 2]), ([1, 2, 3], [3, 1], [2, 1, 3]), ([1, 2], [1], [2]),
      // New members may be anywhere.
      ([1, 2], [1, 8, 2, 9], [9, 1, 2, 8]), ([], [1, 2], [3]), ([], [1, 2], [1, 2]),
    ] as [([ObjectKey], [ObjectKey], [ObjectKey])])
  func agreeing(base: [ObjectKey], ours: [ObjectKey], theirs: [ObjectKey]) {
    #expect(!lists(base, ours, theirs).isConflict)
    #expect(!lists(base, theirs, ours).isConflict)
  }

  @Test(
    "has a conflict if both sides gave its members different orders",
    arguments: [
      ([1, 2, 3], [2, 1, 3], [3, 2, 1]), ([1, 2, 3], [2, 1, 3, 9], [8, 1, 3, 2]),
      ([], [1, 2], [2, 1]), ([7], [1, 2], [2, 1, 7]),
    ] as [([ObjectKey], [ObjectKey], [ObjectKey])])
  func contradicting(base: [ObjectKey], ours: [ObjectKey], theirs: [ObjectKey]) {
    #expect(lists(base, ours, theirs).isConflict)
    #expect(lists(base, theirs, ours).isConflict)
  }

  @Test("has every member that a side added, and none that a side removed, in the winner's order")
  func combined() {
    let conflicting = lists([1, 2, 3, 4], [8, 3, 2, 1], [2, 3, 1, 4, 9])
    #expect(conflicting.isConflict)
    #expect(conflicting.combined(winner: .ours) == [8, 3, 2, 1, 9])
    #expect(conflicting.combined(winner: .theirs) == [8, 2, 3, 1, 9])
    #expect(conflicting.combined(winner: nil) == [8, 1, 2, 3, 9])
    for winner in [nil, .ours, .theirs] as [MergeSide?] {
      #expect(lists([1, 2], [1, 2, 5], [6, 2]).combined(winner: winner) == [6, 2, 5])
      #expect(lists([1, 2], [2, 1], [1, 2]).combined(winner: winner) == [2, 1])
      #expect(lists([1, 2], [1, 2], [2, 1, 3]).combined(winner: winner) == [2, 1, 3])
    }
  }

  @Test("has the same members, whichever side wins", arguments: 0..<40)
  func members(seed: UInt64) {
    var state = seed
    func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func changed(_ list: [ObjectKey], adding first: ObjectKey) -> [ObjectKey] {
      var list = list.filter { _ in roll(4) > 0 }
      for key in first..<first + ObjectKey(roll(3)) { list.insert(key, at: roll(list.count + 1)) }
      if roll(2) == 0, list.count > 1 { list.swapAt(roll(list.count), roll(list.count)) }
      return list
    }
    let base = (0..<roll(6)).map { ObjectKey($0) }
    let ours = changed(base, adding: 10)
    // Both may have added the same ones.
    let theirs = changed(base, adding: roll(2) == 0 ? 10 : 20)
    let removed = Set(base).subtracting(Set(ours).intersection(theirs))
    let expected = Set(base).union(ours).union(theirs).subtracting(removed)
    for winner in [nil, .ours, .theirs] as [MergeSide?] {
      let combined = lists(base, ours, theirs).combined(winner: winner)
      #expect(combined.count == Set(combined).count)
      #expect(Set(combined) == expected)
    }
  }
}
