import Foundation
import Synchronization
import Testing
import TripDocuments

@testable import DocumentFile
@testable import tripconv

@Suite("--progress")
struct ProgressTests {
  private let folder = ScratchFolder()

  /// The lines of JSON among what was said, for each document in their order.
  private func lines(_ command: Command) throws -> [(file: String, lines: [[String: Any]])] {
    var files: [(file: String, lines: [[String: Any]])] = []
    for line in command.errors.split(separator: "\n") where line.hasPrefix("{") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let members = try #require(object as? [String: Any])
      let file = try #require(members["file"] as? String)
      if files.last?.file != file { files.append((file, [])) }
      files[files.count - 1].lines.append(members)
    }
    return files
  }

  private func checkOrder(_ lines: [[String: Any]], _ place: Comment) {
    let percents = lines.compactMap { $0["percent"] as? Int }
    #expect(percents == percents.sorted() && percents.last == 100, place)
    #expect(percents.dropLast().allSatisfy { $0 < 100 }, place)
    let bytes = lines.compactMap { $0["bytes"] as? Int }
    #expect(bytes == bytes.sorted(), place)
    #expect(Set(lines.compactMap { $0["totalBytes"] as? Int }).count <= 1, place)
    #expect(lines.last?["phase"] as? String == "done", place)
    #expect(
      !lines.dropLast().contains { $0["bytes"] as? Int ?? 0 == $0["totalBytes"] as? Int ?? 1 },
      place)
  }

  @Test(
    "comes to 100 % once, at the end",
    arguments: [
      ["validate"], ["dump"], ["dump", "--entity", "BucketListItem"],
      ["dump", "--keep-version", "--entity", "Trip"], ["convert", "-o", "new.trips"],
      ["convert", "-o", "new.xml", "--loss-report", "lost"],
      ["convert", "-o", "-", "--to", "flat-json"],
      ["scrub", "-o", "new.trips"], ["convert", "-o", "new.ics"],
      ["convert", "-o", "new.trips", "--drop-lost"],
      ["migrate", "-o", "new"],
      ["migrate", "-o", "-"], ["migrate", "--in-place", "--backup"],
      ["convert", "-o", "new.trips", "--schema-version", "2.0.0"],
    ], ["1.0.0", "6.0.0"])
  func once(arguments: [String], version: String) throws {
    for name in ["a.trips", "a.trips.json", "a.trips.xml"] {
      try folder.generate(name, version: version)
      let command = try Command(arguments + ["--progress", "json", name], in: folder)
      #expect(command.status == 0, "\(command.errors)")
      let files = try lines(command)
      #expect(files.map(\.file) == [name])
      checkOrder(files.first?.lines ?? [], "\(arguments) \(name) \(version)")
    }
  }

  @Test("is told of each document", arguments: [["validate"], ["migrate", "-o", "migrated"]])
  func several(arguments: [String]) throws {
    for name in ["a.trips", "b.trips.json"] { try folder.generate(name, version: "3.0.0") }
    let command = try Command(
      arguments + ["--progress", "json", "a.trips", "b.trips.json"], in: folder)
    let files = try lines(command)
    #expect(files.map(\.file) == ["a.trips", "b.trips.json"])
    for (file, lines) in files { checkOrder(lines, "\(file)") }
  }

  @Test("never says that work is done which has failed")
  func failed() throws {
    try folder.generate("a.trips.json")
    let text = try folder.text("a.trips.json")
    try folder.write(String(text.dropLast(30)), to: "a.trips.json")
    for arguments in [["dump"], ["convert", "-o", "b.trips"], ["migrate", "-o", "b"]] {
      let command = try Command(arguments + ["--progress", "json", "a.trips.json"], in: folder)
      #expect(command.status == 65)
      #expect(!command.errors.contains("100"))
    }
  }
}

/// A terminal and a clock that a test sets.
private final class TerminalStub: Sendable {
  private let start = ContinuousClock.now
  private let state = Mutex((elapsed: Duration.zero, shown: [String]()))

  /// What was shown since the last call, without the codes that clear the line.
  func shown() -> [String] {
    state.withLock { state in
      defer { state.shown = [] }
      return state.shown.map { $0.replacing("\r\u{1B}[K", with: "") }
    }
  }

  func elapse(_ milliseconds: Int) {
    state.withLock { $0.elapsed += .milliseconds(milliseconds) }
  }

  func display(sharesTerminal: Bool = false) -> ProgressDisplay {
    ProgressDisplay(
      .line, file: "a.trips", sharesTerminal: sharesTerminal,
      now: { self.start + self.state.withLock(\.elapsed) },
      write: { text in self.state.withLock { $0.shown.append(text) } })
  }
}

