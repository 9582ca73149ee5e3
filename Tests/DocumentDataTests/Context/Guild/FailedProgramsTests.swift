import DocumentData
import Foundation
import Testing

/// Random programs over two contexts that have failed, as the calls that they were shrunk to.
@Suite("Random programs that failed")
struct FailedProgramsTests {
  typealias Team = GuildV1.Team
  typealias Player = GuildV1.Player
  typealias League = GuildV1.League

  /// Two contexts of one container, each with an undo manager.
  private struct Contexts {
    let container: ModelContainer
    let a: ModelContext
    let b: ModelContext

    init() throws {
      container = try ModelContainer(
        for: Schema(versionedSchema: GuildV1.self),
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      a = ModelContext(container)
      b = ModelContext(container)
      for context in [a, b] {
        context.undoManager = UndoManager()
        context.undoManager?.groupsByEvent = false
      }
    }

    func team(_ name: String, in context: ModelContext) throws -> Team? {
      try context.all(Team.self).first { $0.name == name }
    }

    func player(_ number: Int, in context: ModelContext) throws -> Player? {
      try context.all(Player.self).first { $0.number == number }
    }
  }

  /// Program 651.
  @Test("a list loses a member that another context deletes, though both contexts had added it")
  func addedTwice() throws {
    let contexts = try Contexts()
    let (a, b) = (contexts.a, contexts.b)
    let players = [2, 4].map { Player(name: "p", number: $0) }
    let first = Team(name: "k0")
    a.insert(first)
    first.players = players
    let team = Team(name: "k1")
    a.insert(team)
    team.players = [players[0]]
    try a.save()
    let other = try #require(try contexts.team("k1", in: b))
    let others = [
      try #require(try contexts.player(2, in: b)), try #require(try contexts.player(4, in: b)),
    ]
    team.players = [players[1]]
    a.processPendingChanges()
    other.players = [others[1]]
    b.processPendingChanges()
    try a.save()
    _ = try b.all(Team.self)
    #expect(!b.changedModelsArray.contains { $0 === others[1] })
    let third = Team(name: "k2")
    b.insert(third)
    third.players = [others[0]]
    b.processPendingChanges()
    b.undoManager?.undo()
    a.delete(players[1])
    try a.save()
    _ = try b.all(Team.self)
    #expect(other.players?.isEmpty == true)
    try b.save()
    #expect(try contexts.team("k1", in: ModelContext(contexts.container))?.players?.isEmpty == true)
  }

  /// Programs 8313 and 12974.
  @Test("an emptied list states no order", arguments: [false, true], [false, true])
  func orderOfEmptied(savesBetween: Bool, emptiesByNil: Bool) throws {
    let contexts = try Contexts()
    let players = [1, 2].map { Player(name: "p", number: $0) }
    for player in players { contexts.a.insert(player) }
    let team = Team(name: "k0")
    contexts.a.insert(team)
    team.players = players
    try contexts.a.save()
    team.players = emptiesByNil ? nil : []
    if savesBetween { try contexts.a.save() }
    team.players = [players[1]]
    players[0].team = team
    #expect(team.players?.map(\.number) == [1, 2])
  }

  @Test(
    "a list that was emptied and set to the order of insertion does not get its saved order back",
    arguments: [false, true])
  func orderAfterEmptying(emptiesByNil: Bool) throws {
    let contexts = try Contexts()
    let players = [1, 2].map { Player(name: "p", number: $0) }
    for player in players { contexts.a.insert(player) }
    let team = Team(name: "k0")
    contexts.a.insert(team)
    team.players = players.reversed()
    try contexts.a.save()
    team.players = emptiesByNil ? nil : []
    team.players = players
    #expect(team.players?.map(\.number) == [1, 2])
    try contexts.a.save()
    #expect(try contexts.team("k0", in: contexts.b)?.players?.map(\.number) == [1, 2])
  }

