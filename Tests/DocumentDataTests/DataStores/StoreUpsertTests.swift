import DocumentTables
import Testing

@testable import DocumentData

@Suite("Upserts inside a custom store")
struct StoreUpsertTests {
  typealias Team = Club.Team
  typealias Player = Club.Player
  typealias Badge = Club.Badge

  /// A store that knows teams and players by their names.
  private func store() throws -> MemoryConfiguration {
    let configuration = MemoryConfiguration()
    let context = try configuration.context()
    let team = Team(name: "Reds")
    team.players = [Player(name: "Al", age: 30), Player(name: "Bo", age: 31)]
    context.insert(team)
    context.insert(Badge(number: 1, player: team.players[0]))
    try context.save()
    configuration.identifies = { new, stored in
      let (entity, other) = (
        new.persistentIdentifier.entityName, stored.persistentIdentifier.entityName
      )
      guard entity == other, entity != "Badge" else { return false }
      return new.properties["name"] == stored.properties["name"]
    }
    return configuration
  }

  @Test("The new object becomes the one that exists", arguments: [true, false])
  func known(isRead: Bool) throws {
    let configuration = try store()
    let container = try configuration.container()
    let context = ModelContext(container)
    let old = isRead ? try context.all(Player.self).first { $0.name == "Al" } : nil
    let new = Player(name: "Al", age: 55)
    context.insert(new)
    try context.save()
    #expect(!context.hasChanges)
    #expect(new.age == 55)
    let all = try context.all(Player.self)
    #expect(all.count == 2)
    let stored = try #require(all.first { $0.name == "Al" })
    if isRead { #expect(stored === old) }
    #expect(stored.persistentModelID == new.persistentModelID)
    #expect(stored.age == 55)
    // A nil to-one of the newer object leaves the older value.
    #expect(stored.team?.name == "Reds")
    #expect(stored.badge?.number == 1)
    // What is changed in one shows in the other.
    new.age = 56
    #expect(stored.age == 56)
    try context.save()
    #expect(configuration.snapshots.count == 4)
    let other = try configuration.context()
    #expect(try other.all(Player.self).map(\.age).sorted() == [31, 56])
    #expect(try ModelContext(container).all(Player.self).count == 2)
  }

  @Test("Relationships of the new object and to it lead to the one that exists")
  func relationships() throws {
    let configuration = try store()
    let context = try configuration.context()
    let blues = Team(name: "Blues")
    let al = Player(name: "Al", age: 33)
    let cy = Player(name: "Cy")
    blues.players = [al, cy]
    cy.friends = [al]
    context.insert(blues)
    context.insert(Badge(number: 2, player: cy))
    try context.save()
    let stored = try #require(try context.all(Player.self).first { $0.name == "Al" })
    #expect(stored.team === blues)
    #expect(blues.players.map(\.name).sorted() == ["Al", "Cy"])
    #expect(cy.friends?.first === stored)
    let reds = try #require(try context.all(Team.self).first { $0.name == "Reds" })
    #expect(reds.players.map(\.name) == ["Bo"])
    #expect(stored.badge?.number == 1)
    #expect(cy.badge?.number == 2)
    try context.save()
  }

  @Test("Two new objects may become one")
  func two() throws {
    let configuration = try store()
    let context = try configuration.context()
    let (first, second) = (Player(name: "Di", age: 1), Player(name: "Di", age: 2))
    let team = Team(name: "Reds")
    context.insert(first)
    context.insert(second)
    team.players = [second]
    context.insert(team)
    try context.save()
    #expect(!context.hasChanges)
    #expect(first.persistentModelID == second.persistentModelID)
    #expect(first.age == 2 && second.age == 2)
    #expect(try context.all(Player.self).count == 3)
    #expect(first.team?.persistentModelID == team.persistentModelID)
    #expect(try context.all(Team.self).count == 1)
  }

  @Test("An object that the same save deletes may be the one that a new object becomes")
  func replacement() throws {
    let configuration = try store()
    let context = try configuration.context()
    let bo = try #require(try context.all(Player.self).first { $0.name == "Bo" })
    let id = bo.persistentModelID
    context.delete(bo)
    let new = Player(name: "Bo", age: 77)
    context.insert(new)
    try context.save()
    #expect(new.persistentModelID == id)
    #expect(new.modelContext === context)
    #expect(bo.modelContext == nil)
    #expect(try context.all(Player.self).map(\.age).sorted() == [30, 77])
  }

  @Test("What the store has kept has the last word, and other contexts follow")
  func lastWord() throws {
    let configuration = try store()
    let container = try configuration.container()
    let (context, other) = (ModelContext(container), ModelContext(container))
    let old = try #require(try other.all(Player.self).first { $0.name == "Al" })
    configuration.adjust = { snapshot in
      var properties = snapshot.properties
      guard case .attribute(_, let type) = properties["age"] else { return snapshot }
      properties["age"] = .attribute(.integer(60), type)
      return DefaultSnapshot(snapshot.persistentIdentifier, properties)
    }
    let new = Player(name: "Al", age: 55)
    context.insert(new)
    try context.save()
    #expect(new.age == 60)
    _ = try other.fetchCount(FetchDescriptor<Player>())
    #expect(old.age == 60)
    #expect(old.persistentModelID == new.persistentModelID)
  }
}
