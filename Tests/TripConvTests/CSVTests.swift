import Foundation
import Testing

/// CSV files on the command line.
@Suite("tripconv with CSV files")
struct CSVTests {
  private let folder = ScratchFolder()
  private static let bookings = """
    Hotel;Check-in;Check-out;Weather
    Borges;03.05.2024;05.05.2024;90
    "broken"x;04.05.2024;;
    Ibis;soon;08.05.2024;

    """

  @Test("convert reads a table, reports with places, and writes it back as it was")
  func convert() throws {
    try folder.write(Self.bookings, to: "a.csv")
    let read = try folder.run("convert", "a.csv", "-o", "a.trips", "--reject", "bad.csv")
    #expect(read.status == 0, "\(read.errors)")
    #expect(read.errors.contains("a.csv:3: warning: the quotes of the row are broken"))
    #expect(
      read.errors.contains("a.csv:4:6: warning: Check-in: the day or the time cannot be read"))
    #expect(read.errors.contains("note: kept for export: Weather"))
    let bad = try String(decoding: folder.bytes("bad.csv"), as: UTF8.self)
    #expect(bad == "Hotel;Check-in;Check-out;Weather\n\"broken\"x;04.05.2024;;\n")
    let written = try folder.run("convert", "a.trips", "-o", "b.csv")
    #expect(written.status == 0 && written.errors.isEmpty, "\(written.errors)")
    let text = try String(decoding: folder.bytes("b.csv"), as: UTF8.self)
    #expect(text == Self.bookings.replacing("\"broken\"x;04.05.2024;;\n", with: ""))
    let strict = try folder.run("convert", "a.csv", "-o", "c.trips", "--strict")
    #expect(strict.status == 65)
  }

  @Test(
    "every verb that reads documents reads a table",
    arguments: [
      ["list", "a.csv"], ["show", "a.csv", "a"], ["dump", "a.csv"], ["inspect", "a.csv"],
      ["plan", "a.csv"], ["scrub", "a.csv", "-o", "b.trips"], ["diff", "a.csv", "a.csv"],
      ["convert", "a.csv", "-o", "old.trips", "--schema-version", "1.0.0"],
      ["convert", "a.csv", "-o", "a.ics"], ["convert", "a.csv", "-o", "-", "--to", "csv"],
    ])
  func verbs(_ words: [String]) throws {
    try folder.write(Self.bookings, to: "a.csv")
    let command = try Command(words, in: folder)
    #expect(command.status == 0, "\(command.errors)")
  }

  @Test("import brings a newer table into the document, and says what changed")
  func update() throws {
    try folder.write(Self.bookings, to: "a.csv")
    _ = try folder.run("convert", "a.csv", "-o", "a.trips", "-q")
    try folder.write(
      Self.bookings.replacing("05.05.2024", with: "06.05.2024") + "New;09.05.2024;;\n", to: "a.csv")
    let updated = try folder.run("import", "a.csv", "--into", "a.trips")
    #expect(updated.status == 0, "\(updated.errors)")
    #expect(updated.errors.contains("note: 1 added, 1 updated"), "\(updated.errors)")
    let again = try folder.run("import", "a.csv", "--into", "a.trips")
    #expect(again.errors.contains("note: nothing has changed"), "\(again.errors)")
  }

  @Test(
    "formats csv lists the names of columns, and a table without known ones is refused with an option to copy"
  )
  func columnNames() throws {
    let list = try folder.run("formats", "csv")
    #expect(list.status == 0)
    #expect(list.text.contains("\nprovider  Leg.provider\n  en  agency, airline,"), "\(list.text)")
    #expect(list.text.contains("\n  de  fluggesellschaft, anbieter,"), "\(list.text)")
    #expect(try folder.run("formats", "icalendar").status == 64)
    #expect(try folder.run("formats", "csv", "--json").status == 64)
    try folder.write("Wann;Wohin\n2026-05-03;Rom\n", to: "a.csv")
    let refused = try folder.run("convert", "a.csv", "-o", "a.trips")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("--columns 'Wann=start,Wohin=name'"), "\(refused.errors)")
    let read = try folder.run(
      "convert", "a.csv", "-o", "a.trips", "--columns", "Wann=start,Wohin=name")
    #expect(read.status == 0, "\(read.errors)")
    #expect(try folder.run("show", "a.trips").text.contains("Rom: start 3 May 2026"))
  }

  @Test("Columns are stated; a table of any size comes from a pipe")
  func columns() throws {
    let rows = (0..<2000).map { "Trip \($0),2024-05-01,2024-05-03\n" }.joined()
    let piped = try folder.run(
      "convert", "-", "-o", "a.trips", "--columns", "name,start,end", "-q", input: Data(rows.utf8))
    #expect(piped.status == 0, "\(piped.errors)")
    let list = try folder.run("list", "a.trips", "--where", "name = 'Trip 1999'")
    #expect(list.status == 0, "\(list.errors)")
    try folder.write("a,b\n1,2\n", to: "x.csv")
    let unknown = try folder.run("convert", "x.csv", "-o", "x.trips")
    #expect(unknown.status == 65 && unknown.errors.contains("no column has a name that is known"))
    let wrong = try folder.run("convert", "x.csv", "-o", "x.trips", "--columns", "nonsense")
    #expect(wrong.status == 65 && wrong.errors.contains("'nonsense' is not the name of a field"))
  }
}
