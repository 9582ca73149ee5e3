import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a thread does before it reads an object.
@usableFromInline
enum ThreadRule: UInt8, Sendable {
  /// Nothing: the object belongs to no context, or to one whose reads are not checked.
  case free
  /// Ask whether it is that of the main actor, to which the object's context belongs.
  case ask
  /// Begin a turn.
  case turn
}

/// Detects that threads use a context in a way that would corrupt memory, and ends the program or lets
/// them take turns.
///
/// The main context belongs to the main actor: every use elsewhere is wrong. Every other context may
/// be used by one thread after the other, as those of an actor do: a use is wrong while another thread
/// runs an operation. An operation may begin others on its own thread.
///
/// All cores of a context, and its objects, share one instance. With ``ModelConfiguration/ThreadUse/turns``
/// every access takes a lock. Otherwise operations are marked, and reads of attributes only compare
/// the thread with that of the main actor.
@usableFromInline
final class Confinement: Sendable {
  let rule: ThreadRule
  /// Whether threads take turns.
  var takesTurns: Bool { rule == .turn }
  /// Whether the context belongs to the main actor.
  private let isOnMainActor: Atomic<Bool>
  /// The thread that runs an operation; zero if no operation runs.
  private let thread = Atomic<UInt>(0)
  /// The number of nested operations of that thread, which alone changes it.
  private let depth = Atomic<Int>(0)
  /// The only thread whose reads need no further check; zero if every thread may read.
  private let reader: Atomic<UInt>
  private let isReported = Atomic(false)
  private let turn = NSLock()

  /// No thread has this number.
  private static let noThread = UInt.max

  init(takesTurns: Bool, isOnMainActor: Bool) {
    rule = takesTurns ? .turn : isOnMainActor ? .ask : .free
    self.isOnMainActor = Atomic(isOnMainActor)
    reader = Atomic(takesTurns || isOnMainActor ? Self.noThread : 0)
  }

  /// Begins an operation; ``leave()`` ends it.
  func enter() {
    let current = Self.currentThread
    // Only this thread itself stores its number.
    if thread.load(ordering: .relaxed) == current {
      depth.store(depth.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
      return
    }
    if isOnMainActor.load(ordering: .relaxed), !isMainActor(current) {
      misuse(.mainContextElsewhere)
    }
    if takesTurns {
      if !turn.try() {
        misuse(.twoThreads)
        turn.lock()
      }
      thread.store(current, ordering: .relaxed)
    } else {
      let (exchanged, _) = thread.compareExchange(
        expected: 0, desired: current, ordering: .acquiring)
      guard exchanged else { return misuse(.twoThreads) }
    }
    depth.store(1, ordering: .relaxed)
  }

  @usableFromInline
  func leave() {
    let remaining = depth.load(ordering: .relaxed) &- 1
    depth.store(remaining, ordering: .relaxed)
    guard remaining <= 0 else { return }
    thread.store(0, ordering: .releasing)
    if takesTurns { turn.unlock() }
  }

  /// Runs an operation.
  func run<Answer>(_ operation: () throws -> Answer) rethrows -> Answer {
    enter()
    defer { leave() }
    return try operation()
  }

  /// Runs a read in a turn where threads take turns; elsewhere runs it without a check.
  func inTurn<Answer>(_ read: () throws -> Answer) rethrows -> Answer {
    takesTurns ? try run(read) : try read()
  }

  /// Runs a read for another context, which must not wait for a turn here: this context's thread may be
  /// waiting for one there.
  ///
  /// - Returns: Nil if another thread has the turn.
  func inTurnIfFree<Answer>(_ read: () -> Answer) -> Answer? {
    guard takesTurns, thread.load(ordering: .relaxed) != Self.currentThread else { return read() }
    guard turn.try() else { return nil }
    defer { turn.unlock() }
    return read()
  }

  /// Follows the end of the context, whose objects then belong to no actor.
  func disown() {
    isOnMainActor.store(false, ordering: .relaxed)
    if !takesTurns { reader.store(0, ordering: .relaxed) }
  }

  // MARK: Reads

  /// Whether this thread is known to need no turn for a read.
  ///
  /// Getters ask this each time: it reads one number and calls nothing of this class.
  @inline(__always)
  var admitsRead: Bool {
    let reader = reader.load(ordering: .relaxed)
    return reader == 0 || reader == Self.currentThread
  }

  /// Begins a read that may need a turn.
  ///
  /// - Returns: This instance, if ``leave()`` must end the read; else nil.
  func beginRead() -> Confinement? {
    if admitsRead { return nil }
    if takesTurns {
      enter()
      return self
    }
    if isOnMainActor.load(ordering: .relaxed), !isMainActor(Self.currentThread) {
      misuse(.mainContextElsewhere)
    }
    return nil
  }

  /// Whether the caller runs on the main actor.
  ///
  /// The main actor need not run on the main thread, and threads of a pool change their work; so only
  /// the main thread is remembered.
  private func isMainActor(_ current: UInt) -> Bool {
    if reader.load(ordering: .relaxed) == current { return true }
    guard MainQueue.isCurrent else { return false }
    if !takesTurns, isOnMainActor.load(ordering: .relaxed), Thread.isMainThread {
      reader.store(current, ordering: .relaxed)
    }
    return true
  }

  private static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  // MARK: Misuse

  private enum Misuse: String {
    case mainContextElsewhere =
      "the main context, or an object of it, is used outside the main actor."
    case twoThreads = "two threads use one ModelContext, or objects of it, at the same time."
  }

  /// Ends the program, because this is an error of the program and not of its data, or reports the
  /// first misuse of the context.
  private func misuse(_ misuse: Misuse) {
    let words =
      misuse.rawValue
      + " A context belongs to one thread or actor: make a context for each, or an actor with "
      + "@ModelActor, and pass persistentModelID between them instead of objects."
    guard takesTurns else {
      // A precondition would be silent in unchecked builds.
      fatalError(words + " ModelConfiguration.threadUse = .turns lets threads take turns instead.")
    }
    guard !isReported.exchange(true, ordering: .relaxed) else { return }
    try? FileHandle.standardError.write(contentsOf: Data("warning: \(words)\n".utf8))
  }
}
