#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A system thread that runs one closure.
package struct WorkerThread {
  /// The stack size: that of a program's main thread on Linux.
  ///
  /// Some systems give other threads much less, and parsers of trees recurse once per level.
  private static let stackBytes = 8 << 20

  private let handle: pthread_t

  /// Starts a thread; nil if the system cannot create one.
  package init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackBytes)

    // The new thread inherits a mask that blocks all signals, so the program's own threads receive
    // them.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    // Lifetime: the closure is retained for the new thread, which releases it. If no thread starts,
    // it is released here.
    let start = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var handle: pthread_t?
      let status = pthread_create(&handle, &attributes, { Self.run($0) }, start.toOpaque())
    #else
      var handle = pthread_t()
      let status = pthread_create(&handle, &attributes, { Self.run($0) }, start.toOpaque())
    #endif
    guard status == 0 else {
      start.release()
      return nil
    }
    #if canImport(Darwin)
      guard let handle else { return nil }
    #endif
    self.handle = handle
  }

  func join() { pthread_join(handle, nil) }

  /// Lets the system free the thread when it ends; call either this or ``join()``.
  package func detach() { pthread_detach(handle) }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func run(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let start else { return nil }
    Unmanaged<Body>.fromOpaque(start).takeRetainedValue().run()
    return nil
  }
}
