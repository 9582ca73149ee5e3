import DocumentData
import Foundation
import Testing

@Suite("Objects of a custom store that nobody has read")
struct FaultTests {
  typealias Team = Club.Team
  typealias Player = Club.Player

  /// A team with three players, one of them with a badge; nothing has been read.
  private func filled() throws -> MemoryConfiguration {
    let configuration = MemoryConfiguration()
    try fill(configuration)
    configuration.log = []
    return configuration
  }

  private func fill(_ configuration: MemoryConfiguration) throws {
    let context = try configuration.context()
    let team = Team(name: "Reds")
    team.players = ["Cy", "Al", "Bo"].map { Player(name: $0) }
    context.insert(team)
    context.insert(Club.Badge(number: 7, player: team.players[0]))
    team.players[1].friends = [team.players[2]]
    try context.save()
  }

  @Test("Reading a relationship asks the store for its objects, once")
  func lazily() throws {
    let configuration = try filled()
    let context = try configuration.context()
    let team = try context.only(Team.self)
    #expect(configuration.log == ["init without plan", "begin", "fetch Team"])
    #expect(team.players.map(\.name) == ["Cy", "Al", "Bo"])
    #expect(configuration.log.dropFirst(3) == ["fetch 3 of Player"])
    #expect(team.players.allSatisfy { $0.team === team })
    #expect(team.players[1].friends?.map(\.name) == ["Bo"])
    #expect(team.players[2].friends == [])
    #expect(configuration.log.count == 4)
  }

  @Test("A to-one that is read brings others of its kind with it")
  func companions() throws {
    let configuration = try filled()
    let context = try configuration.context()
    configuration.log = []
    let players = try context.fetch(FetchDescriptor<Player>())
    #expect(Set(players.map { $0.team?.name }) == ["Reds"])
    #expect(configuration.log == ["fetch Player", "fetch 1 of Team"])
  }

  @Test("An object that another one cannot be without is read with it")
  func required() throws {
    let configuration = try filled()
    let context = try configuration.context()
    configuration.log = []
    let badge = try context.only(Club.Badge.self)
    #expect(configuration.log == ["fetch Badge", "fetch 1 of Player"])
    #expect(badge.player.name == "Cy")
    #expect(badge.player.badge === badge)
    #expect(configuration.log.count == 2)
  }

  @Test("Snapshots that the store has at hand are not fetched")
  func cached() throws {
    let configuration = try filled()
    configuration.caches = true
    let context = try configuration.context()
    configuration.log = []
    #expect(try context.only(Team.self).players.count == 3)
    #expect(configuration.log == ["fetch Team", "cached 3"])
  }

  @Test("A store that cannot find single objects is asked for all")
  func withoutPredicates() throws {
    let configuration = try filled()
    configuration.findsIdentifiers = false
    let context = try configuration.context()
    configuration.log = []
    #expect(try context.only(Team.self).players.count == 3)
    #expect(configuration.log == ["fetch Team", "fetch 3 of Player", "fetch Player"])
  }

  @Test("A relationship to an object that the store does not have is nil")
  func dangling() throws {
    let configuration = try filled()
    configuration.snapshots.removeAll { $0.persistentIdentifier.entityName == "Team" }
    let context = try configuration.context()
    let player = try #require(
      try context.fetch(FetchDescriptor<Player>(predicate: #Predicate { $0.name == "Al" })).first)
    configuration.log = []
    #expect(player.team == nil)
    #expect(player.team == nil)
    #expect(configuration.log == ["fetch 1 of Team"])
    player.team = Team(name: "Blues")
    try context.save()
    #expect(try configuration.context().only(Team.self).players.map(\.name) == ["Al"])
  }

  @Test("An object that another one cannot be without must exist")
  func danglingRequired() throws {
    let configuration = try filled()
    configuration.snapshots.removeAll { $0.persistentIdentifier.entityName == "Player" }
    let context = try configuration.context()
    #expect(throws: SwiftDataError.invalidDataStoreAnswer) {
      try context.fetch(FetchDescriptor<Club.Badge>())
    }
  }

  @Test("What the store throws while a relationship is read is thrown by the next fetch or save")
  func failing() throws {
    let configuration = try filled()
    let context = try configuration.context()
    let team = try context.only(Team.self)
    configuration.failure = { _ in throw MemoryError.unplugged }
    #expect(team.players.isEmpty)
    configuration.failure = nil
    #expect(throws: MemoryError.unplugged) { try context.fetch(FetchDescriptor<Player>()) }
    #expect(team.players.count == 3)

    let other = try configuration.context()
    let again = try other.only(Team.self)
    configuration.failure = { _ in throw MemoryError.unplugged }
    #expect(again.players.isEmpty)
    configuration.failure = nil
    again.name = "Blues"
    #expect(throws: MemoryError.unplugged) { try other.save() }
    try other.save()
    #expect(again.players.count == 3)
    #expect(try configuration.context().only(Team.self).players.count == 3)
  }

  @Test("Both ends are in the request, whether they were read or not")
  func partners() throws {
    let configuration = try filled()
    let context = try configuration.context()
    let player = try #require(
      try context.fetch(FetchDescriptor<Player>(predicate: #Predicate { $0.name == "Cy" })).first)
    configuration.log = []
    player.team = nil
    try context.save()
    #expect(configuration.log.last == "save 0 2 0")
    let team = try configuration.context().only(Team.self)
    #expect(team.players.map(\.name) == ["Al", "Bo"])
  }

  @Test("A store that gives everything and remaps no relationships does as well")
  func simpleStore() throws {
    let configuration = MemoryConfiguration()
    configuration.isSimple = true
    try fill(configuration)
    let context = try configuration.context()
    let team = try context.only(Team.self)
    #expect(team.players.map(\.name) == ["Cy", "Al", "Bo"])
    #expect(team.players[0].badge?.number == 7)
    #expect(team.players[1].friends?.first === team.players[2])
    #expect(try context.fetchCount(FetchDescriptor<Player>()) == 3)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Team>()) == [team.persistentModelID])
    // A new object beside an old one.
    team.players.append(Player(name: "Di"))
    try context.save()
    #expect(try configuration.context().only(Team.self).players.map(\.name).last == "Di")
  }

  @Test("What another program has changed is found by the next fetch, and observed")
  func outside() throws {
    let configuration = try filled()
    let context = try configuration.context()
    let team = try context.only(Team.self)
    #expect(team.players.count == 3)
    let outside = try configuration.context()
    try outside.only(Team.self).name = "Greens"
    outside.delete(try #require(outside.fetch(FetchDescriptor<Player>()).last { $0.name == "Bo" }))
    try outside.save()
    let bo = try #require(team.players.last)
    #expect(team.name == "Reds")
    #expect(try context.only(Team.self) === team)
    #expect(team.name == "Greens")
    #expect(try context.fetchCount(FetchDescriptor<Player>()) == 2)
    #expect(try context.fetch(FetchDescriptor<Player>()).count == 2)
    #expect(team.players.map(\.name) == ["Cy", "Al"])
    #expect(bo.name == "Bo")
    #expect(bo.modelContext == nil)
  }
}
