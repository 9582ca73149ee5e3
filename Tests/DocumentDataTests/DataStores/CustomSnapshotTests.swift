import DocumentData
import Foundation
import Testing

/// A snapshot that a program has made itself, of one class only.
struct PlayerSnapshot: DataStoreSnapshot {
  var persistentIdentifier: PersistentIdentifier
  var name = ""
  var age = 0
  var role: Club.Role?
  var address: Club.Address?
  var friends: [PersistentIdentifier]?

  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    persistentIdentifier =
      backingData.persistentModelID ?? relatedBackingDatas.keys.sorted().first ?? Self.nobody
    guard let backing = backingData as? any BackingData<SoloClub.Soloist> else { return }
    name = backing.getValue(forKey: \.name)
    age = backing.getValue(forKey: \.age)
    role = backing.getValue(forKey: \.role)
    address = backing.getValue(forKey: \.address)
    friends = backing.getValue(forKey: \.friends)?.map(\.persistentModelID)
  }

  private static var nobody: PersistentIdentifier { SoloClub.Soloist(name: "").persistentModelID }

  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> PlayerSnapshot {
    var copy = self
    copy.persistentIdentifier = persistentIdentifier
    copy.friends = friends.map { $0.map { remappedIdentifiers?[$0] ?? $0 } }
    return copy
  }

  // MARK: Coding

  private typealias Key = DataStoreSnapshotCodingKey

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    persistentIdentifier = try container.decode(
      PersistentIdentifier.self, forKey: .persistentIdentifier)
    name = try container.decode(String.self, forKey: .modeledProperty("name"))
    age = try container.decode(Int.self, forKey: .modeledProperty("age"))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    try container.encode(name, forKey: .modeledProperty("name"))
    // Not the property's own type, and piece by piece.
    try container.encode(Int8(clamping: age), forKey: .modeledProperty("age"))
    try container.encodeIfPresent(role, forKey: .modeledProperty("role"))
    if let address {
      var nested = container.nestedContainer(
        keyedBy: PartKey.self, forKey: .modeledProperty("address"))
      try nested.encode(address.street, forKey: .street)
      try nested.encodeIfPresent(address.number, forKey: .number)
    }
    try container.encode(friends, forKey: .modeledProperty("friends"))
  }

  private enum PartKey: String, CodingKey { case street, number }
}

enum SoloClub {
  @Model class Soloist {
    var name: String
    var age = 20
    var role: Club.Role?
    var address: Club.Address?
    var level = 3
    var friends: [Soloist]?

    init(name: String, age: Int = 20) {
      self.name = name
      self.age = age
    }
  }
}

/// A store that filters by some predicates, sorts by names, and deletes in batches.
final class SoloStore: DataStore, DataStoreBatching {
  typealias Configuration = SoloConfiguration
  typealias Snapshot = PlayerSnapshot
  typealias Soloist = SoloClub.Soloist

  let configuration: SoloConfiguration
  let schema: Schema
  let identifier = "solo"

  init(_ configuration: SoloConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, PlayerSnapshot> {
    let descriptor = request.descriptor
    configuration.log.append(
      "fetch" + (descriptor.predicate == nil ? "" : " where")
        + (descriptor.sortBy.isEmpty ? "" : " by")
        + (descriptor.fetchLimit.map { " \($0)" } ?? ""))
    #expect(descriptor.fetchOffset == nil)
    var found = try filtered(configuration.snapshots, by: descriptor.predicate)
    if let order = descriptor.sortBy.first {
      guard descriptor.sortBy.count == 1, order.keyPath == \Soloist.name as AnyKeyPath else {
        throw DataStoreError.preferInMemorySort
      }
      found.sort { ($0.name < $1.name) == (order.order == .forward) && $0.name != $1.name }
    }
    if let limit = descriptor.fetchLimit { found = Array(found.prefix(limit)) }
    return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: found)
  }

