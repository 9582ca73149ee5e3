import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(
  "The pager of a terminal",
  .enabled(if: FileManager.default.fileExists(atPath: "/dev/ptmx")), .serialized)
struct PagerTests {
  private let folder = ScratchFolder()

  /// Runs a command on a terminal, and returns its code and what the terminal shows.
  private func run(
    _ arguments: [String], _ environment: [String: String]
  ) throws -> (status: Int32, shown: String) {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    defer { close(terminal) }
    // Unlocks the other end and asks for its number (pty(7), ioctl_tty(2)).
    var locked: Int32 = 0
    var number: Int32 = 0
    try #require(ioctl(terminal, 0x4004_5431, &locked) == 0)
    try #require(ioctl(terminal, 0x8004_5430, &number) == 0)
    let other = open("/dev/pts/\(number)", O_WRONLY | O_NOCTTY)
    try #require(other >= 0)
    let command = try Command(
      arguments, in: folder, terminal: FileHandle(fileDescriptor: other, closeOnDealloc: true),
      environment: environment)
    // The terminal keeps a few kilobytes until they are read.
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = max(0, read(terminal, &bytes, bytes.count))
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return (command.status, text.replacing("\r\n", with: "\n"))
  }

  private static let marking = ["TRIPCONV_PAGER": "sed 's/^/page: /'"]

  @Test(
    "gets the output of verbs with long texts",
    arguments: [
      ["list", "a.trips"], ["show", "a.trips", "#1"],
      ["dump", "a.trips", "--entity", "Participant"],
      ["diff", "/dev/null", "a.trips"],
    ])
  func verbs(arguments: [String]) throws {
    try folder.generate("a.trips", trips: 2)
    let (status, shown) = try run(arguments, Self.marking)
    #expect(status == (arguments[0] == "diff" ? 1 : 0))
    let lines = shown.split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("page: ") }, "\(shown)")
    let plain = try run(arguments + ["--no-pager"], Self.marking)
    #expect(plain.status == status && !plain.shown.isEmpty && !plain.shown.contains("page: "))
  }

  @Test("gets the history, too")
  func history() throws {
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples/history-v4/source.trips.json").standardizedFileURL.path
    for arguments in [["list"], ["show", "2"], ["net"]] {
      let words = ["history", arguments[0], sample] + arguments.dropFirst()
      #expect(try run(words, Self.marking).shown.hasPrefix("page: "), "\(arguments)")
    }
  }

  @Test("is TRIPCONV_PAGER before PAGER, and none if that is empty, cat or missing")
  func choice() throws {
    try folder.generate("a.trips", trips: 1)
    func shown(_ environment: [String: String]) throws -> String {
      let (status, shown) = try run(["list", "a.trips"], environment)
      #expect(status == 0 && shown.contains("Name"))
      return shown
    }
    let sed = "sed 's/^/page: /'"
    #expect(try shown(["PAGER": sed]).hasPrefix("page: "))
    #expect(try !shown(["PAGER": sed, "TRIPCONV_PAGER": ""]).hasPrefix("page: "))
    #expect(try !shown(["PAGER": sed, "TRIPCONV_PAGER": "cat"]).hasPrefix("page: "))
    #expect(try !shown(["PAGER": sed, "TERM": "dumb"]).hasPrefix("page: "))
    _ = try shown(["PAGER": "no-such-pager"])
    _ = try shown(["PAGER": "/no/such/pager -x"])
    #expect(try shown(["PAGER": "A=1 " + sed]).hasPrefix("page: "))
  }

  @Test("gets the options that git gives to less, unless they are set")
  func options() throws {
    try folder.generate("a.trips", trips: 1)
    let printing = ["PAGER": "X=1 sh -c 'cat >/dev/null; echo options $LESS'"]
    #expect(try run(["list", "a.trips"], printing).shown == "options FRX\n")
    #expect(
      try run(["list", "a.trips"], printing.merging(["LESS": "S"]) { $1 }).shown == "options S\n")
  }

  @Test("may be left before the end, which is no error")
  func early() throws {
    try folder.generate("a.trips", trips: 3000)
    let (status, shown) = try run(["dump", "a.trips"], ["PAGER": "X=1 head -n 1"])
    #expect(status == 0 && shown == "$document\n")
  }

  @Test("has no part in errors and in output that is no terminal")
  func others() throws {
    try folder.generate("a.trips", trips: 1)
    let (status, shown) = try run(["list", "missing.trips"], Self.marking)
    #expect(status == 66 && shown.isEmpty)
    let piped = try Command(["list", "a.trips"], in: folder, environment: Self.marking)
    #expect(piped.status == 0 && !piped.text.contains("page: "))
  }

  @Test("and --color decide whether text has colors")
  func colors() throws {
    try folder.generate("a.trips", trips: 1)
    let escape = "\u{1B}["
    #expect(try run(["list", "a.trips"], Self.marking).shown.contains(escape))
    #expect(try !run(["list", "a.trips", "--color", "never"], Self.marking).shown.contains(escape))
    #expect(
      try !run(["list", "a.trips"], Self.marking.merging(["NO_COLOR": "1"]) { $1 }).shown
        .contains(escape))
    for (choice, isColored) in [("always", true), ("auto", false), ("never", false)] {
      let bad = try folder.run("validate", "missing", "--color", choice)
      #expect(bad.errors.contains(escape) == isColored)
      try folder.write("hello", to: "bad")
      let finding = try folder.run("validate", "bad", "--color", choice)
      #expect(finding.text.contains("\(escape)1;31merror:") == isColored, "\(finding.text)")
    }
  }
}
