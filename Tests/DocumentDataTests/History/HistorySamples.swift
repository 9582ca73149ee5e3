import DocumentData
import DocumentTables
import Foundation
import Synchronization
import Testing

/// Models for the suites of histories.
enum Voyage {
  static var models: [any PersistentModel.Type] { [Ship.self, Port.self, Entry.self] }

  enum Rig: String, Codable { case sloop, brig }

  @Model class Ship {
    @Attribute(.preserveValueOnDeletion) var name: String
    @Attribute(.preserveValueOnDeletion) var launched: Date?
    var tons: Int
    var motto: String?
    var rig: Rig
    @Relationship(deleteRule: .cascade, inverse: \Port.ship) var ports: [Port] = []

    init(name: String, tons: Int = 100, rig: Rig = .sloop) {
      self.name = name
      self.tons = tons
      self.rig = rig
    }
  }

  @Model class Port {
    var name: String
    var ship: Ship?

    init(name: String) { self.name = name }
  }

  @Model class Entry {
    var text: String

    init(text: String) { self.text = text }
  }

  static func container(
    _ policy: ModelConfiguration.HistoryPolicy? = nil
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.history = policy
    return try ModelContainer(for: Schema(models), configurations: configuration)
  }

  static func container(
    at url: URL, _ policy: ModelConfiguration.HistoryPolicy? = nil, format: DocumentFormat? = nil
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: url, format: format)
    configuration.history = policy
    return try ModelContainer(for: Schema(models), configurations: configuration)
  }
}

/// A clock that tests set, and the program that a history names.
final class HistoryClock: Sendable {
  private let time = Mutex(1000.0)

  var now: Double {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// Runs a test under the clock, as a program.
  func run<Result>(
    as program: String? = "app", _ body: () throws -> Result
  ) rethrows -> Result {
    try HistorySource.$current.withValue(
      HistorySource(now: { self.now }, program: program, process: program.map { "\($0)-7" }),
      operation: body)
  }
}

extension HistoryDescriptor<DefaultHistoryTransaction> {
  /// The transactions of documents that satisfy a predicate.
  static func documents(_ predicate: Predicate<DefaultHistoryTransaction>) -> Self {
    HistoryDescriptor(predicate: predicate)
  }
}

extension ModelContext {
  /// All transactions of the container's documents.
  func history(
    _ predicate: Predicate<DefaultHistoryTransaction>? = nil
  ) throws -> [DefaultHistoryTransaction] {
    try fetchHistory(HistoryDescriptor(predicate: predicate))
  }

  /// The transactions after a token; all if it is nil.
  func history(after token: DefaultHistoryToken?) throws -> [DefaultHistoryTransaction] {
    guard let token else { return try history() }
    return try history(#Predicate { $0.token > token })
  }

  /// Saves a new object, so that the history has one more transaction.
  @discardableResult func saveEntry(_ text: String = "e") throws -> Voyage.Entry {
    let entry = Voyage.Entry(text: text)
    insert(entry)
    try save()
    return entry
  }
}

extension DefaultHistoryTransaction {
  /// The changes in words, such as `insert Ship 1` and `update Ship 1: name`.
  var words: [String] { changes.map(\.words) }
}

extension NetHistory {
  /// The changes in words, such as `insert Ship 1` and `update Ship 1: name`.
  var words: [String] { changes.map(\.words) }
}

extension HistoryChange {
  /// The change in words, such as `insert Ship 1` and `update Ship 1: name`.
  var words: String {
    let identifier = changedPersistentIdentifier
    let object = "\(identifier.entityName) \(identifier.key)"
    switch self {
    case .insert: return "insert \(object)"
    case .update(let update): return "update \(object): \(Self.names(of: update))"
    case .delete: return "delete \(object)"
    }
  }

  private static func names(of update: any HistoryUpdate) -> String {
    func names<Update: HistoryUpdate>(_ update: Update) -> String {
      update.updatedAttributes.map { keyPath in
        Update.Model.schemaMetadata.first { $0.keypath == keyPath }?.name ?? "?"
      }.joined(separator: ", ")
    }
    return names(update)
  }
}

/// The explanation of the error that a closure throws.
func explanation(of body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch let error as SwiftDataError {
    return "\(error)"
  } catch {
    return "another error: \(error)"
  }
}