@Suite("The progress line of a terminal")
struct ProgressLineTests {
  private let terminal = TerminalStub()

  private func progress(_ phase: PassProgress.Phase, _ bytes: Int) -> PassProgress {
    PassProgress(phase: phase, bytes: bytes, totalBytes: 200, objects: bytes / 2)
  }

  @Test("is never shown for work of less than half a second")
  func quick() {
    let display = terminal.display()
    for bytes in 0..<200 {
      terminal.elapse(2)
      display.show(progress(bytes < 100 ? .checking : .writing, bytes))
    }
    display.finish()
    #expect(terminal.shown() == [])
  }

  @Test("appears after half a second, at most ten times a second, and is cleared at the end")
  func slow() {
    let display = terminal.display()
    display.show(progress(.checking, 1))
    terminal.elapse(500)
    display.show(progress(.checking, 50))
    #expect(terminal.shown() == ["checking 25 %, 25 objects"])
    terminal.elapse(99)
    display.show(progress(.checking, 60))
    #expect(terminal.shown() == [])
    terminal.elapse(1)
    display.show(progress(.checking, 70))
    #expect(terminal.shown() == ["checking 35 %, 35 objects"])
    // A new phase is shown at once; data that is read again is no progress.
    display.show(progress(.writing, 100))
    #expect(terminal.shown() == ["writing 50 %, 50 objects"])
    terminal.elapse(200)
    display.show(progress(.writing, 80))
    #expect(terminal.shown() == [])
    display.finish()
    #expect(terminal.shown() == [""])
    display.clear()
    #expect(terminal.shown() == [])
  }

  @Test("says after two seconds how much time is left")
  func timeLeft() {
    let display = terminal.display()
    terminal.elapse(1900)
    display.show(progress(.checking, 50))
    terminal.elapse(100)
    display.show(progress(.checking, 60))
    terminal.elapse(1000)
    display.show(progress(.checking, 20))
    display.show(progress(.checking, 100))
    #expect(
      terminal.shown() == [
        "checking 25 %, 25 objects", "checking 30 %, 30 objects, 5 s left",
        "checking 50 %, 50 objects, 3 s left",
      ])
    terminal.elapse(197_000)
    display.show(progress(.writing, 100))
    #expect(terminal.shown() == ["writing 50 %, 50 objects, 4 min left"])
  }

  @Test("counts things in any work, with the time from where their phase begins")
  func counted() {
    let display = terminal.display()
    display.show("generating", 0, of: 400, "trips")
    #expect(terminal.shown() == [])
    terminal.elapse(1000)
    display.show("generating", 100, of: 400, "trips")
    display.show("generating", 101, of: 400, "trips")
    terminal.elapse(1000)
    display.show("generating", 200, of: 400, "trips")
    #expect(
      terminal.shown() == [
        "generating 25 %, 100 of 400 trips", "generating 50 %, 200 of 400 trips, 2 s left",
      ])
    terminal.elapse(1000)
    display.show("writing", 1, of: 400, "trips")
    #expect(terminal.shown() == ["writing 50 %, 1 of 400 trips"])
    display.show("writing", 400, of: 400, "trips")
    display.finish()
    #expect(terminal.shown() == [""])
  }

  @Test("is cleared before output goes to the same terminal")
  func shared() {
    let display = terminal.display(sharesTerminal: true)
    terminal.elapse(600)
    display.show(progress(.checking, 20))
    #expect(terminal.shown() == ["checking 10 %, 10 objects"])
    display.show(progress(.writing, 120))
    #expect(terminal.shown() == [""])
  }

  @Test("shows the stages of a migration after half a second", arguments: [0, 600])
  func migration(milliseconds: Int) throws {
    let folder = ScratchFolder()
    try folder.generate("old.trips", trips: 1, version: "3.0.0")
    let display = terminal.display()
    terminal.elapse(milliseconds)
    try display.observingMigration {
      _ = try ModelContainer(
        for: Schema(versionedSchema: TripSchema.self), migrationPlan: TripMigrationPlan.self,
        configurations: ModelConfiguration(url: folder.url.appending(path: "old.trips")))
    }
    let shown = terminal.shown()
    #expect(shown.isEmpty == (milliseconds == 0))
    #expect(shown.isEmpty || shown[0].hasPrefix("stage 1 of 3, 3.0.0 → 4.0.0: "))
    #expect(shown.isEmpty || shown.last == "")
  }
}
