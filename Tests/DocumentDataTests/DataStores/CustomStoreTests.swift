import DocumentData
import Foundation
import Testing

@Suite("Custom stores in containers and contexts")
struct CustomStoreTests {
  typealias Team = Club.Team
  typealias Player = Club.Player

  enum Plan: SchemaMigrationPlan {
    enum Version: VersionedSchema {
      static var models: [any PersistentModel.Type] { Club.models }
      static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    }
    static var schemas: [any VersionedSchema.Type] { [Version.self] }
    static var stages: [MigrationStage] { [] }
  }

  @Test("Identifiers are temporary before the save and the store's after it; objects stay the same")
  func identifiers() throws {
    let configuration = MemoryConfiguration()
    let context = try configuration.context()
    let team = Team(name: "Reds")
    let player = Player(name: "Al")
    team.players = [player]
    context.insert(team)
    let temporary = team.persistentModelID
    #expect(temporary.storeIdentifier == nil)
    #expect(temporary != player.persistentModelID)
    let members: Set<Team> = [team]
    try context.save()
    let permanent = team.persistentModelID
    #expect(permanent.storeIdentifier == "memory")
    #expect(permanent == (try .identifier(for: "memory", entityName: "Team", primaryKey: 1)))
    #expect(members.contains(team))
    let registered: Team? = context.registeredModel(for: permanent)
    #expect(registered === team)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Player>()) == [player.persistentModelID])
    // A context that has read nothing asks the store.
    let other = ModelContext(context.container)
    #expect((other.model(for: permanent) as? Team)?.name == "Reds")
    #expect(other.model(for: temporary).modelContext == nil)
    let unknown = try PersistentIdentifier.identifier(
      for: "memory", entityName: "Team", primaryKey: 99)
    #expect(other.model(for: unknown).modelContext == nil)
    let predicate = #Predicate<Team> { $0.persistentModelID == permanent }
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).first === team)
  }

  @Test("The store gets the plan and the schema, and each context's state and author")
  func surroundings() throws {
    let configuration = MemoryConfiguration()
    let container = try ModelContainer(
      for: Schema(Club.models, version: Schema.Version(2, 0, 0)), migrationPlan: Plan.self,
      configurations: configuration)
    #expect(configuration.log == ["init Plan"])
    #expect(configuration.schema?.entities.count == 3)
    do {
      let context = ModelContext(container)
      #expect(configuration.editors.count == 1)
      let other = ModelContext(container)
      #expect(configuration.editors.count == 2)
      context.author = "me"
      context.insert(Team(name: "Reds"))
      try context.save()
      #expect(configuration.authors == ["me"])
      #expect(try other.only(Team.self).name == "Reds")
    }
    #expect(configuration.editors.isEmpty)
  }

  @Test("A store that cannot be made makes no container")
  func refusal() throws {
    let configuration = MemoryConfiguration()
    configuration.isInvalid = true
    #expect(throws: MemoryError.unplugged) { try configuration.container() }
    #expect(configuration.log.isEmpty)
    configuration.isInvalid = false
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: Schema(Club.models), configurations: [configuration, configuration])
    }
  }

  @Test("A container may have documents and custom stores side by side")
  func mixed() throws {
    let configuration = MemoryConfiguration()
    configuration.schema = Schema(Club.models)
    let stores: [any DataStoreConfiguration] = [
      configuration, ModelConfiguration("solo", isStoredInMemoryOnly: true),
    ]
    let container = try ModelContainer(
      for: Schema(Club.models + [SoloClub.Soloist.self]), configurations: stores)
    #expect(container.configurations.count == 1)
    let context = ModelContext(container)
    context.insert(Team(name: "Reds"))
    context.insert(SoloClub.Soloist(name: "Al"))
    try context.save()
    #expect(configuration.snapshots.map(\.persistentIdentifier.entityName) == ["Team"])
    let other = ModelContext(container)
    #expect(try other.only(SoloClub.Soloist.self).name == "Al")
    #expect(try other.only(Team.self).name == "Reds")
    let id = try other.only(Team.self).persistentModelID
    let registered: Team? = other.registeredModel(for: id)
    #expect(registered == nil)
  }

  @Test("What the store deletes of its own accord goes")
  func deletedByStore() throws {
    let configuration = MemoryConfiguration()
    let context = try configuration.context()
    let team = Team(name: "Reds")
    let other = Team(name: "Blues")
    context.insert(team)
    context.insert(other)
    try context.save()
    let id = other.persistentModelID
    configuration.result = { remapped in
      configuration.snapshots.removeAll { $0.persistentIdentifier == id }
      return DataStoreSaveChangesResult(
        for: "memory", remappedPersistentIdentifiers: remapped, deletedIdentifiers: [id])
    }
    team.name = "Greens"
    try context.save()
    #expect(other.modelContext == nil)
    #expect(other.name == "Blues")
    #expect(try context.only(Team.self) === team)
  }

  @Test("Contexts on several threads use one store one after the other")
  func threads() async throws {
    let configuration = MemoryConfiguration()
    let container = try configuration.container()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for turn in 0..<8 {
            let context = ModelContext(container)
            let team = Team(name: "\(worker).\(turn)")
            team.players = [Player(name: "p")]
            context.insert(team)
            try context.save()
            let teams = try context.fetch(FetchDescriptor<Team>())
            #expect(teams.allSatisfy { $0.players.count == 1 })
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(configuration.snapshots.count == 64)
    #expect(try configuration.context().fetchCount(FetchDescriptor<Team>()) == 32)
  }
}
