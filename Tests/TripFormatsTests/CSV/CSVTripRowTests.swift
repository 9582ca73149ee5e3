import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Rows with a name and two days are trips.
@Suite struct CSVTripRowTests {
  @Test(
    "A row with a name and two days is a trip",
    arguments: [
      "Trip;Start;End;Destination;Notes\nWien mit Oma;03.05.2026;07.05.2026;Wien;Zug\n"
        + "Amrum;12.08.2026;26.08.2026;Amrum;\n",
      "Reise;Beginn;Ende;Reiseziel;Bemerkung\nWien mit Oma;03.05.2026;07.05.2026;Wien;Zug\n"
        + "Amrum;12.08.2026;26.08.2026;Amrum;\n",
      "name,start_time,end_time,destination,notes\n"
        + "Wien mit Oma,2026-05-03T08:15:00+0200,2026-05-07T21:40:00+0200,Wien,Zug\n"
        + "Amrum,2026-08-12T06:00:00+0200,2026-08-26T19:00:00+0200,Amrum,\n",
      "Trip,Start Date,End Date,Destination,Notes\nWien mit Oma,46145,46149,Wien,Zug\n"
        + "Amrum,46246,46260,Amrum,\n",
    ])
  func rows(_ text: String) throws {
    let file = try CSVFile(text)
    let trips = try file.tables.testObjects("Trip")
    #expect(trips.map { $0.text("name") } == ["Wien mit Oma", "Amrum"])
    #expect(trips.map { $0.text("destination") } == ["Wien", "Amrum"])
    #expect(trips.map { $0.day("startDate") } == ["2026-05-03", "2026-08-12"])
    #expect(trips.map { $0.day("endDate") } == ["2026-05-07", "2026-08-26"])
    #expect(trips.map { $0.text("notes") } == ["Zug", ""])
    #expect(try file.tables.testObjects("BucketListItem").isEmpty)
    #expect(String(decoding: try ExportedFile(file.tables, .csv).bytes, as: UTF8.self) == text)
  }

  @Test(
    "Rows that repeat a trip, or say what a part has, are parts of it",
    arguments: [
      "Trip,Start,End,Notes\nRome,2026-05-03,2026-05-04,a\nRome,2026-05-05,2026-05-06,b\n",
      "Trip,Start,End,Title\nRome,2026-05-03,2026-05-04,a\nOslo,2026-05-05,2026-05-06,b\n",
      "Trip,Start,Notes\nRome,2026-05-03,a\nOslo,2026-05-05,b\n",
    ])
  func parts(_ text: String) throws {
    let file = try CSVFile(text)
    #expect(try file.tables.testObjects("BucketListItem").count == 2)
    #expect(Set(try file.tables.testObjects("Trip").map { $0.text("name") }).contains("Rome"))
  }

  @Test(
    "Rows stay what they were when a later table names a trip twice, also in a file of another name"
  )
  func later() throws {
    let header = "Trip,Start,End,Notes\n"
    let rome = "Rome,2026-05-03,2026-05-04,a\n"
    let oslo = "Oslo,2026-06-03,2026-06-04,b\n"
    let again = "Rome,2026-07-03,2026-07-04,c\n"
    let file = try CSVFile(header + rome + oslo)
    for name in ["file", "file (1)"] {
      let updated = try file.tables.updated(with: header + rome + oslo + again, .csv, named: name)
      #expect(updated.report.counts == [.added: 1], "\(updated.report.counts)")
      let trips = try updated.outcome.tables.testObjects("Trip")
      #expect(trips.map { $0.text("name") } == ["Rome", "Oslo", "Rome"])
      #expect(try updated.outcome.tables.testObjects("BucketListItem").isEmpty)
    }
    let parts = try CSVFile(header + rome + again)
    for name in ["file", "file (1)"] {
      let updated = try parts.tables.updated(with: header + rome, .csv, named: name)
      let items = try updated.outcome.tables.testObjects("BucketListItem")
      #expect(items.map { $0.text("details") } == ["a", "c"])
      #expect(updated.report.counts[.added] == nil)
    }
  }

  @Test(
    "Rows of one day are items, with their times",
    arguments: [
      "Title,Location,Start,End\nLouvre,Paris,2026-05-02 10:00,2026-05-02 12:00\n"
        + "Dinner,Paris,2026-05-02 19:00,2026-05-02 21:00\n",
      "Subject,Start Date,Start Time,End Date,End Time,Location\n"
        + "Louvre,05/13/2026,9:00 AM,05/13/2026,9:30 AM,Main St\n"
        + "Dinner,05/14/2026,9:00 AM,05/14/2026,9:30 AM,Main St\n",
    ])
  func items(_ text: String) throws {
    let items = try CSVFile(text).tables.testObjects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Louvre", "Dinner"])
    #expect(items.allSatisfy { $0.text("startTime") != nil && $0.text("endTime") != nil })
  }

