/// The queue of the main actor.
///
/// The main actor does not always run on the main thread: if a program's main function is
/// asynchronous, its work runs on changing threads. The queue is always the same.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller is on the main actor.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: mark) == true || Thread.isMainThread
  }

  /// Runs a closure on the main actor, after the actor's current work.
  ///
  /// Captured values must be confined to the main actor, or reached through a weak reference that
  /// is read only there.
  static func afterCurrentWork(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    DispatchQueue.main.async { body() }
  }
}
