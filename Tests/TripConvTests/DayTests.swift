import DocumentData
import Foundation
import Testing

@Suite("Days and times at a place on the command line")
struct DayTests {
  @Model final class Outing {
    var name: String
    var day: CalendarDay
    var departure: ZonedTime

    init(_ name: String, _ day: CalendarDay, _ departure: ZonedTime) {
      self.name = name
      self.day = day
      self.departure = departure
    }
  }

  private let folder = ScratchFolder()

  init() throws {
    let container = try ModelContainer(
      for: Outing.self,
      configurations: ModelConfiguration(url: folder.url.appending(path: "outings.trips")))
    let context = ModelContext(container)
    for (name, day, departure) in [
      ("Leap", "2024-02-29", "2026-10-25T02:30:00+01:00[Europe/Paris]"),
      ("First", "2026-01-01", "2026-10-25T02:30:00+02:00[Europe/Paris]"),
      ("Last", "2026-12-31", "2026-07-01T19:30:00.5-03:00[Nowhere/Known]"),
    ] {
      context.insert(
        Outing(name, try #require(CalendarDay(day)), try #require(ZonedTime(departure))))
    }
    try context.save()
  }

  // Spec 4.12-2, 4.13-3, 4.13-4
  @Test(
    "no conversion shifts them, whatever zone the process is in",
    arguments: ["Pacific/Auckland", "Pacific/Honolulu", "UTC"])
  func zones(zone: String) throws {
    func run(_ arguments: String...) throws -> String {
      let command = try Command(arguments, in: folder, timeZone: zone)
      try #require(command.status == 0, "\(command.errors)")
      return command.text
    }
    let dump = try folder.run("dump", "outings.trips").text
    #expect(dump.contains("day = 2024-02-29\n"))
    #expect(dump.contains(#"departure = "2026-10-25T02:30:00+01:00[Europe/Paris]""#))
    for (from, to) in [
      ("outings.trips", "a.trips.json"), ("a.trips.json", "b.trips.xml"),
      ("b.trips.xml", "c.trips"),
    ] {
      _ = try run("convert", from, "-o", to)
      #expect(try run("dump", to) == dump)
      #expect(try folder.run("validate", to).status == 0)
    }
    #expect(try run("diff", "outings.trips", "c.trips") == run("diff", "c.trips", "c.trips"))
    let list = try run("list", "c.trips")
    #expect(list.contains("2024-02-29") && list.contains("2026-01-01"))
    #expect(
      try run("show", "c.trips", "Last").contains("1 July 2026, 19:30 (Nowhere/Known)"))
  }

  @Test(
    "are found by their texts, and days by a month or a year",
    arguments: [
      ("day=2024-02-29", ["Leap"]), ("day=2024-02", ["Leap"]), ("day=2026", ["First", "Last"]),
      ("day<2026", ["Leap"]), ("day>2026-01-01", ["Last"]),
      ("departure=2026-10-25T02:30:00+02:00[Europe/Paris]", ["First"]),
      ("departure>2026-10-25T02:30:00+02:00[Europe/Paris]", ["Leap"]),
    ])
  func filters(filter: String, names: [String]) throws {
    let list = try folder.run("list", "outings.trips", "--where", filter)
    #expect(list.status == 0, "\(list.errors)")
    for name in ["First", "Last", "Leap"] {
      #expect(list.text.contains(name) == names.contains(name))
    }
  }

  @Test("a filter that is no day or time is refused", arguments: ["day=soon", "departure=19:30"])
  func wrongFilters(filter: String) throws {
    let list = try folder.run("list", "outings.trips", "--where", filter)
    #expect(list.status == 64)
    #expect(list.errors.contains("is not"))
  }
}
