import Foundation
import Testing

@Suite("tripconv migrate and plan")
struct MigrateTests {
  private let folder = ScratchFolder()

  private func dump(_ name: String) throws -> String {
    try folder.run("dump", "--keep-version", name).text
  }

  /// A document that older versions cannot hold.
  private func generateKinds(_ name: String) throws {
    try folder.generate("plain.trips.json", trips: 3)
    let text = try folder.text("plain.trips.json")
    let marked = text.replacingOccurrences(
      of: "\"isConfirmed\":false", with: "\"isConfirmed\":true")
    try #require(marked != text)
    try folder.write(marked, to: name)
    try FileManager.default.removeItem(at: folder.url.appending(path: "plain.trips.json"))
  }

  @Test("goes down and up again without a loss, and says what it did")
  func thereAndBack() throws {
    try generateKinds("a.trips.json")
    let down = try folder.run("migrate", "a.trips.json", "-o", "b", "--schema-version", "2.0.0")
    #expect(down.status == 0, "\(down.errors)")
    #expect(down.errors.contains("a.trips.json: note: migrated from 6.0.0 to 2.0.0"))
    #expect(down.errors.contains("are carried in the document"))
    #expect(try dump("b").contains("version = 2.0.0"))
    #expect(try folder.text("b").hasPrefix("{"), "the form stays")
    let up = try folder.run("migrate", "b", "-o", "c")
    #expect(up.status == 0 && up.errors.contains("are restored"))
    #expect(try dump("c") == dump("a.trips.json"))
  }

  // Spec 7.4-1, 10-2
  @Test("leaves out what is lost where told to, and lists it")
  func dropped() throws {
    try generateKinds("a.trips.json")
    let down = try folder.run(
      "migrate", "a.trips.json", "-o", "b", "--schema-version", "3.0.0", "--drop-lost",
      "--loss-report", "lost.json")
    #expect(down.status == 0 && down.errors.contains("are dropped"))
    #expect(!(try folder.text("b").contains("isConfirmed")))
    let report = try JSONSerialization.jsonObject(with: try folder.bytes("lost.json"))
    let files = (report as? [String: Any])?["files"] as? [[String: Any]]
    #expect(files?.first?["file"] as? String == "a.trips.json")
    let losses = try #require(files?.first?["losses"] as? [[String: Any]])
    #expect(losses.contains { $0["property"] as? String == "isConfirmed" })
  }

  @Test("writes nothing, with exit code 65, where nothing may be lost")
  func refused() throws {
    try generateKinds("a.trips.json")
    for verb in ["migrate", "convert"] {
      let command = try folder.run(
        verb, "a.trips.json", "-o", "b.json", "--schema-version", "3.0.0", "--fail-on-loss",
        "--loss-report", "lost.json")
      #expect(command.status == 65)
      #expect(command.errors.contains("not written: version 3.0.0 cannot store"))
      #expect(folder.names == ["a.trips.json", "lost.json"])
    }
  }

