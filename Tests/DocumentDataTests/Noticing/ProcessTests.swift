import DocumentTables
import Foundation
import Synchronization
import Testing

@testable import DocumentData
@testable import DocumentFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process of its own that saves a document: this test program, run again for one test.
private struct Child {
  enum Job: String {
    /// Saves new objects and changes of one object, and notes the number of each save that is done.
    case saves
    /// Saves while another process does, and is killed at a system call.
    case merge
  }

  /// What this process has to do as a child; nil in the process that runs all tests.
  static let job = variable("NOTICING_JOB").flatMap { Job(rawValue: $0) }

  static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  private let process = Process()
  private let ended: AsyncStream<Void>
  let notes: URL

  init(
    _ job: Job, _ url: URL, name: String, count: Int = 0, killedAt step: Int = 0
  ) throws {
    notes = url.deletingLastPathComponent().appendingPathComponent("notes-" + name)
    try Data().write(to: notes)
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "ChildProcessTests"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "NOTICING_JOB": job.rawValue, "NOTICING_FILE": url.path, "NOTICING_NAME": name,
      "NOTICING_COUNT": "\(count)", "NOTICING_STEP": "\(step)",
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    self.ended = ended
    process.terminationHandler = { _ in continuation.finish() }
    try process.run()
  }

  func stop() { kill(process.processIdentifier, SIGKILL) }

  /// Waits for the end, and returns whether the process was killed.
  func end() async throws -> Bool {
    for await _ in ended {}
    if process.terminationReason == .uncaughtSignal { return true }
    #expect(process.terminationStatus == 0)
    return false
  }

  /// What the process has noted.
  func noted() throws -> [String] {
    String(decoding: try Data(contentsOf: notes), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }
}

@Suite("A child process of other tests", .enabled(if: Child.job != nil))
struct ChildProcessTests {
  typealias Ship = Fleet.Ship

  private func variable(_ name: String) throws -> String { try #require(Child.variable(name)) }

  /// Appends a line to the notes, which outlive this process.
  private func note(_ line: String) throws {
    let path = try variable("NOTICING_FILE")
    let notes = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent("notes-" + (try variable("NOTICING_NAME")))
    let handle = try FileHandle(forWritingTo: notes)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data((line + "\n").utf8))
    try handle.close()
  }

  private func open() throws -> ModelContext {
    ModelContext(
      try ModelContainer.ofOwnProcess(
        Fleet.models, at: URL(fileURLWithPath: variable("NOTICING_FILE"))))
  }

  @Test("does its job")
  func job() throws {
    switch Child.job {
    case .saves: try saves()
    case .merge: try merge()
    case nil: break
    }
  }

  private func saves() throws {
    let name = try variable("NOTICING_NAME")
    let context = try open()
    let own = try context.ship(name)
    for number in 0..<(Int(try variable("NOTICING_COUNT")) ?? 0) {
      let ship = Ship("\(name)\(number)")
      ship.legs = [Fleet.Leg("\(number)")]
      context.insert(ship)
      own.title = "\(number)"
      try context.save()
      try note(ship.code)
    }
  }

  private func merge() throws {
    let step = Int(try variable("NOTICING_STEP")) ?? 0
    let (mine, theirs) = (try open(), try open())
    for (context, code) in [(mine, "m1"), (theirs, "t1")] {
      context.insert(Ship(code))
      try context.save()
      try note(code)
    }
    try mine.ship("own").title = "changed"
    mine.insert(Ship("m2"))
    let calls = Mutex<[String]>([])
    try SystemCallFaults.$fault.withValue(
      { call in
        let number = calls.withLock { calls in
          calls.append(call)
          return calls.count
        }
        if number == step { kill(getpid(), SIGKILL) }
        return nil
      }, operation: { try mine.save() })
    try note("m2")
    try note(calls.withLock { $0.joined(separator: ",") })
  }
}

@Suite("Several processes that save one document", .enabled(if: Child.job == nil))
struct ProcessTests {
  typealias Ship = Fleet.Ship

