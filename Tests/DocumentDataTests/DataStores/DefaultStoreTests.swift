import DocumentData
import Foundation
import Testing

@Suite("The default store, used directly")
struct DefaultStoreTests {
  typealias Team = Club.Team
  typealias Player = Club.Player

  private let state = EditingState(author: "me")

  private func store(at url: URL? = nil) throws -> DefaultStore {
    let schema = Schema(Club.models)
    return try DefaultStore(
      url.map { ModelConfiguration("club", schema: schema, url: $0) }
        ?? ModelConfiguration("club", schema: schema, isStoredInMemoryOnly: true))
  }

  private func snapshot(_ model: some PersistentModel) -> DefaultSnapshot {
    var related: [PersistentIdentifier: any BackingData] = [:]
    return DefaultSnapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
  }

  /// Snapshots of a new team with two players, one of them with a badge.
  private func snapshots() throws -> [DefaultSnapshot] {
    let configuration = MemoryConfiguration()
    let context = try configuration.context()
    let team = Team(name: "Reds")
    team.players = [Player(name: "Bo"), Player(name: "Al")]
    context.insert(team)
    context.insert(Club.Badge(number: 1, player: team.players[0]))
    team.players[0].friends = []
    return context.insertedModelsArray.map { snapshot($0) }
  }

  @Test("It saves, fetches, changes and deletes snapshots, in a file too")
  func lifeCycle() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("club-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let store = try store(at: url)
    #expect(store.name == "club")
    let inserted = try snapshots()
    let result = try store.save(
      DataStoreSaveChangesRequest(
        inserted: inserted, updated: [], deleted: [], editingState: state))
    #expect(result.storeIdentifier == store.identifier)
    #expect(Set(result.remappedIdentifiers.keys) == Set(inserted.map(\.persistentIdentifier)))
    var descriptor = FetchDescriptor<Team>(predicate: #Predicate { $0.name == "Reds" })
    descriptor.relationshipKeyPathsForPrefetching = [\.players]
    let found = try store.fetch(
      DataStoreFetchRequest(descriptor: descriptor, editingState: state))
    #expect(found.fetchedSnapshots.count == 1)
    #expect(found.relatedSnapshots.count == 2)
    let team = try #require(found.fetchedSnapshots.first)
    #expect(
      Set(result.remappedIdentifiers.values)
        .isSuperset(of: found.relatedSnapshots.keys + [team.persistentIdentifier]))
    #expect(
      try store.cachedSnapshots(for: [team.persistentIdentifier], editingState: state)
        == [team.persistentIdentifier: team])

    // A container over the same file has the same objects.
    let context = ModelContext(
      try ModelContainer(
        for: Schema(Club.models),
        configurations: ModelConfiguration(schema: Schema(Club.models), url: url)))
    let read = try context.only(Team.self)
    #expect(read.players.map(\.name) == ["Bo", "Al"])
    #expect(read.players.map { $0.friends?.count } == [0, 0])
    #expect(read.players[0].badge?.number == 1)
    #expect(read.persistentModelID == team.persistentIdentifier)
    read.name = "Blues"
    read.players.reverse()
    let changed = snapshot(read)

    _ = try store.save(
      DataStoreSaveChangesRequest(
        inserted: [], updated: [changed], deleted: [], editingState: state))
    let players = FetchDescriptor<Player>(predicate: #Predicate { $0.team?.name == "Blues" })
    let request = DataStoreFetchRequest(descriptor: players, editingState: state)
    #expect(try store.fetchCount(request) == 2)
    #expect(try store.fetchIdentifiers(request).count == 2)
    try store.delete(
      DataStoreBatchDeleteRequest<Club.Badge>(predicate: nil, editingState: state))
    _ = try store.save(
      DataStoreSaveChangesRequest(
        inserted: [], updated: [], deleted: [changed], editingState: state))
    #expect(try store.fetchCount(request) == 0)
    try store.erase()
    let everyone = DataStoreFetchRequest(
      descriptor: FetchDescriptor<Player>(), editingState: state)
    #expect(try store.fetch(everyone).fetchedSnapshots.isEmpty)
  }

  @Test("Snapshots that break a rule of their model are refused, and nothing is saved")
  func refusals() throws {
    let store = try store()
    let all = try snapshots()
    // Without the team, its players refer to nothing.
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try store.save(
        DataStoreSaveChangesRequest(
          inserted: Array(all.dropFirst()), updated: [], deleted: [], editingState: state))
    }
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try store.save(
        DataStoreSaveChangesRequest(inserted: [], updated: all, deleted: [], editingState: state))
    }
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try store.save(
        DataStoreSaveChangesRequest(
          inserted: all + all.prefix(1), updated: [], deleted: [], editingState: state))
    }
    let everyone = DataStoreFetchRequest(descriptor: FetchDescriptor<Team>(), editingState: state)
    #expect(try store.fetch(everyone).fetchedSnapshots.isEmpty)
    #expect(throws: SwiftDataError.unknownSchema) {
      try DefaultStore(ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }
}
