import DocumentTables
import Foundation
import Testing

@testable import DocumentData

@Suite("The history of a container")
struct HistoryTests {
  @Model class Journey {
    @Attribute(.preserveValueOnDeletion) var name: String
    var days = 0
    @Relationship(deleteRule: .cascade, inverse: \Stop.journey) var stops: [Stop] = []

    init(name: String) { self.name = name }
  }

  @Model class Stop {
    @Attribute(.preserveValueOnDeletion) var place: String
    var journey: Journey?

    init(place: String) { self.place = place }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func container(
    _ name: String = "a.trips", _ policy: ModelConfiguration.HistoryPolicy? = nil
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: folder.file(name))
    configuration.history = policy
    return try ModelContainer(for: Journey.self, Stop.self, configurations: configuration)
  }

  private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  /// A change as text.
  private func words(_ change: HistoryChange) -> String {
    let key = change.changedPersistentIdentifier.key
    switch change {
    case .insert(let change): return "insert \(type(of: change).modelName) \(key)"
    case .update(let change as DefaultHistoryUpdate<Journey>):
      return "update Journey \(key) \(change.updatedPropertyNames.joined(separator: ","))"
    case .update(let change as DefaultHistoryUpdate<Stop>):
      return "update Stop \(key) \(change.updatedPropertyNames.joined(separator: ","))"
    case .update: return "update \(key)"
    case .delete(let change): return "delete \(type(of: change).modelName) \(key)"
    }
  }

