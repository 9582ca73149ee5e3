import ArgumentParser
import DocumentData
import DocumentFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether and how the progress of long work is shown.
struct ProgressOption: ParsableArguments {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case auto, json, none
  }

  @Option(
    help: ArgumentHelp(
      "How far the work has come, on standard error: auto for a line where that is a terminal, json "
        + "for lines that programs read, none.", valueName: "kind"))
  var progress = Kind.auto

  /// How documents are read whose rows are not kept.
  var streaming: StreamingOptions {
    var options = StreamingOptions()
    switch progress {
    case .none: break
    case .auto:
      guard isatty(STDERR_FILENO) == 1 else { break }
      let line = ProgressLine()
      options.progress = { line.show($0) }
    case .json:
      let lines = ProgressLines()
      options.progress = { lines.show($0) }
    }
    return options
  }

  /// Shows what a migration in memory does meanwhile.
  func observingMigration<Result>(while work: () throws -> Result) rethrows -> Result {
    switch progress {
    case .none: return try work()
    case .auto:
      guard isatty(STDERR_FILENO) == 1 else { return try work() }
      defer { ProgressLine.clear() }
      return try MigrationProgress.observing({ ProgressLine.write($0.description) }, while: work)
    case .json:
      return try MigrationProgress.observing({ StandardError.say($0.json) }, while: work)
    }
  }
}

/// One line that is written over and over, and cleared at the end.
private final class ProgressLine {
  private var clock = ProgressClock()
  private var isShown = false

  deinit { clear() }

  func show(_ progress: StreamingProgress) {
    guard progress.bytes < progress.totalBytes else { return clear() }
    guard clock.isTime else { return }
    isShown = true
    Self.write("\(progress.phase.rawValue) \(progress.percent) %, \(progress.objects) objects")
  }

  private func clear() {
    if isShown { Self.clear() }
    isShown = false
  }

  static func write(_ text: String) { StandardError.write("\r\u{1B}[K" + text) }

  static func clear() { write("") }
}

/// A line of JSON now and then.
///
///     {"bytes":1048576,"objects":4096,"phase":"writing","totalBytes":7340032}
private final class ProgressLines {
  private var clock = ProgressClock()

  func show(_ progress: StreamingProgress) {
    guard clock.isTime || progress.bytes >= progress.totalBytes else { return }
    StandardError.say(
      "{\"bytes\":\(progress.bytes),\"objects\":\(progress.objects),"
        + "\"phase\":\"\(progress.phase.rawValue)\",\"totalBytes\":\(progress.totalBytes)}")
  }
}

/// Ten times a second at most.
private struct ProgressClock {
  private var last: ContinuousClock.Instant?

  var isTime: Bool {
    mutating get {
      let now = ContinuousClock.now
      if let last, now - last < .milliseconds(100) { return false }
      last = now
      return true
    }
  }
}

extension MigrationProgress {
  /// A line of JSON.
  ///
  ///     {"from":"1.0.0","objects":40,"part":"schema","phase":"migrating","stage":1,"stages":3,"to":"2.0.0"}
  fileprivate var json: String {
    "{\"from\":\"\(fromVersion)\",\"objects\":\(objectCount),\"part\":\"\(part.rawValue)\","
      + "\"phase\":\"migrating\",\"stage\":\(stage),\"stages\":\(stageCount),"
      + "\"to\":\"\(toVersion)\"}"
  }
}

extension StreamingProgress {
  fileprivate var percent: Int {
    totalBytes > 0 ? Int(Double(bytes) / Double(totalBytes) * 100) : 100
  }
}
