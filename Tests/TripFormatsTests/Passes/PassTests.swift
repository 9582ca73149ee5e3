import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing
import ZipArchive

@testable import TripFormats

/// What passes of wallets become.
@Suite struct PassTests {
  private typealias File = PassTestFile

  private func leg(_ json: String, timeZone: String? = nil) throws -> TestObject {
    try #require(try File(json, timeZone: timeZone).objects("Leg").first)
  }

  @Test func `a boarding pass is a leg with its ends, number, day, seat and passenger`() throws {
    let file = try File(File.flight(File.relevant))
    let leg = try #require(try file.objects("Leg").first)
    #expect(
      [leg.text("from"), leg.text("to"), leg.text("mode")] == ["Lisboa", "Frankfurt", "flight"])
    guard case .tree(let place) = leg["fromLocation"] else { return #expect(Bool(false)) }
    #expect(place["code"]?.textValue == "LIS")
    #expect([leg.text("number"), leg.text("provider")] == ["LH 1166", "Lufthansa"])
    #expect(leg.text("reservationNumber") == "ABC123")
    #expect(leg.text("departureGate") == "A12")
    #expect(leg.day("departureDate") == "2024-05-01")
    #expect(leg["departureTime"].isNull)
    #expect(leg["isConfirmed"] == .bool(true))
    #expect(try file.texts("Participant", "name") == ["JANE DOE"])
    #expect(file.report.keptNames["terms"] == 1)
  }

  // MARK: Days and times

