import DocumentData
import Foundation
import Observation
import Testing

@Suite("A context and the threads that use it")
struct ConfinementTests {
  typealias Person = Offices.Person

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

  /// A context in which an observer is told of a change in the middle of the operation that makes it.
  private static func observed(
    _ onChange: @escaping (ModelContext) -> Void
  ) throws -> (ModelContext, AnyObject) {
    let context = ModelContext(
      try ModelContainer(
        for: Person.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(Person(name: "Ada", age: 1))
    try context.save()
    let observer = try ResultsObserver<Person, Never>(modelContext: context)
    nonisolated(unsafe) let told = { onChange(context) }
    withObservationTracking {
      _ = observer.results
    } onChange: {
      told()
    }
    return (context, observer)
  }

  private func expectWords(_ result: ExitTest.Result?) {
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("two threads use one ModelContext"))
    #expect(words.contains("@ModelActor"))
  }

  @Test(
    "a fetch in the middle of another thread's insertion ends the program with words that say why")
  func fetchDuringInsertion() async {
    expectWords(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (context, observer) = try ConfinementTests.observed { context in
          ConfinementTests.elsewhere { _ = try? context.fetchCount(FetchDescriptor<Person>()) }
        }
        withExtendedLifetime(observer) { context.insert(Person(name: "Ben", age: 2)) }
      })
  }

  @Test(
    "a change in the middle of another thread's rollback ends the program with words that say why")
  func changeDuringRollback() async {
    expectWords(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (context, observer) = try ConfinementTests.observed { context in
          nonisolated(unsafe) let ada = try? context.fetch(FetchDescriptor<Person>()).first
          ConfinementTests.elsewhere { ada?.age = 3 }
        }
        withExtendedLifetime(observer) { context.rollback() }
      })
  }

  @Test("threads that hammer one context end the program")
  func hammering() async {
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let context = ModelContext(
        try ModelContainer(
          for: Person.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<100_000 {
          context.insert(Person(name: "\(thread) \(number)", age: number))
          if number.isMultiple(of: 50) { _ = try? context.fetchCount(FetchDescriptor<Person>()) }
        }
      }
    }
  }

  @Test("one thread after another may use it, and an operation may begin another")
  func inTurn() throws {
    let (context, observer) = try Self.observed { context in
      _ = try? context.fetchCount(FetchDescriptor<Person>())
    }
    for number in 0..<20 {
      Self.elsewhere {
        context.insert(Person(name: "P\(number)", age: number))
        try? context.save()
      }
    }
    let count = try context.fetchCount(FetchDescriptor<Person>())
    withExtendedLifetime(observer) {}
    #expect(count == 21)
  }
}
