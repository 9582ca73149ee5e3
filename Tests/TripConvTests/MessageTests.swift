import DocumentFile
import Foundation
import Testing

@testable import TripPages
@testable import tripconv

@Suite("Messages of tripconv")
struct MessageTests {
  private let folder = ScratchFolder()

  @Test("begin with the file, the line and the column, as editors expect")
  func places() throws {
    try folder.write("{\n\"a\":1}", to: "bad.json")
    let flat = try folder.run("dump", "bad.json")
    #expect(
      flat.errors.hasPrefix(
        "bad.json:2:1: error: not a document of this format: the first member is \"a\", "
          + "expected \"header\" "))
    #expect(
      try folder.run("dump", "missing").errors == "missing: error: no such file [file-not-found]\n")
    let folderless = try folder.run("generate", "--trips", "1", "-o", "no/a.trips")
    #expect(folderless.status == 73)
    #expect(
      folderless.errors.contains("no/a.trips: error: ")
        && folderless.errors.contains("the folder no does not exist"))
  }

  @Test("advise to run the command again if another program has changed the file")
  func changedFile() throws {
    let message = try #require(Message(DocumentError(.fileChanged), file: "a.trips"))
    #expect(
      message.words == "another program has changed the file; run the command again [file-changed]")
  }

  @Test("are only warnings and errors with --quiet")
  func quiet() throws {
    try folder.generate("old.trips", version: "1.0.0")
    let loud = try folder.run("convert", "old.trips", "-o", "new.trips")
    #expect(loud.errors.hasPrefix("old.trips: note: migrated from 1.0.0 to 6.0.0: "))
    #expect(loud.errors.hasSuffix("; for a list run tripconv plan old.trips\n"))
    #expect(try folder.run("convert", "-q", "old.trips", "-o", "new.trips").errors.isEmpty)
    #expect(try folder.run("migrate", "--quiet", "new.trips", "-o", "b.trips").errors.isEmpty)
    let failed = try folder.run("convert", "--quiet", "missing", "-o", "new.trips")
    #expect(failed.errors == "missing: error: no such file [file-not-found]\n")
  }

  @Test("count merged and changed objects")
  func counts() throws {
    try folder.generate("old.trips", trips: 40, version: "1.0.0")
    let command = try folder.run("migrate", "--in-place", "old.trips")
    #expect(command.errors.contains(/: 2 duplicates merged, [0-9]+ objects changed\n/))
  }

  @Test("--version names the format, the schemas and the libraries")
  func version() throws {
    let lines = try folder.run("--version").text.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].contains(/^tripconv [0-9]+\.[0-9]+\.[0-9]+$/))
    #expect(lines[1] == "format   1.0")
    #expect(lines[2] == "schemas  1.0.0, 2.0.0, 3.0.0, 4.0.0, 5.0.0, 6.0.0")
    #expect(
      lines[3].contains(/libxml2 [0-9.]+, (libdeflate [0-9.]+, )?zlib [0-9.]+, OpenSSL [0-9]/))
  }

  @Test(
    "dates are printed in words, also before the year 1",
    arguments: [
      (0.0, "1 January 2001", "2001-01-01"), (43_200, "1 January 2001, 12:00", "2001-01-01 12:00"),
      (-86_400, "31 December 2000", "2000-12-31"),
      (-1, "31 December 2000, 23:59", "2000-12-31 23:59"),
      (-63_113_904_000, "1 January 1", "0001-01-01"),
      (-63_113_904_001, "31 December 1 BC, 23:59", "0000-12-31 23:59"),
      (-75_768_307_200, "1 January 401 BC", "-0400-01-01"), (1e300, "@1e+300", "@1e+300"),
    ])
  func dates(seconds: Double, long: String, short: String) {
    #expect(DateWords.long(seconds) == long)
    #expect(DateWords.short(seconds) == short)
  }

  @Test("have colors only on a terminal, and none with NO_COLOR or TERM=dumb")
  func colors() {
    let message = Message(.error, "no such file", at: "a.trips")
    let colored = "\u{1B}[1ma.trips:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m no such file\n"
    let plain = "a.trips: error: no such file\n"
    #expect(message.text(TerminalColor(isTerminal: true, [:])) == colored)
    #expect(message.text(TerminalColor(isTerminal: true, ["NO_COLOR": ""])) == colored)
    #expect(message.text(TerminalColor(isTerminal: true, ["NO_COLOR": "1"])) == plain)
    #expect(message.text(TerminalColor(isTerminal: true, ["TERM": "dumb"])) == plain)
    #expect(message.text(TerminalColor(isTerminal: false, [:])) == plain)
  }

  @Test(
    "completions exist for three shells, and name every command",
    arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let script = try folder.run("--generate-completion-script", shell)
    #expect(script.status == 0)
    for verb in ["convert", "list", "show", "schema", "diff"] {
      #expect(script.text.contains(verb))
    }
    guard shell == "bash" else { return }
    let bash = Process()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    bash.arguments = ["-n", "-c", script.text]
    try bash.run()
    bash.waitUntilExit()
    #expect(bash.terminationStatus == 0)
  }
}