  /// Understands one condition: that an age is some number.
  private func filtered<T: PersistentModel>(
    _ snapshots: [PlayerSnapshot], by predicate: Predicate<T>?
  ) throws -> [PlayerSnapshot] {
    guard let predicate else { return snapshots }
    guard
      let condition = predicate.expression
        as? PredicateExpressions.Equal<
          PredicateExpressions.KeyPath<PredicateExpressions.Variable<T>, Int>,
          PredicateExpressions.Value<Int>
        >,
      condition.lhs.keyPath == \Soloist.age as AnyKeyPath
    else { throw DataStoreError.preferInMemoryFilter }
    return snapshots.filter { $0.age == condition.rhs.value }
  }

  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    configuration.log.append("count")
    return try filtered(configuration.snapshots, by: request.descriptor.predicate).count
  }

  func save(
    _ request: DataStoreSaveChangesRequest<PlayerSnapshot>
  ) throws -> DataStoreSaveChangesResult<PlayerSnapshot> {
    configuration.log.append(
      "save \(request.inserted.count) \(request.updated.count) \(request.deleted.count)")
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      configuration.lastKey += 1
      remapped[snapshot.persistentIdentifier] = try .identifier(
        for: identifier, entityName: "Soloist", primaryKey: "player \(configuration.lastKey)")
    }
    var reregistered: [PersistentIdentifier: PlayerSnapshot] = [:]
    for snapshot in request.inserted + request.updated {
      let own = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      var kept = snapshot.copy(persistentIdentifier: own, remappedIdentifiers: remapped)
      if kept.age > 99 {
        // The store knows better.
        kept.age = 99
        reregistered[own] = kept
      }
      configuration.snapshots.removeAll { $0.persistentIdentifier == own }
      configuration.snapshots.append(kept)
    }
    let deleted = Set(request.deleted.map(\.persistentIdentifier))
    configuration.snapshots.removeAll { deleted.contains($0.persistentIdentifier) }
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: reregistered)
  }

  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let gone = try filtered(configuration.snapshots, by: request.predicate)
      .map(\.persistentIdentifier)
    configuration.log.append("delete \(gone.count)")
    configuration.snapshots.removeAll { gone.contains($0.persistentIdentifier) }
  }
}

final class SoloConfiguration: DataStoreConfiguration {
  typealias Store = SoloStore

  let name = "solo"
  var schema: Schema?
  var snapshots: [PlayerSnapshot] = []
  var lastKey = 0
  var log: [String] = []

  static func == (left: SoloConfiguration, right: SoloConfiguration) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  func context() throws -> ModelContext {
    ModelContext(try ModelContainer(for: SoloClub.Soloist.self, configurations: self))
  }
}

@Suite("Custom stores with snapshots, filters and batches of their own")
struct CustomSnapshotTests {
  typealias Soloist = SoloClub.Soloist

  private func filled() throws -> SoloConfiguration {
    let configuration = SoloConfiguration()
    let context = try configuration.context()
    for (index, name) in ["Di", "Al", "Cy", "Bo"].enumerated() {
      context.insert(Soloist(name: name, age: 20 + index % 2))
    }
    try context.save()
    configuration.log = []
    return configuration
  }

  @Test("Values and relationships go through a snapshot of a program's own and come back")
  func roundTrip() throws {
    let configuration = SoloConfiguration()
    do {
      let context = try configuration.context()
      let al = Soloist(name: "Al", age: 7)
      al.role = .keeper
      al.address = Club.Address(street: "Kai", number: 1)
      al.level = 9
      al.friends = [Soloist(name: "Bo"), Soloist(name: "Cy")]
      al.friends?.first?.friends = []
      context.insert(al)
      try context.save()
      #expect(al.friends?.first?.friends == [])
    }
    let read = try configuration.context().fetch(FetchDescriptor<Soloist>())
    let al = try #require(read.first { $0.name == "Al" })
    #expect(al.age == 7)
    #expect(al.role == .keeper)
    #expect(al.address == Club.Address(street: "Kai", number: 1))
    #expect(al.friends?.map(\.name) == ["Bo", "Cy"])
    #expect(al.friends?.map { $0.friends?.count } == [0, 0])
    #expect(al.friends?.first?.address == nil)
    // The snapshot does not say it: the model's default.
    #expect(al.level == 3)
  }

