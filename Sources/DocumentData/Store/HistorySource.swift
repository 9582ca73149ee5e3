import DocumentTables

/// The time and the program that a history notes for each save.
package struct HistorySource: Sendable {
  /// Returns seconds since 2001-01-01T00:00:00Z.
  package var now: @Sendable () -> Double
  package var program: String?
  package var process: String?

  package init(now: @escaping @Sendable () -> Double, program: String?, process: String?) {
    self.now = now
    self.program = program
    self.process = process
  }

  /// The source of the running task; tests set another clock.
  @TaskLocal package static var current = HistorySource(
    now: { Date().timeIntervalSinceReferenceDate },
    program: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName,
    process: String(ProcessInfo.processInfo.processIdentifier))

  package func stamp(author: String?) -> HistoryStamp {
    HistoryStamp(time: now(), author: author, program: program, process: process)
  }
}
