import DocumentFile
import DocumentTables
import Foundation
import Testing
import TripDocuments

@testable import TripFormats

/// Files that were written when the formats spoke version 5.0.0 of the schema.
@Suite struct OlderExportTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test(
    "Exact values of an earlier version are read as they were meant",
    arguments: ["small-v5.ics", "small-v5.jsonld"])
  func exactValues(name: String) async throws {
    let file = Self.folder.appending(path: "OlderExports/\(name)")
    let imported = try await TripDocument.importing(contentsOf: file)
    #expect(imported.report.findings.filter { $0.code == .outdatedExtension } == [])
    let sample = Self.folder.appending(path: "../../samples/small-v5/source.trips.json")
    let document = try await TripDocument(contentsOf: sample.standardizedFileURL)
    #expect(
      try await imported.document.formatTables().objectTexts()
        == document.formatTables().objectTexts())
  }

  /// Returns what a document kept of a file before times without a zone stayed local.
  private func older(_ tree: Tree) -> Tree {
    guard case .object(let members) = tree else { return tree }
    return .object(
      members.filter { !["timeZone", "localTimes"].contains($0.name) }
        .map { TreeMember($0.name, older($0.value)) })
  }

  @Test(
    "A document that has times without a zone in UTC is written as its file was",
    arguments: [
      (
        TripFormat.iCalendar,
        """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20240501T100000\r
        SUMMARY:Walk\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
        """
      ),
      (.jsonLD, #"[{"@type": "Event", "name": "Walk", "startDate": "2024-05-01T10:00:00"}]"#),
      (.csv, "Title,Date,Time\nWalk,2024-05-01,10:00\n"),
    ])
  func timesInUTC(format: TripFormat, text: String) throws {
    let imported = try ImportedFile(
      Array(text.utf8), format,
      ImportOptions(timeZone: "Etc/UTC", fallbackName: "a", limits: .standard))
    var tables = imported.tables
    tables.extensions = tables.extensions.map { record in
      ExtensionRecord(
        entity: record.entity, key: record.key, anchor: record.anchor, value: older(record.value))
    }
    let time = try tables.testObjects("BucketListItem").first?.text("startTime")
    #expect(time == "2024-05-01T10:00:00+00:00[Etc/UTC]")
    let written = String(decoding: try ExportedFile(tables, format).bytes, as: UTF8.self)
    #expect(written.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
  }

  @Test(
    "A document whose file was read without a value that later rules read is written as its file was",
    arguments: [
      (
        TripFormat.iCalendar,
        """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20240501T100000\r
        DTEND:2024-05-01T12:00\r\nSUMMARY:Walk\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
        """
      ),
      (
        .jsonLD,
        """
        [{"@type": "Event", "endDate": "1 May 2024 12:00", "name": "Walk",
        "startDate": "2024-05-01T10:00:00"}]
        """
      ),
      (.csv, "Title,Date,Time,End time\nWalk,2024-05-01,10:00,12:00 Uhr\n"),
    ])
  func firstTimes(format: TripFormat, text: String) throws {
    let imported = try ImportedFile(
      Array(text.utf8), format, ImportOptions(timeZone: nil, fallbackName: "a", limits: .standard))
    let item = try #require(try imported.tables.testObjects("BucketListItem").first)
    #expect(item.text("endTime") == "2024-05-01T12:00:00")
    // The first rules left the end out.
    var tables = try imported.tables.setting("endTime", of: item.key, to: .null)
    tables.extensions = tables.extensions.map { record in
      ExtensionRecord(
        entity: record.entity, key: record.key, anchor: record.anchor,
        value: Self.without(["times", "language", "made"], record.value))
    }
    let written = String(decoding: try ExportedFile(tables, format).bytes, as: UTF8.self)
    #expect(written.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
  }

  private static func without(_ names: [String], _ tree: Tree) -> Tree {
    guard case .object(let members) = tree else { return tree }
    return .object(
      members.filter { !names.contains($0.name) }
        .map { TreeMember($0.name, without(names, $0.value)) })
  }
}