  @Test("writes many documents in their places, with the old files beside them where asked")
  func inPlace() throws {
    for (name, version) in [("a.trips", "1.0.0"), ("b.trips", "6.0.0"), ("c.trips", "2.0.0")] {
      try folder.generate(name, version: version)
    }
    let old = try folder.bytes("a.trips")
    let unchanged = try folder.bytes("b.trips")
    let command = try folder.run(
      "migrate", "--in-place", "--backup", "a.trips", "b.trips", "missing.trips", "c.trips")
    #expect(command.status == 66, "that of the first that failed")
    #expect(command.errors.contains("b.trips: note: has version 6.0.0 already, left unchanged"))
    #expect(folder.names == ["a.trips", "a.trips~", "b.trips", "c.trips", "c.trips~"])
    #expect(try folder.bytes("a.trips~") == old)
    #expect(try folder.bytes("b.trips") == unchanged)
    for name in ["a.trips", "c.trips"] { #expect(try dump(name).contains("version = 6.0.0")) }
  }

  @Test("a backup has the rights of the file")
  func rights() throws {
    try folder.generate("a.trips", version: "1.0.0")
    let path = folder.url.appending(path: "a.trips").path
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try folder.run("migrate", "--in-place", "--backup", "a.trips").status == 0)
    for name in [path, path + "~"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: name)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test(
    "writes the form that the name of the file promises, else that of the document",
    arguments: ["a.trips", "a.trips.json", "a.trips.xml", "zipped.xml"],
    ["1.0.0", "3.0.0"])
  func forms(name: String, version: String) throws {
    let made = try folder.run(
      "generate", "--trips", "3", "--schema-version", version, "-o", name, "--to",
      ["a.trips": "trips-json", "a.trips.json": "flat-json", "a.trips.xml": "flat-xml"][name]
        ?? "trips-xml")
    try #require(made.status == 0)
    let beginning = try folder.bytes(name).prefix(80)
    for (output, start) in [("b.trips", "PK"), ("b.json", "{"), ("b.xml", "<"), ("b", nil)] {
      let command = try folder.run("migrate", name, "-o", output)
      #expect(command.status == 0, "\(command.errors)")
      let written = try folder.bytes(output)
      #expect(written.starts(with: start.map { Data($0.utf8) } ?? beginning.prefix(1)))
    }
    #expect(try dump("b.xml") == folder.run("dump", name).text)
    // A name says nothing of what is in a zip.
    let isZip = beginning.starts(with: Data("PK".utf8))
    let expected = isZip && name.hasSuffix("xml") ? "xml" : "json"
    #expect(try folder.bytes("b.trips").prefix(120).contains(Data("encoding=\(expected)".utf8)))
  }

  @Test("names in a folder, and in place, promise nothing")
  func formsInPlace() throws {
    try folder.generate("a.trips", trips: 2, version: "3.0.0")
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "a.trips"), to: folder.url.appending(path: "a.json"))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "new"), withIntermediateDirectories: true)
    #expect(try folder.run("migrate", "a.json", "-o", "new").status == 0)
    #expect(try folder.run("migrate", "a.json", "--in-place").status == 0)
    for name in ["a.json", "new/a.json"] {
      #expect(try folder.bytes(name).starts(with: Data("PK".utf8)))
    }
  }

  @Test("writes several documents into a folder, under their names")
  func intoFolder() throws {
    for name in ["a.trips", "b.trips.xml"] { try folder.generate(name, trips: 2) }
    let command = try folder.run(
      "migrate", "a.trips", "b.trips.xml", "-o", "old/ones", "--schema-version", "1.0.0")
    #expect(command.status == 0, "\(command.errors)")
    for name in ["old/ones/a.trips", "old/ones/b.trips.xml"] {
      #expect(try dump(name).contains("version = 1.0.0"))
    }
  }

  @Test(
    "64: what contradicts itself",
    arguments: [
      ["migrate"], ["migrate", "a"], ["migrate", "a", "-o", "b", "--in-place"],
      ["migrate", "a", "-o", "b", "--backup"], ["migrate", "-", "--in-place"],
      ["migrate", "a", "b", "-o", "-"], ["migrate", "x/a", "y/a", "-o", "f"],
      ["migrate", "a", "-o", "b", "--fail-on-loss", "--drop-lost"],
      ["migrate", "a", "-o", "b", "--loss-report", "b"],
      ["migrate", "a", "-o", "b", "--schema-version", "7.0.0"],
      ["convert", "a", "-o", "b.json", "--keep-version", "--schema-version", "1.0.0"],
      ["plan"], ["plan", "a", "--schema-version", "1.2"],
    ])
  func usage(arguments: [String]) throws {
    let command = try Command(arguments, in: folder)
    #expect(command.status == 64, "\(command.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test("a loss report goes over no document that is read or written, by whatever name")
  func lossReportPlace() throws {
    try generateKinds("a.json")
    let original = try folder.bytes("a.json")
    for arguments in [
      ["migrate", "a.json", "--in-place", "--loss-report", "./a.json"],
      ["migrate", "a.json", "--in-place", "--backup", "--loss-report", "a.json~"],
      ["migrate", "a.json", "-o", "new.json", "--loss-report", "./new.json"],
      ["migrate", "a.json", "-o", ".", "--loss-report", "a.json"],
      ["convert", "a.json", "-o", "new.json", "--loss-report", "a.json"],
      ["convert", "a.json", "-o", "-", "--to", "flat-xml", "--loss-report", "-"],
    ] {
      let command = try Command(arguments + ["--schema-version", "3.0.0"], in: folder)
      #expect(command.status == 64, "\(arguments): \(command.errors)")
      #expect(folder.names == ["a.json"])
      #expect(try folder.bytes("a.json") == original)
    }
  }

  @Test("names no flag that the verb lacks where a document is too new")
  func tooNew() throws {
    try folder.generateNewer("new.json")
    for verb in [["plan", "new.json"], ["migrate", "new.json", "-o", "b"]] {
      let command = try Command(verb, in: folder)
      #expect(command.status == 65)
      #expect(!command.errors.contains("--keep-version"))
    }
  }

  @Test("a plan says everything and does nothing")
  func plan() throws {
    try generateKinds("a.trips.json")
    let text = try folder.run("plan", "a.trips.json", "--schema-version", "3.0.0").text
    #expect(text.contains("4.0.0 → 3.0.0"))
    #expect(text.contains("LivingAccommodation.isConfirmed is removed"))
    #expect(text.contains("lost, and kept in the document"))
    let json = try folder.run("plan", "--json", "a.trips.json", "--schema-version", "3.0.0").output
    let report = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(report["direction"] as? String == "down")
    #expect(report["file"] as? String == "a.trips.json")
    #expect((report["stages"] as? [Any])?.count == 3)
    #expect(try folder.run("plan", "a.trips.json").text.contains("there is nothing to do"))
    #expect(folder.names == ["a.trips.json"])
  }

  @Test(
    "replaces nothing where the losses cannot be reported",
    arguments: ["nowhere/lost.json", "/dev/full"])
  func reportWithoutPlace(report: String) throws {
    try generateKinds("a.json")
    try generateKinds("b.json")
    let original = try folder.bytes("a.json")
    for arguments in [
      ["migrate", "--in-place", "a.json", "b.json"],
      ["convert", "a.json", "-o", "c.json", "--to", "flat-json"],
    ] {
      let command = try Command(
        arguments + ["--schema-version", "3.0.0", "--loss-report", report], in: folder)
      #expect([73, 74].contains(command.status), "\(command.status): \(command.errors)")
      #expect(command.errors.contains(report))
      #expect(folder.names == ["a.json", "b.json"])
      #expect(try folder.bytes("a.json") == original)
      #expect(try folder.bytes("b.json") == original)
    }
  }

  @Test("a loss report is whole where some documents fail")
  func reportOfSome() throws {
    try generateKinds("a.json")
    try folder.write("{}", to: "b.json")
    let command = try folder.run(
      "migrate", "--in-place", "a.json", "b.json", "missing.json", "--schema-version", "3.0.0",
      "--loss-report", "lost.json")
    #expect(command.status == 65, "\(command.errors)")
    let report = try JSONSerialization.jsonObject(with: try folder.bytes("lost.json"))
    let files = (report as? [String: Any])?["files"] as? [[String: Any]]
    #expect(files?.compactMap { $0["file"] as? String } == ["a.json"])
    let none = try folder.run(
      "migrate", "--in-place", "missing.json", "--loss-report", "none.json")
    #expect(none.status == 66)
    #expect(try folder.text("none.json") == "{\"files\":[],\"version\":1}\n")
  }

  @Test("a pipe cannot be replaced by what is read from it, and is not waited for")
  func pipe() throws {
    try #require(mkfifo(folder.url.appending(path: "pipe").path, 0o600) == 0)
    let command = try folder.run("migrate", "--in-place", "pipe")
    #expect(command.status == 73)
    #expect(command.errors.contains("pipe: error: it is not a regular file"))
  }
}