  /// Programs 717 and 997.
  @Test(
    "undoing a change that let go of a deleted object, then the deletion, relates both again",
    arguments: [true, false], [true, false])
  func deniedDeletion(deletesHolder: Bool, savesBetween: Bool) throws {
    let contexts = try Contexts()
    let a = contexts.a
    let team = Team(name: "k0")
    let league = League(name: "l")
    a.insert(team)
    a.insert(league)
    team.league = league
    try a.save()
    a.processPendingChanges()
    a.delete(league)
    a.processPendingChanges()
    if deletesHolder { a.delete(team) } else { team.league = nil }
    a.processPendingChanges()
    if savesBetween { try a.save() }
    a.undoManager?.undo()
    #expect(team.modelContext === a)
    #expect(team.league == nil)
    a.undoManager?.undo()
    #expect(league.modelContext === a)
    #expect(team.league === league)
    #expect(league.teams == [team])
    try a.save()
    let saved = try #require(try contexts.team("k0", in: ModelContext(contexts.container)))
    #expect(saved.league?.name == "l")
  }

  @Test("undoing a denied deletion leaves a holder with the object that another context gave it")
  func deniedDeletionOfFormer() throws {
    let contexts = try Contexts()
    let (a, b) = (contexts.a, contexts.b)
    let team = Team(name: "k0")
    let leagues = [League(name: "l"), League(name: "m")]
    a.insert(team)
    for league in leagues { a.insert(league) }
    team.league = leagues[0]
    try a.save()
    a.processPendingChanges()
    a.delete(leagues[0])
    a.processPendingChanges()
    try contexts.team("k0", in: b)?.league = b.all(League.self).first { $0.name == "m" }
    try b.save()
    try a.save()
    #expect(team.league === leagues[1])
    a.undoManager?.undo()
    #expect(leagues[0].modelContext === a)
    #expect(team.league === leagues[1])
    #expect(leagues[0].teams.isEmpty)
  }

  /// Program 3865.
  @Test(
    "an edit with the stored value counts, if another context deletes the object",
    arguments: [true, false])
  func equalValue(undoesAnother: Bool) throws {
    let contexts = try Contexts()
    let (a, b) = (contexts.a, contexts.b)
    let team = Team(name: "k2")
    a.insert(team)
    try a.save()
    let other = try #require(try contexts.team("k2", in: b))
    a.delete(team)
    other.name = "k2"
    b.processPendingChanges()
    try a.save()
    _ = try b.all(Team.self)
    if undoesAnother {
      b.insert(League(name: "l"))
      b.processPendingChanges()
      b.undoManager?.undo()
    }
    #expect(throws: SwiftDataError.concurrentDeletion) { try b.save() }
    b.rollback()
    #expect(other.modelContext == nil)
  }

  /// Programs 1102 and 2626.
  @Test("an undo drops every edit with the stored value, and another context may then change it")
  func equalValueBeforeUndo() throws {
    let contexts = try Contexts()
    let (a, b) = (contexts.a, contexts.b)
    let team = Team(name: "k2")
    let league = League(name: "l")
    a.insert(team)
    a.insert(league)
    try a.save()
    let other = try #require(try contexts.team("k2", in: b))
    other.name = "k2"
    b.processPendingChanges()
    other.league = try b.all(League.self).first
    b.processPendingChanges()
    b.undoManager?.undo()
    team.name = "k0"
    try a.save()
    _ = try b.all(Team.self)
    #expect(other.name == "k0")
    #expect(!b.hasChanges)
  }

  /// Program 2893.
  @Test("undoing the order of a list after a save brings the order of insertion back")
  func orderAfterSave() throws {
    let contexts = try Contexts()
    let a = contexts.a
    let team = Team(name: "k0")
    let players = (1...4).map { Player(name: "p", number: $0) }
    for player in players { a.insert(player) }
    a.insert(team)
    team.players = [players[0], players[1], players[3]]
    a.processPendingChanges()
    team.players = [players[0], players[1], players[3], players[2]]
    a.processPendingChanges()
    try a.save()
    a.undoManager?.undo()
    players[2].team = team
    #expect(team.players?.map(\.number) == [1, 2, 3, 4])
    try a.save()
    let saved = try contexts.team("k0", in: ModelContext(contexts.container))
    #expect(saved?.players?.map(\.number) == [1, 2, 3, 4])
  }

