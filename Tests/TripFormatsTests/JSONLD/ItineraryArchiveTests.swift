import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing
import ZipArchive

@testable import TripFormats

/// Archives of KDE Itinerary.
@Suite struct ItineraryArchiveTests {
  typealias File = ReservationTestFile

  private static func archive(_ entries: [(String, String)]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var zip = ZipWriter { bytes.append(contentsOf: $0) }
    for (name, text) in entries {
      try zip.add(name: name, contents: Array(text.utf8), method: .deflated(level: 6))
    }
    try zip.finish()
    return bytes
  }

  private static func entries(_ bytes: [UInt8]) throws -> [String: NSObject] {
    let reader = try OtherArchiveReader(MemoryByteSource(bytes))
    var entries: [String: NSObject] = [:]
    for entry in reader.entries {
      let content = try reader.contents(of: entry)
      entries[entry.name] =
        (try? JSONSerialization.jsonObject(with: Data(content), options: .fragmentsAllowed))
        as? NSObject ?? Data(content) as NSData
    }
    return entries
  }

  private static let entries: [(String, String)] = [
    ("reservations/a.json", File.flight()), ("reservations/b.json", File.flight(name: "Bob")),
    (
      "reservations/c.json",
      "[\(File.flight(number: "TP 763", day: "2026-05-09", from: "OSL", to: "LIS"))]"
    ),
    ("reservations/d.json", File.flight(number: "TP 1", day: "2026-07-01", from: "LIS", to: "OPO")),
    (
      "custom/org.kde.itinerary/trips/t1",
      #"{"name": "Norway", "elements": ["a", "c", "elsewhere", 7], "automaticName": false}"#
    ),
    ("custom/org.kde.itinerary/version/version", #"{"formatVersion": 3}"#),
    ("documents/x/meta.json", #"{"@type": "DigitalDocument", "name": "ticket.pdf"}"#),
    ("documents/x/ticket.pdf", "%PDF"), ("passes/p/MTIz.pkpass", "PK"),
  ]

  @Test("All 66,000 empty files of an archive are kept, wherever their names end")
  func manyFiles() throws {
    let names = (0..<33_000).flatMap { ["documents/\($0)/a", "passes/p\($0)"] }
    let file = try File(bytes: try Self.archive([Self.entries[0]] + names.map { ($0, "") }))
    #expect(file.tables.keptParts.count == names.count)
    #expect(file.report.rejectedComponents == 0)
  }

  @Test(
    "An archive without reservations that is imported again leaves the document as it is",
    arguments: [
      [], [("documents/a/x.pdf", "%PDF")], [("documents/a", "x"), ("reservations/a.json", "{")],
    ])
  func withoutReservations(entries: [(String, String)]) throws {
    let options = ImportOptions(timeZone: nil, fallbackName: "trips", limits: .standard)
    let bytes = try Self.archive(entries)
    func update(_ tables: Tables) throws -> Tables {
      try UpdatedFile(
        tables, with: bytes, .itinerary, options, removesCancelled: false, side: .ours
      ).outcome.tables
    }
    let before = try ImportedFile(bytes, .itinerary, options).tables
    let after = try update(before)
    #expect(TablesDump.text(after, all: true) == TablesDump.text(before, all: true))
    #expect(
      after.extensions == before.extensions && after.keptParts.count == before.keptParts.count)
    // Another document gets the archive once.
    let other = try update(try File(File.flight()).tables)
    #expect(try update(other).extensions == other.extensions)
  }

  @Test("A file with the name of a folder is reported, because no file system can hold both")
  func fileNamedAsFolder() throws {
    let added = [("documents/y", "a"), ("documents/y/ticket.pdf", "%PDF"), ("documents/Y/z", "")]
    let file = try File(bytes: try Self.archive(Self.entries + added))
    let names = file.tables.keptParts.map {
      $0.name.split(separator: "/").suffix(3).joined(separator: "/")
    }
    #expect(names.contains("documents/y/ticket.pdf") && names.contains("documents/Y/z"))
    #expect(!file.tables.keptParts.contains { $0.name.hasSuffix("documents/y") })
    #expect(file.report.rejectedComponents == 1)
    #expect(file.findings(.unkeptEntry).map(\.entry) == ["documents/y"])
    #expect(ImportReport.Code.unkeptEntry.outcome == .rejected)
  }

  @Test(
    "The attachments of an archive get a folder that no attachment has, as file systems compare names"
  )
  func freeFolder() {
    let names = [
      "attachments/org.kde.itinerary/1", "attachments/ORG.kde.Itinerary/2/a", "attachments/x.y/3",
    ]
    let parts = names.map { KeptPart(name: $0, mediaType: nil, bytes: []) }
    #expect(ArchiveFolder.free(besides: parts) == "attachments/org.kde.itinerary/3/")
  }

  @Test("The trips of an archive group its reservations, and everything else is kept")
  func read() throws {
    let file = try File(bytes: try Self.archive(Self.entries))
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.text("name") } == ["Norway", "OPO Airport"])
    #expect(trips[0].day("startDate") == "2026-05-01" && trips[0].day("endDate") == "2026-05-09")
    let legs = try file.objects("Leg")
    #expect(legs.map { $0["trip"] } == [trips[0], trips[0], trips[1]].map { .reference($0.key) })
    #expect(
      file.tables.keptParts.map(\.name).contains(
        "attachments/org.kde.itinerary/1/documents/x/ticket.pdf"))
    #expect(file.tables.keptParts.count == 4)
    let written = try ExportedFile(file.tables, .itinerary)
    #expect(try Self.entries(written.bytes) == Self.entries(try Self.archive(Self.entries)))
    #expect(written.notes.isEmpty)
  }

  @Test("Edits of an archive's objects are in its entries, and new ones have entries of their own")
  func edits() throws {
    let file = try File(bytes: try Self.archive(Self.entries))
    let trip = try #require(try file.objects("Trip").first)
    let leg = try #require(try file.objects("Leg").first)
    var tables = try file.tables.setting("name", of: trip.key, to: .text("Oslo"))
    tables = try tables.setting("notes", of: trip.key, to: .text("boots"))
    tables = try tables.setting("to", of: leg.key, to: .text("Gardermoen"))
    let bytes = try ExportedFile(tables, .itinerary).bytes
    let again = try File(bytes: bytes)
    #expect(try again.tables.objectTexts() == tables.objectTexts())
    let names = Set(try Self.entries(bytes).keys)
    #expect(names == Set(Self.entries.map(\.0)))
    // Without its file, each reservation is a node of JSON-LD.
    let text = try File.text(of: tables)
    #expect(try File(text).tables.objectTexts() == tables.objectTexts())
  }

  @Test("The order of those who travel stays")
  func travellers() throws {
    let file = try File("[\(File.flight(name: "Bob")), \(File.flight(name: "Ann"))]")
    let again = try File(bytes: try ExportedFile(file.tables, .itinerary).bytes)
    #expect(try again.objects("Participant").map { $0.text("name") } == ["Bob", "Ann"])
    #expect(try again.objects("Leg").count == 1)
  }

  @Test("An archive that was exported anew is imported again")
  func update() throws {
    let file = try File(bytes: try Self.archive(Self.entries))
    var entries = Self.entries
    entries[0].1 = File.flight().replacing("T08:00", with: "T07:00")
    entries[1].1 = File.flight(name: "Bob").replacing("T08:00", with: "T07:00")
    entries[7].1 = "%PDF-2"
    let updated = try UpdatedFile(
      file.tables, with: try Self.archive(entries), .itinerary,
      ImportOptions(timeZone: nil, fallbackName: "mail", limits: .standard),
      removesCancelled: false, side: .ours)
    #expect(updated.report.counts == [.updated: 1])
    let tables = updated.outcome.tables
    #expect(try tables.testObjects("Leg").count == 3 && tables.keptParts.count == 4)
    #expect(tables.keptParts.contains { $0.bytes == Array("%PDF-2".utf8) })
    #expect(
      try Self.entries(try ExportedFile(tables, .itinerary).bytes)
        == Self.entries(try Self.archive(entries)))
  }

  @Test("An entry that cannot be read is kept and reported with its name")
  func unread() throws {
    let entries = [
      ("reservations/bad.json", "{"), ("reservations/list.json", "[1]"),
      ("reservations/a.json", File.flight()),
    ]
    let file = try File(bytes: try Self.archive(entries))
    #expect(try file.objects("Leg").count == 1)
    #expect(
      file.findings(.unreadEntry).map(\.entry) == [
        "reservations/bad.json", "reservations/list.json",
      ])
    let written = try ExportedFile(file.tables, .itinerary).bytes
    #expect(try Self.entries(written) == Self.entries(try Self.archive(entries)))
  }

  @Test("A small archive of very many values is refused early")
  func manyValues() throws {
    let zeros = "[" + String(repeating: "0,", count: 5_000_000) + "0]"
    let file = try File(
      bytes: try Self.archive([
        ("reservations/a.json", zeros), ("reservations/b.json", File.flight()),
      ]))
    #expect(file.findings(.unreadEntry).count == 2)
  }

  @Test("A truncated or damaged archive is refused or read, and never traps", arguments: 0..<4)
  func damaged(_ seed: UInt64) throws {
    var random = GeneratedTrips.Generator(state: seed)
    let original = try Self.archive(Self.entries)
    for _ in 0..<100 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<60, using: &random)) }
      _ = try? ImportedFile(
        bytes, .itinerary, ImportOptions(timeZone: nil, fallbackName: "x", limits: .standard))
    }
  }
}
