import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Rows are found again however a person edits the file or the document.
@Suite struct CSVRowFindingTests {
  static let flights = """
    Date,Flight,From,To,Dep,Arr,Note
    2025-05-01,LH1166,FRA,LIS,10:05,12:05,window
    2025-05-06,LH1173,LIS,FRA,18:00,22:00,
    2025-07-03,LH400,FRA,JFK,10:50,13:25,
    2025-07-09,LH401,JFK,FRA,16:00,05:30,

    """

  private func trips(_ tables: Tables) throws -> [String] {
    try tables.testObjects("Trip").map {
      "\($0.text("name") ?? "") \($0.day("startDate") ?? "") \($0.day("endDate") ?? "")"
    }
  }

  @Test("A further row of a name and a day is new, and a deleted one stays deleted")
  func repeated() throws {
    let text = """
      Date,Time,Activity,Place
      2025-05-01,09:00,Swim,Beach
      2025-05-02,09:00,Swim,Beach
      2025-05-02,13:00,Swim,Pool

      """
    let further = text + "2025-05-02,17:00,Swim,Beach\n2025-05-02,21:00,Swim,Beach\n"
    let file = try CSVFile(text)
    let added = try file.tables.updated(with: further, .csv, named: "file")
    #expect(added.report.counts == [.added: 2, .updated: 0].filter { $0.value > 0 })
    let items = try added.outcome.tables.testObjects("BucketListItem")
    #expect(items.count == 5)
    let deleted = try added.outcome.tables.deleting(try #require(items.last).key)
    let again = try deleted.updated(with: further, .csv, named: "file")
    #expect(again.report.counts == [.deleted: 1])
    #expect(try again.outcome.tables.testObjects("BucketListItem").count == 4)
    let one = try again.outcome.tables.updated(
      with: further + "2025-05-02,23:00,Swim,Beach\n", .csv, named: "file")
    #expect(one.report.counts == [.added: 1, .deleted: 1])
  }

  @Test(
    "A new column of identities finds the rows that had none",
    arguments: ["ID", "Booking ID", "Booking reference", "uid"])
  func identified(_ column: String) throws {
    let file = try CSVFile(Self.flights)
    let legs = try file.objects("Leg")
    let edited = try file.tables.setting("notes", of: legs[0].key, to: .text("mine"))
    let text = Self.flights.split(separator: "\n").enumerated()
      .map { "\($1),\($0 == 0 ? column : "b\($0)")\n" }.joined()
    let updated = try edited.updated(with: text, .csv, named: "file")
    #expect(updated.report.counts[.added] == nil)
    #expect(updated.report.counts[.missing] == nil)
    let found = try updated.outcome.tables.testObjects("Leg")
    #expect(found.map(\.key) == legs.map(\.key))
    #expect(found[0].text("notes") == "mine")
    // From now on, it identifies them.
    let moved = text.replacing("2025-05-01,LH1166,FRA", with: "2025-05-02,LH1168,HAM")
    #expect(
      try updated.outcome.tables.updated(with: moved, .csv, named: "file").report.counts
        .filter { $0.key != .updated } == [:])
  }

  @Test(
    "A row that is spelled otherwise is the same leg, or the same stay",
    arguments: [
      ("LIS,10:05", "Lisbon,10:05"), ("FRA,LIS,10:05", "Frankfurt (FRA),Lisbon (LIS),10:05"),
      ("LH1166", "LH 1166"), ("LH1166", "LH 1166 (Lufthansa)"), ("LH1166", ""),
    ])
  func respelled(_ old: String, _ new: String) throws {
    let file = try CSVFile(Self.flights)
    let legs = try file.objects("Leg")
    let edited = try file.tables.setting("notes", of: legs[0].key, to: .text("mine"))
    let updated = try edited.updated(
      with: Self.flights.replacing(old, with: new), .csv, named: "file")
    #expect(Set(updated.report.counts.keys) == [.updated])
    #expect(try updated.outcome.tables.testObjects("Leg").map(\.key) == legs.map(\.key))
    #expect(try updated.outcome.tables.testObjects("Leg")[0].text("notes") == "mine")
  }

