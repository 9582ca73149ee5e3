import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Notices that two threads use a context at once, which would end in damaged memory.
///
/// One thread after another may use a context, as those of an actor do; and an operation may begin
/// others on its own thread. The check costs a few instructions an operation: it need not notice two
/// operations that begin in the same instant, only not miss them for long.
struct Confinement: ~Copyable {
  /// The thread in the middle of an operation; zero where there is none.
  private let thread = Atomic<UInt>(0)
  /// How many operations that thread is in.
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

  /// A mistake in the program and none in its data; a precondition would be silent in release builds.
  private static func fail() -> Never {
    fatalError(
      "two threads use one ModelContext, or objects of it, at the same time. A context belongs to one "
        + "thread or actor: make a context for each, or an actor with @ModelActor, and pass "
        + "persistentModelID between them instead of objects.")
  }
}
