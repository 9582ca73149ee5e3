import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Detects that two threads use a context at the same time, which would corrupt memory.
///
/// Different threads may use a context one after the other, as those of an actor do, and an operation
/// may begin others on its own thread. The check costs a few instructions for each operation. It may
/// miss two operations that begin in the same instant.
struct Confinement: ~Copyable {
  /// The thread that runs an operation; zero if no operation runs.
  private let thread = Atomic<UInt>(0)
  /// The number of nested operations of that thread.
  private let depth = Atomic<Int>(0)

  /// Begins an operation; ``leave()`` ends it.
  func enter() {
    let current = Self.currentThread
    let known = thread.load(ordering: .relaxed)
    if known == current {
      depth.store(depth.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
      return
    }
    guard known == 0 else { Self.fail() }
    thread.store(current, ordering: .relaxed)
    depth.store(1, ordering: .relaxed)
  }

  func leave() {
    let remaining = depth.load(ordering: .relaxed) &- 1
    depth.store(remaining, ordering: .relaxed)
    if remaining <= 0 { thread.store(0, ordering: .relaxed) }
  }

  private static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Ends the program, because this is an error of the program and not of its data.
  ///
  /// A precondition would be silent in unchecked builds.
  private static func fail() -> Never {
    fatalError(
      "two threads use one ModelContext, or objects of it, at the same time. A context belongs to one "
        + "thread or actor: make a context for each, or an actor with @ModelActor, and pass "
        + "persistentModelID between them instead of objects.")
  }
}
