import DocumentData
import Foundation
import Synchronization
import Testing

private enum RollV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self, Note.self] }

  @Model final class Person {
    @Attribute(.unique) var mail: String
    var name: String
    @Relationship(inverse: \Note.person) var notes: [Note] = []

    init(_ mail: String, name: String) {
      self.mail = mail
      self.name = name
    }
  }

  @Model final class Note {
    var text: String
    var person: Person?

    init(_ text: String) { self.text = text }
  }
}

/// A version whose notes lead to persons of the version before, which stand in for its own.
private enum RollV2: VersionedSchema {
  typealias Note = RollV1.Note
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self, Note.self] }

  @Model final class Person {
    @Attribute(.unique) var mail: String
    var name: String
    var visits: Int = 0 {
      didSet { seen = oldValue }
    }
    var seen: Int?
    @Relationship(inverse: \Note.person) var notes: [Note] = []

    init(_ mail: String, name: String) {
      self.mail = mail
      self.name = name
    }
  }
}

/// An object of a context, and its stand-in, which threads pass on.
///
/// Unchecked, because a lock guards the references; the objects are used in turns.
private final class Passed: @unchecked Sendable {
  private let lock = NSLock()
  private var person: RollV2.Person?
  private var standIn: RollV1.Person?

  func put(_ person: RollV2.Person, _ standIn: RollV1.Person?) {
    lock.withLock {
      self.person = person
      self.standIn = standIn
    }
  }

  func take() -> (person: RollV2.Person?, standIn: RollV1.Person?) {
    lock.withLock { (person, standIn) }
  }
}

/// A thread that repeats work until it is told to finish.
private final class Worker: Sendable {
  private let count = Atomic(0)
  private let isOver = Atomic(false)
  private let done = DispatchSemaphore(value: 0)

  init(_ work: @escaping (Int) -> Void) {
    nonisolated(unsafe) let work = work
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed) {
        work(count.load(ordering: .relaxed))
        count.add(1, ordering: .relaxed)
      }
      done.signal()
    }
  }

  /// How often the work was done.
  var rounds: Int { count.load(ordering: .relaxed) }

  /// Waits until the work was done some more times.
  func wait(for more: Int) {
    let end = rounds + more
    while rounds < end { sched_yield() }
  }

  func finish() {
    isOver.store(true, ordering: .relaxed)
    done.wait()
  }
}

/// Run these tests with the thread sanitiser: without it, the defects that they look for show by chance.
///
/// One thread saves, rolls back and undoes, because an undo manager is confined to one thread.
@Suite("Where threads take turns, memory is safe")
struct TurnSafetyTests {
  private static func context() throws -> ModelContext {
    let schema = Schema(versionedSchema: RollV2.self)
    var configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    configuration.threadUse = .turns
    return ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
  }

  /// Reads and changes an object and its stand-in in each way that has an accessor of its own.
  private static func use(_ passed: Passed, _ round: Int) {
    let (person, standIn) = passed.take()
    if let person {
      person.name = "\(round)"
      _ = person.name
      person.visits = round
      _ = person.seen
      _ = person.notes.count
      person.setValue(forKey: \.name, to: "\(round)")
      _ = person.getValue(forKey: \.name)
      _ = person.persistentModelID
      _ = person.hasChanges
    }
    standIn?.name = "\(round)"
    _ = standIn?.name
    _ = standIn?.notes.count
  }

