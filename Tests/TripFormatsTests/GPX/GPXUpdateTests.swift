import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A GPX file that is imported again.
@Suite struct GPXUpdateTests {
  private typealias File = GPXTestFile

  private let text = GPXEditTests.journey

  private func dump(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  @Test func `an unchanged file changes nothing, also under another name`() throws {
    let tables = try File(text).tables
    for name in ["hike", "hike (1)"] {
      let again = try tables.updated(with: text, .gpx, named: name)
      #expect(dump(again.outcome.tables) == dump(tables))
      #expect(again.report.entries.isEmpty)
    }
  }

  @Test func `an unchanged file of a stated zone changes nothing without it`() throws {
    let file = try File(text, timeZone: "Europe/Vienna")
    let again = try file.tables.updated(with: text, .gpx, named: "hike")
    #expect(dump(again.outcome.tables) == dump(file.tables))
  }

  @Test func `changes of the file arrive, and edits of the document stay`() throws {
    let file = try File(text)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let edited = try file.tables.setting("telephone", of: key, to: .text("1"))
    let changed = text.replacing("<desc>Warm<", with: "<desc>Cold<")
      .replacing("lat=\"47.5\"", with: "lat=\"47.51\"")
    let tables = try edited.updated(with: changed, .gpx, named: "hike").outcome.tables
    let item = try #require(try tables.testObjects("BucketListItem").first)
    #expect(item.key == key)
    #expect(item.text("details") == "Cold")
    #expect(item.text("telephone") == "1")
    #expect(item["location"] == .place(latitude: 47.51, longitude: 11.25))
    // The edit is written beside the changed element.
    let written = try File.text(of: tables)
    #expect(written.contains("Cold") && written.contains("\"telephone\":\"1\""))
  }

  @Test func `both changed one field: the document's is kept, and the file's if that is wanted`()
    throws
  {
    let file = try File(text)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let edited = try file.tables.setting("title", of: key, to: .text("Mine"))
    let changed = text.replacing("<name>Hut<", with: "<name>Theirs<")
    let kept = try edited.updated(with: changed, .gpx, named: "hike")
    #expect(kept.outcome.conflicts.count == 1)
    #expect(try kept.outcome.tables.testObjects("BucketListItem").first?.text("title") == "Mine")
    let taken = try edited.updated(with: changed, .gpx, named: "hike", side: .theirs)
    #expect(try taken.outcome.tables.testObjects("BucketListItem").first?.text("title") == "Theirs")
  }

  @Test func `a new feature comes into the trip of the others`() throws {
    let file = try File(text)
    let more = text.replacing("</gpx>", with: File.place("Lake", 47.6, 11.3) + "</gpx>")
    let tables = try file.tables.updated(with: more, .gpx, named: "hike").outcome.tables
    let lake = try #require(
      try tables.testObjects("BucketListItem").first { $0.text("title") == "Lake" })
    #expect(lake["trip"] == .reference(try #require(try file.objects("Trip").first?.key)))
    #expect(try tables.testObjects("Trip").count == 1)
    #expect(try File.text(of: tables) == more)
  }

  @Test func `a later day makes the trip longer`() throws {
    let file = try File(text)
    let more = text.replacing(
      "</gpx>",
      with: File.track("Descent", from: "2024-05-03T06:00:00Z", to: "2024-05-03T09:30:00Z")
        + "</gpx>")
    let tables = try file.tables.updated(with: more, .gpx, named: "hike").outcome.tables
    #expect(try tables.testObjects("Trip").first?.day("endDate") == "2024-05-03")
  }

