import Foundation
import Testing

@testable import tripconv

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Messages about wrong usage")
struct UsageTests {
  private let folder = ScratchFolder()

  @Test(
    "name the nearest command or option",
    arguments: [
      (["convrt", "a", "-o", "b"], "unknown command 'convrt'; did you mean 'convert'?"),
      (["vaildate", "a"], "did you mean 'validate'?"),
      (
        ["schema", "exprot"],
        "tripconv schema: error: unknown command 'exprot'; did you mean 'export'?"
      ),
      (["help", "convrt"], "did you mean 'convert'?"),
      (["help", "bogus"], "unknown command 'bogus'; commands: list, show,"),
      (["dump", "--entitty", "Trip", "a"], "Did you mean '--entity'?"),
      (["inspect", "-dash.trips"], "write './-dash.trips'"),
      (["migrate", "--in-place", "-o", "k", "a"], "--in-place and -o cannot be combined"),
      (["convert", "a", "-o", "b.json", "--trips", "-1"], "unknown option '--trips'"),
      (
        ["--quiet", "convert", "a", "-o", "b"],
        "unknown option '--quiet'; options follow the command: tripconv convert --quiet"
      ),
    ])
  func nearest(arguments: [String], words: String) throws {
    let command = try Command(arguments, in: folder)
    #expect(command.status == 64)
    #expect(command.errors.contains(words), "\(command.errors)")
    #expect(command.output.isEmpty)
  }

  @Test("leave words behind -- and negative numbers to the command")
  func plainWords() throws {
    try folder.generate("./-dash.trips")
    #expect(try folder.run("inspect", "--", "-dash.trips").status == 0)
    #expect(try folder.run("inspect", "./-dash.trips").status == 0)
    let negative = try folder.run("generate", "--trips", "-12", "-o", "b.trips")
    #expect(negative.errors.contains("--trips takes"))
  }

  @Test(
    "refuse a zip on a terminal", .enabled(if: FileManager.default.fileExists(atPath: "/dev/ptmx")))
  func terminal() throws {
    try folder.generate("a.trips")
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    // Unlocks the other end and asks for its number (pty(7), ioctl_tty(2)).
    var locked: Int32 = 0
    var number: Int32 = 0
    try #require(ioctl(terminal, 0x4004_5431, &locked) == 0)
    try #require(ioctl(terminal, 0x8004_5430, &number) == 0)
    // Not as the terminal that controls the tests, which would end with it.
    let other = open("/dev/pts/\(number)", O_WRONLY | O_NOCTTY)
    try #require(other >= 0)
    let output = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    for arguments in [
      ["convert", "a.trips", "-o", "-", "--to", "trips-json"], ["migrate", "a.trips", "-o", "-"],
      ["migrate", "a.trips", "-o", "-", "--schema-version", "1.0.0"],
      ["generate", "--trips", "1", "-o", "-", "--to", "trips-xml"],
    ] {
      let command = try Command(arguments, in: folder, terminal: output)
      #expect(command.status == 64, "\(arguments)")
      #expect(command.errors.contains("standard output is a terminal"))
    }
  }

  @Test(
    "suggest the name with the fewest differences, and none that differs in half of its letters",
    arguments: [
      ("objekts", "objects"), ("objcets", "objects"), ("object", "objects"), ("obj", nil),
      ("depht", "depth"), ("", nil), ("zzzzz", nil),
    ])
  func distance(word: String, name: String?) {
    #expect(NearestName.of(word, in: ["depth", "objects", "ratio"]) == name)
  }
}
