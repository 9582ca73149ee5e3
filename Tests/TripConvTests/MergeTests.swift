import Foundation
import Testing

@Suite("tripconv merge")
struct MergeTests {
  private let folder = ScratchFolder()

  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../samples").standardizedFileURL

  static func source(_ name: String) -> String {
    samples.appending(path: "\(name)/source.trips.json").path
  }

  /// Writes the document of small-v4 with other texts.
  private func write(_ name: String, _ changes: (String, String)...) throws {
    var text = try String(contentsOfFile: Self.source("small-v4"), encoding: .utf8)
    for (old, new) in changes {
      try #require(text.contains(old), "\(old)")
      text = text.replacingOccurrences(of: old, with: new)
    }
    try folder.write(text, to: name)
  }

  private static let orsay =
    #"{"$id":5,"details":"","hasReservation":false,"isInPlan":false,"title":"Orsay","trip":1},"#
  private static let stand = #""isInPlan":true,"title":"Stand 12","trip":6}"#

  private static func added(_ title: String, to trip: Int) -> String {
    stand + ",\n"
      + #"{"$id":12,"details":"","hasReservation":false,"isInPlan":false,"title":"\#(title)","trip":\#(trip)}"#
  }

  @Test("takes the changes of both, and keeps new objects with one key apart")
  func threeWay() throws {
    try write("base.trips.json")
    try write(
      "ours.trips.json", ("Monday is closed", "closed on Tuesdays"),
      ("\"nextKey\":12", "\"nextKey\":13"),
      (Self.stand, Self.added("Catacombs", to: 1)), ("[5,3,4]", "[5,3,4,12]"))
    try write(
      "theirs.trips.json", ("\"perdiem\":75.5", "\"perdiem\":80.0"),
      ("\"nextKey\":12", "\"nextKey\":13"),
      (Self.stand, Self.added("Stand 13", to: 6)))
    try folder.run("convert", "theirs.trips.json", "-o", "theirs.trips.xml", "--keep-version")
    let command = try folder.run(
      "merge", "base.trips.json", "ours.trips.json", "theirs.trips.xml", "-o", "merged.trips",
      "--conflicts", "-")
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.errors.isEmpty)
    let report = try JSONSerialization.jsonObject(with: command.output) as? [String: Any]
    #expect((report?["conflicts"] as? [Any])?.isEmpty == true)
    let dump = try folder.run("dump", "merged.trips").text
    for line in [
      "details = \"closed on Tuesdays\"", "perdiem = 80", "title = \"Catacombs\"",
      "title = \"Stand 13\"", "bucketList = [5, 3, 4, 12]", "bucketList = [7, 13]",
    ] {
      #expect(dump.contains(line), "\(line) in \(dump)")
    }
    #expect(try folder.run("validate", "merged.trips").status == 0)
  }

  // Spec 13.5-1
  @Test("prints and reports conflicts, takes the side of the policy, and exits with 1")
  func conflicts() throws {
    try write("base.trips.json")
    try write(
      "ours.trips.json", ("Monday is closed", "closed on Tuesdays"), (Self.orsay + "\n", ""),
      ("[5,3,4]", "[3,4]"))
    try write("theirs.trips.json", ("Monday is closed", "always open"), ("Orsay", "Musée d’Orsay"))
    for (policy, details, hasOrsay) in [
      ("report", "closed on Tuesdays", false), ("ours", "closed on Tuesdays", false),
      ("theirs", "always open", true),
    ] {
      let command = try folder.run(
        "merge", "base.trips.json", "ours.trips.json", "theirs.trips.json", "-o", "merged.json",
        "--policy", policy, "--conflicts", "conflicts.json")
      #expect(command.status == 1)
      let taken = policy == "theirs" ? "theirs" : "ours"
      #expect(
        command.errors == """
          merged.json: warning: 2 conflicts; \(taken) taken:
            Louvre (BucketListItem 3), details: ours "closed on Tuesdays", theirs "always open", base "Monday is closed"
            Musée d’Orsay (BucketListItem 5): ours deleted it, theirs changed it: title "Musée d’Orsay"

          """)
      let dump = try folder.run("dump", "merged.json").text
      #expect(dump.contains("details = \"\(details)\""))
      #expect(dump.contains("title = \"Musée d’Orsay\"") == hasOrsay)
      let report = try #require(
        try JSONSerialization.jsonObject(with: folder.bytes("conflicts.json")) as? [String: Any])
      #expect(report["version"] as? Int == 1)
      #expect(report["policy"] as? String == policy)
      let conflicts = try #require(report["conflicts"] as? [[String: Any]])
      #expect(conflicts.map { $0["kind"] as? String } == ["value", "deletion"])
      #expect(conflicts[0]["theirs"] as? String == "always open")
      #expect(conflicts[1]["ours"] == nil)
      #expect(conflicts[1]["id"] as? Int == 5)
    }
  }

  @Test("unites documents, each trip once")
  func union() throws {
    let journeys = Self.source("journeys-v4")
    try folder.run("convert", journeys, "-o", "a.trips")
    let same = try folder.run("merge", journeys, "a.trips", "-o", "same.trips")
    #expect(same.status == 0, "\(same.errors)")
    #expect(try folder.run("diff", "same.trips", "a.trips").status == 0)
    let others = try folder.run(
      "merge", "--union", journeys, Self.source("small-v4"), Self.source("journeys-v3"), "-o",
      "all.trips")
    #expect(others.errors.contains("migrated from 3.0.0 to 4.0.0"))
    #expect(try folder.run("validate", "all.trips").status == 0)
    #expect(others.status == 0, "\(others.errors)")
    /// The unique values of each trip.
    func trips(_ file: String) throws -> [String] {
      let blocks = try folder.run("dump", file).text.split(separator: "\n\n")
      return blocks.filter { $0.contains(#/^(Business|Personal)?Trip \d/#) }.map { block in
        let lines = block.split(separator: "\n")
        return lines.filter { $0.contains(#/^ {2}(name|startDate|endDate) = /#) }.joined()
      }
    }
    let names = try ["journeys-v3", "journeys-v4", "small-v4"].flatMap {
      try trips(Self.source($0))
    }
    #expect(try trips("all.trips").count == Set(names).count)
    let again = try folder.run("merge", "all.trips", "a.trips", "-o", "again.trips")
    #expect(again.status == 0)
    #expect(try trips("again.trips") == trips("all.trips"))
  }

  @Test("an empty base is none", arguments: ["/dev/null", "empty"])
  func emptyBase(base: String) throws {
    try folder.write("", to: "empty")
    try write("a.trips.json")
    try write("b.trips.json", ("Monday is closed", "always open"))
    let command = try folder.run("merge", base, "a.trips.json", "b.trips.json", "-o", "c.trips")
    #expect(command.status == 1)
    #expect(command.errors.contains("1 conflict"))
    let refused = try folder.run("merge", "a.trips.json", "empty", "b.trips.json", "-o", "d.trips")
    #expect(refused.status == 65)
    #expect(refused.errors == "empty: error: it is empty: only the base may be\n")
    #expect(!folder.names.contains("d.trips"))
  }

  // Spec 13-2
  @Test("brings documents to the newest version, and keeps the format of ours")
  func versions() throws {
    try write("base.trips.json")
    try folder.run("convert", "base.trips.json", "-o", "base.trips", "--schema-version", "2.0.0")
    try folder.run(
      "convert", "base.trips.json", "-o", "ours.trips.xml", "--schema-version", "3.0.0")
    try write("theirs.trips.json", ("Monday is closed", "always open"))
    let command = try folder.run(
      "merge", "base.trips", "ours.trips.xml", "theirs.trips.json", "-o", "-")
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.text.hasPrefix("<?xml"))
    try command.output.write(to: folder.url.appending(path: "merged"))
    let difference = try folder.run("diff", "merged", "theirs.trips.json")
    #expect(difference.status == 0, "\(difference.text)")
  }

  @Test("newest takes the file that was modified last")
  func newest() throws {
    try write("base.trips.json")
    try write("ours.trips.json", ("Monday is closed", "closed on Tuesdays"))
    try write("theirs.trips.json", ("Monday is closed", "always open"))
    func set(_ name: String, _ seconds: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)],
        ofItemAtPath: folder.url.appending(path: name).path)
    }
    func merge() throws -> Command {
      try folder.run(
        "merge", "base.trips.json", "ours.trips.json", "theirs.trips.json", "-o", "merged.json",
        "--policy", "newest")
    }
    try set("ours.trips.json", 1000)
    try set("theirs.trips.json", 2000)
    #expect(try merge().errors.contains("theirs taken"))
    try set("ours.trips.json", 3000)
    #expect(try merge().errors.contains("ours taken"))
    try set("theirs.trips.json", 3000)
    let refused = try merge()
    #expect(refused.status == 64 && refused.errors.contains("different times"))
    let unknown = try folder.run(
      "merge", "base.trips.json", "-", "theirs.trips.json", "-o", "merged.json", "--policy",
      "newest", input: folder.bytes("ours.trips.json"))
    #expect(unknown.status == 64 && unknown.errors.contains("whose time is known"))
  }

  // Spec 13.2-3
  @Test("an object that one side took over from the other and that changed then is there once")
  func pickedAndEdited() throws {
    try write("base.trips.json")
    let item =
      #"{"$entity":"BucketListItem","$id":12,"details":"","hasReservation":false,"isInPlan":false,"title":"Dorsoduro","trip":6}"#
    let edited = item.replacingOccurrences(of: "\"isInPlan\":false", with: "\"isInPlan\":true")
    let moved =
      Self.added("Zattere", to: 6) + ",\n" + item.replacingOccurrences(of: "12", with: "13")
    try write(
      "theirs.trips.json", (Self.stand, Self.stand + ",\n" + edited),
      ("\"nextKey\":12", "\"nextKey\":13"))
    for (ours, next, count) in [(Self.stand + ",\n" + item, 13, 2), (moved, 14, 3)] {
      try write(
        "ours.trips.json", (Self.stand, ours), ("\"nextKey\":12", "\"nextKey\":\(next)"))
      for sides in [["ours", "theirs"], ["theirs", "ours"]] {
        let command = try folder.run(
          "merge", "base.trips.json", sides[0] + ".trips.json", sides[1] + ".trips.json", "-o",
          "merged.trips")
        #expect(command.status == 0, "\(command.errors)")
        let dump = try folder.run("dump", "merged.trips").text
        let block = dump.split(separator: "\n\n").filter { $0.contains("Dorsoduro") }
        #expect(block.count == 1 && block[0].contains("isInPlan = true"), "\(dump)")
        let list = dump.split(separator: "\n").first { $0.hasPrefix("  bucketList = [7, ") }
        #expect(list?.split(separator: ", ").count == count, "\(dump)")
      }
    }
  }

  @Test("a whole trip that one side took over, with what it owns, is there once")
  func pickedTrip() throws {
    try write("base.trips.json")
    let trip =
      #"{"$entity":"Trip","$id":12,"destination":"Graz","endDate":"2025-01-05T00:00:00Z","name":"Styria","startDate":"2025-01-01T00:00:00Z"}"#
    let item =
      #"{"$entity":"BucketListItem","$id":13,"details":"","hasReservation":false,"isInPlan":false,"title":"Schloßberg","trip":12}"#
    func add(_ trip: String, _ item: String, to name: String) throws {
      try write(
        name, (Self.stand, Self.stand + ",\n" + item), ("\"nextKey\":12", "\"nextKey\":14"))
      var text = try folder.text(name)
      let end = try #require(text.range(of: "\n]\n},\n\"trailer\""))
      text.replaceSubrange(end.lowerBound..<end.lowerBound, with: ",\n" + trip)
      try folder.write(text, to: name)
    }
    try add(trip, item, to: "ours.trips.json")
    try add(
      trip.replacing("2025-01-05", with: "2025-01-06"),
      item.replacing("\"details\":\"\"", with: "\"details\":\"at noon\""), to: "theirs.trips.json")
    let command = try folder.run(
      "merge", "base.trips.json", "ours.trips.json", "theirs.trips.json", "-o", "merged.trips")
    #expect(command.status == 1)
    #expect(
      command.errors.contains("Styria (Trip 12), endDate: ours ")
        && command.errors.contains("1 conflict"), "\(command.errors)")
    let dump = try folder.run("dump", "merged.trips").text
    #expect(dump.split(separator: "\n").count { $0 == "  name = \"Styria\"" } == 1)
    #expect(dump.split(separator: "\n").count { $0 == "  title = \"Schloßberg\"" } == 1)
    #expect(dump.contains("details = \"at noon\""))
  }

  @Test("of a union, newest takes the newest file so far, and reports name the files")
  func newestOfUnion() throws {
    for (index, city) in ["Lyon", "Metz", "Nice"].enumerated() {
      let name = "u\(index + 1).trips.json"
      try write(name, ("\"Paris\"", "\"\(city)\""))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: [1000, 3000, 2000][index])],
        ofItemAtPath: folder.url.appending(path: name).path)
    }
    let command = try folder.run(
      "merge", "--union", "u1.trips.json", "u2.trips.json", "u3.trips.json", "-o", "merged.trips",
      "--policy", "newest", "--conflicts", "conflicts.json")
    #expect(command.status == 1)
    #expect(try folder.run("dump", "merged.trips").text.contains("destination = \"Metz\""))
    for words in [
      "merged.trips: warning: 2 conflicts:\n",
      "destination: u1.trips.json \"Lyon\", u2.trips.json \"Metz\"; took u2.trips.json\n",
      "destination: u1.trips.json + u2.trips.json \"Metz\", u3.trips.json \"Nice\"; took u1.trips.json + u2.trips.json\n",
    ] {
      #expect(command.errors.contains(words), "\(command.errors)")
    }
    let report = try #require(
      try JSONSerialization.jsonObject(with: folder.bytes("conflicts.json")) as? [String: Any])
    let conflicts = try #require(report["conflicts"] as? [[String: Any]])
    #expect(
      conflicts.map { $0["merged"] as? [String] } == [
        ["u1.trips.json"], ["u1.trips.json", "u2.trips.json"],
      ])
    #expect(conflicts.map { $0["taken"] as? String } == ["theirs", "ours"])
  }

  @Test("--with-history keeps the history of ours, in which a merge that changes it is a save")
  func history() throws {
    try folder.run("convert", Self.source("history-v4"), "-o", "base.trips.json", "--with-history")
    let base = try folder.text("base.trips.json")
    for (name, city) in [("ours", "Lyon"), ("theirs", "Nice")] {
      let text = base.replacingOccurrences(of: "\"Paris\"", with: "\"\(city)\"")
      try #require(text != base)
      try folder.write(text, to: name + ".trips.json")
    }
    func saves(_ options: String...) throws -> (errors: String, count: Int) {
      let command = try Command(
        ["merge", "base.trips.json", "ours.trips.json", "theirs.trips.json", "-o", "c.trips.json"]
          + options, in: folder)
      #expect(command.status == 1)
      let list = try folder.run("history", "list", "c.trips.json")
      return (command.errors, list.text.split(separator: "\n").count)
    }
    let before = try folder.run("history", "list", "ours.trips.json").text.split(separator: "\n")
    let omitted = try saves()
    #expect(omitted.count == 0 && omitted.errors.contains("its history was left out"))
    #expect(try saves("--without-history").errors.contains("left out") == false)
    #expect(try saves("--with-history", "--policy", "theirs").count == before.count + 1)
    // Ours stays as it is, which is no save.
    #expect(try saves("--with-history").count == before.count)
  }

  @Test("a conflict about an attachment says in what the versions differ")
  func attachments() throws {
    let base = try String(contentsOfFile: Self.source("foreign-v4"), encoding: .utf8)
    try folder.write(base, to: "base.trips.json")
    for (name, type, anchor) in [("ours", "text/html", "6"), ("theirs", "text/markdown", "7")] {
      let text = base.replacing(
        "\"anchor\":6,\"data\"", with: "\"anchor\":\(anchor),\"data\""
      ).replacing("\"mediaType\":\"text/plain\"", with: "\"mediaType\":\"\(type)\"")
      try #require(text != base)
      try folder.write(text, to: name + ".trips.json")
    }
    let command = try folder.run(
      "merge", "base.trips.json", "ours.trips.json", "theirs.trips.json", "-o", "merged.trips",
      "--conflicts", "-")
    #expect(command.status == 1)
    #expect(
      command.errors.contains(
        "attachment attachments/com.example/ticket.txt: both changed it: media type ours \"text/html\", theirs \"text/markdown\"; object ours 6, theirs 7\n"
      ), "\(command.errors)")
    let report = try JSONSerialization.jsonObject(with: command.output) as? [String: Any]
    let conflict = try #require((report?["conflicts"] as? [[String: Any]])?.first)
    let theirs = try #require(conflict["theirs"] as? [String: Any])
    #expect(theirs["mediaType"] as? String == "text/markdown" && theirs["anchor"] as? Int == 7)
    let difference = try folder.run("diff", "base.trips.json", "theirs.trips.json")
    #expect(difference.text.contains("1 attachment of other programs"))
    #expect(
      difference.text.contains("media type  text/plain → text/markdown\n")
        && difference.text.contains("object      6 → 7\n"), "\(difference.text)")
    let json = try folder.run("diff", "base.trips.json", "theirs.trips.json", "--json")
    #expect(json.text.contains("\"mediaType\":\"text/markdown\""))
  }

  @Test("writes nothing if a document is broken, or would be replaced")
  func refusals() throws {
    try write("a.trips.json")
    try folder.write("{", to: "broken.json")
    let broken = try folder.run("merge", "a.trips.json", "broken.json", "-o", "c.trips")
    #expect(broken.status == 65 && broken.errors.hasPrefix("broken.json"))
    let replaced = try folder.run("merge", "a.trips.json", "a.trips.json", "-o", "a.trips.json")
    #expect(replaced.status == 64 && replaced.errors.contains("would be replaced"))
    #expect(folder.names == ["a.trips.json", "broken.json"])
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "folder"), withIntermediateDirectories: false)
    let inFolder = try folder.run("merge", "a.trips.json", "a.trips.json", "-o", "folder")
    #expect(inFolder.status == 73 && inFolder.errors.hasPrefix("folder: error: "))
  }
}