  private func document(_ codes: [String]) throws -> (folder: TemporaryFolder, url: URL) {
    let folder = try TemporaryFolder()
    let url = folder.file("fleet.store")
    let context = ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
    for code in codes { context.insert(Ship(code)) }
    try context.save()
    return (folder, url)
  }

  private func titles(_ url: URL) throws -> [String: String] {
    let context = ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
    let ships = try context.all(Ship.self)
    return Dictionary(uniqueKeysWithValues: ships.map { ($0.code, $0.title) })
  }

  @Test("two of them save a hundred times each, and nothing is lost")
  func hundredSaves() async throws {
    let (folder, url) = try document(["x", "y"])
    let child = try Child(.saves, url, name: "x", count: 100)
    let context = ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
    let own = try context.ship("y")
    for number in 0..<100 {
      let ship = Ship("y\(number)")
      ship.legs = [Fleet.Leg("\(number)")]
      context.insert(ship)
      own.title = "\(number)"
      try context.save()
    }
    #expect(try await !child.end())
    #expect(try child.noted().count == 100)
    let found = try titles(url)
    #expect(found.count == 202)
    #expect(found["x"] == "99" && found["y"] == "99")
    // This process goes on, and then knows all of them.
    context.insert(Ship("last"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Ship>()) == 203)
    #expect(try context.all(Ship.self).filter { $0.legs.count == 1 }.count == 200)
    withExtendedLifetime(folder) {}
  }

  @Test("one of them is killed while it saves, and what it has saved is kept", arguments: 0..<4)
  func killed(round: Int) async throws {
    let (folder, url) = try document(["x", "y"])
    let child = try Child(.saves, url, name: "x", count: 100_000)
    let context = ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
    let own = try context.ship("y")
    var number = 0
    while try child.noted().count < 3 + 2 * round {
      own.title = "\(number)"
      try context.save()
      number += 1
    }
    child.stop()
    #expect(try await child.end())
    let noted = try child.noted()
    own.title = "last"
    try context.save()
    let found = try titles(url)
    #expect(found["y"] == "last")
    #expect(Set(noted).isSubset(of: found.keys))
    // The last save may have been complete before it was noted.
    #expect(found.count - 2 - noted.count <= 1)
    withExtendedLifetime(folder) {}
  }

  @Test("one of them is killed at each step of a save that merges, and nothing is lost")
  func killedAtEachStep() async throws {
    func run(_ step: Int) async throws -> (isKilled: Bool, noted: [String], found: [String: String])
    {
      let (folder, url) = try document(["own"])
      let child = try Child(.merge, url, name: "child", killedAt: step)
      let isKilled = try await child.end()
      let noted = try child.noted()
      // The file is neither locked nor damaged, and no file is left behind.
      let context = ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
      context.insert(Ship("after"))
      try context.save()
      #expect(folder.names == ["fleet.store", "notes-child"], "step \(step)")
      return (isKilled, noted, try titles(url))
    }
    let whole = try await run(0)
    let calls = try #require(whole.noted.last).split(separator: ",")
    #expect(!whole.isKilled && whole.noted.contains("m2"))
    // Between two equal calls nothing has changed that other processes see.
    let steps = calls.indices.filter { $0 == 0 || calls[$0] != calls[$0 - 1] }.map { $0 + 1 }
    #expect(steps.count > 10)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, step) in steps.enumerated() {
        if index >= 4 { try await group.next() }
        group.addTask {
          let result = try await run(step)
          #expect(result.isKilled && result.noted == ["m1", "t1"], "step \(step)")
          #expect(
            Set(result.found.keys).isSuperset(of: ["own", "m1", "t1", "after"]), "step \(step)")
          // The save is whole or did not happen.
          #expect(
            (result.found["m2"] != nil) == (result.found["own"] == "changed"), "step \(step)")
        }
      }
      try await group.waitForAll()
    }
  }
}
