import ArgumentParser
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
    StandardError.write(
      "\r\u{1B}[K\(progress.phase.rawValue) \(progress.percent) %, \(progress.objects) objects")
  }

  private func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
    isShown = false
  }
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

extension StreamingProgress {
  fileprivate var percent: Int {
    totalBytes > 0 ? Int(Double(bytes) / Double(totalBytes) * 100) : 100
  }
}
