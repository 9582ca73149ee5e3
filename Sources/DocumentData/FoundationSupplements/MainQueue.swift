/// The queue on which the main actor runs.
///
/// The main actor need not be on the main thread: where a program's main function is asynchronous,
/// its work runs on threads that come and go. The queue is what stays.
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

  /// Runs something on the main actor, once its current work is done.
  ///
  /// What is captured must be confined to the main actor, or be reached through a weak reference
  /// that is looked at there only.
  static func afterCurrentWork(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    DispatchQueue.main.async { body() }
  }
}
