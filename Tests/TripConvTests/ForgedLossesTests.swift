import Foundation
import Testing

/// A document of version 3.0.0 that carries what no program wrote there: it deletes an object and
/// replaces names on the way to 4.0.0.
@Suite("Carried losses that change what a person sees")
struct ForgedLossesTests {
  private let folder = ScratchFolder()

  private typealias Object = [String: Any]

  /// - Returns: The key of the accommodation to delete, and the name of the trip to rename.
  private func forge(_ name: String, newName: String = "INJECTED") throws -> (Int, String) {
    try folder.generate("plain.trips.json", trips: 10, version: "3.0.0")
    let text = try folder.text("plain.trips.json")
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object
    let tables = try #require(json?["tables"] as? [String: [Object]])
    let stay = try #require(tables["LivingAccommodation"]?.first)
    let trip = try #require(tables["Trip"]?.first)
    let stayKey = try #require(stay["$id"] as? Int)
    let tripName = try #require(trip["name"] as? String)
    let stage = ["schema": "trips", "from": "4.0.0", "to": "3.0.0"]
    let carried: [Object] = [
      [
        "loss": "added", "stage": stage, "hierarchy": "LivingAccommodation",
        "entity": "LivingAccommodation", "olderEntity": "LivingAccommodation", "reason": "x",
        "keys": [stayKey],
        "guards": [stay.filter { !$0.key.hasPrefix("$") }],
      ],
      [
        "loss": "value", "stage": stage, "hierarchy": "Trip", "entity": "Trip",
        "olderEntity": "Trip", "reason": "x", "keys": [try #require(trip["$id"] as? Int)],
        "property": "name", "values": [newName], "guards": [tripName],
      ],
    ]
    let entries = String(
      decoding: try JSONSerialization.data(withJSONObject: carried, options: [.sortedKeys]),
      as: UTF8.self)
    let forged = text.replacingOccurrences(
      of: "\"trailer\":{}", with: "\"trailer\":{\"carried\":\(entries)}")
    try #require(forged != text)
    try folder.write(forged, to: name)
    return (stayKey, tripName)
  }

  // Spec 10-3
  @Test("are named with what they delete and replace", arguments: ["migrate", "convert"])
  func named(verb: String) throws {
    let (stay, name) = try forge("a.trips.json")
    let command = try folder.run(
      verb, "a.trips.json", "-o", "b.trips.json", "--loss-report", "report.json")
    #expect(command.status == 0, "\(command.errors)")
    #expect(!command.errors.contains("no objects changed"))
    #expect(
      command.errors.contains("1 LivingAccommodation deleted, 1 Trip.name replaced"),
      "\(command.errors)")
    #expect(command.errors.contains("LivingAccommodation \(stay) “"))
    #expect(command.errors.contains(".name “\(name)” → “INJECTED”"))
    let report = try JSONSerialization.jsonObject(with: try folder.bytes("report.json"))
    let files = (report as? Object)?["files"] as? [Object]
    let overwritten = try #require(files?.first?["overwritten"] as? [Object])
    #expect(overwritten.map { $0["kind"] as? String } == ["deleted", "replaced"])
    #expect(overwritten.last?["before"] as? String == name)
    #expect(overwritten.last?["after"] as? String == "INJECTED")
  }

  @Test("are dropped with --no-restore", arguments: ["migrate", "convert"])
  func declined(verb: String) throws {
    _ = try forge("a.trips.json")
    let command = try folder.run(verb, "a.trips.json", "-o", "b.trips.json", "--no-restore")
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.errors.contains("2 things"), "\(command.errors)")
    #expect(command.errors.contains("are dropped (--no-restore)"))
    try folder.run("migrate", "plain.trips.json", "-o", "plain4.trips.json")
    #expect(try folder.bytes("b.trips.json") == folder.bytes("plain4.trips.json"))
  }

  @Test("are in the plan, as text and as JSON")
  func plan() throws {
    let (_, name) = try forge("a.trips.json")
    let text = try folder.run("plan", "a.trips.json").text
    #expect(text.contains("replaced by what was put back: Trip "))
    #expect(text.contains(".name “\(name)” → “INJECTED”"))
    let json = try JSONSerialization.jsonObject(
      with: try folder.run("plan", "--json", "a.trips.json").output)
    let stages = try #require((json as? Object)?["stages"] as? [Object])
    #expect((stages.first?["overwritten"] as? [Object])?.count == 2)
    let declined = try folder.run("plan", "a.trips.json", "--no-restore").text
    #expect(!declined.contains("replaced by") && declined.contains("not put back"))
  }

  @Test("are shortened, and cannot move the cursor")
  func hostileValues() throws {
    let hostile = "\u{1B}[2J\u{202E}" + String(repeating: "x", count: 5000)
    _ = try forge("a.trips.json", newName: hostile)
    let errors = try folder.run("migrate", "a.trips.json", "-o", "b.trips.json").errors
    #expect(errors.contains("“\\u{1B}[2J\\u{202E}xxx"))
    #expect(!errors.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(!errors.contains(String(repeating: "x", count: 100)))
  }

  @Test("what an honest program carried changes nothing that the older version shows")
  func honest() throws {
    // Of more trips some share a name, which the first version numbers.
    try folder.generate("a.trips.json", trips: 12, version: "4.0.0")
    for version in ["3.0.0", "2.0.0", "1.0.0"] {
      try folder.run("migrate", "a.trips.json", "-o", "b", "--schema-version", version)
      let up = try folder.run("migrate", "b", "-o", "c")
      #expect(up.status == 0)
      #expect(!up.errors.contains("--no-restore"), "\(up.errors)")
    }
  }
}
