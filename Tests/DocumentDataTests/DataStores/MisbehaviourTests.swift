import DocumentData
import Foundation
import Testing

@Suite("Custom stores that misbehave")
struct MisbehaviourTests {
  typealias Team = Club.Team
  typealias Player = Club.Player
  typealias Snapshot = DefaultSnapshot

  private func filled() throws -> MemoryConfiguration {
    let configuration = MemoryConfiguration()
    let context = try configuration.context()
    let team = Team(name: "Reds")
    team.players = [Player(name: "Al"), Player(name: "Bo")]
    context.insert(team)
    try context.save()
    return configuration
  }

  /// The coded form of a snapshot with one part of it put in the place of another.
  private static func edited(
    _ snapshots: [Snapshot], _ entity: String, _ old: String, _ new: String
  ) throws -> [Snapshot] {
    try snapshots.map { snapshot in
      guard snapshot.persistentIdentifier.entityName == entity else { return snapshot }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      let text = String(decoding: try encoder.encode(snapshot), as: UTF8.self)
      #expect(text.contains(old))
      return try JSONDecoder().decode(
        Snapshot.self, from: Data(text.replacingOccurrences(of: old, with: new).utf8))
    }
  }

  enum Answer: CaseIterable {
    case twice, foreignEntity, withoutValue, wrongType, nilValue, unknownCase, unknownProperty
    case toOneForToMany, wrongDestination, memberTwice
  }

  @Test(
    "An answer that does not fit the models is refused, and nothing is lost",
    arguments: Answer.allCases)
  func answers(_ answer: Answer) throws {
    let configuration = try filled()
    let container = try configuration.container()
    let context = ModelContext(container)
    let team = try context.only(Team.self)
    let snapshots = configuration.snapshots
    configuration.answer = { answered in
      switch answer {
      case .twice: answered + answered.prefix(1)
      case .foreignEntity:
        try Self.edited(answered, "Player", #""entityName":"Player""#, #""entityName":"Coach""#)
      case .withoutValue: try Self.edited(answered, "Player", #""name":"text","#, "")
      case .wrongType: try Self.edited(answered, "Player", #""age":"int64""#, #""age":"double""#)
      case .nilValue:
        try Self.edited(
          Self.edited(answered, "Player", #""age":"int64""#, #""age":"int64?""#), "Player",
          #""age":20"#, #""age":null"#)
      case .unknownCase: try Self.edited(answered, "Player", #""role":null"#, #""role":"coach""#)
      case .unknownProperty:
        try Self.edited(answered, "Player", #""age":"int64""#, #""age":"int64","size":"int64?""#)
      case .toOneForToMany:
        try Self.edited(answered, "Player", #""friends":"toMany""#, #""friends":"toOne""#)
      case .wrongDestination:
        try Self.edited(answered, "Player", #""entityName":"Team""#, #""entityName":"Badge""#)
      case .memberTwice:
        try Self.edited(
          answered, "Player", #""friends":null"#,
          #""friends":[\#(Self.text(snapshots[1])),\#(Self.text(snapshots[1]))]"#)
      }
    }
    let error = #expect(throws: SwiftDataError.invalidDataStoreAnswer) {
      try context.fetch(FetchDescriptor<Player>())
    }
    #expect(error?.entity != nil)
    configuration.answer = { $0 }
    #expect(try context.fetch(FetchDescriptor<Player>()).count == 2)
    #expect(team.players.count == 2)
  }

  private static func text(_ snapshot: Snapshot) throws -> String {
    String(decoding: try JSONEncoder().encode(snapshot.persistentIdentifier), as: UTF8.self)
  }

  enum Remapping: CaseIterable { case missing, temporary, otherEntity }

  @Test(
    "New objects need a permanent identifier each; without, the changes stay pending",
    arguments: Remapping.allCases)
  func remapping(_ remapping: Remapping) throws {
    let configuration = try filled()
    let context = try configuration.context()
    let taken = try context.only(Team.self).persistentModelID
    context.insert(Team(name: "Blues"))
    context.insert(Team(name: "Greens"))
    configuration.result = { remapped in
      var remapped = remapped
      for key in remapped.keys.sorted() {
        switch remapping {
        case .missing: remapped[key] = nil
        case .temporary: remapped[key] = key
        case .otherEntity:
          remapped[key] = try .identifier(for: "memory", entityName: "Player", primaryKey: 99)
        }
      }
      return DataStoreSaveChangesResult(for: "memory", remappedIdentifiers: remapped)
    }
    #expect(throws: SwiftDataError.invalidDataStoreAnswer) { try context.save() }
    #expect(context.insertedModelsArray.count == 2)
    context.rollback()
    configuration.result = nil
    #expect(try context.fetch(FetchDescriptor<Team>()).contains { $0.persistentModelID == taken })
  }

  @Test("What a store throws at a save reaches the caller, and saving again goes on")
  func failingSave() throws {
    let configuration = try filled()
    let context = try configuration.context()
    let team = try context.only(Team.self)
    team.name = "Blues"
    context.insert(Player(name: "Cy"))
    configuration.failure = { if $0 == "save" { throw MemoryError.unplugged } }
    #expect(throws: MemoryError.unplugged) { try context.save() }
    #expect(context.hasChanges)
    configuration.failure = { if $0 == "save" { throw DataStoreError.unsupportedFeature } }
    #expect(throws: SwiftDataError.saveFailure) { try context.save() }
    configuration.failure = nil
    try context.save()
    #expect(try configuration.context().only(Team.self).name == "Blues")
    #expect(try configuration.context().fetchCount(FetchDescriptor<Player>()) == 3)
  }

  @Test("A store that takes back an object that another one needs is refused")
  func vanishing() throws {
    let configuration = try filled()
    let context = try configuration.context()
    let player = try #require(try context.fetch(FetchDescriptor<Player>()).first)
    context.insert(Club.Badge(number: 1, player: player))
    try context.save()
    configuration.snapshots.removeAll { $0.persistentIdentifier == player.persistentModelID }
    #expect(throws: SwiftDataError.invalidDataStoreAnswer) {
      try context.fetch(FetchDescriptor<Player>())
    }
    #expect(try context.only(Club.Badge.self).player === player)
  }

  @Test("A store that cannot be erased says so")
  func erasing() throws {
    let configuration = try filled()
    let container = try configuration.container()
    #expect(throws: DataStoreError.unsupportedFeature) { try container.erase() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Player>()) == 2)
  }
}
