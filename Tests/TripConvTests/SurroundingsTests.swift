import Foundation
import Testing

@Suite("tripconv in surroundings that are not as usual")
struct SurroundingsTests {
  private let folder = ScratchFolder()

  /// Runs a line of shell; `$0` is the command.
  private func shell(_ line: String) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line, Command.executable.path]
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    let said = folder.url.appending(path: "said")
    try Data().write(to: said)
    process.standardOutput = try FileHandle(forWritingTo: said)
    process.standardError = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    ended.wait()
    try #require(process.terminationReason == .exit)
    let text = String(decoding: try Data(contentsOf: said), as: UTF8.self)
    try FileManager.default.removeItem(at: said)
    return (process.terminationStatus, text)
  }

  @Test("a name that is not UTF-8 is refused rather than taken for another")
  func foreignName() throws {
    try folder.generate("a.trips")
    let run = try shell(#"exec "$0" convert a.trips -o "$(printf 'b\377.trips')""#)
    #expect(run.status == 64)
    #expect(folder.names == ["a.trips"])
  }

  @Test(
    "closed streams do not lend their numbers to documents",
    arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func closedStreams(closing: String) throws {
    try folder.generate("old.trips.json", version: "1.0.0")
    let convert = try shell(#"exec "$0" convert old.trips.json -o new.trips \#(closing)"#)
    #expect(convert.status == 0)
    #expect(try folder.run("validate", "old.trips.json", "new.trips").status == 0)
    #expect(try shell(#"exec "$0" dump new.trips >&- <&-"#).status == 74)
    #expect(try shell(#"exec "$0" dump - <&-"#).status == 66)
    #expect(try shell(#"exec "$0" dump - <."#).status == 66)
  }

  @Test("standard output that is appended to is appended to")
  func appending() throws {
    try folder.write("before", to: "log")
    let line = #"exec "$0" generate --trips 1 -o /dev/stdout --to flat-json >>log"#
    #expect(try shell(line).status == 0)
    #expect(try folder.text("log").hasPrefix("before{"))
  }

  @Test("control characters in names do not reach the terminal")
  func controlCharacters() throws {
    let name = "a\u{1B}[31m\n.trips"
    try folder.generate(name, version: "1.0.0")
    let runs = [
      try folder.run("validate", name), try folder.run("inspect", name),
      try folder.run("convert", name, "-o", "b.trips"), try folder.run("dump", name + "x"),
    ]
    for run in runs {
      #expect(!run.text.contains("\u{1B}") && !run.errors.contains("\u{1B}"))
      #expect((run.text + run.errors).contains(#"a\u{1B}[31m\n.trips"#))
    }
  }
}
