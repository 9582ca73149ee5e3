import DocumentData
import Foundation
import Testing

private enum Crew {
  @Model class Person {
    var name: String
    var age: Int
    var trips: [Trip] = []

    init(name: String, age: Int) {
      self.name = name
      self.age = age
    }
  }

  @Model class Trip {
    var person: Person?

    init() {}
  }
}

@Suite("A context and threads that may not use it")
struct ThreadUseTests {
  fileprivate typealias Person = Crew.Person

  private static func container(_ use: ModelConfiguration.ThreadUse) throws -> ModelContainer {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.threadUse = use
    return try ModelContainer(for: Person.self, configurations: configuration)
  }

  /// Runs work on a thread of its own and waits for it.
  private static func elsewhere(_ work: @escaping () -> Void) {
    nonisolated(unsafe) let work = work
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      work()
      done.signal()
    }
    done.wait()
  }

  @Test("a main context with changes may end on any thread")
  @MainActor func endElsewhere() throws {
    var container: ModelContainer? = try Self.container(.confined)
    try container.map { container in
      let context = container.mainContext
      context.autosaveEnabled = false
      let people = [Person(name: "Ann", age: 1), Person(name: "Ben", age: 2)]
      for person in people { context.insert(person) }
      try context.save()
      people[0].age = 3
      context.delete(people[1])
    }
    weak let released = container
    nonisolated(unsafe) var last = container
    container = nil
    #expect(last != nil)
    Self.elsewhere { last = nil }
    #expect(released == nil)
  }

  @Test("a context may end while another thread uses its objects, where threads take turns")
  func endBesideUse() throws {
    for _ in 0..<5 {
      var context: ModelContext? = ModelContext(try Self.container(.turns))
      nonisolated(unsafe) let people = (0..<8).map { Person(name: "\($0)", age: 0) }
      for person in people { context?.insert(person) }
      try context?.save()
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        for round in 1...50 { for person in people { person.age = round } }
        done.signal()
      }
      context = nil
      done.wait()
      #expect(people.allSatisfy { $0.age == 50 })
    }
  }

  @Test("two threads that use a confined context at the same time end the program")
  func twoThreads() async {
    expectWords(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        nonisolated(unsafe) let context = ModelContext(try ThreadUseTests.container(.confined))
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
          for number in 0..<100_000 { context.insert(Person(name: "\(thread)", age: number)) }
        }
      }, "at the same time")
  }

  @Test("a confined context's object may be read on another thread between two uses")
  func readElsewhere() throws {
    nonisolated(unsafe) let context = ModelContext(try Self.container(.confined))
    nonisolated(unsafe) let person = Person(name: "Ada", age: 1)
    context.insert(person)
    try context.save()
    nonisolated(unsafe) var age = 0
    Self.elsewhere { age = person.age }
    #expect(age == 1)
  }

  /// The wrong uses of a main context and its objects, none of which overlaps another use.
  enum Use: String, CaseIterable, Codable {
    case fetch, lookUp, insert, delete, save, rollback, changes, registered
    case read, readRelated, set, identifier

    fileprivate func run(_ context: ModelContext, _ person: Person) {
      switch self {
      case .fetch: _ = try? context.fetchCount(FetchDescriptor<Person>())
      case .lookUp: _ = context.model(for: person.persistentModelID)
      case .insert: context.insert(Person(name: "Ben", age: 2))
      case .delete: context.delete(person)
      case .save: try? context.save()
      case .rollback: context.rollback()
      case .changes: _ = context.hasChanges
      case .registered:
        let _: Person? = context.registeredModel(for: person.persistentModelID)
      case .read: _ = person.age
      case .readRelated: _ = person.trips
      case .set: person.age = 3
      case .identifier: _ = person.persistentModelID
      }
    }
  }

  /// Saves an object of a main context, reads it there, and uses both elsewhere.
  @MainActor private static func misuse(_ use: Use, _ container: ModelContainer) throws {
    nonisolated(unsafe) let context = container.mainContext
    nonisolated(unsafe) let person = Person(name: "Ada", age: 1)
    context.insert(person)
    try context.save()
    #expect(person.age == 1)
    elsewhere { use.run(context, person) }
  }

  private func expectWords(_ result: ExitTest.Result?, _ words: String) {
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains(words))
    #expect(said.contains("@ModelActor"))
  }

  @Test(
    "every use of the main context outside the main actor ends the program", arguments: Use.allCases
  )
  func confinedMainContext(_ use: Use) async {
    expectWords(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [use = use as Use] in
        try await ThreadUseTests.misuse(use, ThreadUseTests.container(.confined))
      }, "used outside the main actor")
  }

  @Test(
    "where threads take turns, every use of the main context is possible", arguments: Use.allCases)
  func mainContextInTurns(_ use: Use) async throws {
    let container = try Self.container(.turns)
    try await Self.misuse(use, container)
  }

  @Test("where threads take turns, the first wrong use of a context is reported, and only that")
  func report() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for _ in 0..<3 {
        let container = try ThreadUseTests.container(.turns)
        for use in Use.allCases { try await ThreadUseTests.misuse(use, container) }
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.components(separatedBy: "used outside the main actor").count == 4)
  }

  @Test("an observer of a save, on another thread, finds and reads the object")
  func observerElsewhere() async throws {
    let container = try Self.container(.turns)
    try await MainActor.run {
      nonisolated(unsafe) let context = container.mainContext
      nonisolated(unsafe) var seen: [String] = []
      let queue = OperationQueue()
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: context, queue: queue
      ) { note in
        let key = ModelContext.NotificationKey.insertedIdentifiers
        for id in note.userInfo?[key] as? [PersistentIdentifier] ?? [] {
          seen.append((context.model(for: id) as? Person)?.name ?? "")
        }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      context.insert(Person(name: "Ada", age: 1))
      try context.save()
      queue.waitUntilAllOperationsAreFinished()
      #expect(seen == ["Ada"])
    }
  }

  @Test("threads that take turns lose no change")
  func hammering() throws {
    nonisolated(unsafe) let context = ModelContext(try Self.container(.turns))
    nonisolated(unsafe) let shared = Person(name: "shared", age: 0)
    context.insert(shared)
    try context.save()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<200 {
        let person = Person(name: "\(thread) \(number)", age: number)
        context.insert(person)
        shared.age = number
        _ = shared.age
        _ = shared.name
        _ = shared.trips.count
        if number.isMultiple(of: 10) { try? context.save() }
        if number.isMultiple(of: 25) {
          _ = try? context.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.age > 9 }))
            .count
        }
      }
    }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 801)
    let other = ModelContext(context.container)
    #expect(
      try other.fetchCount(FetchDescriptor<Person>(predicate: #Predicate { $0.age == 7 })) == 4)
  }

  @Test("a context may be handed over, and so may the objects of a released main context")
  func handedOver() async throws {
    let container = try Self.container(.confined)
    nonisolated(unsafe) let context = ModelContext(container)
    nonisolated(unsafe) let person = Person(name: "Ada", age: 1)
    context.insert(person)
    try context.save()
    Self.elsewhere { person.age = context.hasChanges ? 0 : 2 }
    #expect(person.age == 2)
    // Unchecked, because one thread uses the object after the other.
    final class Left: @unchecked Sendable { var person: Person? }
    let left = Left()
    try await MainActor.run {
      let container = try Self.container(.confined)
      let person = Person(name: "Ben", age: 5)
      container.mainContext.insert(person)
      try container.mainContext.save()
      left.person = person
    }
    Self.elsewhere { #expect(left.person?.age == 5) }
  }
}
