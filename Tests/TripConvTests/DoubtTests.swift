import Foundation
import Testing

@testable import tripconv

@Suite("tripconv validate warns")
struct DoubtTests {
  private let folder = ScratchFolder()

  /// Makes a document with one trip, and adds an object to it.
  private func add(_ words: String..., trip: [String] = ["start=2027-05-03", "end=2027-05-10"])
    throws
  {
    try folder.run("new", "a.trips")
    try add(["add", "a.trips", "trip", "name=Lisbon"] + trip)
    if !words.isEmpty { try add(["add", "a.trips"] + words) }
  }

  private func add(_ arguments: [String]) throws {
    let command = try Command(arguments, in: folder)
    try #require(command.status == 0, "\(command.errors)")
  }

  /// The codes of the warnings about the document.
  private func warnings() throws -> [String] {
    let command = try folder.run("validate", "a.trips")
    #expect(command.status == 0)
    return command.text.matches(of: /warning: .* \[([a-z-]+)\]\n/).map { String($0.1) }
  }

  @Test("of a trip that ends before it starts, and of nothing else about it")
  func trip() throws {
    try add(trip: ["start=2027-05-10", "end=2027-05-03"])
    let command = try folder.run("validate", "a.trips")
    #expect(command.status == 0 && command.errors.isEmpty)
    #expect(
      command.text == """
        a.trips: warning: Trip 1: it ends before it starts: 2027-05-10 to 2027-05-03 [ends-before-start]
        a.trips: valid, 1 warning

        """)
    try add(["add", "a.trips", "stay", "trip=Lisbon", "name=A", "checkin=2027-05-04"])
    #expect(try warnings() == ["ends-before-start"])
  }

  @Test(
    "of a stay, a leg and an item that end before they start",
    arguments: [
      (["stay", "name=A", "checkin=2027-05-05", "checkout=2027-05-04"], true),
      (["stay", "name=A", "checkin=2027-05-05", "checkout=2027-05-05"], false),
      (["stay", "name=A", "checkin=2027-05-05T15:00:00", "checkout=2027-05-05T14:59:00"], true),
      (["stay", "name=A", "checkin=2027-05-05T15:00:00", "checkout=2027-05-05"], false),
      (["item", "title=A", "start=2027-05-05", "end=2027-05-04"], true),
      (["item", "title=A", "start=2027-05-05T12:00:00", "end=2027-05-05T11:00:00"], true),
      (["leg", "from=A", "to=B", "departure=2027-05-05", "arrival=2027-05-03"], true),
      // The arrival may be the day before, beyond the date line.
      (["leg", "from=A", "to=B", "departure=2027-05-05", "arrival=2027-05-04"], false),
      (
        ["leg", "from=A", "to=B", "departure=2027-05-05T09:00:00", "arrival=2027-05-04T07:30:00"],
        false
      ),
      (
        ["leg", "from=A", "to=B", "departure=2027-05-05T09:00:00", "arrival=2027-05-04T06:30:00"],
        true
      ),
      // With zones, the instants decide.
      (
        [
          "leg", "from=Tokyo", "to=Honolulu", "departure=2027-05-05T00:30:00+09:00[Asia/Tokyo]",
          "arrival=2027-05-04T13:00:00-10:00[Pacific/Honolulu]",
        ], false
      ),
      (
        [
          "leg", "from=A", "to=B", "departure=2027-05-05T10:00:00+02:00[Europe/Paris]",
          "arrival=2027-05-05T08:59:00+01:00[Europe/Lisbon]",
        ], true
      ),
    ])
  func ends(words: [String], isDoubtful: Bool) throws {
    try add()
    try add(["add", "a.trips"] + words)
    #expect(try warnings() == (isDoubtful ? ["ends-before-start"] : []))
  }

  @Test(
    "of stays and legs more than a day outside the days of their trip",
    arguments: [
      (["leg", "from=A", "to=B", "departure=2027-05-11"], false),
      (["leg", "from=A", "to=B", "departure=2027-05-12"], true),
      (["leg", "from=A", "to=B", "departure=2027-05-10", "arrival=2027-05-12"], true),
      (["leg", "from=A", "to=B", "arrival=2027-05-02"], false),
      (["leg", "from=A", "to=B", "arrival=2027-05-01"], true),
      (["leg", "from=A", "to=B"], false),
      (["stay", "name=A", "checkin=2027-05-02", "checkout=2027-05-11"], false),
      (["stay", "name=A", "checkin=2027-05-01", "checkout=2027-05-05"], true),
      // What there is to do may be done at any time.
      (["item", "title=A", "start=2027-06-01"], false),
    ])
  func outside(words: [String], isDoubtful: Bool) throws {
    try add()
    try add(["add", "a.trips", words[0], "trip=Lisbon"] + words.dropFirst())
    #expect(try warnings() == (isDoubtful ? ["outside-trip"] : []))
    try add(["add", "a.trips"] + words)
    #expect(try warnings().count == (isDoubtful ? 1 : 0))
  }

  @Test("and compares only with the day of a trip that is known")
  func openTrips() throws {
    try add(
      "leg", "trip=Lisbon", "from=A", "to=B", "departure=2020-01-01", trip: ["end=2027-05-10"])
    #expect(try warnings() == [])
    try add(["add", "a.trips", "leg", "trip=Lisbon", "from=A", "to=B", "departure=2027-05-12"])
    let command = try folder.run("validate", "a.trips")
    #expect(
      command.text.hasPrefix(
        "a.trips: warning: Leg 3: it is more than a day outside the days of its trip: 2027-05-12; "
          + "trip 1 ends on 2027-05-10 [outside-trip]\n"), "\(command.text)")
  }

  /// Puts a place into the generated document, as all places of it.
  private func places(_ json: String, version: String = "6.0.0") throws -> [String] {
    try folder.generate("p.trips.json", trips: 12, version: version)
    let text = try folder.text("p.trips.json")
    let place = try #require(text.firstMatch(of: /"location":(\{[^}]*\})/))
    var changed = text
    changed.replaceSubrange(place.range, with: "\"location\":" + json)
    try folder.write(changed, to: "p.trips.json")
    let command = try folder.run("validate", "p.trips.json")
    #expect(command.status == 0, "\(command.text)")
    return command.text.matches(of: /warning: .* \[([a-z-]+)\]\n/).map { String($0.1) }
  }

  private static func place(_ latitude: String, _ longitude: String, _ zone: String?) -> String {
    "{\"code\":null,\"latitude\":\(latitude),\"longitude\":\(longitude),\"timeZone\":"
      + (zone.map { "\"\($0)\"" } ?? "null") + "}"
  }

  @Test(
    "of places that cannot be, or are where nobody is",
    arguments: [
      ("0", "0", nil, "coordinates-zero"), ("0", "0", "Africa/Accra", "coordinates-zero"),
      ("0", "6.7", "Africa/Libreville", nil), ("51.5", "0", "Europe/London", nil),
      ("90.5", "0", nil, "coordinates-range"), ("-90", "180", nil, nil),
      ("10", "-180.001", nil, "coordinates-range"), ("10", "null", nil, "coordinate-missing"),
      ("null", "10", nil, "coordinate-missing"), ("null", "null", "Europe/Paris", nil),
      ("null", "null", "Europe/Wien", "zone-unknown"), ("null", "null", "", "zone-unknown"),
      ("48.2", "16.4", "Europe/Wien", "zone-unknown"),
    ] as [(String, String, String?, String?)])
  func coordinates(latitude: String, longitude: String, zone: String?, code: String?) throws {
    #expect(try places(Self.place(latitude, longitude, zone)) == (code.map { [$0] } ?? []))
  }

  @Test(
    "of a zone far from the longitude, but not of the zones that are far from the sun",
    arguments: [
      ("48.9", "2.3", "America/New_York", true), ("35.7", "139.7", "Europe/Lisbon", true),
      ("38.7", "-9.1", "Asia/Tokyo", true), ("40.7", "74.0", "America/New_York", true),
      // West of China, Spain and Greenland; both sides of the date line.
      ("39.5", "75.9", "Asia/Shanghai", false), ("42.9", "-9.2", "Europe/Madrid", false),
      ("72.8", "-56.1", "America/Nuuk", false), ("1.9", "-157.4", "Pacific/Kiritimati", false),
      ("-13.8", "-172.1", "Pacific/Apia", false), ("52.9", "172.9", "America/Adak", false),
      ("64.7", "-170.0", "Asia/Anadyr", false), ("-43.9", "-176.5", "Pacific/Chatham", false),
      ("-54.8", "-68.3", "America/Argentina/Ushuaia", false),
      ("64.1", "-21.9", "Atlantic/Reykjavik", false),
      ("78.2", "15.6", "Arctic/Longyearbyen", false),
      // Zones of no place, and places without zones of their own.
      ("35.7", "139.7", "Etc/UTC", false), ("35.7", "139.7", "UTC", false),
      ("-77.8", "-30.0", "Pacific/Auckland", false), ("-90", "0", "Antarctica/McMurdo", false),
      ("85", "100", "Europe/Oslo", false),
    ])
  func zones(latitude: String, longitude: String, zone: String, isDoubtful: Bool) throws {
    #expect(
      try places(Self.place(latitude, longitude, zone)) == (isDoubtful ? ["zone-far-away"] : []))
  }

  @Test("with the zone and the longitude, each as hours")
  func zoneWords() throws {
    #expect(
      try places(Self.place("38.7", "-9.1", "Asia/Kolkata")) == ["zone-far-away"])
    let command = try folder.run("validate", "p.trips.json")
    #expect(
      command.text.contains(
        ", location: the time zone is more than 4 hours from the time of the sun at the longitude: "
          + "Asia/Kolkata is UTC+5:30; at longitude -9.1 the sun is at about UTC-1 [zone-far-away]\n"
      ),
      "\(command.text)")
  }

  @Test(
    "of currencies that are no codes",
    arguments: [("EUR", false), ("€", true), ("eur", true), ("EURO", true)])
  func currencies(currency: String, isDoubtful: Bool) throws {
    try add()
    try add(["add", "a.trips", "stay", "name=A"])
    try folder.run("convert", "a.trips", "-o", "b.trips.json")
    let text = try folder.text("b.trips.json").replacingOccurrences(
      of: "\"price\":null", with: "\"price\":{\"amount\":\"1\",\"currency\":\"\(currency)\"}")
    try folder.write(text, to: "b.trips.json")
    let command = try folder.run("validate", "b.trips.json")
    #expect(command.status == 0)
    #expect(command.text.contains("[currency-code]") == isDoubtful, "\(command.text)")
  }

  @Test("of what lasts more than a hundred years")
  func tooLong() throws {
    try add("stay", "name=A", "checkin=1926-01-01", "checkout=2026-01-01")
    #expect(try warnings() == [])
    try add(["add", "a.trips", "stay", "name=B", "checkin=1026-01-01", "checkout=2026-01-01"])
    #expect(try warnings() == ["too-long"])
  }

  @Test("of places in documents of 5.0.0, where they are trees")
  func olderPlaces() throws {
    try folder.generate("p.trips.json", trips: 12, version: "5.0.0")
    let text = try folder.text("p.trips.json")
    let place = try #require(text.firstMatch(of: /"latitude":[-0-9.]+,"longitude":[-0-9.]+/))
    var changed = text
    changed.replaceSubrange(place.range, with: "\"latitude\":0,\"longitude\":0")
    try folder.write(changed, to: "p.trips.json")
    let command = try folder.run("validate", "p.trips.json")
    #expect(
      command.text.contains(/warning: \w+ \d+, \w*[lL]ocation: .* \[coordinates-zero\]\n/),
      "\(command.text)")
    #expect(command.text.hasSuffix("p.trips.json: valid, 1 warning\n"))
  }

  @Test(
    "of the days of trips in every version",
    arguments: ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0"])
  func olderTrips(version: String) throws {
    try add(trip: ["start=2027-05-10", "end=2027-05-03"])
    let command = try folder.run(
      "convert", "a.trips", "-o", "b.trips", "--schema-version", version)
    try #require(command.status == 0, "\(command.errors)")
    let text = try folder.run("validate", "b.trips").text
    #expect(text.contains("Trip 1: it ends before it starts: 2027-05-10 to 2027-05-03"), "\(text)")
  }

  @Test("of nothing in documents that it generates, samples of journeys, and other schemas")
  func goodData() throws {
    for version in ["1.0.0", "4.0.0", "5.0.0", "6.0.0"] {
      try folder.generate("\(version).trips", trips: 400, version: version)
      #expect(try folder.run("validate", "--strict", "\(version).trips").status == 0)
    }
    // The same data in another schema.
    try folder.generate("g.trips.json", trips: 5)
    let text = try folder.text("g.trips.json")
      .replacing(/,"layout":"[^"]*","model":"[^"]*"/, with: "")
      .replacing("\"name\":\"trips\",\"version\":\"6.0.0\"", with: "\"name\":\"outings\"")
      .replacing(
        "\"type\":\"text\"", with: "\"type\":\"text\",\"hashModifier\":\"x\"", maxReplacements: 1
      )
      .replacing(/"endDate":"\d{4}/, with: "\"endDate\":\"0001")
    try folder.write(text, to: "g.trips.json")
    let command = try folder.run("validate", "g.trips.json")
    #expect(command.text == "g.trips.json: valid\n")
  }

  @Test("with exit code 65 and as errors where --strict is given, also in JSON")
  func strict() throws {
    try add(trip: ["start=2027-05-10", "end=2027-05-03"])
    let command = try folder.run("validate", "--strict", "a.trips")
    #expect(command.status == 65)
    #expect(
      command.text
        == "a.trips: error: Trip 1: it ends before it starts: 2027-05-10 to 2027-05-03 [ends-before-start]\n"
    )
    struct Report: Decodable {
      struct Result: Decodable {
        struct Warning: Decodable {
          var rule: String
          var message: String
          var entity: String
          var key: Int
        }
        var valid: Bool
        var checked: String
        var warnings: [Warning]
        var warningCount: Int
        var findings: [Warning]
      }
      var files: [Result]
    }
    for (arguments, status) in [(["--json"], 0), (["--json", "--strict"], 65)] {
      let json = try Command(["validate", "a.trips"] + arguments, in: folder)
      #expect(json.status == Int32(status))
      let result = try #require(
        try JSONDecoder().decode(Report.self, from: json.output).files.first)
      #expect(result.valid == (status == 0) && result.checked == "all")
      #expect(result.warningCount == 1 && result.findings.isEmpty)
      let warning = try #require(result.warnings.first)
      #expect(warning.rule == "ends-before-start" && warning.entity == "Trip" && warning.key == 1)
      #expect(warning.message == "it ends before it starts: 2027-05-10 to 2027-05-03")
    }
  }

  @Test("of the first hundred, and counts all")
  func most() throws {
    try folder.generate("a.trips.json", trips: 150)
    let text = try folder.text("a.trips.json").replacing(
      /("\$id":\d+(?:,"\$entity":"[A-Za-z]*")?,"color":.*?"endDate":")\d{4}/,
      with: { $0.1 + "0900" })
    try folder.write(text, to: "a.trips.json")
    let command = try folder.run("validate", "a.trips.json")
    #expect(command.status == 0)
    #expect(command.text.split(separator: "\n").count == 101)
    #expect(
      command.text.contains(/a.trips.json: valid, 1\d\d warnings\n/), "\(command.text.suffix(200))")
    #expect(command.errors.contains(/note: only the first 100 of 1\d\d warnings are listed\n/))
    #expect(
      try folder.run("validate", "--quiet", "a.trips.json").text.split(separator: "\n").count == 100
    )
  }

  @Test("of nothing in a document that is invalid")
  func invalid() throws {
    try folder.generate("a.trips.json", trips: 3)
    let text = try folder.text("a.trips.json")
      .replacing(/"endDate":"\d{4}/, with: "\"endDate\":\"0900")
      .replacingOccurrences(of: "\"trip\":1}", with: "\"trip\":999999}")
    try folder.write(text, to: "a.trips.json")
    let command = try folder.run("validate", "a.trips.json")
    #expect(command.status == 65)
    #expect(!command.text.contains("warning"), "\(command.text)")
  }
}