  @Test("A store that filters and sorts is left to it, and given the limit")
  func ownRoad() throws {
    let configuration = try filled()
    let context = try configuration.context()
    var descriptor = FetchDescriptor<Soloist>(
      predicate: #Predicate { $0.age == 20 }, sortBy: [SortDescriptor(\.name, comparator: .lexical)]
    )
    #expect(try context.fetch(descriptor).map(\.name) == ["Cy", "Di"])
    descriptor.fetchLimit = 1
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.name) == ["Di"])
    #expect(try context.fetchCount(descriptor) == 1)
    #expect(configuration.log == ["fetch where by", "fetch where by 2", "count"])
  }

  @Test("A store may count no objects")
  func countOfNone() throws {
    let configuration = try filled()
    let descriptor = FetchDescriptor<Soloist>(predicate: #Predicate { $0.age == 99 })
    #expect(try configuration.context().fetchCount(descriptor) == 0)
    #expect(configuration.log == ["count"])
  }

  @Test("What the store leaves to the context, the context does, and cuts the result then")
  func contextsRoad() throws {
    let configuration = try filled()
    let context = try configuration.context()
    var descriptor = FetchDescriptor<Soloist>(
      predicate: #Predicate { $0.name > "Al" }, sortBy: [SortDescriptor(\.age)])
    descriptor.fetchLimit = 2
    #expect(Set(try context.fetch(descriptor).map(\.name)) == ["Cy", "Di"])
    #expect(configuration.log == ["fetch where by 2", "fetch by", "fetch"])
    configuration.log = []
    descriptor.sortBy = [SortDescriptor(\.name, comparator: .lexical, order: .reverse)]
    #expect(try context.fetch(descriptor).map(\.name) == ["Di", "Cy"])
    #expect(configuration.log == ["fetch where by 2", "fetch by"])
    #expect(try context.fetchCount(descriptor) == 2)
    #expect(try context.fetchIdentifiers(descriptor).count == 2)
  }

  @Test("Pending changes are merged into what the store gives")
  func pending() throws {
    let configuration = try filled()
    let context = try configuration.context()
    let descriptor = FetchDescriptor<Soloist>(
      predicate: #Predicate { $0.age == 20 }, sortBy: [SortDescriptor(\.name, comparator: .lexical)]
    )
    let found = try context.fetch(descriptor)
    found[0].age = 30
    context.delete(found[1])
    let all = try context.fetch(
      FetchDescriptor<Soloist>(sortBy: [SortDescriptor(\.name, comparator: .lexical)]))
    #expect(all.map(\.name) == ["Al", "Bo", "Cy"])
    all[1].age = 20
    context.insert(Soloist(name: "Abe"))
    #expect(try context.fetch(descriptor).map(\.name) == ["Abe", "Bo"])
    #expect(try context.fetchCount(descriptor) == 2)
  }

  @Test("What the store makes of a value is what the object has after the save")
  func reregistered() throws {
    let configuration = try filled()
    let context = try configuration.context()
    let old = Soloist(name: "Eve", age: 120)
    context.insert(old)
    try context.save()
    #expect(old.age == 99)
    #expect(!context.hasChanges)
    old.age = 101
    try context.save()
    #expect(old.age == 99)
  }

  @Test("A batch deletion reaches the store as one, where nothing else changes")
  func batches() throws {
    let configuration = try filled()
    let context = try configuration.context()
    try context.delete(model: Soloist.self, where: #Predicate { $0.age == 20 })
    #expect(context.deletedModelsArray.count == 2)
    #expect(try context.fetchCount(FetchDescriptor<Soloist>()) == 2)
    configuration.log = []
    try context.save()
    #expect(configuration.log == ["delete 2"])
    #expect(try context.fetch(FetchDescriptor<Soloist>()).map(\.name) == ["Al", "Bo"])
    // With another change beside it, and with a predicate that the store does not understand.
    try context.delete(model: Soloist.self, where: #Predicate { $0.name == "Al" })
    configuration.log = []
    try context.save()
    #expect(configuration.log == ["save 0 0 1"])
    try context.delete(model: Soloist.self, where: #Predicate { $0.age == 21 })
    context.insert(Soloist(name: "New"))
    configuration.log = []
    try context.save()
    #expect(configuration.log == ["save 1 0 1"])
    try context.delete(model: Soloist.self)
    context.rollback()
    #expect(try context.fetch(FetchDescriptor<Soloist>()).map(\.name) == ["New"])
  }
}