  @Test(
    "while saves unite objects and rollbacks separate them again, other threads use the objects")
  func unitedAndSeparated() throws {
    let context = try Self.context()
    let undoManager = UndoManager()
    undoManager.groupsByEvent = false
    undoManager.levelsOfUndo = 4
    let stored = ["a", "b", "c"].map { RollV2.Person($0, name: "stored") }
    for person in stored { context.insert(person) }
    try context.save()
    context.undoManager = undoManager
    let passed = Passed()
    /// Inserts a person whose address another has, and passes it on.
    func insert() {
      let person = RollV2.Person("a", name: "new")
      let note = RollV2.Note("new")
      context.insert(person)
      person.notes = [note]
      passed.put(person, note.person)
    }
    let others = (0..<3).map { _ in
      Worker { round in Self.use(passed, round) }
    }
    let end = ContinuousClock.now + .milliseconds(700)
    repeat {
      insert()
      // A save that fails has united the persons already.
      stored[1].mail = "c"
      #expect(throws: SwiftDataError.self) { try context.save() }
      context.rollback()
      insert()
      try context.save()
      undoManager.beginUndoGrouping()
      stored[0].name = "edited"
      undoManager.endUndoGrouping()
      undoManager.undo()
      undoManager.redo()
    } while ContinuousClock.now < end
    for other in others { other.finish() }
    #expect(others.allSatisfy { $0.rounds > 0 })
    let (person, standIn) = passed.take()
    person?.name = "last"
    try context.save()
    #expect(stored[0].name == "last")
    #expect(standIn?.name == "last")
    #expect(try context.fetchCount(FetchDescriptor<RollV2.Person>()) == 3)
  }

  @Test("while a context is edited, saved and rolled back, other threads go through its objects")
  func walks() throws {
    let context = try Self.context()
    for number in 0..<40 { context.insert(RollV2.Person("\(number)", name: "stored")) }
    try context.save()
    nonisolated(unsafe) let shared = context
    nonisolated(unsafe) let lazy = try context.fetch(
      FetchDescriptor<RollV2.Person>(), batchSize: 3)
    let walkers = [
      Worker { _ in
        for person in lazy { _ = person.name }
      },
      Worker { _ in
        for person in lazy.reversed() { _ = person.visits }
      },
      Worker { _ in
        try? shared.enumerate(
          FetchDescriptor<RollV2.Person>(), batchSize: 3, allowEscapingMutations: true
        ) { _ = $0.name }
      },
      Worker { _ in
        _ = try? shared.fetch(
          FetchDescriptor<RollV2.Person>(sortBy: [SortDescriptor(\RollV2.Person.name)]))
      },
    ]
    let end = ContinuousClock.now + .milliseconds(500)
    var round = 0
    repeat {
      round += 1
      for person in try context.fetch(FetchDescriptor<RollV2.Person>()) { person.visits = round }
      let new = RollV2.Person("new \(round)", name: "new")
      context.insert(new)
      if round.isMultiple(of: 3) { context.rollback() } else { try context.save() }
      if !round.isMultiple(of: 3) {
        context.delete(new)
        try context.save()
      }
    } while ContinuousClock.now < end
    for walker in walkers { walker.finish() }
    #expect(walkers.allSatisfy { $0.rounds > 0 })
    #expect(lazy.count == 40 && Set(lazy.map(\.mail)).count == 40)
  }

  @Test("an object that another context is saving is refused")
  func foreign() throws {
    let first = try Self.context()
    let second = ModelContext(first.container)
    nonisolated(unsafe) let person = RollV2.Person("a", name: "0")
    first.insert(person)
    try first.save()
    nonisolated(unsafe) let shared = first
    let saver = Worker { round in
      person.name = "\(round)"
      try? shared.save()
    }
    for _ in 0..<200 {
      second.insert(person)
      let error = #expect(throws: SwiftDataError.self) { try second.save() }
      #expect(error?.description.contains("belongs to another context") == true)
      second.rollback()
    }
    saver.finish()
    #expect(person.modelContext === first)
  }

  // The thread sanitiser skips deinitialisers, so a defect shows only if it ends the program.
  @Test("a context with an undo manager ends while another thread changes its objects")
  func endWithUndo() throws {
    for _ in 0..<4 {
      var context: ModelContext? = try Self.context()
      // The end of the context releases what was recorded, which takes longer the more it is.
      nonisolated(unsafe) let people = (0..<400).map { RollV2.Person("\($0)", name: "") }
      for person in people { context?.insert(person) }
      try context?.save()
      context?.undoManager = UndoManager()
      for person in people { person.name = "changed" }
      let other = Worker { round in people[0].name = "\(round)" }
      other.wait(for: 1)
      context = nil
      other.wait(for: 1)
      other.finish()
      people[0].name = "last"
      #expect(people[0].name == "last")
    }
  }
}
