import DocumentData
import DocumentFile
import DocumentTables

/// Shows the progress of the work on one document on standard error.
///
/// The percentage never decreases, even if data is read again. It reaches 100 once, when everything
/// is done; if the work fails, it never does.
final class ProgressDisplay {
  enum Style {
    case none
    /// One line that is overwritten repeatedly and cleared at the end; it appears after half a
    /// second.
    case line
    /// A line of JSON at the start of each phase, at most ten times a second within it, and at the
    /// end.
    ///
    ///     {"bytes":1048576,"file":"a.trips","objects":4096,"percent":14,"phase":"writing","totalBytes":7340032,"version":1}
    ///     {"bytes":7340032,"file":"a.trips","objects":28160,"percent":100,"phase":"done","totalBytes":7340032,"version":1}
    case json
  }

  private let style: Style
  private let file: String
  /// Whether the output goes to the terminal on which a line would be overwritten repeatedly.
  private let sharesTerminal: Bool
  private var isLineShown = false
  private var last: PassProgress?
  private var percent = 0
  private var lastShown: ContinuousClock.Instant?
  /// The time before which no line is shown, because quick work would only flicker.
  private let firstShown: ContinuousClock.Instant
  /// When the work began, which tells how long the rest takes.
  private let began: ContinuousClock.Instant
  /// The counted work that was shown last, and when it began.
  private var counted: (phase: String, began: ContinuousClock.Instant)?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - now: The clock, which tests set.
  ///   - write: Receives what is shown.
  init(
    _ style: Style, file: String, sharesTerminal: Bool,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    write: @escaping @Sendable (String) -> Void = { StandardError.write($0) }
  ) {
    self.style = style
    self.file = file
    self.sharesTerminal = sharesTerminal
    self.now = now
    self.write = write
    began = now()
    firstShown = began + .milliseconds(500)
  }

  /// The options for streaming a document.
  var passing: PassOptions {
    var options = PassOptions()
    if style != .none { options.progress = { self.show($0) } }
    return options
  }

  /// Shows the progress of reading or writing.
  func show(_ progress: PassProgress) {
    if style == .none { return }
    if style == .line, sharesTerminal, progress.phase == .writing { return clear() }
    // Data that is read again is no progress.
    if let last, last.totalBytes != progress.totalBytes || last.bytes > progress.bytes { return }
    let isBeginning = last?.phase != progress.phase
    last = progress
    // Everything is read, but the output may still have to be moved into place.
    guard progress.bytes < progress.totalBytes else { return }
    percent = Int(Double(progress.bytes) / Double(progress.totalBytes) * 100)
    let now = now()
    if !isBeginning, let lastShown, now - lastShown < .milliseconds(100) { return }
    lastShown = now
    if style == .line {
      guard now >= firstShown else { return }
      isLineShown = true
      write(
        Self.line(
          "\(progress.phase.rawValue) \(percent) %, \(progress.objects) objects"
            + Self.timeLeft(progress.bytes, of: progress.totalBytes, in: now - began)))
    } else {
      say(json(progress, phase: progress.phase.rawValue))
    }
  }

  /// Shows the progress of work on things that are counted, at most ten times a second.
  ///
  /// - Parameters:
  ///   - phase: What is done, such as "generating".
  ///   - unit: The things.
  func show(_ phase: String, _ done: Int, of total: Int, _ unit: String) {
    guard style != .none, done < total else { return }
    let now = now()
    if counted?.phase != phase { counted = (phase, now) }
    if let lastShown, now - lastShown < .milliseconds(100) { return }
    if style == .line, now < firstShown { return }
    lastShown = now
    percent = max(percent, Int(Double(done) / Double(total) * 100))
    guard style == .line else {
      return say(
        "{\"file\":\(Self.quoted(file)),\"objects\":\(done),\"percent\":\(percent),"
          + "\"phase\":\"\(phase)\",\"version\":1}")
    }
    isLineShown = true
    write(
      Self.line(
        "\(phase) \(percent) %, \(done) of \(total) \(unit)"
          + Self.timeLeft(done, of: total, in: now - (counted?.began ?? began))))
  }

  /// Returns the time that the rest takes, in words; empty in the first two seconds, which tell too little.
  private static func timeLeft(_ done: Int, of total: Int, in elapsed: Duration) -> String {
    let elapsed = elapsed.components.seconds
    guard elapsed >= 2, done > 0 else { return "" }
    let seconds = Int((Double(elapsed) * Double(total - done) / Double(done)).rounded(.up))
    return seconds < 100 ? ", \(seconds) s left" : ", \((seconds + 59) / 60) min left"
  }

  /// Shows the progress of a migration in memory while `work` runs.
  func observingMigration<Result>(while work: () throws -> Result) rethrows -> Result {
    switch style {
    case .none: return try work()
    case .line:
      let (firstShown, now, write) = (firstShown, now, write)
      // Later output may be printed.
      defer {
        isLineShown = isLineShown || now() >= firstShown
        clear()
      }
      return try MigrationProgress.observing(
        { if now() >= firstShown { write(Self.line($0.description)) } }, while: work)
    case .json:
      let (file, write) = (Self.quoted(file), write)
      return try MigrationProgress.observing(
        { write(DocumentError.printable($0.json(file)) + "\n") }, while: work)
    }
  }

  /// Shows that everything is done.
  func finish() {
    guard percent < 100 else { return }
    percent = 100
    guard style == .json else { return clear() }
    var done = last
    done?.bytes = last?.totalBytes ?? 0
    say(json(done, phase: "done"))
  }

  /// Clears the progress line, whether or not everything is done.
  func clear() {
    if isLineShown { write(Self.line("")) }
    isLineShown = false
  }

  /// Overwrites the line of the terminal.
  private static func line(_ text: String) -> String { "\r\u{1B}[K" + text }

  /// Shows a line for programs.
  private func say(_ line: String) { write(DocumentError.printable(line) + "\n") }

  fileprivate static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    CanonicalJSON.append(.text(text), to: &bytes)
    return String(decoding: DocumentError.printableJSON(bytes), as: UTF8.self)
  }

  private func json(_ progress: PassProgress?, phase: String) -> String {
    let bytes = progress.map { "\"bytes\":\($0.bytes)," } ?? ""
    let objects = progress.map { "\"objects\":\($0.objects)," } ?? ""
    let total = progress.map { ",\"totalBytes\":\($0.totalBytes)" } ?? ""
    return "{\(bytes)\"file\":\(Self.quoted(file)),\(objects)\"percent\":\(percent),"
      + "\"phase\":\"\(phase)\"\(total),\"version\":1}"
  }
}

extension MigrationProgress {
  /// The progress as a line of JSON.
  ///
  ///     {"file":"a.trips","from":"1.0.0","objects":40,"part":"schema","phase":"migrating","stage":1,"stages":3,"to":"2.0.0","version":1}
  fileprivate func json(_ file: String) -> String {
    "{\"file\":\(file),\"from\":\"\(fromVersion)\",\"objects\":\(objectCount),"
      + "\"part\":\"\(part)\",\"phase\":\"migrating\",\"stage\":\(stage),"
      + "\"stages\":\(stageCount),\"to\":\"\(toVersion)\",\"version\":1}"
  }
}