  @Test func `a deleted object does not come back, unless the file wins`() throws {
    let file = try File(text)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let deleted = try file.tables.deleting(key)
    let more = text.replacing("</gpx>", with: File.place("Lake", 47.6, 11.3) + "</gpx>")
    var tables = try deleted.updated(with: more, .gpx, named: "hike").outcome.tables
    #expect(
      try tables.testObjects("BucketListItem").compactMap { $0.text("title") } == ["Climb", "Lake"])
    tables = try tables.updated(with: more, .gpx, named: "hike").outcome.tables
    #expect(try tables.testObjects("BucketListItem").count == 2)
    tables = try tables.updated(with: more, .gpx, named: "hike", side: .theirs).outcome.tables
    #expect(try tables.testObjects("BucketListItem").count == 3)
  }

  @Test func `a feature that is gone is reported, and deleted if that is wanted`() throws {
    let file = try File(text)
    let less = File.gpx(
      File.route("Way", [("Bozen", 46.5), ("", 46.6), ("Meran", 46.67)])
        + File.track("Climb", from: "2024-05-01T06:00:00Z", to: "2024-05-01T09:30:00Z"),
      name: "Alps")
    let kept = try file.tables.updated(with: less, .gpx, named: "hike")
    #expect(kept.report.entries.contains { $0.change == .missing })
    #expect(try kept.outcome.tables.testObjects("BucketListItem").count == 2)
    let removed = try file.tables.updated(with: less, .gpx, named: "hike", removesCancelled: true)
    #expect(try removed.outcome.tables.testObjects("BucketListItem").count == 1)
  }

  @Test func `what is renamed, moved or edited in a map stays one object`() throws {
    let file = try File(text)
    let keys = try file.objects("BucketListItem").map(\.key)
    for change in [("<name>Hut<", "<name>Alm<"), ("lat=\"47.5\"", "lat=\"47.55\"")] {
      let tables = try file.tables.updated(
        with: text.replacing(change.0, with: change.1), .gpx, named: "hike"
      ).outcome.tables
      #expect(try tables.testObjects("BucketListItem").map(\.key) == keys)
    }
  }

  @Test func `two files of one name are two`() throws {
    let file = try File(text, name: "track")
    let other = File.gpx(
      File.track("Swim", from: "2024-08-01T06:00:00Z", to: "2024-08-01T09:30:00Z"))
    var tables = try file.tables.updated(with: other, .gpx, named: "track").outcome.tables
    #expect(StoredFiles<FeatureRecords>(tables).files.map(\.identity) == ["track", "track\t#2"])
    #expect(tables.keptParts.count == 2)
    let before = dump(tables)
    for again in [other, text] {
      tables = try tables.updated(with: again, .gpx, named: "track").outcome.tables
    }
    #expect(dump(tables) == before)
  }

  @Test func `a waypoint that two files have is one object with two sources`() throws {
    let file = try File(File.gpx(File.place("Hut", 47.5, 11.25)), name: "one")
    let other = File.gpx(
      File.place("Hut", 47.5, 11.25, more: "<desc>Warm</desc>") + File.place("Lake"))
    let joined = try file.tables.updated(with: other, .gpx, named: "two")
    #expect(joined.report.entries.contains { $0.change == .joined })
    let tables = joined.outcome.tables
    #expect(try tables.testObjects("BucketListItem").map { $0.text("title") } == ["Hut", "Lake"])
    #expect(try tables.testObjects("BucketListItem").first?.text("details") == "Warm")
    let again = try tables.updated(with: other, .gpx, named: "two")
    #expect(dump(again.outcome.tables) == dump(tables))
    #expect(again.report.entries.isEmpty)
  }

  @Test func `a stage lies in the trip of its days, or beside the stage of the day before`() throws
  {
    let first = try File(
      File.gpx(File.track("Stage 1", from: "2024-05-01T06:00:00Z", to: "2024-05-01T09:00:00Z")),
      name: "1")
    var tables = first.tables
    for (number, day) in [(2, 2), (3, 3), (4, 9)] {
      let text = File.gpx(
        File.track(
          "Stage \(number)", from: "2024-05-0\(day)T06:00:00Z", to: "2024-05-0\(day)T09:00:00Z"))
      tables = try tables.updated(with: text, .gpx, named: "\(number)").outcome.tables
    }
    let trips = try tables.testObjects("Trip")
    #expect(trips.map { $0.day("endDate") } == ["2024-05-03", "2024-05-09"])
    #expect(trips.map { $0.text("name") } == ["Stage 1", "Stage 4"])
  }

  @Test(arguments: ["hike", "next"])
  func `a new track with the same waypoints is another file`(name: String) throws {
    let places = File.place("Hut", 47.5) + File.place("Lake", 47.6)
    let first = File.gpx(
      places + File.track("Day 1", from: "2024-05-01T06:00:00Z", to: "2024-05-01T09:00:00Z"))
    let next = File.gpx(
      places + File.track("Day 2", from: "2024-05-02T06:00:00Z", to: "2024-05-02T09:00:00Z"))
    let file = try File(first)
    let tables = try file.tables.updated(with: next, .gpx, named: name).outcome.tables
    #expect(
      try tables.testObjects("BucketListItem").map { $0.text("title") }
        == ["Hut", "Lake", "Day 1", "Day 2"])
    #expect(tables.keptParts.count == 2)
    var ways = FeatureWays(tables)
    #expect(
      try tables.testObjects("BucketListItem").map { ways.ways(of: $0.key).count } == [0, 0, 1, 1])
  }

  @Test func `a track that a newer file has not keeps its points`() throws {
    let one = File.track("One", from: "2024-05-01T06:00:00Z", to: "2024-05-01T09:00:00Z")
    let two = File.track("Two", from: "2024-05-02T06:00:00Z", to: "2024-05-02T09:00:00Z")
    let file = try File(File.gpx(one + two))
    var tables = try file.tables.updated(with: File.gpx(two), .gpx, named: "hike").outcome.tables
    #expect(try tables.testObjects("BucketListItem").map { $0.text("title") } == ["One", "Two"])
    #expect(try File.text(of: tables).contains("2024-05-01T06:00:00Z"))
    let before = dump(tables)
    for text in [File.gpx(two), File.gpx(one + two)] {
      tables = try tables.updated(with: text, .gpx, named: "hike").outcome.tables
    }
    #expect(dump(tables) == before)
  }

  @Test func `days in front of a trip's are of the trip`() throws {
    let trip = try File(
      File.gpx(File.track("Later", from: "2024-05-05T06:00:00Z", to: "2024-05-05T09:00:00Z")),
      name: "later")
    let days = File.gpx(
      File.track("First", from: "2024-05-03T06:00:00Z", to: "2024-05-03T09:00:00Z")
        + File.track("Next", from: "2024-05-04T06:00:00Z", to: "2024-05-04T09:00:00Z"))
    let tables = try trip.tables.updated(with: days, .gpx, named: "days").outcome.tables
    #expect(try tables.testObjects("Trip").map { $0.day("startDate") } == ["2024-05-03"])
  }

  @Test func `an export that another program edited finds its objects`() throws {
    let tables = try Tables.sample("journeys-v6")
    let written = try File.text(of: tables)
    let same = try tables.updated(with: written, .gpx, named: "out")
    #expect(try same.outcome.tables.objectTexts() == tables.objectTexts())
    #expect(same.report.entries.isEmpty)
  }

  @Test func `an attachment that no file has any more goes`() throws {
    let file = try File(text)
    let changed = text.replacing("<desc>Warm<", with: "<desc>Cold<")
    let tables = try file.tables.updated(with: changed, .gpx, named: "hike").outcome.tables
    #expect(tables.keptParts.map(\.bytes) == [Array(changed.utf8)])
  }
}