  @Test(
    "In a table of hotels one arrives first",
    arguments: [
      "Hotel,Arrival,Departure,City", "Hotel,Arrival date,Departure date,City",
      "Accommodation,Arrive,Depart,City", "Hotel,Check-in,Check-out,City",
      "Hôtel,Arrivée,Départ,Ville",
    ])
  func hotels(_ header: String) throws {
    let file = try CSVFile(header + "\nAdlon,2026-05-03,2026-05-05,Berlin\n")
    let stay = try #require(try file.tables.testObjects("Stay").first)
    #expect(stay.day("checkinDate") == "2026-05-03" && stay.day("checkoutDate") == "2026-05-05")
    #expect(stay.text("name") == "Adlon" && stay.text("address") == "Berlin")
  }

  @Test(
    "Pairs of words state the days of a trip",
    arguments: [
      "Reise;Von;Bis;Ziel", "Urlaub;Hinflug;Rückflug;Ziel", "Voyage;Du;Au;Destination",
      "Voyage;Aller;Retour;Destination", "Viaje;Ida;Vuelta;Destino", "Viaggio;Andata;Ritorno;Meta",
      "Podróż;Od;Do;Cel", "Reis;Van;Tot;Bestemming",
    ])
  func pairs(_ header: String) throws {
    let file = try CSVFile(header + "\nOstern;03.04.2026;08.04.2026;Rom\n")
    let trip = try #require(try file.tables.testObjects("Trip").first)
    #expect(trip.text("name") == "Ostern" && trip.text("destination") == "Rom")
    #expect(trip.day("startDate") == "2026-04-03" && trip.day("endDate") == "2026-04-08")
  }

  @Test("The zone of an import counts in the next one")
  func zone() throws {
    let text = "Title,Start\nRome,2026-04-03 10:00\n"
    let file = try CSVFile(text, timeZone: "Europe/Berlin")
    let updated = try file.tables.updated(with: text, .csv, named: "file")
    #expect(updated.report.counts == [:], "\(updated.report.counts)")
    #expect(
      try updated.outcome.tables.testObjects("BucketListItem").map { $0.text("startTime") }
        == ["2026-04-03T10:00:00+02:00[Europe/Berlin]"])
  }

  @Test("A table of which only links or identities are known is refused with an option to copy")
  func refused() throws {
    let error = #expect(throws: DocumentError.self) {
      _ = try CSVFile("ID;Wann;Wohin\n1;03.04.2026;Rom\n")
    }
    #expect(error?.description.contains("--columns 'ID=") == true)
    let repeated = #expect(throws: DocumentError.self) { _ = try CSVFile("x,x\n2026-04-03,Rom\n") }
    #expect(repeated?.description.contains("--columns 'start,name'") == true)
    #expect(throws: DocumentError.self) {
      _ = try CSVFile("Wann,b\n2026-04-03,Rom\n", columns: ["Wann=start", "Wann=name"])
    }
  }

  @Test("Times by the clock stay times, and columns of days come first")
  func clocks() throws {
    let file = try CSVFile(
      "name,date,start_time,end_time\nTemple,2026-05-03,10:30,11:30\nWalk,2026-05-04,0930,10:00\n")
    #expect(
      try file.tables.testObjects("BucketListItem").map { $0.text("startTime") }
        == ["2026-05-03T10:30:00", "2026-05-04T09:30:00"])
  }
}

/// Rows that state no trip, beside rows that are trips.
@Suite struct CSVTripRowPartTests {
  static let text = """
    Subject,Start Date,Start Time,End Date,End Time,All Day Event
    Tokyo,05/03/2026,12:00:00 AM,05/11/2026,12:00:00 AM,True
    Sushi,05/04/2026,7:00:00 PM,05/04/2026,9:00:00 PM,False
    Conference,06/03/2026,9:00:00 AM,06/05/2026,5:00:00 PM,False
    Dentist,08/13/2026,9:00:00 AM,08/13/2026,10:00:00 AM,False

    """

  private func trips(_ tables: Tables) throws -> [String: [String]] {
    var names: [ObjectKey: String] = [:]
    var trips: [String: [String]] = [:]
    for trip in try tables.testObjects("Trip") {
      names[trip.key] = trip.text("name")
      trips[trip.text("name") ?? ""] = []
    }
    for item in try tables.testObjects("BucketListItem") {
      var trip = ""
      if case .reference(let key) = item["trip"] { trip = names[key] ?? "" }
      trips[trip, default: []].append(item.text("title") ?? "")
    }
    return trips
  }

