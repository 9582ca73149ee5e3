import DocumentTables
import Testing

@testable import DocumentData

@Suite("Backing stores without a context")
struct BackingStoreTests {
  typealias Team = Club.Team

  enum Kind: CaseIterable, Sendable { case document, custom }

  /// A backing store that holds two teams, and has been asked for nothing.
  private struct Setting {
    let backing: any BackingStore
    let description: ModelDescription
    let identifiers: [PersistentIdentifier]

    func location(_ key: ObjectKey) -> RowLocation? {
      backing.tables.current.tables.tables[description.hierarchy].location(of: key)
    }

    /// Loads the objects of the teams into the tables.
    func readAll(_ state: EditingState) throws {
      try backing.custom?.readAll(description.hierarchy, state)
    }

    /// Deletes the object of a key for a context that knows a version.
    func delete(_ key: ObjectKey, after base: DocumentStore.Version) throws -> CommitOutcome? {
      let row = DeletedRow(
        hierarchy: description.hierarchy, key: key, discriminator: description.discriminator)
      return try backing.commit(
        ChangeSet(deleted: [row], nextKey: base.tables.nextKey), of: Saver(base))
    }
  }

  /// A context whose changes concern no object that anybody holds.
  private final class Saver: SavingContext {
    let base: DocumentStore.Version
    let editingState = EditingState()
    let writing = FileWriting()
    let batches: [BatchDeletion] = []
    let saver: AnyObject? = nil

    init(_ base: DocumentStore.Version) { self.base = base }

    func pendingObject(for key: ObjectKey) -> (any PersistentModel)? { nil }
    func model(for key: ObjectKey, hierarchy: Int) -> (any PersistentModel)? { nil }
    func note(_ error: any Error) { Issue.record(error) }
    func takeReadingError() -> (any Error)? { nil }
    func advance() {}
    func unite(
      _ newer: any PersistentModel, with older: any PersistentModel,
      _ description: ModelDescription
    ) { Issue.record("there is nothing to unite") }
    func makeChangeSet() -> ChangeSet { ChangeSet(nextKey: base.tables.nextKey) }
  }

  private let state = EditingState()

  /// - Parameter refuses: Whether the store cannot save.
  private func setting(_ kind: Kind, refuses: Bool = false) throws -> Setting {
    let configuration = MemoryConfiguration()
    let schema = Schema(Club.models)
    let container =
      switch kind {
      case .document:
        try ModelContainer(
          for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      case .custom: try configuration.container()
      }
    let context = ModelContext(container)
    let teams = ["Reds", "Blues"].map { Team(name: $0) }
    for team in teams { context.insert(team) }
    try context.save()
    let core = context.core
    let backing: any BackingStore
    switch kind {
    case .document:
      backing = DocumentStore(
        core.store.current.tables, identifier: core.store.identifier,
        durable: ClosureContent { _ in if refuses { throw MemoryError.unplugged } })
    case .custom:
      let store = try MemoryStore(configuration, migrationPlan: nil)
      backing = CustomStoreAdapter(TypedStoreAccess(store), catalog: core.catalog)
      if refuses {
        configuration.failure = { if $0 == "save" { throw MemoryError.unplugged } }
      }
    }
    return Setting(
      backing: backing, description: try #require(core.catalog.description(of: Team.self)),
      identifiers: teams.map(\.persistentModelID))
  }

  @Test("Identifiers lead to keys and back, those of other stores do not", arguments: Kind.allCases)
  func identifiers(_ kind: Kind) throws {
    let setting = try setting(kind)
    let keys = try setting.identifiers.map { try #require(setting.backing.key(of: $0)) }
    #expect(Set(keys).count == 2)
    #expect(keys.map { setting.backing.identifier(of: $0, "Team") } == setting.identifiers)
    let foreign = PersistentIdentifier(entityName: "Team", storeIdentifier: "elsewhere", key: 1)
    #expect(setting.backing.key(of: foreign) == nil)
  }

  @Test("A document holds every object in its tables")
  func document() throws {
    let setting = try setting(.document)
    #expect(setting.backing.custom == nil)
    for identifier in setting.identifiers {
      #expect(setting.location(try #require(setting.backing.key(of: identifier))) != nil)
    }
  }

  @Test("An object is unread until a custom store has read it, and reading changes nothing else")
  func reading() throws {
    let setting = try setting(.custom)
    let store = try #require(setting.backing.custom)
    let hierarchy = setting.description.hierarchy
    let generation = store.tables.generation
    let key = try #require(store.key(of: setting.identifiers[0]))
    #expect(setting.location(key) == nil)
    #expect(store.isUnread(key, hierarchy))
    #expect(try store.read(key, hierarchy, state))
    #expect(!store.isUnread(key, hierarchy))
    #expect(setting.location(key) != nil)
    #expect(store.tables.generation == generation)
    let missing = store.tables.takeKeys(1)
    #expect(try !store.read(missing, hierarchy, state))
  }

  @Test("Every object of a hierarchy is in the tables after a custom store has read all")
  func hierarchies() throws {
    let setting = try setting(.custom)
    try setting.readAll(state)
    for identifier in setting.identifiers {
      #expect(setting.location(try #require(setting.backing.key(of: identifier))) != nil)
    }
  }

  @Test("A custom store fetches into the tables, counts and gives identifiers")
  func fetching() throws {
    let setting = try setting(.custom)
    let store = try #require(setting.backing.custom)
    let all = FetchDescriptor<Team>()
    let found = try store.fetch(all, filters: true, isWhole: false, state)
    #expect(found.keys.allSatisfy { setting.location($0) != nil })
    #expect(Set(found.keys) == Set(setting.identifiers.compactMap { store.key(of: $0) }))
    #expect(try store.fetchCount(all, state) == 2)
    #expect(try store.fetchIdentifiers(all, state).map(Set.init) == Set(setting.identifiers))
  }

  @Test("A commit makes the next version, unless the context is behind", arguments: Kind.allCases)
  func committing(_ kind: Kind) throws {
    let setting = try setting(kind)
    try setting.readAll(state)
    let base = setting.backing.tables.current
    let keys = setting.identifiers.compactMap { setting.backing.key(of: $0) }
    let outcome = try #require(try setting.delete(keys[0], after: base))
    #expect(outcome.version.generation == base.generation + 1)
    #expect(!outcome.hasUnited)
    #expect(setting.location(keys[0]) == nil)
    #expect(try setting.delete(keys[1], after: base) == nil)
    #expect(setting.location(keys[1]) != nil)
  }

  @Test("A store that cannot save keeps its tables", arguments: Kind.allCases)
  func refusing(_ kind: Kind) throws {
    let setting = try setting(kind, refuses: true)
    try setting.readAll(state)
    let base = setting.backing.tables.current
    let key = try #require(setting.backing.key(of: setting.identifiers[0]))
    #expect(throws: MemoryError.unplugged) { try setting.delete(key, after: base) }
    #expect(setting.location(key) != nil)
    #expect(setting.backing.tables.generation == base.generation)
  }
}
