import DocumentData
import Foundation
import Synchronization
import Testing

@Suite("Observing a history")
struct HistoryObserverTests {
  @Test("counts the saves of every context from now on")
  func counting() throws {
    let container = try Voyage.container()
    let context = ModelContext(container)
    try context.saveEntry()
    let observer = try HistoryObserver(modelContainer: container)
    #expect(observer.eventCounter == 0)
    try context.saveEntry()
    #expect(observer.eventCounter == 1)
    try ModelContext(container).saveEntry()
    try ModelContext(container).saveEntry()
    #expect(observer.eventCounter == 3)
    let token = observer.historyTokens[container.store.identifier] as? DefaultHistoryToken
    #expect(token?.tokenValue == [container.store.identifier: 4])
    #expect(observer.modelContainer == container)
  }

  @Test("counts only changes of the observed classes and their subclasses")
  func models() throws {
    let container = try Voyage.container()
    let observer = try HistoryObserver(
      observedModels: [Voyage.Ship.self], modelContainer: container)
    let context = ModelContext(container)
    try context.saveEntry()
    #expect(observer.eventCounter == 0)
    #expect(
      observer.observedModels.map { ObjectIdentifier($0) } == [ObjectIdentifier(Voyage.Ship.self)])
    #expect(observer.authors.isEmpty)
    context.insert(Voyage.Ship(name: "Ark"))
    try context.save()
    #expect(observer.eventCounter == 1)
  }

  @Test("counts only saves of the observed authors")
  func authors() throws {
    let container = try Voyage.container()
    let observer = try HistoryObserver(authors: ["widget"], modelContainer: container)
    let context = ModelContext(container)
    for author in [nil, "app", "widget", "app"] {
      context.author = author
      try context.saveEntry()
    }
    #expect(observer.eventCounter == 1)
    #expect(observer.authors == ["widget"])
    #expect(observer.observedModels.isEmpty)
  }

  @Test("begins at given tokens, and counts what has happened since")
  func tokens() throws {
    let container = try Voyage.container()
    let context = ModelContext(container)
    for _ in 0..<4 { try context.saveEntry() }
    let store = container.store.identifier
    let token = try context.history()[1].token
    let observer = try HistoryObserver(historyTokens: [store: token], modelContainer: container)
    #expect(observer.eventCounter == 2)
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(historyTokens: [store: token], modelContainer: container)
    }
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(
        historyTokens: [store: LedgerToken(tokenValue: 1, storeIdentifier: store)],
        modelContainer: container)
    }
  }

  @Test("counts an erasure, and saves that were pruned before it saw them, as one")
  func lost() throws {
    let container = try Voyage.container(.names(transactions: 1))
    let context = ModelContext(container)
    for _ in 0..<2 { try context.saveEntry() }
    let observer = try HistoryObserver(modelContainer: container)
    try container.erase()
    try context.saveEntry()
    #expect(observer.eventCounter > 0)
  }

  @Test("observes custom stores, which tell their changes in their own type")
  func customStores() throws {
    let container = try ModelContainer(
      for: Schema([Voyage.Entry.self]), configurations: [LedgerConfiguration()])
    let context = ModelContext(container)
    try context.saveEntry()
    let observer = try HistoryObserver(
      observedModels: [Voyage.Entry.self], authors: ["ann"], modelContainer: container)
    try context.saveEntry()
    #expect(observer.eventCounter == 0)
    context.author = "ann"
    try context.saveEntry()
    #expect(observer.eventCounter == 1)
    #expect(
      observer.historyTokens["ledger"] as? LedgerToken
        == .init(tokenValue: 3, storeIdentifier: "ledger"))
  }

  @Test("notifies code that has read the counter, after the save", .timeLimit(.minutes(1)))
  func notification() async throws {
    let container = try Voyage.container()
    let observer = try HistoryObserver(modelContainer: container)
    let (events, event) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      event.yield()
    }
    let context = ModelContext(container)
    try context.saveEntry()
    // Ends with the time limit if no notification comes.
    for await _ in events { break }
    #expect(observer.eventCounter == 1)
  }

  /// The first call of `onChange` waits for the test, in the middle of a notification.
  private final class Pause: Sendable {
    let calls = Atomic(0)
    let begun = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)

    func enter() {
      guard calls.add(1, ordering: .relaxed).oldValue == 0 else { return }
      begun.signal()
      end.wait()
    }
  }

  @Test("notifies code once of a save that two threads count", .timeLimit(.minutes(1)))
  func notificationByTwoThreads() throws {
    let container = try Voyage.container()
    let observer = try HistoryObserver(modelContainer: container)
    let pause = Pause()
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      pause.enter()
    }
    let context = ModelContext(container)
    try context.saveEntry()
    pause.begun.wait()
    // The observer's own thread is notifying.
    #expect(observer.eventCounter == 1)
    #expect(observer.historyTokens.count == 1)
    #expect(pause.calls.load(ordering: .relaxed) == 1)
    pause.end.signal()
    try context.saveEntry()
    #expect(observer.eventCounter == 2)
    #expect(pause.calls.load(ordering: .relaxed) == 1)
  }

  @Test("counts a save while another is announced, and announces it next", .timeLimit(.minutes(1)))
  func savesDuringNotification() throws {
    let container = try Voyage.container()
    let observer = try HistoryObserver(modelContainer: container)
    let pause = Pause()
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      pause.enter()
    }
    let context = ModelContext(container)
    try context.saveEntry()
    pause.begun.wait()
    let next = Pause()
    next.end.signal()
    // Registered for the counter as it is now, so the save that follows is the next change.
    withObservationTracking {
      #expect(observer.eventCounter == 1)
    } onChange: {
      next.enter()
    }
    try context.saveEntry()
    #expect(observer.eventCounter == 2)
    #expect(next.calls.load(ordering: .relaxed) == 0)
    pause.end.signal()
    next.begun.wait()
    #expect(next.calls.load(ordering: .relaxed) == 1)
    #expect(pause.calls.load(ordering: .relaxed) == 1)
  }

  @Test("does not keep its stores open, and hears nothing when it is gone")
  func release() async throws {
    let container = try Voyage.container()
    weak var released: HistoryObserver?
    do {
      let observer = try HistoryObserver(modelContainer: container)
      released = observer
      try ModelContext(container).saveEntry()
      #expect(observer.eventCounter == 1)
    }
    // Its own thread may still count the save.
    for _ in 0..<1000 where released != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(released == nil)
    try ModelContext(container).saveEntry()
  }
}
