import Foundation
import Testing

@Suite("tripconv convert")
struct ConvertTests {
  private let folder = ScratchFolder()

  @Test(
    "takes the form from the name of the output",
    arguments: [
      ("a.trips", "PK"), ("a.TRIPS", "PK"), ("a.trips.json", "{\n"), ("a.json", "{\n"),
      ("a.trips.xml", "<?xml"), ("a.xml", "<?xml"),
    ])
  func formFromName(name: String, beginning: String) throws {
    try folder.generate("source.trips")
    let command = try folder.run("convert", "source.trips", "-o", name)
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.output.isEmpty && command.errors.isEmpty)
    #expect(try folder.bytes(name).starts(with: Data(beginning.utf8)))
    #expect(folder.names == [name, "source.trips"].sorted())
  }

  @Test("takes the form from --to, whatever the name", arguments: ["a.trips", "a.json", "a", "-"])
  func formFromOption(name: String) throws {
    try folder.generate("source.trips")
    let command = try folder.run("convert", "source.trips", "-o", name, "--to", "flat-xml")
    #expect(command.status == 0, "\(command.errors)")
    let written = name == "-" ? command.output : try folder.bytes(name)
    #expect(written.starts(with: Data("<?xml".utf8)))
  }

  @Test(
    "loses nothing on the way through all four forms",
    arguments: ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0"])
  func forms(version: String) throws {
    try folder.generate("source.trips", version: version)
    let expected = try folder.run("dump", "--all", "--keep-version", "source.trips").text
    #expect(expected.contains("version = \(version)"))
    var previous = "source.trips"
    for form in ["flat-xml", "trips-xml", "flat-json", "trips-json"] {
      let command = try folder.run(
        "convert", previous, "-o", form, "--to", form, "--keep-version")
      #expect(command.status == 0, "\(command.errors)")
      #expect(try folder.run("dump", "--all", "--keep-version", form).text == expected)
      previous = form
    }
    #expect(try folder.bytes("trips-json") == folder.bytes("source.trips"))
  }

  @Test("migrates to the current version and says in one line what that changed")
  func migration() throws {
    try folder.generate("old.trips", version: "1.0.0")
    let old = try folder.bytes("old.trips")
    let command = try folder.run("convert", "old.trips", "-o", "new.trips")
    #expect(command.status == 0)
    let lines = command.errors.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(
      try #require(lines.first).hasPrefix(
        "old.trips: note: migrated from 1.0.0 to 6.0.0: "))
    #expect(command.errors.contains("objects changed"))
    #expect(try folder.run("dump", "new.trips").text.contains("version = 6.0.0"))
    #expect(try folder.bytes("old.trips") == old)
  }

  @Test("works from standard input to standard output")
  func pipes() throws {
    try folder.generate("source.trips")
    let json = try folder.run(
      "convert", "-", "-o", "-", "--to", "flat-json", input: try folder.bytes("source.trips"))
    #expect(json.status == 0, "\(json.errors)")
    let zip = try folder.run("convert", "-", "-o", "-", "--to", "trips-json", input: json.output)
    #expect(zip.output == (try folder.bytes("source.trips")))
    #expect(folder.names == ["source.trips"])
  }

  @Test("writes entries as they are where told to store them")
  func stored() throws {
    try folder.generate("source.trips", trips: 3)
    let command = try folder.run("convert", "source.trips", "-o", "a.trips", "--store")
    #expect(command.status == 0)
    let marker = Data("{\"$id\":".utf8)
    #expect(try folder.bytes("a.trips").range(of: marker) != nil)
    #expect(try folder.bytes("source.trips").range(of: marker) == nil)
  }

  @Test("compresses as far as it is told, with one content")
  func levels() throws {
    try folder.generate("source.trips", trips: 60)
    let sizes = try ["autosave", "default", "export"].map { level in
      let command = try folder.run(
        "convert", "source.trips", "-o", "\(level).trips", "--level", level)
      #expect(command.status == 0, "\(command.errors)")
      return try folder.bytes("\(level).trips").count
    }
    #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2], "\(sizes)")
    #expect(try folder.bytes("default.trips") == folder.bytes("source.trips"))
    #expect(
      try folder.run("dump", "autosave.trips").text == folder.run("dump", "export.trips").text)
  }

  @Test(
    "refuses its input as the output, by whatever name, and names the command that is meant",
    arguments: ["a.trips", "./a.trips", "link.trips"])
  func ownInput(output: String) throws {
    try folder.generate("a.trips", version: "2.0.0")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "link.trips"),
      withDestinationURL: folder.url.appending(path: "a.trips"))
    let before = try folder.bytes("a.trips")
    for (input, output) in [("a.trips", output), (output, "a.trips")] {
      let command = try folder.run("convert", input, "-o", output)
      #expect(command.status == 64)
      #expect(command.errors.contains("tripconv migrate --in-place --backup \(input)"))
    }
    for arguments in [["-o", output], ["-o", "."]] {
      #expect(try Command(["migrate", "a.trips"] + arguments, in: folder).status == 64)
    }
    #expect(try folder.run("schema", "export", "a.trips", "-o", output).status == 64)
    #expect(try folder.bytes("a.trips") == before)
    #expect(folder.names == ["a.trips", "link.trips"])
  }

  @Test("refuses the file behind standard input as the output", arguments: ["convert", "migrate"])
  func ownStandardInput(verb: String) throws {
    try folder.generate("a.trips", version: "2.0.0")
    let before = try folder.bytes("a.trips")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "\"$0\" \(verb) - -o a.trips <a.trips 2>errors", Command.executable.path,
    ]
    shell.currentDirectoryURL = folder.url
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 64)
    #expect(
      try folder.text("errors").contains("the output is the file that is read; write to another"))
    #expect(try folder.bytes("a.trips") == before)
  }

  @Test("leaves the output as it was, and nothing beside it, where the input is bad")
  func untouched() throws {
    try folder.generate("source.trips")
    try folder.bytes("source.trips").dropLast(100).write(
      to: folder.url.appending(path: "cut.trips"))
    try folder.write("kept", to: "out.trips")
    for output in ["out.trips", "new.trips"] {
      let command = try folder.run("convert", "cut.trips", "-o", output)
      #expect(command.status == 65)
      #expect(command.errors.hasPrefix("cut.trips: error: "))
    }
    #expect(try folder.text("out.trips") == "kept")
    #expect(folder.names == ["cut.trips", "out.trips", "source.trips"])
  }
}