  @Test(
    "tells a widget what changed since its token, by author, after relaunch",
    arguments: [
      "a.trips", "a.trips.json", "a.trips.xml",
    ])
  func widget(file: String) throws {
    var kept: Data?
    do {
      let context = ModelContext(try container(file))
      context.author = "app"
      let journey = Journey(name: "Nile")
      context.insert(journey)
      try context.save()
      let last = try #require(try context.fetchHistory(Descriptor()).last)
      kept = try JSONEncoder().encode(last.token)
      context.author = "widget"
      journey.stops = [Stop(place: "Philae")]
      try context.save()
      context.author = "app"
      journey.days = 9
      try context.save()
    }
    // Another launch.
    let context = ModelContext(try container(file))
    let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: try #require(kept))
    let author: String? = "widget"
    var descriptor = Descriptor()
    descriptor.predicate = #Predicate { transaction in
      (transaction.token > token) && (transaction.author == author)
    }
    let transactions = try context.fetchHistory(descriptor)
    #expect(transactions.map(\.id) == [2])
    #expect(
      transactions[0].changes.map(words) == ["insert Stop 2", "update Journey 1 stops"])
    #expect(
      transactions[0].changes.contains {
        if case .update(let change) = $0 { change is any HistoryUpdate<Journey> } else { false }
      })
    descriptor.predicate = #Predicate { $0.token > token }
    descriptor.sortBy = [.init(\.transactionIdentifier, order: .reverse)]
    descriptor.fetchLimit = 1
    #expect(try context.fetchHistory(descriptor).map(\.id) == [3])
  }

  @Test("keeps what is preserved of a deleted object, by key path and as a sequence")
  func tombstones() throws {
    let context = ModelContext(try container())
    let journey = Journey(name: "Nile")
    journey.stops = [Stop(place: "Philae")]
    context.insert(journey)
    try context.save()
    context.delete(journey)
    try context.save()
    let changes = try #require(try context.fetchHistory(Descriptor()).last).changes
    #expect(Set(changes.map(words)) == ["delete Journey 1", "delete Stop 2"])
    for case .delete(let change as DefaultHistoryDelete<Journey>) in changes {
      #expect(change.tombstone[\.name] == "Nile")
      #expect(change.tombstone[\Journey.name as PartialKeyPath] as? String == "Nile")
      #expect(change.tombstone[\.days] == nil)
      #expect(change.tombstone.map { $0 as? String } == ["Nile"])
    }
  }

  @Test("updates name their attributes, and say old and new values where the policy keeps them")
  func values() throws {
    let context = ModelContext(try container("v.trips", .values()))
    let journey = Journey(name: "Nile")
    context.insert(journey)
    try context.save()
    journey.name = "Nil"
    journey.days = 3
    try context.save()
    let change = try #require(try context.fetchHistory(Descriptor()).last?.changes.first)
    guard case .update(let update as DefaultHistoryUpdate<Journey>) = change else {
      Issue.record("no update of a journey")
      return
    }
    #expect(update.updatedAttributes.map { $0 as PartialKeyPath<Journey> } == [\.name, \.days])
    #expect(update.oldValue(for: \.name) == "Nile")
    #expect(update.newValue(for: \.name) == "Nil")
    #expect(update.oldValue(for: \.days) == 0)
    #expect(update.newValue(for: \.days) == 3)
    let names = ModelContext(try container("n.trips"))
    let other = Journey(name: "Rhine")
    names.insert(other)
    try names.save()
    other.days = 1
    try names.save()
    for case .update(let update as DefaultHistoryUpdate<Journey>) in try names.fetchHistory(
      Descriptor()
    ).flatMap(\.changes) {
      #expect(update.oldValue(for: \.days) == nil)
    }
  }

  /// The explanation of the error of a fetch since a token.
  private func expiry(_ token: DefaultHistoryToken, _ context: ModelContext) throws -> String {
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
    }
    #expect(error == .historyTokenExpired)
    return error?.explanation ?? ""
  }

  @Test("a token expires with removed transactions, with a history begun anew, and on a copy")
  func expired() throws {
    let url = folder.file("a.trips")
    var token: DefaultHistoryToken?
    var later: DefaultHistoryToken?
    do {
      let context = ModelContext(try container())
      for number in 0..<4 {
        context.insert(Journey(name: "\(number)"))
        try context.save()
        if number == 0 {
          try FileManager.default.copyItem(at: url, to: folder.file("copy.trips"))
          token = try context.fetchHistory(Descriptor()).last?.token
        }
        if number == 2 { later = try context.fetchHistory(Descriptor()).last?.token }
      }
      let first = try #require(token)
      #expect(
        try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > first })).count == 3)
      let two: Int64 = 2
      try context.deleteHistory(Descriptor(predicate: #Predicate { $0.id <= two }))
      #expect(try context.fetchHistory(Descriptor()).map(\.id) == [3, 4])
      #expect(try expiry(first, context).contains("were removed, up to 2"))
      #expect(try context.fetch(FetchDescriptor<Journey>()).count == 4)
    }
    let lost = try #require(later)
    do {
      let copy = ModelContext(try container("copy.trips"))
      #expect(try expiry(lost, copy).contains("it is an older copy"))
      for number in 0..<3 {
        copy.insert(Journey(name: "other \(number)"))
        try copy.save()
      }
      #expect(try expiry(lost, copy).contains("a copy that went its own way"))
    }
    let anew = ModelContext(try container("a.trips", .nothing))
    anew.insert(Journey(name: "unrecorded"))
    try anew.save()
    #expect(try anew.fetchHistory(Descriptor()).isEmpty)
    #expect(try expiry(lost, anew).contains("began anew"))
  }

  @Test("tokens of several stores cover all of them, and none is lost")
  func severalStores() throws {
    var one = ModelConfiguration(
      "one", schema: Schema([Journey.self, Stop.self]), url: folder.file("1.trips"))
    one.history = .names()
    let two = ModelConfiguration(
      "two", schema: Schema([HistoryPlace.self]), url: folder.file("2.trips"))
    let container = try ModelContainer(
      for: Journey.self, Stop.self, HistoryPlace.self, configurations: one, two)
    let context = ModelContext(container)
    let time = Mutable(0.0)
    try HistorySource.$current.withValue(
      HistorySource(
        now: {
          time.value += 1; return time.value
        }, program: "p", process: "1")
    ) {
      for number in 0..<3 {
        context.insert(Journey(name: "\(number)"))
        try context.save()
        context.insert(HistoryPlace(name: "\(number)"))
        try context.save()
      }
    }
    let all = try context.fetchHistory(Descriptor())
    #expect(all.count == 6)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.token < $1.token })
    for (index, transaction) in all.enumerated() {
      let token = transaction.token
      let later = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
      #expect(later == Array(all.dropFirst(index + 1)))
    }
    #expect(all.last?.token.tokenValue?.values.sorted() == [3, 3])
  }

  @Test("a request that no store can answer says so")
  func unanswered() throws {
    let context = ModelContext(try container())
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.fetchHistory(HistoryDescriptor<OtherTransaction>())
    }
  }

  @Test("a save announces the tokens of its stores")
  func announced() throws {
    let context = ModelContext(try container())
    let found = Mutable<[String: any HistoryToken]>([:])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      found.value =
        notification.userInfo?[ModelContext.NotificationKey.historyTokens.rawValue]
        as? [String: any HistoryToken] ?? [:]
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    context.insert(Journey(name: "Nile"))
    try context.save()
    let last = try #require(try context.fetchHistory(Descriptor()).last)
    #expect(found.value[last.storeIdentifier] as? DefaultHistoryToken == last.token)
  }

  @Test("a save is counted when its author asks, whichever thread counts it")
  func countedAtOnce() throws {
    let container = try container()
    let context = ModelContext(container)
    let observer = try HistoryObserver(modelContainer: container)
    for number in 1...200 {
      context.insert(Journey(name: "\(number)"))
      try context.save()
      #expect(observer.eventCounter == number)
    }
  }

  @Test("an observer counts the saves of its models and authors")
  func observed() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Journey(name: "before"))
    try context.save()
    let all = try HistoryObserver(modelContainer: container)
    let stops = try HistoryObserver(
      observedModels: [Stop.self], authors: ["widget"], modelContainer: container)
    let changed = Mutable(0)
    let announced = DispatchSemaphore(value: 0)
    withObservationTracking {
      _ = stops.eventCounter
    } onChange: {
      changed.value += 1
      announced.signal()
    }
    context.insert(Journey(name: "one"))
    try context.save()
    let other = ModelContext(container)
    other.author = "widget"
    other.insert(Stop(place: "Philae"))
    try other.save()
    #expect(all.eventCounter == 2)
    #expect(stops.eventCounter == 1)
    // The notification may come from the observer's own thread.
    #expect(announced.wait(timeout: .now() + 60) == .success)
    #expect(changed.value == 1)
    let tokens = stops.historyTokens
    let later = try HistoryObserver(historyTokens: tokens, modelContainer: container)
    #expect(later.eventCounter == 0)
    context.insert(Journey(name: "two"))
    try context.save()
    #expect(later.eventCounter == 1)
    #expect(try HistoryObserver(historyTokens: tokens, modelContainer: container).eventCounter == 1)
  }
}

@Model class HistoryPlace {
  var name: String
  init(name: String) { self.name = name }
}

/// A value that closures of a test change on one thread at a time.
private final class Mutable<Content>: @unchecked Sendable {
  var value: Content
  init(_ value: Content) { self.value = value }
}

extension HistoryInsert {
  fileprivate static var modelName: String { Schema.entityName(for: Model.self) }
}

extension HistoryDelete {
  fileprivate static var modelName: String { Schema.entityName(for: Model.self) }
}

private struct OtherTransaction: HistoryTransaction {
  typealias TokenType = DefaultHistoryToken
  var id: Int64 { 0 }
  var timestamp: Date { .distantPast }
  var changes: [HistoryChange] { [] }
  var token: DefaultHistoryToken { DefaultHistoryToken("", [:]) }
  var transactionIdentifier: Int64 { 0 }
  var storeIdentifier: String { "" }
  var author: String? { nil }
}
