import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Exit codes of tripconv")
struct ExitCodeTests {
  private let folder = ScratchFolder()

  @Test(
    "64: the command was used wrongly",
    arguments: [
      [], ["frobnicate"], ["convert"], ["convert", "a.trips"], ["dump"], ["dump", "--nope", "a"],
      ["dump", "a", "b"], ["validate"], ["inspect", "a", "b"], ["inspect", ""],
      ["convert", "a.trips", "-o", ""], ["convert", "a.trips", "-o", "-"],
      ["convert", "a.trips", "-o", "b.pdf"], ["convert", "a.trips", "-o", "b", "--to", "pdf"],
      ["convert", "a.trips", "-o", "b.json", "--store"],
      ["convert", "a.trips", "-o", "b.json", "--level", "export"],
      ["convert", "a.trips", "-o", "b.trips", "--level", "9"],
      ["convert", "a.trips", "-o", "b.trips", "--level", "export", "--store"],
      ["history"], ["history", "list"], ["history", "show", "a.trips", "x"],
      ["history", "prune", "a.trips"], ["history", "prune", "-", "--keep", "1"],
      ["history", "prune", "a.trips", "--keep", "-1"],
      ["convert", "a.trips", "-o", "b.trips", "--with-history", "--without-history"],
      ["diff", "a"], ["diff", "-", "-"], ["diff", "a", "b", "--patch"],
      ["diff", "a", "b", "-o", "c"],
      ["diff", "a", "b", "--patch", "-o", ""], ["diff", "a", "b", "--patch", "--json", "-o", "c"],
      ["apply", "a", "b"], ["apply", "a", "b", "-o", ""], ["apply", "-", "-", "-o", "c"],
      ["apply", "a", "b", "--in-place", "-o", "c"], ["apply", "a", "b", "-o", "c", "--backup"],
      ["apply", "-", "b", "--in-place"],
      ["merge", "a", "-o", "c"], ["merge", "a", "b"], ["merge", "a", "b", "-o", ""],
      ["merge", "a", "b", "c", "d", "-o", "e"], ["merge", "-", "-", "-o", "c"],
      ["merge", "a", "b", "-o", "c", "--conflicts", "c"], ["merge", "a", "b", "-o", "a"],
      ["merge", "a", "b", "-o", "c", "--policy", "best"], ["git"], ["git", "enable", "x"],
      ["scrub", "a.trips"], ["scrub", "a.trips", "-o", ""], ["scrub", "a.trips", "-o", "a.trips"],
      ["scrub", "a.trips", "-o", "b.pdf"],
      ["show", "a.trips", "-o", ""], ["show", "a.trips", "-o", "-"],
      ["show", "a.trips", "--to", "html"],
      ["show", "a.trips", "-o", "a.pdf"], ["show", "a.trips", "-o", "a.html", "--json"],
      ["new"], ["new", "a"], ["new", "a.pdf"], ["new", ""], ["new", "a.trips", "--history", "all"],
      ["add", "a.trips"], ["add", "-", "trip", "name=a"], ["add", "a.trips", "trip", "name"],
      ["add", "a.trips", "trip", "name=a", "-o", "a.trips"],
      ["add", "a.trips", "trip", "name=a", "-o", "b.trips", "--backup"],
      ["remove", "a.trips"], ["remove", "-", "a"], ["undo"], ["undo", "-"],
      ["undo", "a.trips", "--save", "x"], ["edit"], ["edit", "-"],
      ["edit", "a.trips", "a", "--all"], ["edit", "a.trips", "--from", ""],
      ["history", "keep", "a.trips"], ["history", "keep", "-", "--values"],
      ["history", "keep", "a.trips", "--values", "--none"],
      ["import", "a.ics"], ["import", "a.ics", "--into", "a.trips", "-o", ""],
      ["import", "a.ics", "--into", "a.trips", "-o", "a.ics"],
      ["import", "a.ics", "--into", "a.trips", "-o", "b.trips", "--backup"],
      ["import", "-", "--into", "-", "-o", "b.trips"], ["import", "a.ics", "--into", "-"],
      ["import", "a.ics", "--into", "a.trips", "--reject", "a.ics"],
      ["import", "a.ics", "--into", "a.trips", "--conflicts", ""],
      ["import", "a.ics", "--into", "a.trips", "--time-zone", "Mars"],
      ["convert", "a.ics", "-o", "a.trips", "--reject", "a.trips"],
      ["convert", "a.ics", "-o", "a.trips", "--reject", ""],
      ["convert", "a.ics", "-o", "a.trips", "--time-zone", "CET+1"],
      ["convert", "a.trips", "-o", "a.ics", "--schema-version", "4.0.0"],
      ["convert", "a.trips", "-o", "a.ics", "--keep-version"],
      ["convert", "a.trips", "-o", "b.trips", "--from", "May"],
      ["convert", "a.trips", "-o", "b.trips", "--where", "name"], ["formats", "a"],
      ["generate", "-o", "a.trips"],
      ["generate", "--trips", "-1", "-o", "a.trips"],
      ["generate", "--trips", "x", "-o", "a.trips"],
      ["generate", "--trips", "1", "--seed", "-1", "-o", "a.trips"],
      ["generate", "--trips", "1", "--schema-version", "9.0.0", "-o", "a.trips"],
      ["generate", "--trips", "1", "--schema-version", "4.2", "-o", "a.trips"],
    ])
  func usage(arguments: [String]) throws {
    let command = try Command(arguments, in: folder)
    #expect(command.status == 64)
    #expect(command.output.isEmpty)
    #expect(command.errors.hasPrefix("tripconv"))
    #expect(command.errors.hasSuffix(" --help)\n"))
    #expect(command.errors.count { $0 == "\n" } == 1, "it is one line")
    #expect(folder.names.isEmpty)
  }