  @Test("A renamed hotel is the same stay, and two renamed ones of one day are new")
  func renamed() throws {
    let text = "Hotel,Check-in,Check-out\nCasa Azul,2026-05-01,2026-05-04\n"
    let file = try CSVFile(text)
    let renamed = text.replacing("Casa Azul", with: "Casa Azul Superior")
    let updated = try file.tables.updated(with: renamed, .csv, named: "file")
    #expect(updated.report.counts == [.updated: 1])
    #expect(
      try updated.outcome.tables.testObjects("Stay").map { $0.text("name") } == [
        "Casa Azul Superior"
      ])
    let two = text + "Casa Verde,2026-05-01,2026-05-04\n"
    let both = try CSVFile(two).tables.updated(
      with: two.replacing("Azul", with: "A").replacing("Verde", with: "B"), .csv, named: "file")
    #expect(both.report.counts == [.added: 2, .missing: 2])
  }

  @Test("The document's own export adds nothing, whatever a person edited")
  func ownExport() throws {
    let file = try CSVFile(Self.flights)
    let (legs, trips) = (try file.objects("Leg"), try file.objects("Trip"))
    var edited = [
      try file.tables.setting("to", of: legs[0].key, to: .text("")),
      try file.tables.setting("name", of: trips[0].key, to: .text("Lisbon with Eva")),
    ]
    edited.append(try edited[0].setting("number", of: legs[0].key, to: .text("X 1")))
    edited.append(try edited[1].setting("name", of: trips[1].key, to: .text("New York")))
    for (number, tables) in edited.enumerated() {
      let written = try CSVFile.written(tables)
      let again = try tables.updated(with: written, .csv, named: "file")
      #expect(again.report.counts[.added] == nil, "\(number): \(again.report.counts)\n\(written)")
      #expect(again.report.counts[.missing] == nil, "\(number): \(again.report.counts)")
      #expect(try self.trips(again.outcome.tables) == self.trips(tables), "\(written)")
    }
  }

  @Test("An item that a person added is the row of its export")
  func added() throws {
    let text = "Activity,Date,Place\nMuseum,2026-05-01,Rome\nForum,2026-05-02,Rome\n"
    let file = try CSVFile(text)
    let trip = try #require(try file.objects("Trip").first).key
    let schema = try TripSchema.released()
    var objects = schema.objects(of: file.tables)
    var item = try #require(objects.last { $0.entity == "BucketListItem" })
    item.key = file.tables.nextKey
    item.values["title"] = .text("Livraria Lello")
    item.trip = trip
    objects.append(item)
    let tables = schema.tables(
      of: objects, documentID: file.tables.documentID, nextKey: item.key + 1,
      extensions: file.tables.extensions)
    // Only the rows that the import read are kept.
    let update = try tables.updated(
      with: text + "Livraria Lello,2026-05-02,Rome\n", .csv, named: "file")
    #expect(update.report.counts[.added] == nil, "\(update.report.counts)")
    #expect(try update.outcome.tables.testObjects("BucketListItem").count == 3)
  }

  @Test("When one trip of several gets a name, the others keep theirs in the file")
  func names() throws {
    let file = try CSVFile(Self.flights)
    #expect(
      try trips(file.tables) == ["LIS 2025-05-01 2025-05-06", "JFK 2025-07-03 2025-07-10"])
    let trip = try file.objects("Trip")[0]
    let tables = try file.tables.setting("name", of: trip.key, to: .text("Lisbon with Eva"))
    let fresh = try CSVFile(try CSVFile.written(tables))
    #expect(
      Set(try trips(fresh.tables)) == [
        "Lisbon with Eva 2025-05-01 2025-05-06", "JFK 2025-07-03 2025-07-10",
      ])
  }

  @Test("A trip keeps the days of a leg whose row is gone")
  func gone() throws {
    let file = try CSVFile(Self.flights)
    let text = Self.flights.replacing("2025-05-06,LH1173,LIS,FRA,18:00,22:00,\n", with: "")
    let updated = try file.tables.updated(with: text, .csv, named: "file")
    #expect(updated.report.counts == [.missing: 1])
    #expect(try trips(updated.outcome.tables) == trips(file.tables))
    let removed = try file.tables.updated(
      with: text, .csv, named: "file", removesCancelled: true)
    #expect(try trips(removed.outcome.tables)[0] == "LIS 2025-05-01 2025-05-01")
  }

  @Test(
    "An unchanged table of words keeps its cells, and one that gets a column does, too",
    arguments: [
      "Type,Name,Start,End\nFlight,LH 1,2026-05-03 10:00,2026-05-03 12:00\n"
        + "Dinner,Ramiro,2026-05-04 19:00,2026-05-04 21:00\n",
      "Art;Name;Beginn;Ende\nZug;ICE 5;3.5.2026 10:00;3.5.2026 12:00\n"
        + "Ausflug;Sintra;4.5.2026 10:00;4.5.2026 21:00\n",
      "Activity,Start,End\nF,2026-07-01 10:00,2026-07-01 11:00\n",
    ])
  func cells(_ text: String) throws {
    let file = try CSVFile(text)
    #expect(try file.written == text)
    let item = try #require(try file.objects("BucketListItem").last)
    let written = try CSVFile.written(
      try file.tables.setting("details", of: item.key, to: .text("x")))
    #expect(written.hasPrefix(text.prefix { $0 != "\n" }))
    for line in text.split(separator: "\n") { #expect(written.contains(line), "\(written)") }
    #expect(try CSVFile(written).objects("BucketListItem").last?.text("details") == "x")
  }
}

