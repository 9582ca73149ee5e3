import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// A row with a hotel, a journey and an activity is an object for each.
@Suite struct CSVSeveralKindsTests {
  static let text = """
    Date,Hotel,Address,Activity,Time,Notes,Weather
    2026-08-03,Park Hotel,Shinjuku,Sensoji,10:00,early,sunny
    2026-08-04,,,Tsukiji,06:30,fish,rain
    2026-08-05,Ryokan,Hakone,,,onsen,
    2026-08-06,,,,,rest,

    """

  private func titles(_ tables: Tables, _ entity: String, _ name: String) throws -> [String?] {
    try tables.testObjects(entity).map { $0.text(name) }
  }

  @Test("Each object of a row gets its own cells, and all of them the day")
  func read() throws {
    let file = try CSVFile(Self.text)
    let stays = try file.objects("Stay")
    #expect(stays.map { $0.text("name") } == ["Park Hotel", "Ryokan"])
    #expect(stays.map { $0.text("address") } == ["Shinjuku", "Hakone"])
    #expect(stays.map { $0.day("checkinDate") } == ["2026-08-03", "2026-08-05"])
    #expect(stays.map { $0.text("checkinTime") } == [nil, nil])
    #expect(stays.map { $0.text("notes") } == ["", "onsen"])
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Sensoji", "Tsukiji", ""])
    #expect(
      items.map { $0.text("startTime") } == ["2026-08-03T10:00:00", "2026-08-04T06:30:00", nil])
    #expect(items.map { $0.text("details") } == ["early", "fish", "rest"])
    #expect(items.map { $0.day("startDate") }.last == "2026-08-06")
    #expect(Set((stays + items).map { $0["trip"] }).count == 1)
    #expect(file.report.keptNames == ["Weather": 1])
    #expect(file.report.completeComponents == 4)
    #expect(try file.written == Self.text)
  }

  @Test(
    "A day's journey, lodging and activity are three objects",
    arguments: [
      "Datum;Von;Nach;Zugnummer;Unterkunft;Aktivität\n3.8.2026;Berlin;Rom;ICE 5;Albergo;Forum\n",
      "Date,From,To,Flight,Hotel,Activities\n2026-08-03,Berlin,Rom,ICE 5,Albergo,Forum\n",
      "Date,Activité,De,À,Hôtel,Numéro de vol\n2026-08-03,Forum,Berlin,Rom,Albergo,ICE 5\n",
    ])
  func all(_ text: String) throws {
    let file = try CSVFile(text)
    #expect(try titles(file.tables, "Stay", "name") == ["Albergo"])
    #expect(try titles(file.tables, "Leg", "from") == ["Berlin"])
    #expect(try titles(file.tables, "Leg", "to") == ["Rom"])
    #expect(try titles(file.tables, "Leg", "number") == ["ICE 5"])
    #expect(try titles(file.tables, "BucketListItem", "title") == ["Forum"])
    for (entity, day) in [
      ("Stay", "checkinDate"), ("Leg", "departureDate"), ("BucketListItem", "startDate"),
    ] {
      #expect(try file.objects(entity).map { $0.day(day) } == ["2026-08-03"])
    }
    #expect(try file.written == text)
  }

  @Test("A hotel beside times of a journey gets no day from them, and lies in the same trip")
  func days() throws {
    let text = """
      Departure,Arrival,From,To,Hotel
      2026-05-01 10:00,2026-05-01 12:00,Wien,Rom,Albergo
      2026-09-01 10:00,2026-09-01 12:00,Wien,Oslo,Pension

      """
    let file = try CSVFile(text)
    let (stays, legs) = (try file.objects("Stay"), try file.objects("Leg"))
    #expect(stays.map { $0.text("name") } == ["Albergo", "Pension"])
    #expect(stays.map { $0.day("checkinDate") } == [nil, nil])
    #expect(stays.map { $0["trip"] } == legs.map { $0["trip"] })
    #expect(Set(legs.map { $0["trip"] }).count == 2)
    #expect(try file.written == text)
    #expect(try file.tables.updated(with: text, .csv, named: "file").report.counts.isEmpty)
  }

  @Test("A row that states its kind is one object, and what it does not get is named")
  func stated() throws {
    let text = "Type,Date,Hotel,Activity\nHotel,2026-08-03,Park Hotel,Sensoji\n"
    let file = try CSVFile(text)
    #expect(try titles(file.tables, "Stay", "name") == ["Park Hotel"])
    #expect(try file.objects("BucketListItem").isEmpty)
    #expect(file.report.keptNames == ["Activity": 1])
  }

  @Test("An airline or a means of transport alone makes no leg of a row beside hotels")
  func transport() throws {
    let file = try CSVFile(
      "Date,Transport,Hotel,Activity\n2026-08-03,train,,Sensoji\n2026-08-04,bus,Inn,\n")
    #expect(try file.objects("Leg").isEmpty)
    #expect(try titles(file.tables, "Stay", "name") == ["Inn"])
    #expect(try titles(file.tables, "BucketListItem", "title") == ["Sensoji"])
    #expect(file.report.keptNames == ["Transport": 2])
  }

  @Test("Edits of the objects of a row are in its cells")
  func edited() throws {
    let file = try CSVFile(Self.text)
    let (stay, item) = (try file.objects("Stay")[0], try file.objects("BucketListItem")[0])
    var tables = try file.tables.setting("name", of: stay.key, to: .text("Hyatt"))
    tables = try tables.setting("details", of: item.key, to: .text("late"))
    #expect(
      try CSVFile.written(tables)
        == Self.text.replacing("Park Hotel", with: "Hyatt").replacing("early", with: "late"))
    // Both move to another day.
    let day = Value.integer(try DayText.parse("2026-08-07"))
    tables = try file.tables.setting("checkinDate", of: stay.key, to: day)
    tables = try tables.setting("startTime", of: item.key, to: .text("2026-08-07T10:00:00"))
    let moved = try CSVFile.written(tables)
    #expect(moved == Self.text.replacing("2026-08-03", with: "2026-08-07"))
  }

  @Test("An object that moves to a day of its own gets a row of its own")
  func moved() throws {
    let file = try CSVFile(Self.text)
    let stay = try file.objects("Stay")[0]
    let day = Value.integer(try DayText.parse("2026-08-02"))
    let tables = try file.tables.setting("checkinDate", of: stay.key, to: day)
    let written = try CSVFile.written(tables)
    #expect(
      written
        == Self.text.replacing(
          "2026-08-03,Park Hotel,Shinjuku,Sensoji,10:00,early,sunny",
          with: "2026-08-02,Park Hotel,Shinjuku,,,,sunny\n2026-08-03,,,Sensoji,10:00,early,"))
    // The made trip has the days of its rows.
    let again = try tables.updated(with: written, .csv, named: "file")
    #expect(again.report.counts == [.updated: 1], "\(again.report.counts)")
    #expect(
      try again.outcome.tables.testObjects("Trip").map { $0.day("startDate") } == ["2026-08-02"])
    #expect(try CSVFile.written(again.outcome.tables) == written)
  }

  @Test("A deleted object takes its cells from the row, and the last one the row")
  func deleted() throws {
    let file = try CSVFile(Self.text)
    let (stay, item) = (try file.objects("Stay")[0], try file.objects("BucketListItem")[0])
    let withoutStay = try file.tables.deleting(stay.key)
    #expect(
      try CSVFile.written(withoutStay)
        == Self.text.replacing("Park Hotel,Shinjuku,", with: ",,"))
    #expect(
      try CSVFile.written(try file.tables.deleting(item.key))
        == Self.text.replacing("Sensoji,10:00,early", with: ",,"))
    #expect(
      try CSVFile.written(try withoutStay.deleting(item.key))
        == Self.text.replacing(
          "2026-08-03,Park Hotel,Shinjuku,Sensoji,10:00,early,sunny\n", with: ""))
    // It is not imported again.
    let again = try withoutStay.updated(with: Self.text, .csv, named: "file")
    #expect(again.report.counts == [.deleted: 1])
    #expect(try titles(again.outcome.tables, "Stay", "name") == ["Ryokan"])
  }

  @Test("A file that changed changes the object that it names")
  func changed() throws {
    let tables = try CSVFile(Self.text).tables
    #expect(try tables.updated(with: Self.text, .csv, named: "file").report.counts.isEmpty)
    let renamed = try tables.updated(
      with: Self.text.replacing("Sensoji", with: "Senso-ji"), .csv, named: "file")
    #expect(renamed.report.counts == [.updated: 1])
    #expect(try titles(renamed.outcome.tables, "BucketListItem", "title").first == "Senso-ji")
    #expect(try titles(renamed.outcome.tables, "Stay", "name") == ["Park Hotel", "Ryokan"])
    let later = try tables.updated(
      with: Self.text.replacing("10:00,early", with: "11:00,late"), .csv, named: "file")
    #expect(later.report.counts == [.updated: 1])
    #expect(
      try later.outcome.tables.testObjects("BucketListItem").map { $0.text("details") }.first
        == "late")
    // A hotel that is found later is a new object, and the activity stays what it is.
    let found = try tables.updated(
      with: Self.text.replacing("2026-08-04,,,", with: "2026-08-04,Inn,Tokyo,"), .csv,
      named: "file")
    #expect(found.report.counts == [.added: 1])
    let objects = found.outcome.tables
    #expect(try titles(objects, "Stay", "name").contains("Inn"))
    #expect(try objects.testObjects("BucketListItem").count == 3)
    // And one that is gone is missing.
    let gone = try tables.updated(
      with: Self.text.replacing("Park Hotel,Shinjuku,", with: ",,"), .csv, named: "file",
      removesCancelled: true)
    #expect(gone.report.counts == [.missing: 1])
    #expect(try titles(gone.outcome.tables, "Stay", "name") == ["Ryokan"])
  }

  @Test("A time goes to no column of another kind, and makes no journey")
  func times() throws {
    let text = """
      Date,Flight,From,To,Dep time,Hotel,Activity
      2026-08-09,LH 1,Bonn,Rome,08:00,Inn,Walk
      2026-08-10,,,,,Inn,Zoo
      2026-08-11,,,,09:00,,Fort

      """
    let file = try CSVFile(text)
    #expect(try file.objects("Leg").map { $0.text("number") } == ["LH 1"])
    #expect(try file.objects("BucketListItem").map { $0.text("startTime") } == [nil, nil, nil])
    #expect(file.report.keptNames == ["Dep time": 1])
    #expect(try file.written == text)
    let item = try file.objects("BucketListItem")[1]
    let tables = try file.tables.setting("startDate", of: item.key, to: .null)
      .setting("startTime", of: item.key, to: .text("2026-08-10T17:45:00"))
    let fresh = try CSVFile(try CSVFile.written(tables))
    #expect(try fresh.objects("Leg").count == 1)
    #expect(
      try fresh.objects("BucketListItem").map { $0.text("startTime") ?? "" }.sorted() == [
        "", "", "2026-08-10T17:45:00",
      ])
    #expect(
      try tables.updated(with: try CSVFile.written(tables), .csv, named: "file").report
        .counts[.added] == nil)
  }

  @Test("A deleted object stays deleted when its row moves with another one")
  func deletedAndMoved() throws {
    let text = "Date,Hotel,Activity\n2026-08-03,Park,Zoo\n2026-08-09,Inn,Fort\n"
    let file = try CSVFile(text)
    let deleted = try file.tables.deleting(
      try #require(try file.objects("BucketListItem").first).key)
    let moved = try deleted.updated(
      with: text.replacing("2026-08-03", with: "2026-08-05"), .csv, named: "file")
    #expect(moved.report.counts == [.updated: 1, .deleted: 1])
    #expect(
      try titles(moved.outcome.tables, "BucketListItem", "title") == ["Fort"])
  }

  @Test("Objects of one row in two trips are two rows")
  func trips() throws {
    let text = """
      Trip,Date,Hotel,Activity
      Japan,2026-08-03,Park Hotel,Sensoji
      Korea,2026-09-03,Inn,Palace

      """
    let file = try CSVFile(text)
    let trips = try file.objects("Trip")
    let item = try file.objects("BucketListItem")[0]
    let tables = try file.tables.setting(
      "trip", of: item.key, to: .reference(try #require(trips.last).key))
    #expect(
      try CSVFile.written(tables)
        == text.replacing(
          "Japan,2026-08-03,Park Hotel,Sensoji",
          with: "Japan,2026-08-03,Park Hotel,\nKorea,2026-08-03,,Sensoji"))
  }

  @Test("Random edits of rows with several objects are in the exported file", arguments: 0..<40)
  func random(_ seed: Int) throws {
    var random = CSVRandom(seed)
    let words = ["", "Inn", "Fort", "Rom", "a \"b\", c", "Oslo"]
    let rows = (0..<Int.random(in: 1..<8, using: &random)).map { row in
      let cells = (0..<6).map { _ in words.randomElement(using: &random) ?? "" }
      let day = "2026-08-\(String(row + 10))"
      return ([day] + cells).map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
        .joined(separator: ",")
    }
    let text = "Date,Hotel,From,To,Activity,Notes,Other\n" + rows.joined(separator: "\n") + "\n"
    let file = try CSVFile(text)
    guard try file.written == text || file.rejected != nil else {
      Issue.record("\(text)\n\(try file.written)")
      return
    }
    var tables = file.tables
    for entity in ["Stay", "Leg", "BucketListItem"] {
      for object in try file.objects(entity) where random.isLucky(3) {
        let name = ["Stay": "name", "Leg": "to", "BucketListItem": "title"][entity] ?? ""
        let day = ["Stay": "checkinDate", "Leg": "departureDate"][entity] ?? "startDate"
        switch Int.random(in: 0..<3, using: &random) {
        case 0: tables = try tables.setting(name, of: object.key, to: .text("Edited"))
        case 1:
          tables = try tables.setting(
            day, of: object.key, to: .integer(try DayText.parse("2026-08-20")))
        default: tables = try tables.deleting(object.key)
        }
      }
    }
    let written = try CSVFile.written(tables)
    let again = try CSVFile(written)
    for entity in ["Stay", "Leg", "BucketListItem"] {
      func texts(_ tables: Tables) throws -> [String] {
        try tables.testObjects(entity).map { object in
          object.values.filter { $0.key != "trip" && !$0.key.hasSuffix("$order") }
            .map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", ")
        }.sorted()
      }
      #expect(try texts(again.tables) == texts(tables), "\(text)\n\(written)")
    }
    let unchanged = try tables.updated(with: written, .csv, named: "file")
    #expect(
      unchanged.report.counts[.added] == nil, "\(text)\n\(written)\n\(unchanged.report.counts)")
  }
}