  /// Program 57264.
  @Test("objects that are united with a stored and with a new one stay in the order of insertion")
  func orderOfUnited() throws {
    let contexts = try Contexts()
    let a = contexts.a
    let stored = GuildV1.Skill(title: "k0")
    let player = Player(name: "p", number: 2)
    a.insert(stored)
    a.insert(player)
    try a.save()
    let new = GuildV1.Skill(title: "k1")
    a.insert(new)
    for title in ["k0", "k1"] {
      let skill = GuildV1.Skill(title: title)
      a.insert(skill)
      skill.players = [player]
    }
    try a.save()
    #expect(player.skills == [stored, new])
    let saved = try contexts.player(2, in: ModelContext(contexts.container))
    #expect(saved?.skills.map(\.title) == ["k0", "k1"])
  }

  /// Program 56190.
  @Test("a harmless change of an object that another context deletes is none when it comes back")
  func harmlessChangeOfReturned() throws {
    let contexts = try Contexts()
    let (a, b) = (contexts.a, contexts.b)
    let players = [2, 4].map { Player(name: "p", number: $0) }
    let team = Team(name: "k0")
    a.insert(team)
    team.players = players
    try a.save()
    let other = try #require(try contexts.team("k0", in: b))
    other.players = [try #require(try contexts.player(4, in: b))]
    b.processPendingChanges()
    a.processPendingChanges()
    a.delete(team)
    try a.save()
    _ = try b.all(Team.self)
    a.undoManager?.undo()
    try a.save()
    #expect(try contexts.team("k0", in: b)?.players?.map(\.number) == [2, 4])
    #expect(!b.hasChanges)
  }

  /// Program 78210.
  @Test(
    "a list that was emptied stays so, though its object was gone and came back in between",
    arguments: [false, true], [false, true])
  func emptiedListOfReturned(savesBetween: Bool, deletesToo: Bool) throws {
    let contexts = try Contexts()
    let (a, b) = (contexts.a, contexts.b)
    let skills = ["k0", "k1"].map { GuildV1.Skill(title: $0) }
    let player = Player(name: "p", number: 2)
    for skill in skills { a.insert(skill) }
    a.insert(player)
    player.skills = [skills[0]]
    try a.save()
    let other = try #require(try contexts.player(2, in: b))
    other.skills = []
    if deletesToo { b.delete(other) }
    b.processPendingChanges()
    a.processPendingChanges()
    a.delete(player)
    try a.save()
    _ = try b.all(Player.self)
    a.undoManager?.undo()
    if savesBetween { try a.save() }
    player.skills = skills
    try a.save()
    _ = try b.all(Player.self)
    if deletesToo { b.insert(other) }
    #expect(other.skills.map(\.title) == ["k1"])
    try b.save()
    let saved = try contexts.player(2, in: ModelContext(contexts.container))
    #expect(saved?.skills.map(\.title) == ["k1"])
  }

  /// Program 1016.
  @Test("a harmless change of an object that another context deletes is none")
  func harmlessChange() throws {
    let contexts = try Contexts()
    let (a, b) = (contexts.a, contexts.b)
    let player = Player(name: "p", number: 2)
    let locker = GuildV1.Locker(code: 1)
    player.locker = locker
    let team = Team(name: "k0")
    a.insert(team)
    team.players = [player]
    try a.save()
    let other = try #require(try contexts.team("k0", in: b))
    let otherPlayer = try #require(try contexts.player(2, in: b))
    a.delete(team)
    other.players = []
    b.delete(otherPlayer)
    b.processPendingChanges()
    try a.save()
    _ = try b.all(Team.self)
    #expect(!b.changedModelsArray.contains { $0 === other })
    #expect(other.modelContext == nil)
    try b.save()
    #expect(try ModelContext(contexts.container).all(GuildV1.Locker.self).map(\.code) == [1])
  }
}
