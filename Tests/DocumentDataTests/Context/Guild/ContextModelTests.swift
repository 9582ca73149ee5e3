import DocumentData
import Foundation
import Testing

/// Random programs over two contexts of one file, held against a plain model of what the
/// documentation says.
///
/// `TRIPDOCUMENTS_PROGRAMS` is how many programs run, `TRIPDOCUMENTS_FIRST_PROGRAM` the seed of the
/// first.
@Suite("Random programs over two contexts")
struct ContextModelTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let first = setting("TRIPDOCUMENTS_FIRST_PROGRAM") ?? 0
  private static let count = setting("TRIPDOCUMENTS_PROGRAMS") ?? 24

  @Test("show what the model of the documentation shows", arguments: 0..<8)
  func programs(part: Int) {
    var failures = 0
    for seed in Self.first..<Self.first + Self.count where seed % 8 == part {
      let program = GuildProgram(seed: UInt64(seed), count: 40)
      guard GuildRun.mismatch(of: program) != nil else { continue }
      var smallest = program
      smallest.operations = shrink(program.operations, simpler: \.simpler) { operations in
        var other = program
        other.operations = operations
        return GuildRun.mismatch(of: other) != nil
      }
      Issue.record("\(GuildRun.mismatch(of: smallest) ?? "fails only at times")")
      failures += 1
      if failures == 3 { return }
    }
  }

  @Test(
    "a many-to-many that the other end stores after a migration stays in the order of insertion")
  func migratedOrder() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file("guild.trips"))
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: GuildV1.self), configurations: configuration))
      let skills = ["older", "newer"].map { GuildV1.Skill(title: $0) }
      for skill in skills { context.insert(skill) }
      let player = GuildV1.Player(name: "p", number: 1)
      context.insert(player)
      player.skills = [skills[1]]
      try context.save()
    }
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: GuildV2.self), migrationPlan: GuildPlan.self,
        configurations: configuration))
    let player = try #require(try context.all(GuildV2.Player.self).first)
    for ability in try context.all(GuildV2.Ability.self) { ability.players = [player] }
    #expect(player.skills.map(\.title) == ["older", "newer"])
  }

  @Test(
    "members that come back through another context are in its order, though the list was emptied")
  func orderOfReturned() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: GuildV1.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let (a, b) = (ModelContext(container), ModelContext(container))
    let team = GuildV1.Team(name: "t")
    a.insert(team)
    let players = (0..<3).map { GuildV1.Player(name: "p", number: $0) }
    for player in players { a.insert(player) }
    team.players = players
    try a.save()
    let other = try #require(try b.all(GuildV1.Team.self).first)
    let others = try b.all(GuildV1.Player.self).sorted { $0.number < $1.number }
    other.players = [others[0]]
    try b.save()
    _ = try a.all(GuildV1.Team.self)
    team.players = []
    other.players = [others[0], others[2], others[1]]
    try b.save()
    _ = try a.all(GuildV1.Team.self)
    #expect(team.players?.map(\.number) == [2, 1])
    try a.save()
    let saved = try ModelContext(container).all(GuildV1.Team.self).first
    #expect(saved?.players?.map(\.number) == [2, 1])
  }

  @Test("that fail are shrunk until every operation counts", arguments: 0..<2 as Range<UInt64>)
  func shrinking(seed: UInt64) {
    func mismatch(_ operations: [GuildOperation]) -> String? {
      var program = GuildProgram(seed: seed, count: 0)
      program.operations = operations
      return GuildRun.mismatch(of: program, ignoresCascades: true)
    }
    let operations = GuildProgram(seed: seed, count: 80).operations
    var words: [String] = []
    let smallest = shrink(operations, simpler: \.simpler) { candidate in
      guard let mismatch = mismatch(candidate) else { return false }
      words = mismatch.split(separator: "\n").map(String.init)
      return true
    }
    // What it fails by, and the calls: a team with a player comes to be, and is deleted.
    #expect(words.last?.contains("delete team") == true)
    #expect((3...6).contains(words.count), "\(words)")
    let isSmallest = smallest.indices.allSatisfy { index in
      var rest = smallest
      rest.remove(at: index)
      return mismatch(rest) == nil
    }
    #expect(isSmallest)
  }

  @Test("are shrunk to the elements that fail together, wherever they are")
  func shrinkingLists() {
    let list = Array(0..<100)
    #expect(shrink(list) { Set($0).isSuperset(of: [3, 64, 65]) } == [3, 64, 65])
    #expect(shrink(list) { $0.count >= 7 }.count == 7)
    #expect(shrink(list) { _ in true }.isEmpty)
    #expect(shrink(list, simpler: { $0 > 0 ? [$0 - 1] : [] }) { $0.contains { $0 > 60 } } == [61])
  }
}
