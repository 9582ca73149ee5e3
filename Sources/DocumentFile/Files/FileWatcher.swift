import DocumentTables
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Calls functions when other programs may have changed files.
///
/// All watches of the process share one thread, and one queue of the kernel's events
/// (``FolderEvents``). Files that cannot be watched that way are looked at once a second.
package final class FileWatcher: Sendable {
  package static let ofProcess = FileWatcher()

  /// How a watch notices changes.
  package enum Method: Hashable, Sendable {
    /// The kernel reports events.
    case events
    /// The file's size and times are compared once in each interval, because of the reason.
    case polling(reason: String)
  }

  /// Several events of one save are reported once, after no event has come for a while.
  private let quiet: Duration
  /// The longest time from the first event to the call.
  private let longest: Duration
  private let interval: Duration
  private let state: Mutex<WatchedFiles>
  /// A pipe that wakes the thread; written to by ``watch(_:onChange:)``.
  private let alarm: Alarm

  package init(
    quiet: Duration = .milliseconds(100), longest: Duration = .milliseconds(400),
    interval: Duration = .seconds(1)
  ) {
    self.quiet = quiet
    self.longest = longest
    self.interval = interval
    state = Mutex(WatchedFiles())
    alarm = Alarm()
  }

  /// The watch of one file, which ends with the last reference to this object.
  package final class Watch: Sendable {
    fileprivate let number: Int
    private let watcher: FileWatcher

    fileprivate init(_ number: Int, _ watcher: FileWatcher) {
      self.number = number
      self.watcher = watcher
    }

    deinit { watcher.forget(number) }

    package var method: Method {
      watcher.state.withLock { $0.files[number]?.method } ?? .polling(reason: "the watch has ended")
    }
  }

  /// Watches the file at a path, which need not exist, nor its folders.
  ///
  /// Later changes lead to a call, also the removal of the file and its return. A call without a
  /// change is possible.
  ///
  /// - Parameter onChange: Called on the watcher's thread, so it must only schedule work.
  package func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> Watch {
    let path = Self.absolute(path)
    let (number, needsThread) = state.withLock { state in
      let number = state.add(path, interval: interval, onChange)
      defer { state.isRunning = true }
      return (number, !state.isRunning)
    }
    if needsThread {
      if let thread = WorkerThread({ self.run() }) {
        thread.detach()
      } else {
        state.withLock { state in
          state.isRunning = false
          state.files[number]?.method = .polling(reason: "the system has no more threads")
        }
      }
    } else {
      alarm.ring()
    }
    return Watch(number, self)
  }

  private func forget(_ number: Int) {
    state.withLock { $0.remove(number) }
    alarm.ring()
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    // Lifetime: `getcwd` allocates its result, which is copied and freed here.
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  // MARK: Thread

  /// Waits for events until no file is watched.
  private func run() {
    while true {
      guard let (descriptor, wait) = state.withLock({ $0.next(at: .now) }) else { return }
      alarm.wait(orFor: descriptor, atMost: wait)
      let calls = state.withLock { state in
        let now = ContinuousClock.now
        state.takeEvents { Self.due(since: $0, now: now, quiet: self.quiet, longest: self.longest) }
        state.poll(at: now, every: interval)
        return state.takeCalls(dueAt: now)
      }
      for call in calls { call() }
    }
  }

  /// The time of the call for events that began at a time.
  private static func due(
    since first: ContinuousClock.Instant?, now: ContinuousClock.Instant, quiet: Duration,
    longest: Duration
  ) -> ContinuousClock.Instant {
    min(now + quiet, (first ?? now) + longest)
  }
}

/// A pipe that wakes a thread that waits for events.
private final class Alarm: Sendable {
  /// The ends of the pipe; -1 if there is none, and then waiting ends after a while.
  private let ends: (reading: Int32, writing: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      self.ends = (-1, -1)
      return
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    for end in [ends.reading, ends.writing] where end >= 0 { close(end) }
  }

  func ring() {
    var byte: UInt8 = 1
    // A full pipe wakes the thread as well.
    _ = write(ends.writing, &byte, 1)
  }

  /// Waits until the alarm rings, a descriptor can be read, or a time has passed.
  func wait(orFor descriptor: Int32?, atMost duration: Duration?) {
    var longest: Int32 = -1
    if let duration {
      // Rounded up, so that the time has passed when the call returns.
      longest = Int32(clamping: Int64(duration / .milliseconds(1)) + 1)
    }
    if ends.reading < 0 { longest = longest < 0 ? 1000 : min(longest, 1000) }
    var waiting = [
      pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&waiting, 2, longest)
    var bytes = [UInt8](repeating: 0, count: 256)
    while ends.reading >= 0, read(ends.reading, &bytes, bytes.count) > 0 {}
  }
}
