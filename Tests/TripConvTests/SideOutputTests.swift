import Foundation
import Testing

@Suite("Outputs beside the document")
struct SideOutputTests {
  private let folder = ScratchFolder()

  init() throws {
    let text = try String(contentsOfFile: MergeTests.source("small-v4"), encoding: .utf8)
    try folder.write(text, to: "base.trips.json")
    try folder.write(text.replacing("\"Paris\"", with: "\"Lyon\""), to: "ours.trips.json")
    try folder.write(text.replacing("\"Paris\"", with: "\"Nice\""), to: "theirs.trips.json")
    try folder.write("old", to: "out.trips")
  }

  /// The verbs that write a second file, which is the last argument.
  static let verbs: [[String]] = [
    [
      "merge", "base.trips.json", "ours.trips.json", "theirs.trips.json", "-o", "out.trips",
      "--conflicts",
    ],
    [
      "convert", "base.trips.json", "-o", "out.trips", "--schema-version", "3.0.0", "--loss-report",
    ],
    ["convert", "base.trips.json", "-o", "out.trips", "--loss-report"],
    [
      "migrate", "base.trips.json", "-o", "out.trips", "--schema-version", "3.0.0", "--loss-report",
    ],
    ["import", "in.ics", "--into", "base.trips.json", "-o", "out.trips", "--conflicts"],
    ["convert", "in.ics", "-o", "out.trips", "--reject"],
  ]

  private func writeCalendar() throws {
    try folder.write(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20250101\r\n"
        + "DTEND;VALUE=DATE:20250105\r\nSUMMARY:Rome\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
      to: "in.ics")
  }

  @Test("that cannot be created end the command before any work", arguments: verbs.indices)
  func missingFolder(verb: Int) throws {
    try writeCalendar()
    let command = try Command(Self.verbs[verb] + ["missing/report.json"], in: folder)
    #expect(command.status == 73)
    #expect(
      command.errors
        == "missing/report.json: error: cannot create the output: the folder missing does not exist [output-cannot-be-created]\n",
      "\(command.errors)")
    #expect(try folder.text("out.trips") == "old")
  }

  @Test(
    "that are full leave the document as it was", arguments: verbs.indices.dropLast())
  func full(verb: Int) throws {
    try writeCalendar()
    let command = try Command(Self.verbs[verb] + ["/dev/full"], in: folder)
    #expect(command.status != 0 && command.status != 1)
    #expect(command.errors.contains("/dev/full: error: "), "\(command.errors)")
    #expect(try folder.text("out.trips") == "old")
  }

  @Test("with rejected content that are full leave the document as it was")
  func fullReject() throws {
    try writeCalendar()
    let text = try folder.text("in.ics")
    try folder.write(
      text.replacing(
        "END:VCALENDAR",
        with: "BEGIN:VEVENT\r\nUID:2\r\nDTSTART:soon\r\nEND:VEVENT\r\nEND:VCALENDAR"),
      to: "in.ics")
    for verb in [["convert", "in.ics"], ["import", "in.ics", "--into", "base.trips.json"]] {
      let command = try Command(verb + ["-o", "out.trips", "--reject", "/dev/full"], in: folder)
      #expect(command.status == 74, "\(command.errors)")
      #expect(command.errors.contains("/dev/full: error: "), "\(command.errors)")
      #expect(try folder.text("out.trips") == "old")
      let missing = try Command(
        verb + ["-o", "missing/out.trips", "--reject", "rest.ics"], in: folder)
      #expect(missing.status == 73 && !folder.names.contains("rest.ics"))
      let other = try Command(verb + ["-o", "other.trips", "--reject", "rest.ics"], in: folder)
      #expect(other.status == 0, "\(other.errors)")
      #expect(try folder.text("rest.ics").contains("DTSTART:soon"))
      try FileManager.default.removeItem(at: folder.url.appending(path: "rest.ics"))
    }
  }

  @Test(
    "are refused if they are the document, under whatever name", arguments: verbs.indices,
    ["out.trips", "./out.trips", "link.trips"])
  func same(verb: Int, name: String) throws {
    try writeCalendar()
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "link.trips").path, withDestinationPath: "out.trips")
    let command = try Command(Self.verbs[verb] + [name], in: folder)
    #expect(command.status == 64, "\(command.errors)")
    #expect(try folder.text("out.trips") == "old")
  }

  @Test("do not appear if the document cannot be written", arguments: verbs.indices)
  func documentFails(verb: Int) throws {
    try writeCalendar()
    var arguments = Self.verbs[verb] + ["report.json"]
    let place = try #require(arguments.firstIndex(of: "out.trips"))
    arguments[place] = "missing/out.trips"
    let command = try Command(arguments, in: folder)
    #expect(command.status == 73)
    #expect(command.errors.hasPrefix("missing/out.trips: error: "), "\(command.errors)")
    #expect(!folder.names.contains("report.json"))
  }

  @Test("are refused if they are each other")
  func sameBeside() throws {
    try writeCalendar()
    let command = try folder.run(
      "convert", "in.ics", "-o", "out.trips", "--reject", "a.json", "--loss-report", "./a.json")
    #expect(command.status == 64)
    #expect(
      command.errors.contains("--reject and --loss-report name the same file"),
      "\(command.errors)")
  }

  @Test("generate, scrub and apply check their output before any work")
  func checked() throws {
    for arguments in [
      ["generate", "--trips", "20000000", "-o", "missing/a.trips"],
      ["scrub", "base.trips.json", "-o", "missing/a.trips"],
      ["apply", "base.trips.json", "p", "-o", "missing/a.trips"],
    ] {
      let command = try Command(arguments, in: folder)
      #expect(command.status == 73)
      #expect(command.errors.hasPrefix("missing/a.trips: error: "), "\(command.errors)")
    }
  }
}