extension CSVRowFindingTests {
  @Test(
    "What a person said of one hotel, flight or activity is not said of another one of the day",
    arguments: [
      (
        "Stay", "reservationNumber", "Hotel,Check-in,Check-out\nPark,2026-08-03,2026-08-05\n",
        "Park", "Inn"
      ),
      (
        "Leg", "reservationNumber", "Flight,From,To,Date\nLH 1,Bonn,Rome,2026-08-03\n",
        "LH 1,Bonn,Rome", "AZ 9,Oslo,Cairo"
      ),
      (
        "Leg", "reservationNumber", "Flight,From,To,Date\nLH 1,Bonn,Rome,2026-08-03\n", "LH 1",
        "AF 7"
      ),
      ("BucketListItem", "address", "Date,Activity,Notes\n2026-08-04,Zoo,\n", "Zoo", "Opera"),
    ])
  func replaced(
    _ entity: String, _ property: String, _ text: String, _ old: String, _ new: String
  ) throws {
    let file = try CSVFile(text)
    let object = try #require(try file.objects(entity).first)
    let edited = try file.tables.setting(property, of: object.key, to: .text("R1"))
    let updated = try edited.updated(
      with: text.replacing(old, with: new), .csv, named: "file")
    #expect(updated.report.counts == [.added: 1, .missing: 1])
    let objects = try updated.outcome.tables.testObjects(entity)
    #expect(objects.map { $0.text(property) ?? "" } == ["R1", ""])
  }

  @Test("Rows of the document's own export are those of their objects, also beside like ones")
  func alike() throws {
    let text = """
      Hotel,Check-in,Check-out,Notes
      Inn,2026-08-05,2026-08-06,roomA
      Inn,2026-08-06,2026-08-07,roomB
      Park,2026-08-04,2026-08-05,c
      Park,2026-08-04,2026-08-05,c

      """
    let file = try CSVFile(text)
    let stays = try file.objects("Stay")
    var tables = file.tables
    for (stay, day) in zip(stays, ["2026-08-06", "2026-08-07"]) {
      let first = try DayText.parse(day)
      tables = try tables.setting("checkinDate", of: stay.key, to: .integer(first))
        .setting("checkoutDate", of: stay.key, to: .integer(first + 1))
    }
    tables = try tables.setting("notes", of: stays[2].key, to: .text("MINE"))
    let written = try CSVFile.written(tables)
    let again = try tables.updated(with: written, .csv, named: "file")
    #expect(again.outcome.conflicts.isEmpty)
    #expect(
      try again.outcome.tables.testObjects("Stay").map { $0.text("notes") } == [
        "roomA", "roomB", "MINE", "c",
      ])
    #expect(try CSVFile.written(again.outcome.tables) == written)
  }

  @Test("An object without a name is that of its row")
  func nameless() throws {
    let text = "Type,Date,Hotel,Notes\nhotel,2026-08-08,,c\nhotel,2026-08-09,Inn,d\n"
    let file = try CSVFile(text)
    let stay = try #require(try file.objects("Stay").first)
    let moved = try file.tables.setting(
      "checkinDate", of: stay.key, to: .integer(try DayText.parse("2026-08-07")))
    let again = try moved.updated(with: try CSVFile.written(moved), .csv, named: "file")
    #expect(try again.outcome.tables.testObjects("Stay").count == 2)
    #expect(again.report.counts[.missing] == nil)
  }

  @Test("Of equal rows each keeps its place, so the same file changes nothing a second time")
  func places() throws {
    let text = "Date,Activity\n2026-08-03,Zoo\n"
    let file = try CSVFile(text)
    let deleted = try file.tables.deleting(
      try #require(try file.objects("BucketListItem").first).key)
    let twice = text + "2026-08-03,Zoo\n"
    let once = try deleted.updated(with: twice, .csv, named: "file").outcome.tables
    let again = try once.updated(with: twice, .csv, named: "file")
    #expect(TablesDump.text(again.outcome.tables, all: true) == TablesDump.text(once, all: true))
  }
}