  // Spec 8-3
  @Test(
    "65: the input is no document",
    arguments: ["", "{", "{\"a\":1}", "<a/>", "PK\u{3}\u{4}", "SQLite format 3\0", "hello"])
  func badData(text: String) throws {
    try folder.write(text, to: "bad")
    for verb in [["dump"], ["inspect"], ["convert", "-o", "out.trips"]] {
      let command = try Command(verb + ["bad"], in: folder)
      #expect(command.status == 65)
      #expect(command.errors.hasPrefix("bad"))
      #expect(command.errors.contains("["), "the rule is named")
      #expect(command.output.isEmpty)
    }
    #expect(folder.names == ["bad"])
    let validate = try folder.run("validate", "bad")
    #expect(validate.status == 65)
    #expect(validate.text.hasPrefix("bad:") && validate.text.contains(" error: "))
  }

  // Spec 8-3
  @Test("66: the input does not exist, or is a directory", arguments: ["missing", "."])
  func cannotRead(name: String) throws {
    for verb in [["dump"], ["inspect"], ["convert", "-o", "out.trips"]] {
      let command = try Command(verb + [name], in: folder)
      #expect(command.status == 66)
      #expect(command.errors.hasPrefix("\(name): error: "))
    }
    #expect(folder.names.isEmpty)
  }

  @Test("66: the input may not be read", .enabled(if: geteuid() != 0))
  func unreadable() throws {
    try folder.generate("a.trips")
    #expect(chmod(folder.url.appending(path: "a.trips").path, 0) == 0)
    #expect(try folder.run("dump", "a.trips").status == 66)
  }

  @Test("73: the output is a directory, in none, or write-protected")
  func cannotCreate() throws {
    try folder.generate("a.trips")
    try folder.write("kept", to: "protected.trips")
    #expect(chmod(folder.url.appending(path: "protected.trips").path, 0o444) == 0)
    for output in [".", "nowhere/b.trips", "protected.trips"] {
      let command = try folder.run("convert", "a.trips", "-o", output, "--to", "trips-json")
      #expect(command.status == 73)
      #expect(command.errors.hasPrefix("\(output): error: "))
    }
    #expect(try folder.text("protected.trips") == "kept")
    #expect(folder.names == ["a.trips", "protected.trips"])
  }

  // Spec 8-3
  @Test("74: the device is full", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func deviceFull() throws {
    try folder.generate("a.trips")
    for arguments in [
      ["dump", "a.trips"], ["inspect", "a.trips"], ["inspect", "--json", "a.trips"],
      ["validate", "a.trips"], ["validate", "--json", "a.trips"], ["--help"], ["--version"],
      ["diff", "/dev/null", "a.trips"], ["diff", "--json", "a.trips", "a.trips"],
      ["convert", "a.trips", "-o", "-", "--to", "flat-json"],
      ["convert", "a.trips", "-o", "-", "--to", "icalendar"],
      ["convert", "a.trips", "-o", "-", "--to", "json-ld"],
      ["convert", "a.trips", "-o", "-", "--to", "itinerary"],
      ["convert", "a.trips", "-o", "-", "--to", "csv"],
      ["convert", "a.trips", "-o", "-", "--to", "sqlite"],
      ["show", "a.trips", "-o", "-", "--to", "html"],
    ] {
      let command = try Command(arguments, in: folder, output: "/dev/full")
      #expect(command.status == 74, "\(arguments)")
      #expect(command.errors.contains("No space left on device"))
    }
    let command = try folder.run("convert", "a.trips", "-o", "/dev/full", "--to", "trips-xml")
    #expect(command.status == 74)
  }

  @Test(
    "SIGPIPE, quietly: the reader of the output went away",
    arguments: [
      ["dump", "a.trips.json"], ["dump", "--entity", "Trip", "a.trips.json"],
      ["convert", "a.trips.json", "-o", "-", "--to", "icalendar"],
      ["inspect", "a.trips.json"], ["validate", "a.trips.json"], ["plan", "a.trips.json"],
      ["convert", "a.trips.json", "-o", "-", "--to", "flat-json"],
      ["convert", "a.trips.json", "-o", "/dev/stdout", "--to", "trips-xml"],
      ["convert", "a.trips.json", "-o", "-", "--to", "trips-json", "--drop-lost"],
      ["migrate", "a.trips.json", "-o", "-"],
      ["show", "a.trips.json", "-o", "-", "--to", "html"],
      ["show", "a.trips.json", "-o", "/dev/stdout", "--to", "html"],
      ["diff", "/dev/null", "a.trips.json"],
      ["diff", "/dev/null", "a.trips.json", "--json"],
      ["diff", "/dev/null", "a.trips.json", "--patch", "-o", "-"],
      ["generate", "--trips", "9", "-o", "-", "--to", "flat-xml"],
      ["schema", "export", "a.trips.json", "-o", "-"], ["--help"],
    ])
  func closedPipe(arguments: [String]) throws {
    try folder.generate("a.trips.json", trips: 400)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let process = Process()
    process.executableURL = Command.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = pipe
    let errors = Pipe()
    process.standardError = errors
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    ended.wait()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGPIPE)
    #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
    #expect(folder.names == ["a.trips.json"])
  }

  @Test("0: help and version")
  func help() throws {
    for arguments in [["--help"], ["-h"], ["help"], ["--version"], ["help", "convert"]] {
      let command = try Command(arguments, in: folder)
      #expect(command.status == 0)
      #expect(!command.output.isEmpty && command.errors.isEmpty)
    }
  }
}
