import DocumentData
import Foundation

/// Describes a store of one JSON file, in the words of 2024: a class, and `StoreType`.
@available(swift 5.9)
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class NotesConfiguration: DataStoreConfiguration {
  typealias StoreType = NotesArchive

  var name: String
  var schema: Schema?
  var fileURL: URL

  init(name: String, schema: Schema? = nil, fileURL: URL) {
    self.name = name
    self.schema = schema
    self.fileURL = fileURL
  }

  static func == (left: NotesConfiguration, right: NotesConfiguration) -> Bool {
    left.name == right.name
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A store that knows neither predicates nor orders nor classes: it gives all that it has.
@available(swift 5.9)
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class NotesArchive: DataStore {
  typealias Configuration = NotesConfiguration
  typealias Snapshot = DefaultSnapshot

  struct NoSchema: Error {}

  var configuration: NotesConfiguration
  var name: String
  var schema: Schema
  var identifier: String

  init(_ configuration: NotesConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    guard let schema = configuration.schema else { throw NoSchema() }
    self.configuration = configuration
    self.schema = schema
    name = configuration.name
    identifier = configuration.fileURL.lastPathComponent
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    guard request.descriptor.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
    guard request.descriptor.sortBy.count == 0 else { throw DataStoreError.preferInMemorySort }
    let all = try read()
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: all.values.map { $0 },
      relatedSnapshots: all)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var all = try read()
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let permanent = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName,
        primaryKey: UUID())
      all[permanent] = snapshot.copy(persistentIdentifier: permanent)
      remapped[snapshot.persistentIdentifier] = permanent
    }
    for snapshot in request.updated { all[snapshot.persistentIdentifier] = snapshot }
    for snapshot in request.deleted { all[snapshot.persistentIdentifier] = nil }
    try write(all)
    return DataStoreSaveChangesResult<DefaultSnapshot>(
      for: identifier, remappedPersistentIdentifiers: remapped,
      deletedIdentifiers: request.deleted.map { $0.persistentIdentifier })
  }

  private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
    let path = configuration.fileURL.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let snapshots = try decoder.decode(
      [DefaultSnapshot].self, from: Data(contentsOf: configuration.fileURL))
    return Dictionary(uniqueKeysWithValues: snapshots.map { ($0.persistentIdentifier, $0) })
  }

  private func write(_ snapshots: [PersistentIdentifier: DefaultSnapshot]) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(snapshots.values.map { $0 }).write(to: configuration.fileURL)
  }
}
