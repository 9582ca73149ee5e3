import Foundation
import Testing

@testable import tripconv

@Suite("Formats on the command line")
struct FormatNameTests {
  private let folder = ScratchFolder()

  @Test(
    "have the names and the suffixes of their files",
    arguments: [
      ("json", "flat-json"), ("xml", "flat-xml"), ("trips", "trips-json"), ("ics", "icalendar"),
      (".ics", "icalendar"), ("ICS", "icalendar"), ("jsonld", "json-ld"), ("gpx", "gpx"),
      ("kmz", "kmz"), ("tsv", "csv"), ("db", "sqlite"), ("flat-xml", "flat-xml"),
      ("Trips-JSON", "trips-json"),
    ])
  func suffixes(word: String, name: String) throws {
    #expect(try OutputFormat(option: word).name == name)
  }

  @Test(
    "say what to do instead, in one line",
    arguments: [
      ("html", "tripconv show FILE -o page.html"), ("pdf", "tripconv show FILE -o page.html"),
      ("xlsx", "write csv"), ("ods", "write csv"),
      ("md", "tripconv show and tripconv dump print text"),
      ("eml", "are read, not written"), ("mail", "are read, not written"),
      ("icalender", "did you mean 'icalendar'?"), ("zzzzzz", "formats: trips-json, trips-xml, "),
    ])
  func advice(word: String, words: String) throws {
    try folder.generate("a.trips", trips: 1)
    for arguments in [["-o", "b", "--to", word], ["-o", "b.\(word)"]]
    where arguments.count == 4 || words.contains("tripconv show") || words == "write csv" {
      let command = try Command(["convert", "a.trips"] + arguments, in: folder)
      #expect(command.status == 64)
      #expect(command.errors.contains(words), "\(command.errors)")
      #expect(command.errors.filter { $0 == "\n" }.count == 1 && !command.errors.contains("\\n"))
    }
    #expect(folder.names == ["a.trips"])
  }

  @Test("and other choices are listed in one line, without marks of line breaks")
  func choices() throws {
    for arguments in [
      ["convert", "a", "-o", "b.trips", "--level", "best"], ["list", "a", "--progress", "yes"],
      ["schema", "export", "a", "--as", "yaml"], ["list", "a", "--color", "blue"],
    ] {
      let command = try Command(arguments, in: folder)
      #expect(command.status == 64)
      #expect(
        !command.errors.contains("\\n") && !command.errors.contains("  - "), "\(command.errors)")
    }
  }

  @Test("a second file without -o is named as the output that it probably is")
  func output() throws {
    try folder.generate("a.trips", trips: 1)
    let command = try folder.run("convert", "a.trips", "x.xml")
    #expect(command.status == 64)
    #expect(
      command.errors.contains("'--output <out>'; did you mean '-o x.xml'?"), "\(command.errors)")
    #expect(!(try folder.run("convert", "a.trips").errors.contains("did you mean")))
    #expect(!(try folder.run("convert", "a.trips", "--to", "xml").errors.contains("did you mean")))
  }

  @Test(
    "versions of the schema may be short",
    arguments: [("4", "4.0.0"), ("4.0", "4.0.0"), ("4.0.0", "4.0.0"), ("6", "6.0.0")])
  func versions(text: String, version: String) throws {
    try folder.generate("a.trips", trips: 1)
    let command = try folder.run("convert", "a.trips", "-o", "b.trips", "--schema-version", text)
    #expect(command.status == 0, "\(command.errors)")
    #expect(try folder.run("inspect", "b.trips").text.contains("trips \(version)\n"))
  }

  @Test(
    "and unknown versions are refused", arguments: ["7", "4.1", "4.0.0.0", "", "v4", "4.", "."])
  func unknownVersions(text: String) throws {
    try folder.generate("a.trips", trips: 1)
    let command = try folder.run("convert", "a.trips", "-o", "b.trips", "--schema-version", text)
    #expect(command.status == 64 && command.errors.contains("unknown schema version"))
  }

  @Test("completions know the suffixes of all files that can be read")
  func completions() throws {
    let script = try folder.run("--generate-completion-script", "bash").text
    for suffix in [
      "trips", "csv", "tsv", "gpx", "kml", "kmz", "db", "sqlite3", "ical", "store", "htm",
    ] {
      #expect(script.contains(suffix), "\(suffix)")
    }
  }
}