  @Test(
    "An appointment in the days of a trip is a part of it, in a table that says which rows take whole days"
  )
  func appointments() throws {
    let file = try CSVFile(Self.text)
    #expect(
      try trips(file.tables) == ["Tokyo": ["Sushi"], "Conference": [], "file": ["Dentist"]])
    let sushi = try #require(try file.objects("BucketListItem").first)
    #expect(sushi.text("startTime") == "2026-05-04T19:00:00")
    #expect(try file.written == Self.text)
    #expect(try file.tables.updated(with: Self.text, .csv, named: "file").report.counts.isEmpty)
    // Another appointment joins the trip, and one that moves keeps it.
    let more =
      Self.text.replacing("05/04/2026", with: "05/20/2026")
      + "Museum,05/05/2026,7:00:00 PM,05/05/2026,9:00:00 PM,False\n"
    let updated = try file.tables.updated(with: more, .csv, named: "file")
    #expect(updated.report.counts == [.added: 1, .updated: 1])
    #expect(try trips(updated.outcome.tables)["Tokyo"] == ["Sushi", "Museum"])
  }

  @Test(
    "The same row is an appointment in each order of days and in each language of the answer",
    arguments: [
      "8/4/2026,,8/8/2026,,True|8/15/2026,16:00,8/15/2026,18:30,False",
      "8/14/2026,,8/18/2026,,True|8/15/2026,16:00,8/15/2026,18:30,False",
      "2026-08-14,,2026-08-18,,ja|2026-08-15,16:00,2026-08-15,18:30,nein",
      "14.8.2026,,18.8.2026,,Ein|15.8.2026,16:00,15.8.2026,18:30,Aus",
      "14/08/2026,,18/08/2026,,Vrai|15/08/2026,16:00,15/08/2026,18:30,Faux",
    ])
  func orders(_ rows: String) throws {
    let rows = rows.split(separator: "|")
    let text =
      "Subject,Start Date,Start Time,End Date,End Time,All Day Event\nRome,\(rows[0])\nZoo,\(rows[1])\n"
    let file = try CSVFile(text)
    #expect(try file.objects("Trip").map { $0.text("name") }.contains("Rome"))
    #expect(try file.objects("BucketListItem").map { $0.text("title") } == ["Zoo"])
    #expect(try file.written == text)
    #expect(try file.tables.updated(with: text, .csv, named: "file").report.counts.isEmpty)
  }

  @Test("Rows of tours and cruises with two days keep their names")
  func names() throws {
    for header in ["Activity,Start,End", "Aktivität,Beginn,Ende", "Activity,Departure,Return"] {
      let file = try CSVFile("\(header)\nTour,2026-08-08,2026-08-12\n")
      #expect(try file.objects("Trip").map { $0.text("name") } == ["Tour"])
    }
  }

  @Test("A part that left its trip, or whose trip has other days, states its trip")
  func moved() throws {
    let file = try CSVFile(Self.text)
    let (tokyo, conference) = (try file.objects("Trip")[0], try file.objects("Trip")[1])
    let sushi = try #require(try file.objects("BucketListItem").first)
    let moved = try file.tables.setting("trip", of: sushi.key, to: .reference(conference.key))
    #expect(
      try trips(try CSVFile(try CSVFile.written(moved)).tables) == trips(moved))
    let shorter = try file.tables.setting(
      "startDate", of: tokyo.key, to: .integer(try DayText.parse("2026-05-05")))
    #expect(
      try trips(try CSVFile(try CSVFile.written(shorter)).tables) == trips(shorter))
  }

  @Test("Parts without a trip lie in the shortest trip around them, in tables of kinds, too")
  func kinds() throws {
    let text = """
      Type,Name,Start,End
      Trip,Japan,2026-05-01,2026-05-20
      Trip,Kyoto,2026-05-05,2026-05-07
      Museum,Nijo,2026-05-06,2026-05-06
      Hotel,Inn,2026-05-06,2026-05-09
      Museum,Later,2026-06-06,2026-06-06

      """
    let file = try CSVFile(text)
    #expect(try trips(file.tables) == ["Japan": [], "Kyoto": ["Nijo"], "file": ["Later"]])
    let japan = try file.objects("Trip")[0]
    #expect(try file.objects("Stay").map { $0["trip"] } == [.reference(japan.key)])
    #expect(try file.written == text)
    #expect(try file.tables.updated(with: text, .csv, named: "file").report.counts.isEmpty)
  }
}
