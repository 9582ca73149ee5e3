import SwiftData

// Code as programs on Apple's platforms write it to process a history: an app that looks for what its
// widget has saved, and a search index that follows every save.

@Model final class Journey {
  @Attribute(.preserveValueOnDeletion) var id: UUID
  @Attribute(.preserveValueOnDeletion) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Lodging.journey) var lodging: Lodging?

  init(name: String) {
    id = UUID()
    self.name = name
  }
}

@Model final class Lodging {
  var place: String
  var isConfirmed = false
  var journey: Journey?

  init(place: String) { self.place = place }
}

enum Author {
  static let widget = "widget"
  static let app = "app"
}

/// The token of the last transaction that a reader has processed, in a file of its own.
struct TokenFile {
  let url: URL

  func load() -> DefaultHistoryToken? {
    guard let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONDecoder().decode(DefaultHistoryToken.self, from: data)
  }

  func store(_ token: DefaultHistoryToken?) throws {
    guard let token else { return }
    try JSONEncoder().encode(token).write(to: url)
  }
}

/// Finds the journeys whose lodging the widget has changed.
@ModelActor actor UnreadJourneys {
  func names(_ file: TokenFile) throws -> [String] {
    let transactions = try transactions(after: file.load(), author: Author.widget)
    let found = journeys(in: transactions)
    try file.store(found.token)
    return found.journeys.map(\.name).sorted()
  }

  private func transactions(
    after token: DefaultHistoryToken?, author: String
  ) throws -> [DefaultHistoryTransaction] {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let token {
      descriptor.predicate = #Predicate { transaction in
        (transaction.token > token) && (transaction.author == author)
      }
    }
    return try modelContext.fetchHistory(descriptor)
  }

  private func journeys(
    in transactions: [DefaultHistoryTransaction]
  ) -> (journeys: Set<Journey>, token: DefaultHistoryToken?) {
    var found: Set<Journey> = []
    for transaction in transactions {
      for change in transaction.changes where isLodging(change) {
        let identifier = change.changedPersistentIdentifier
        let descriptor = FetchDescriptor<Journey>(
          predicate: #Predicate { $0.lodging?.persistentModelID == identifier })
        guard let journey = try? modelContext.fetch(descriptor).first else { continue }
        switch change {
        case .insert: found.insert(journey)
        case .update: found.update(with: journey)
        case .delete: found.remove(journey)
        @unknown default: break
        }
      }
    }
    return (found, transactions.last?.token)
  }

  private func isLodging(_ change: HistoryChange) -> Bool {
    switch change {
    case .insert(let insert): insert is any HistoryInsert<Lodging>
    case .update(let update): update is any HistoryUpdate<Lodging>
    case .delete(let delete): delete is any HistoryDelete<Lodging>
    @unknown default: false
    }
  }
}

/// A search index that follows the history, and is built anew when it cannot.
final class JourneyIndex {
  private(set) var names: [UUID: String] = [:]
  private(set) var rebuilds = 0
  private var token: DefaultHistoryToken?
  private let container: ModelContainer

  init(_ container: ModelContainer) { self.container = container }

  func update() throws {
    do {
      try follow()
    } catch SwiftDataError.historyTokenExpired {
      token = nil
      try follow()
    }
  }

  private func follow() throws {
    let context = ModelContext(container)
    guard let last = token else {
      var newest = HistoryDescriptor<DefaultHistoryTransaction>()
      newest.sortBy = [SortDescriptor(\.token, order: .reverse)]
      newest.fetchLimit = 1
      token = try context.fetchHistory(newest).first?.token
      rebuilds += 1
      names = [:]
      for journey in try context.fetch(FetchDescriptor<Journey>()) {
        names[journey.id] = journey.name
      }
      return
    }
    let transactions = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > last }))
    for change in transactions.flatMap(\.changes) {
      switch change {
      case .insert(let insert as DefaultHistoryInsert<Journey>):
        read(insert.changedPersistentIdentifier, context)
      case .update(let update as DefaultHistoryUpdate<Journey>)
      where update.updatedAttributes.contains(\.name):
        read(update.changedPersistentIdentifier, context)
      case .delete(let delete as DefaultHistoryDelete<Journey>):
        if let id = delete.tombstone[\.id] as? UUID { names[id] = nil }
      default: break
      }
    }
    token = transactions.last?.token ?? token
  }

  private func read(_ identifier: PersistentIdentifier, _ context: ModelContext) {
    var descriptor = FetchDescriptor<Journey>(
      predicate: #Predicate { $0.persistentModelID == identifier })
    descriptor.fetchLimit = 1
    guard let journey = try? context.fetch(descriptor).first else { return }
    names[journey.id] = journey.name
  }

  /// Removes what is older than a date, as programs do to save space.
  static func forget(before date: Date, in container: ModelContainer) throws {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    descriptor.predicate = #Predicate { $0.timestamp < date }
    try ModelContext(container).deleteHistory(descriptor)
  }
}