  @Test(
    arguments: [
      // The year is that of the pass.
      (File.relevant, "122", "2024-05-01"),
      (#", "relevantDate": "2023-05-01T23:30:00-07:00""#, "122", "2023-05-02"),
      (#", "relevantDate": "2023-12-31T22:00:00Z""#, "001", "2024-01-01"),
      (
        #", "relevantDates": [{"startDate": "2024-12-30T22:00:00Z", "endDate": "2024-12-31T22:00:00Z"}]"#,
        "366", "2024-12-31"
      ),
      // An expiration is behind the flight.
      (#", "expirationDate": "2024-05-03T00:00:00Z""#, "122", "2024-05-01"),
      (#", "expirationDate": "2025-01-10T00:00:00Z""#, "122", "2024-05-01"),
      (#", "expirationDate": "2024-01-01T12:00:00Z""#, "365", "2023-12-31"),
      // Without either, the day stays open.
      ("", "122", nil), (File.relevant, "   ", "2024-05-01"), (File.relevant, "400", "2024-05-01"),
      (#", "relevantDate": "soon""#, "122", nil),
    ] as [(String, String, String?)])
  func `the day of a bar code has the year of the pass, or stays open`(
    more: String, day: String, expected: String?
  ) throws {
    let file = try File(File.flight(more, code: File.code(day: day)))
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.day("departureDate") == expected)
    #expect(leg["arrivalDate"].isNull && leg["arrivalTime"].isNull)
    #expect(file.findings(.unreadMoment).count == (expected == nil ? 1 : 0))
  }

  @Test(
    arguments: [
      // A time of its own, on the day of the bar code, or with a day.
      (File.field("departureTime", "10:05"), "2024-05-01T10:05:00", nil),
      (
        File.field(
          "dep", "2024-05-01T10:05+01:00",
          #", "dateStyle": "PKDateStyleShort", "timeStyle": "PKDateStyleShort", "ignoresTimeZone": true"#
        ), "2024-05-01T10:05:00+01:00[Etc/GMT-1]", nil
      ),
      (
        File.field("x", "10:05", #", "label": "Départ""#) + ","
          + File.field("y", "13:15", #", "label": "Arrivée""#), "2024-05-01T10:05:00",
        "2024-05-01T13:15:00"
      ),
      // An arrival before the departure may be of another day.
      (
        File.field("departs", "23:05") + "," + File.field("arrives", "05:15"),
        "2024-05-01T23:05:00", nil
      ),
      (File.field("departure", "12:05 PM"), "2024-05-01T12:05:00", nil),
      (File.field("departure", "soon"), nil, nil),
    ] as [(String, String?, String?)])
  func `times of fields are on the day of the flight`(
    field: String, departure: String?, arrival: String?
  ) throws {
    let leg = try leg(File.flight(File.relevant, fields: "," + field))
    #expect(leg.text("departureTime") == departure)
    #expect(leg.text("arrivalTime") == arrival)
  }

  @Test
  func `a time of a flight whose day only the bar code and the expiration tell is on that day`()
    throws
  {
    let field = "," + File.field("departureTime", "10:05")
    let leg = try leg(
      File.flight(#", "expirationDate": "2024-05-03T00:00:00Z""#, fields: field))
    #expect(leg.text("departureTime") == "2024-05-01T10:05:00")
    let open = try File(File.flight(fields: field))
    #expect(try open.objects("Leg").first?["departureTime"].isNull == true)
    #expect(open.findings(.unreadMoment).map(\.subject) == ["departure", "LH 1166"])
  }

  @Test func `times without a zone get that of the option`() throws {
    let leg = try leg(
      File.flight(File.relevant, fields: "," + File.field("departureTime", "10:05")),
      timeZone: "Europe/Lisbon")
    #expect(leg.text("departureTime") == "2024-05-01T10:05:00+01:00[Europe/Lisbon]")
  }

  @Test func `semantic tags say more than fields`() throws {
    let file = try File(
      File.flight(
        """
        , "semantics": {"airlineCode": "LH", "flightNumber": 1166, "transitProvider": "Lufthansa",
          "departureAirportCode": "LIS", "departureAirportName": "Aeroporto Humberto Delgado",
          "departureLocation": {"latitude": 38.750000000000001, "longitude": -9.125}, "departureLocationTimeZone": "Europe/Lisbon",
          "destinationAirportCode": "FRA", "destinationAirportName": "Frankfurt am Main", "destinationTerminal": "1",
          "originalDepartureDate": "2024-05-01T10:05+01:00", "currentDepartureDate": "2024-05-01T10:35+01:00",
          "originalArrivalDate": "2024-05-01T14:10+02:00", "destinationLocationTimeZone": "Europe/Berlin",
          "confirmationNumber": "XYZ789", "passengerName": {"givenName": "Jane", "familyName": "Doe"},
          "departureGate": "B3", "departureTerminal": "2", "totalPrice": {"amount": "99.50", "currencyCode": "EUR"},
          "seats": [{"seatNumber": "A", "seatRow": "12"}]}
        """))
    let leg = try #require(try file.objects("Leg").first)
    #expect(
      [leg.text("from"), leg.text("to")] == ["Aeroporto Humberto Delgado", "Frankfurt am Main"])
    #expect(leg.text("departureTime") == "2024-05-01T10:35:00+01:00[Europe/Lisbon]")
    #expect(leg.text("arrivalTime") == "2024-05-01T14:10:00+02:00[Europe/Berlin]")
    #expect([leg.text("number"), leg.text("reservationNumber")] == ["LH 1166", "XYZ789"])
    #expect([leg.text("departureGate"), leg.text("departureTerminal")] == ["B3", "2"])
    #expect(leg.text("arrivalTerminal") == "1")
    #expect(try file.texts("Participant", "name") == ["Jane Doe"])
    guard case .tree(let from) = leg["fromLocation"] else { return #expect(Bool(false)) }
    #expect(from["latitude"]?.numberValue == 38.75)
  }

  // MARK: Kinds

  @Test(
    arguments: [
      ("PKTransitTypeTrain", "train"), ("PKTransitTypeBus", "bus"), ("PKTransitTypeBoat", "boat"),
      ("PKTransitTypeGeneric", "unknown"),
    ])
  func `a pass of any carrier is a leg`(type: String, mode: String) throws {
    let leg = try leg(
      File.json(
        "boardingPass",
        """
        "transitType": "\(type)", "primaryFields": [\(File.field("from", "Wien Hbf")), \(File.field("to", "Bozen"))],
        "secondaryFields": [\(File.field("train", "NJ 295")), \(File.field("abfahrt", "2024-05-01T20:10:00+02:00", #", "dateStyle": "PKDateStyleShort""#)), \(File.field("gleis", "8"))]
        """))
    #expect([leg.text("from"), leg.text("to"), leg.text("mode")] == ["Wien Hbf", "Bozen", mode])
    #expect(leg.text("number") == "NJ 295")
    #expect(leg.text("departureTime") == "2024-05-01T20:10:00+02:00[Etc/GMT-2]")
  }

  @Test func `two codes are a flight, whatever the bar code is`() throws {
    let leg = try leg(
      File.json(
        "boardingPass",
        """
        "transitType": "PKTransitTypeAir",
        "primaryFields": [\(File.field("origin", "LIS", #", "label": "FROM""#)), \(File.field("destination", "FRA", #", "label": "TO""#))]
        """, File.barcode("another kind") + File.relevant))
    #expect([leg.text("from"), leg.text("to"), leg.text("number")] == ["LIS", "FRA", nil])
    #expect(leg.day("departureDate") == "2024-05-01")
  }

  @Test func `labels of the ends may have the times`() throws {
    let leg = try leg(
      File.json(
        "boardingPass",
        """
        "transitType": "PKTransitTypeTrain",
        "primaryFields": [\(File.field("von", "Berlin", #", "label": "ab 08:04""#)), \(File.field("nach", "Bozen", #", "label": "an 17:20""#))]
        """, #", "relevantDate": "2024-05-01T08:04:00+02:00""#))
    #expect(leg.text("departureTime") == "2024-05-01T08:04:00")
    #expect(leg.text("arrivalTime") == "2024-05-01T17:20:00")
  }

  @Test func `primary fields may have the times, and tags lie in the boarding pass`() throws {
    let leg = try leg(
      File.json(
        "boardingPass",
        """
        "transitType": "PKTransitTypeTrain", "semantics": {"vehicleNumber": "IC 5"},
        "primaryFields": [\(File.field("departure", "19:47", #", "label": "Oslo S""#)), \(File.field("arrival", "22:05", #", "label": "Hamar""#))]
        """, #", "relevantDates": [{"startDate": "2024-05-01T19:47:00+02:00"}]"#))
    #expect([leg.text("from"), leg.text("to"), leg.text("number")] == ["Oslo S", "Hamar", "IC 5"])
    #expect(leg.text("departureTime") == "2024-05-01T19:47:00")
    #expect(leg.text("arrivalTime") == "2024-05-01T22:05:00")
  }

  @Test func `codes of stations are codes if their labels are names`() throws {
    func from(_ label: String) throws -> TestObject {
      try leg(
        File.json(
          "boardingPass",
          """
          "transitType": "PKTransitTypeTrain",
          "primaryFields": [\(File.field("origin", "ATH", ", \"label\": \"\(label)\"")), \(File.field("destination", "SKG"))]
          """, File.relevant))
    }
    #expect(try from("Athens").text("from") == "Athens")
    #expect(try from("FROM").text("from") == "ATH")
  }

  @Test func `passes without a number are told apart by their bytes`() throws {
    let one = File.flight(File.relevant, serial: "")
    let other = one.replacing("01166122", with: "01170122")
    let first = try File(one)
    let both = try UpdatedFile(
      first.tables, with: try File.pass(other), .pass, ImportOptions(fallbackName: "p"),
      removesCancelled: false, side: .ours)
    #expect(try both.outcome.tables.testObjects("Leg").count == 2)
  }

  @Test func `a bar code of two legs is two legs, and fields belong to the one that they name`()
    throws
  {
    let second = "ABC123 FRAOSLLH 00860122Y014C0031 100"
    let code = File.code().replacing("M1", with: "M2").replacing("100", with: "102AB") + second
    let file = try File(File.flight(File.relevant, code: code))
    #expect(try file.texts("Leg", "number") == ["LH 1166", "LH 860"])
    #expect(try file.texts("Leg", "departureGate") == ["A12", nil])
    #expect(
      try file.objects("Leg").map { $0.day("departureDate") } == ["2024-05-01", "2024-05-01"])
    #expect(try file.objects("Trip").count == 1)
  }

  @Test func `a ticket is an event with its place and time`() throws {
    let file = try File(
      File.json(
        "eventTicket",
        #""primaryFields": [\#(File.field("event", "Concert"))], "secondaryFields": [\#(File.field("venue", "Arena")), \#(File.field("location", "Way 1"))]"#,
        #", "relevantDate": "2024-05-01T19:30:00+02:00", "locations": [{"latitude": 47.5, "longitude": 11.25}]"#
      ))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.text("title") == "Concert")
    #expect(item.text("address") == "Arena, Way 1")
    #expect(item.text("startTime") == "2024-05-01T19:30:00+02:00[Etc/GMT-2]")
    #expect(item["location"] == .place(latitude: 47.5, longitude: 11.25))
    #expect(item["hasReservation"] == .bool(true))
  }

  @Test(arguments: ["generic", "storeCard"])
  func `a pass of a hotel is a stay`(style: String) throws {
    let file = try File(
      File.json(
        style,
        #""primaryFields": [\#(File.field("hotel", "Casa"))], "auxiliaryFields": [\#(File.field("check-in", "2024-05-01")), \#(File.field("check-out", "2024-05-03")), \#(File.field("confirmation", "H1"))]"#
      ))
    let stay = try #require(try file.objects("Stay").first)
    #expect([stay.text("name"), stay.text("reservationNumber")] == ["Casa", "H1"])
    #expect([stay.day("checkinDate"), stay.day("checkoutDate")] == ["2024-05-01", "2024-05-03"])
  }

  @Test func `a voided pass is cancelled`() throws {
    #expect(
      try leg(File.flight(File.relevant + #", "voided": true"#))["isCancelled"] == .bool(true))
  }

  @Test(arguments: [
    File.json("storeCard", #""primaryFields": [\#(File.field("balance", "100"))]"#),
    File.json("coupon", ""), File.json("boardingPass", ""), File.json("other", ""),
  ])
  func `a pass without a journey, a stay or an event is refused`(json: String) throws {
    let bytes = try File.pass(json)
    let error = #expect(throws: DocumentError.self) {
      try ImportedFile(bytes, .pass, ImportOptions(fallbackName: "x"))
    }
    #expect(error?.code == .notADocument)
    #expect(error?.detail.contains("pass") == true)
  }

  // MARK: Languages

  private static let strings: [(String, [UInt8])] = [
    (
      "de.lproj/pass.strings",
      [0xFF, 0xFE]
        + "/* Orte */\n\"LISBON\" = \"Lissabon\";\n\"X\\\"Y\" = \"1\";".utf16
        .flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    ),
    ("en.lproj/pass.strings", Array("// Places\nLISBON = \"Lisbon\\u00A0City\";".utf8)),
    ("pt-BR.lproj/pass.strings", Array("\"LISBON\"=\"Lisboa\"; \"broken".utf8)),
  ]

  @Test(
    arguments: [
      (nil, "Lisbon\u{A0}City"), ("de", "Lissabon"), ("de-AT", "Lissabon"), ("pt", "Lisboa"),
      ("pt_BR", "Lisboa"), ("fr", "Lisbon\u{A0}City"),
    ] as [(String?, String)])
  func `a pass is read in one language`(language: String?, from: String) throws {
    let json = File.flight(File.relevant).replacing("Lisboa", with: "LISBON")
    let file = try File(json, Self.strings, language: language)
    #expect(try file.texts("Leg", "from") == [from])
  }

  // MARK: Trust

  @Test func `files that are not those of the manifest are reported, and so is the signature`()
    throws
  {
    let whole = try File(File.flight(File.relevant), [("icon.png", [1, 2, 3])])
    #expect(whole.findings(.fileDigest) == [])
    #expect(whole.findings(.signature).count == 1)
    let bytes = try File.zip([
      ("pass.json", Array(File.flight(File.relevant).utf8)), ("icon.png", [1]),
      (
        "manifest.json",
        Array(#"{"icon.png": "bf8b4530d8d246dd74ac53a13471bba17941dff7", "logo.png": "00"}"#.utf8)
      ),
    ])
    let file = try File(bytes: bytes)
    #expect(file.findings(.fileDigest).map(\.entry) == ["pass.json", "logo.png"])
    #expect(file.report.isStrictlyRead == false)
  }

  // MARK: With other files

  @Test func `the bytes of a pass are an attachment, which an archive of KDE Itinerary has again`()
    throws
  {
    let bytes = try File.pass(File.flight(File.relevant))
    let file = try File(bytes: bytes)
    let part = try #require(file.tables.keptParts.first)
    #expect(part.bytes == bytes)
    #expect(part.name == "attachments/org.kde.itinerary/1/passes/pass.example.airline/MQ.pkpass")
    #expect(part.mediaType == "application/vnd.apple.pkpass")
    let archive = try OtherArchive(try ExportedFile(file.tables, .itinerary).bytes)
    #expect(archive.entries.map(\.name).contains("passes/pass.example.airline/MQ.pkpass"))
    let json = String(decoding: try ExportedFile(file.tables, .jsonLD).bytes, as: UTF8.self)
    #expect(json.contains("aztecCode:M1DOE/JANE MRS"))
  }

  @Test func `the same pass again changes nothing, and a newer one changes its leg`() throws {
    let bytes = try File.pass(File.flight(File.relevant))
    let file = try File(bytes: bytes)
    let same = try UpdatedFile(
      file.tables, with: bytes, .pass, ImportOptions(fallbackName: "pass"),
      removesCancelled: false, side: .ours)
    #expect(same.report.counts.isEmpty, "\(same.report.entries)")
    let newer = try File.pass(File.flight(File.relevant).replacing("A12", with: "B7"))
    let updated = try UpdatedFile(
      file.tables, with: newer, .pass, ImportOptions(fallbackName: "pass (1)"),
      removesCancelled: false, side: .ours)
    #expect(
      try updated.outcome.tables.testObjects("Leg").map { $0.text("departureGate") } == ["B7"])
  }

  @Test func `a set of passes is one file, and a pass of a family is for each of them`() throws {
    let first = try File.pass(File.flight(File.relevant))
    let second = try File.pass(
      File.flight(
        File.relevant, code: File.code().replacing("DOE/JANE MRS", with: "DOE/JOHN MR "),
        serial: "2"))
    let broken = try File.zip([("pass.json", Array("{".utf8))])
    let set = try File.zip([
      ("a.pkpass", first), ("b.pkpass", second), ("c.pkpass", broken), ("d.pkpass", first),
    ])
    let file = try File(bytes: set)
    #expect(try file.objects("Leg").count == 1)
    #expect(try file.texts("Participant", "name") == ["JANE DOE", "JOHN DOE"])
    #expect(file.tables.keptParts.count == 2)
    #expect(file.findings(.unreadPart).map(\.entry) == ["c.pkpass"])
  }

  @Test func `a flight of a pass and of a calendar is one leg`() throws {
    let calendar = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Airline//EN
      BEGIN:VEVENT
      UID:1@airline.example
      DTSTAMP:20240401T100000Z
      DTSTART:20240501T090500Z
      DTEND:20240501T120000Z
      SUMMARY:Flight LH 1166 from LIS to FRA
      CATEGORIES:FLIGHT
      END:VEVENT
      END:VCALENDAR

      """
    let first = try ImportedFile(
      Array(calendar.utf8), .iCalendar, ImportOptions(fallbackName: "c"))
    let pass = try File.pass(File.flight(File.relevant))
    let both = try UpdatedFile(
      first.tables, with: pass, .pass, ImportOptions(fallbackName: "p"), removesCancelled: false,
      side: .ours)
    let legs = try both.outcome.tables.testObjects("Leg")
    #expect(legs.map { $0.text("departureGate") } == ["A12"])
    #expect(both.report.counts[.joined] == 1)
  }

  @Test func `a pass that is attached to a mail is read`() throws {
    let bytes = try File.pass(File.flight(File.relevant))
    let text = Data(bytes).base64EncodedString(options: .lineLength76Characters)
    for name in ["pass.pkpass", "Your pass"] {
      let mail = try MailTestFile(
        MailTestFile.mail([
          MailTestFile.part(
            "Content-Type: application/vnd.apple.pkpass; name=\"\(name)\"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment",
            text)
        ]))
      #expect(try mail.texts("Leg", "number") == ["LH 1166"])
      #expect(mail.findings(.unreadPart) == [])
    }
  }

  // MARK: Hostile files

  @Test(arguments: [
    ("{}", "not-a-document"), ("[]", "not-a-document"), ("{\"a\": [", "json-truncated"),
    (String(repeating: "[", count: 10_000), "json-depth"),
  ])
  func `damaged contents are refused`(json: String, code: String) throws {
    let bytes = try File.zip([("pass.json", Array(json.utf8))])
    let error = #expect(throws: DocumentError.self) {
      try ImportedFile(bytes, .pass, ImportOptions(fallbackName: "x"))
    }
    #expect(error?.code.rawValue == code)
  }

  @Test
  func `an archive is told by an entry behind its pictures, and a document with a pass is none`()
    throws
  {
    let pass = try File.pass(File.flight(File.relevant))
    let other = try File.zip([("icon.png", [1, 2, 3]), ("pass.json", [0x7B, 0x7D])])
    #expect(TripFormat.readable(beginning: other) == .pass)
    for method in [CompressionMethod.stored, .deflated(level: 6)] {
      let document = try DocumentFile.bytes(
        of: try File(bytes: pass).tables, form: .document,
        options: DocumentWriteOptions(encoding: .json, compression: method, type: .trips))
      #expect(TripFormat.readable(beginning: document) == nil)
    }
    let stored = try File.zip([("mimetype", Array("x".utf8)), ("a.pkpass", pass)])
    #expect(TripFormat.readable(beginning: stored) == nil)
  }

  @Test func `an archive without a pass is none`() throws {
    let bytes = try File.zip([("a.txt", [1])])
    #expect(TripFormat.readable(beginning: bytes) == nil)
    #expect(throws: DocumentError.self) {
      try ImportedFile(bytes, .pass, ImportOptions(fallbackName: "x"))
    }
  }

  @Test func `an entry that grows out of all proportion is refused`() throws {
    let bytes = try File.pass(
      File.flight(File.relevant), [("icon.png", [UInt8](repeating: 0, count: 257 << 20))])
    let error = #expect(throws: DocumentError.self) {
      try ImportedFile(bytes, .pass, ImportOptions(fallbackName: "x"))
    }
    #expect(
      error?.code.rawValue.contains("zip") == true
        || error?.code.rawValue.hasPrefix("limit-") == true)
  }

  @Test func `all passes of a set together have one budget`() throws {
    let pass = try File.pass(
      File.flight(File.relevant), [("icon.png", [UInt8](repeating: 0, count: 100 << 20))])
    let set = try File.zip((0..<4).map { ("\($0).pkpass", pass) })
    let file = try ImportedFile(set, .pass, ImportOptions(fallbackName: "x"))
    #expect(
      file.report.findings.filter { $0.code == .unreadPart }.map(\.entry)
        == ["2.pkpass", "3.pkpass"])
  }

  @Test(arguments: 0..<300)
  func `damaged bytes are accepted or refused`(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    var json = Array(File.flight(File.relevant).utf8)
    for _ in 0..<1 + next(4) {
      let place = next(json.count)
      if next(2) == 0 {
        json[place] = UInt8(truncatingIfNeeded: next(256))
      } else {
        json.removeSubrange(place..<min(json.count, place + 1 + next(20)))
      }
    }
    let bytes = try File.zip([("pass.json", json)])
    if let file = try? ImportedFile(bytes, .pass, ImportOptions(fallbackName: "x")) {
      #expect(TablesCheck.findings(file.tables, limit: 10) == [])
    }
  }
}

/// The texts of bar codes.
@Suite struct BoardingBarcodeTests {
  @Test func `a bar code has its fields without what fills them`() throws {
    let code = try #require(BoardingBarcode(PassTestFile.code(number: "0012A")))
    #expect(code.passenger == "JANE DOE")
    let leg = try #require(code.legs.first)
    #expect(
      [leg.booking, leg.from, leg.to, leg.carrier, leg.number] == [
        "ABC123", "LIS", "FRA", "LH", "12A",
      ])
    #expect(leg.day == 122)
    #expect([leg.cabin, leg.seat, leg.sequence] == ["Y", "12A", "25"])
  }

  @Test(arguments: [
    "", "M", "M1", "M5" + PassTestFile.code().dropFirst(2), "M0" + PassTestFile.code().dropFirst(2),
    "X1" + PassTestFile.code().dropFirst(2), PassTestFile.code(from: "L1S"),
    String(PassTestFile.code().prefix(57)),
    "M1" + String(repeating: "é", count: 40),
  ])
  func `other texts are none`(text: String) { #expect(BoardingBarcode(text) == nil) }

  @Test func `a size behind the end ends the legs`() throws {
    let code = PassTestFile.code().replacing("M1", with: "M4").replacing("100", with: "1FF")
    #expect(try #require(BoardingBarcode(code)).legs.count == 1)
  }
}
