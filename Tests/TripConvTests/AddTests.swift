import DocumentFile
import DocumentTables
import Foundation
import Testing

@Suite("tripconv add")
struct AddTests {
  private let folder = ScratchFolder()

  init() throws {
    try #require(try folder.run("new", "a.trips.json").status == 0)
  }

  @discardableResult
  private func add(_ words: String...) throws -> Command {
    try Command(["add", "a.trips.json"] + words, in: folder)
  }

  private func records(_ entity: String) throws -> [[String: Any]] {
    let text = try folder.bytes("a.trips.json")
    let document = try JSONSerialization.jsonObject(with: text) as? [String: Any]
    let tables = document?["tables"] as? [String: Any]
    return tables?[entity] as? [[String: Any]] ?? []
  }

  @Test("adds a trip and what belongs to it, by the words that people use")
  func journey() throws {
    let trip = try add("trip", "name=Lisbon", "start=3 May 2027", "end=10 May")
    #expect(trip.status == 0)
    #expect(
      trip.errors == "a.trips.json: note: added trip #1 \"Lisbon\", 2027-05-03 to 2027-05-10\n")
    #expect(
      try add(
        "stay", "trip=lisb", "name=Hotel Mundial", "checkin=2027-05-03", "checkout=2027-05-10"
      )
      .status == 0)
    #expect(
      try add(
        "Leg", "trip=Lisbon", "from=Berlin", "to=Lisbon", "mode=flight",
        "departure=2027-05-03 14:30", "arrival=2027-05-03 17:10 Europe/Lisbon"
      ).errors
        == "a.trips.json: note: added leg #3 \"Berlin → Lisbon\", 2027-05-03 14:30 to "
        + "2027-05-03 17:10 Europe/Lisbon\n")
    #expect(try add("item", "trip=#1", "title=Tram 28", "hasReservation=yes").status == 0)
    #expect(try add("participant", "trip=Lisbon", "name=Ana").status == 0)
    #expect(try add("ticket", "leg=Berlin", "participant=Ana", "seat=12A").status == 0)
    #expect(try folder.run("validate", "a.trips.json").status == 0)
    let text = try folder.run("show", "a.trips.json", "lisbon").text
    for words in ["Hotel Mundial: nights 3 May 2027", "Berlin → Lisbon", "Tram 28", "Ana"] {
      #expect(text.contains(words))
    }
    let leg = try #require(try records("Leg").first)
    #expect(leg["departureTime"] as? String == "2027-05-03T14:30:00")
    #expect(leg["arrivalTime"] as? String == "2027-05-03T17:10:00+01:00[Europe/Lisbon]")
    #expect(leg["departureDate"] is NSNull && leg["arrivalDate"] is NSNull)
  }

  @Test("states members of structures and elements of lists one by one")
  func members() throws {
    let command = try add(
      "business-trip", "name=Fair", "destination=Porto", "perdiem=-2.5",
      "location.latitude=41.15", "location.longitude=-8.63", "links=https://a.example",
      "links=https://b.example")
    #expect(command.status == 0)
    let trip = try #require(try records("Trip").first)
    let place = try #require(trip["location"] as? [String: Any])
    #expect(place["latitude"] as? Double == 41.15 && place["longitude"] as? Double == -8.63)
    #expect(trip["links"] as? [String] == ["https://a.example", "https://b.example"])
    #expect(trip["perdiem"] as? Double == -2.5)
    #expect(trip["$entity"] as? String == "BusinessTrip")
  }

  @Test("puts an object at the end of a list that has an order")
  func order() throws {
    try add("trip", "name=Lisbon")
    for title in ["a", "b", "c"] { try add("item", "trip=Lisbon", "title=\(title)") }
    let text = try folder.text("a.trips.json").replacing(
      "\"bucketList\":[]", with: "\"bucketList\":[4,3,2]")
    var lines = text
    if !lines.contains("[4,3,2]") {
      lines = text.replacing("\"$id\":1,", with: "\"$id\":1,\"bucketList\":[4,3,2],")
    }
    try folder.write(lines, to: "a.trips.json")
    #expect(try add("item", "trip=Lisbon", "title=d").status == 0)
    #expect(try folder.text("a.trips.json").contains("\"bucketList\":[4,3,2,5]"))
    #expect(try folder.run("validate", "a.trips.json").status == 0)
  }

  @Test(
    "64: says what it does not understand, and what it would",
    arguments: [
      (["trip"], "state what it is called: name=…; a Trip has color, destination, endDate,"),
      (["trip", "nme=a"], "Trip has no property 'nme'; did you mean 'name'?"),
      (["trip", "zzzzzz=a"], "Trip has no property 'zzzzzz'; it has bucketList, color,"),
      (["trp", "name=a"], "unknown entity trp; did you mean 'Trip'?"),
      (["trip", "name=a", "start=whenever"], "startDate=whenever is not a day, such as"),
      (["trip", "name=a", "isCancelled=perhaps"], "isCancelled=perhaps is not yes or no"),
      (["trip", "name=a", "name=b"], "name is stated twice"),
      (
        ["trip", "name=a", "stays=b"], "stays is stated by the other object: add a Stay with trip=…"
      ),
      (["trip", "name=a", "location=Porto"], "location has members; state them as location.code="),
      (
        ["trip", "name=a", "location.lat=1"], "location has no member 'lat'; it has code, latitude,"
      ),
      (["trip", "name=a", "location.latitude=x"], "location.latitude=x is not of type double"),
      (["trip", "name=a", "color.x=1"], "color has no members"),
      (["leg", "departure=3 May 2027"], "state what it is called: from=… or to=…"),
    ])
  func usage(words: [String], message: String) throws {
    let before = try folder.bytes("a.trips.json")
    let command = try Command(["add", "a.trips.json"] + words, in: folder)
    #expect(command.status == 64)
    #expect(command.errors.contains("tripconv add: error: " + message), "\(command.errors)")
    #expect(try folder.bytes("a.trips.json") == before)
  }

  @Test("3 and 65: says which objects a name can mean")
  func names() throws {
    try add("trip", "name=Lisbon")
    try add("trip", "name=Lisbon")
    let none = try add("stay", "trip=Paris", "name=h")
    #expect(none.status == 3)
    #expect(none.errors.contains("no trip \"Paris\"; "))
    let two = try add("stay", "trip=Lisbon", "name=h")
    #expect(two.status == 3)
    #expect(two.errors.contains("2 objects match; name one of them, or its number:"))
    #expect(two.errors.contains("  #1  \"Lisbon\"\n  #2  \"Lisbon\"\n"))
    #expect(try add("stay", "trip=#2", "name=h").status == 0)
    #expect(try records("Stay").first?["trip"] as? Int == 2)
    #expect(try add("stay", "trip=#99", "name=h").status == 3)
  }

  @Test("says that an object belongs to nothing")
  func ownerless() throws {
    let command = try add("stay", "name=h")
    #expect(command.status == 0)
    #expect(
      command.errors.hasSuffix(
        "a.trips.json: note: it belongs to no trip; trip= and a name says to which\n"))
  }

  @Test("several programs that add at once all do")
  func atOnce() throws {
    let all = (1...4).map {
      "'\(Command.executable.path)' add -q a.trips.json trip name=P\($0)"
    }
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The programs of a pipeline run at once.
    shell.arguments = ["-c", all.joined(separator: " | ")]
    shell.currentDirectoryURL = folder.url
    try shell.run()
    shell.waitUntilExit()
    #expect(
      Set(try records("Trip").compactMap { $0["name"] as? String }) == ["P1", "P2", "P3", "P4"])
    #expect(try folder.run("validate", "a.trips.json").status == 0)
  }

  @Test("with -o the document stays as it is")
  func output() throws {
    let before = try folder.bytes("a.trips.json")
    #expect(try add("trip", "name=a", "-o", "b.trips").status == 0)
    #expect(try folder.bytes("a.trips.json") == before)
    #expect(try folder.run("list", "b.trips").text.hasPrefix("a"))
    #expect(try add("trip", "name=b", "--backup").status == 0)
    #expect(try folder.bytes("a.trips.json~") == before)
  }

  @Test("adds to a document of an older version, which is migrated, and to one of another schema")
  func otherVersions() throws {
    try folder.generate("old.trips.json", trips: 2, version: "1.0.0")
    let command = try folder.run("add", "old.trips.json", "trip", "name=Lisbon")
    #expect(command.status == 0)
    #expect(command.errors.contains("note: migrated from 1.0.0 to 6.0.0"))
    let text = try folder.text("a.trips.json").replacing(
      /"header":\{"type":"[^"]*"/, with: "\"header\":{\"type\":\"application/vnd.example+json\"")
    let own = text.replacing(/,"layout":"[^"]*","model":"[^"]*"/, with: "").replacing(
      "\"name\":\"trips\",\"version\":\"6.0.0\"", with: "\"name\":\"mine\",\"version\":\"1.0.0\"")
    try folder.write(own, to: "own.json")
    let other = try folder.run("add", "own.json", "trip", "name=Lisbon")
    #expect(other.status == 0, "\(other.errors)")
    #expect(try folder.text("own.json").contains("\"name\":\"mine\""))
  }

  @Test("adds nothing to what is no document, or needs a newer program")
  func refusals() throws {
    try folder.write("hello", to: "b.trips")
    #expect(try folder.run("add", "b.trips", "trip", "name=a").status == 65)
    #expect(try folder.run("add", "c.trips", "trip", "name=a").status == 66)
    try folder.generateNewer("d.trips.json")
    #expect(try folder.run("add", "d.trips.json", "trip", "name=a").status == 65)
  }
}
