import Foundation
import Testing

@Suite("What a file of another format has no place for")
struct UnwrittenContentTests {
  private let folder = ScratchFolder()

  private static let sample = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../samples/small-v6/source.trips.json").standardizedFileURL

  @Test(
    "is said by its writer, and what is not said comes back",
    arguments: [
      ("a.ics", "iCalendar files", ""), ("a.jsonld", "JSON-LD files", ""),
      ("a.itinerary", "archives of KDE Itinerary", ""),
      ("a.csv", "CSV files", "1 order of a list, "),
      ("a.sqlite", "SQLite files", ""),
    ])
  func notes(file: String, files: String, orders: String) throws {
    try folder.write(try String(contentsOf: Self.sample, encoding: .utf8), to: "a.trips.json")
    try folder.removeTickets(of: "a.trips.json")
    let command = try folder.run("convert", "a.trips.json", "-o", file)
    // Telephone numbers begin with +.
    let notes = command.errors.split(separator: "\n").filter {
      !$0.contains("kept for export") && !$0.contains("spreadsheet")
    }
    #expect(
      notes == [
        "\(file): note: not written, because \(files) have no place for it: \(orders)1 object with data of other programs",
        "\(file): note: 1 empty list of related objects became null, as \(files) do not tell the two apart",
      ])
    #expect(try folder.run("convert", file, "-o", "back.trips").status == 0)
    let difference = try folder.run("diff", "a.trips.json", "back.trips").text
    let lines = difference.split(separator: "\n").filter { $0.hasPrefix("    ") }.map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
    #expect(
      lines.filter { $0 != "bucket list" } == ["data of"]
        && lines.count == (orders.isEmpty ? 2 : 3),
      "\(difference)")
  }

  @Test(
    "is each ticket, but in files with a row for each object",
    arguments: [("a.ics", true), ("a.jsonld", true), ("a.csv", false), ("a.sqlite", false)])
  func tickets(file: String, areLeftOut: Bool) throws {
    let command = try folder.run("convert", Self.sample.path, "-o", file)
    #expect(command.errors.contains("4 tickets") == areLeftOut, "\(command.errors)")
    let back = try folder.run("list", file, "--entity", "Ticket", "--columns", "seat").text
    #expect(back.split(separator: "\n").count == (areLeftOut ? 0 : 4))
  }

  @Test(
    "is nothing where a document has nothing else",
    arguments: ["a.ics", "a.jsonld", "a.csv", "a.sqlite"])
  func nothing(file: String) throws {
    var text = try String(contentsOf: Self.sample, encoding: .utf8)
    text.replace(/,"\$foreign":\{"com\.example\.app":\{"pinned":true\}\}/, with: "")
    text.replace("\"bucketList\":[],", with: "")
    text.replace("\"bucketList\":[4,3],", with: "")
    try folder.write(text, to: "plain.trips.json")
    try folder.removeTickets(of: "plain.trips.json")
    let command = try folder.run("convert", "plain.trips.json", "-o", file)
    #expect(command.status == 0)
    #expect(
      !command.errors.contains("not written") && !command.errors.contains("null"),
      "\(command.errors)")
  }

  private static func notes(_ command: Command) -> [String] {
    command.errors.split(separator: "\n").filter {
      $0.contains("null") || $0.contains("not written")
    }
    .map(String.init)
  }

  @Test(
    "leaves out orders that mean nothing",
    arguments: ["a.ics", "a.jsonld", "a.itinerary", "a.csv", "a.sqlite"])
  func needlessOrders(file: String) throws {
    let samples = Self.sample.deletingLastPathComponent().deletingLastPathComponent()
    func converted(_ name: String) throws -> Command {
      try folder.run("convert", samples.appending(path: name).path, "-o", file)
    }
    let plain = try converted("small-v5/source.trips.json")
    let command = try converted("accepted/small-v5--needless-orders.trips.json")
    #expect(Self.notes(command) == Self.notes(plain) && !Self.notes(plain).isEmpty)
  }

  @Test(
    "names participants of no trip, and keeps the order of those of a trip",
    arguments: ["a.ics", "a.jsonld", "a.itinerary"])
  func participants(file: String) throws {
    var text = try String(contentsOf: Self.sample, encoding: .utf8)
    text.replace("\"reason\":\"family\"", with: "\"participants\":[10,9],\"reason\":\"family\"")
    try folder.write(text, to: "ordered.trips.json")
    #expect(try folder.run("convert", "ordered.trips.json", "-o", file).status == 0)
    #expect(try folder.run("convert", file, "-o", "back.trips").status == 0)
    let difference = try folder.run("diff", "ordered.trips.json", "back.trips").text
    #expect(!difference.contains("participants"), "\(difference)")

    text.replace("\"participants\":[10,9],", with: "")
    text.replace("\"name\":\"Tom\",\"trip\":1", with: "\"name\":\"Tom\"")
    try folder.write(text, to: "loose.trips.json")
    let command = try folder.run("convert", "loose.trips.json", "-o", file)
    #expect(command.errors.contains("1 participant of no trip"), "\(command.errors)")
  }

  @Test("is not what a calendar keeps: its journals")
  func journals() throws {
    try folder.write(
      """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20240501\r
      SUMMARY:Walk\r\nEND:VEVENT\r\nBEGIN:VJOURNAL\r\nUID:2\r\nSUMMARY:Diary\r\nEND:VJOURNAL\r\nEND:VCALENDAR\r

      """, to: "a.ics")
    #expect(try folder.run("convert", "a.ics", "-o", "a.trips.json").status == 0)
    #expect(try !folder.run("convert", "a.trips.json", "-o", "b.ics").errors.contains("component"))
    #expect(try folder.text("b.ics").contains("Diary"))
  }

  @Test("counts the sign of zero for SQLite")
  func negativeZero() throws {
    let text = try String(contentsOf: Self.sample, encoding: .utf8)
      .replacing("\"perdiem\":75.5", with: "\"perdiem\":\"-0\"")
    try folder.write(text, to: "zero.trips.json")
    let command = try folder.run("convert", "zero.trips.json", "-o", "a.sqlite")
    #expect(
      command.errors.contains("1 negative zero became 0, as SQLite stores no sign of zero"),
      "\(command.errors)")
  }
}
