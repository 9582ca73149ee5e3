import Foundation
import Testing

@Suite("The base of tripconv merge")
struct MergeBaseTests {
  private let folder = ScratchFolder()

  /// Writes a document of trips with names, whose keys begin with 1.
  private func write(
    _ name: String, _ id: Int, _ trips: [String], schemaName: String = "trips", nextKey: Int? = nil
  ) throws {
    let source = try String(contentsOfFile: MergeTests.source("small-v5"), encoding: .utf8)
    let start = try #require(source.range(of: "\"tables\":{"))
    let rows = trips.enumerated().map { index, trip in
      #"{"$id":\#(index + 1),"destination":"\#(trip) city","endDate":"2025-01-0\#(index + 2)","#
        + #""name":"\#(trip)","startDate":"2025-01-0\#(index + 1)"}"#
    }
    let empty = ["BucketListItem", "Leg", "Participant", "Stay"].map { "\"\($0)\":[\n],\n" }
      .joined()
    let head = source[..<start.lowerBound]
      .replacing(#""nextKey":14"#, with: #""nextKey":\#(nextKey ?? trips.count + 1)"#)
      .replacing("00000000D015", with: "0000000000\(id)")
      .replacing(#""name":"trips""#, with: #""name":"\#(schemaName)""#)
    try folder.write(
      head + "\"tables\":{\n" + empty + "\"Trip\":[\n" + rows.joined(separator: ",\n")
        + "\n]\n},\n\"trailer\":{}\n}\n", to: name)
  }

  private func names(_ file: String) throws -> [String] {
    try folder.run("dump", file).text.split(separator: "\n")
      .compactMap { $0.wholeMatch(of: #/  name = "(.*)"/#).map { String($0.1) } }.sorted()
  }

  // Spec 13.7-1
  @Test("is refused if the documents of three people are merged, and a union has all trips")
  func otherDocuments() throws {
    try write("a.trips.json", 10, ["Rome", "Oslo"])
    try write("b.trips.json", 20, ["Lima"])
    try write("c.trips.json", 30, ["Quito", "Bern", "Nice"])
    let files = ["a.trips.json", "b.trips.json", "c.trips.json"]
    let refused = try Command(
      ["merge"] + files + ["-o", "d.trips", "--conflicts", "x"], in: folder)
    #expect(refused.status == 65)
    #expect(
      refused.errors == """
        b.trips.json: error: it is no version of a.trips.json, the base: its document id is B037E28A-5CD6-4E49-92B5-000000000020, not B037E28A-5CD6-4E49-92B5-000000000010
        tripconv: note: to unite the documents, so that nothing is deleted, run tripconv merge --union a.trips.json b.trips.json c.trips.json -o OUT

        """)
    #expect(folder.names == files)
    let united = try Command(["merge", "--union"] + files + ["-o", "d.trips"], in: folder)
    #expect(united.status == 0 && united.errors.isEmpty, "\(united.errors)")
    #expect(try names("d.trips") == ["Bern", "Lima", "Nice", "Oslo", "Quito", "Rome"])
  }

  @Test("is refused if only theirs has another id")
  func theirs() throws {
    try write("a.trips.json", 10, ["Rome"])
    try write("b.trips.json", 10, ["Rome", "Lima"])
    try write("c.trips.json", 30, ["Rome", "Quito"])
    let refused = try folder.run(
      "merge", "a.trips.json", "b.trips.json", "c.trips.json", "-o", "d.trips")
    #expect(
      refused.status == 65 && refused.errors.hasPrefix("c.trips.json: error: it is no version"))
  }

  // Spec 13.7-2
  @Test("is refused if a version is older, unless the changes are to be applied")
  func wrongOrder() throws {
    try write("base.trips.json", 10, ["Rome"])
    try write("ours.trips.json", 10, ["Rome", "Oslo"])
    try write("theirs.trips.json", 10, ["Rome", "Oslo", "Lima"])
    let files = ["ours.trips.json", "base.trips.json", "theirs.trips.json", "-o", "d.trips"]
    let refused = try Command(["merge"] + files, in: folder)
    #expect(refused.status == 65)
    #expect(
      refused.errors.hasPrefix(
        "base.trips.json: error: it is older than ours.trips.json, the base: its next key is 2, that of the base 3\n"
      ), "\(refused.errors)")
    #expect(refused.errors.contains("--union") && refused.errors.contains("add --cherry-pick"))
    let picked = try Command(["merge", "--cherry-pick"] + files, in: folder)
    #expect(picked.status == 0, "\(picked.errors)")
    #expect(try names("d.trips") == ["Lima", "Rome"])
    let usage = try folder.run(
      "merge", "--cherry-pick", "--union", "ours.trips.json", "base.trips.json", "-o", "e.trips")
    #expect(usage.status == 64)
  }

  // Spec 13.7-3
  @Test("is refused if its history went another way than those of the versions")
  func histories() throws {
    let sample = try String(contentsOfFile: MergeTests.source("history-v4"), encoding: .utf8)
    for (name, city) in [("a", "Lyon"), ("b", "Metz"), ("c", "Nice")] {
      try folder.write(
        sample.replacing("\"Paris\"", with: "\"\(city)\""), to: "\(name).trips.json")
      // A save of its own.
      let copy = sample.replacing("\"Louvre\"", with: "\"\(city)\"")
      try folder.write(copy, to: "copy.trips.json")
      let patch = "\(name).trips-patch.json"
      #expect(
        try folder.run("diff", "\(name).trips.json", "copy.trips.json", "--patch", "-o", patch)
          .status
          == 0)
      #expect(try folder.run("apply", "--in-place", "\(name).trips.json", patch).status == 0)
    }
    let refused = try folder.run(
      "merge", "a.trips.json", "b.trips.json", "c.trips.json", "-o", "d.trips")
    #expect(refused.status == 65, "\(refused.errors)")
    #expect(
      refused.errors.contains(
        "b.trips.json: error: it was not made from a.trips.json, the base: its history lacks the last save"
      ), "\(refused.errors)")
    try folder.write(sample, to: "base.trips.json")
    let merged = try folder.run(
      "merge", "base.trips.json", "b.trips.json", "c.trips.json", "-o", "d.trips", "--with-history")
    #expect(merged.status == 1)
    // Spec 13.8-3
    #expect(
      merged.errors.contains(
        "c.trips.json: note: its history was left out: a merged document has at most the history of ours"
      ), "\(merged.errors)")
    #expect(!merged.errors.contains("b.trips.json: note: its history"))
  }

  // Spec 13.5-2
  @Test("deletions that a merge takes over are listed by name, in text and JSON")
  func deletions() throws {
    try folder.run("convert", MergeTests.source("small-v5"), "-o", "base.trips.json")
    let text = try folder.text("base.trips.json")
    func without(_ wanted: (String) -> Bool) -> String {
      text.split(separator: "\n").filter { !wanted(String($0)) }.joined(separator: "\n")
        .replacing(",\n]", with: "\n]") + "\n"
    }
    try folder.write(
      without { $0.hasPrefix("{\"$id\":6,") || $0.contains("\"trip\":6}") }, to: "theirs.trips.json"
    )
    try folder.write(without { $0.hasPrefix("{\"$id\":8,") }, to: "ours.trips.json")
    let files = ["base.trips.json", "ours.trips.json", "theirs.trips.json"]
    let merged = try Command(["merge"] + files + ["-o", "d.trips", "--conflicts", "x"], in: folder)
    #expect(merged.status == 0)
    #expect(
      merged.errors == """
        d.trips: note: 3 objects are deleted:
          Fair (BusinessTrip 6): theirs deleted it, and 1 object that it owned
          Somewhere (Trip 8): ours deleted it

        """)
    let report = try #require(
      try JSONSerialization.jsonObject(with: folder.bytes("x")) as? [String: Any])
    let deletions = try #require(report["deletions"] as? [[String: Any]])
    #expect(deletions.map { $0["id"] as? Int } == [7, 6, 8])
    #expect(deletions.map { $0["deletedBy"] as? String } == ["theirs", "theirs", "ours"])
    #expect(deletions.map { $0["owner"] as? Int } == [6, nil, nil])
    #expect(deletions.map { $0["title"] as? String } == ["Stand 12", "Fair", "Somewhere"])
    let git = try folder.run(
      "git", "merge-driver", "--quiet", "base.trips.json", "ours.trips.json", "theirs.trips.json",
      "7", "a.trips.json")
    #expect(git.status == 0 && git.errors.hasPrefix("a.trips.json: note: 3 objects are deleted:"))
  }

  @Test("git's merge driver refuses another document, and accepts a newer base")
  func driver() throws {
    try write("a.trips.json", 10, ["Rome", "Lima"])
    try write("b.trips.json", 10, ["Rome", "Lima", "Oslo"])
    try write("c.trips.json", 30, ["Quito"])
    let before = try folder.text("b.trips.json")
    let refused = try folder.run(
      "git", "merge-driver", "a.trips.json", "b.trips.json", "c.trips.json", "7", "x.trips")
    #expect(
      refused.status == 65 && refused.errors.hasPrefix("x.trips (theirs): error: it is no version"))
    #expect(refused.errors.contains("--union"))
    #expect(try folder.text("b.trips.json") == before)
    // git revert of the commit that added Lima.
    try write("old.trips.json", 10, ["Rome"])
    let reverted = try folder.run(
      "git", "merge-driver", "a.trips.json", "b.trips.json", "old.trips.json", "7", "x.trips")
    #expect(reverted.status == 0, "\(reverted.errors)")
    #expect(try names("b.trips.json") == ["Oslo", "Rome"])
  }

  // Spec 13-2, 12.4-2
  @Test(
    "documents of one layout are compared, merged and patched whatever their schemas are called")
  func schemaNames() throws {
    try write("base.trips.json", 10, ["Rome"], schemaName: "first")
    try write("ours.trips.json", 10, ["Rome", "Oslo"], schemaName: "second")
    try write("theirs.trips.json", 10, ["Roma"], schemaName: "third", nextKey: 2)
    let difference = try folder.run(
      "diff", "base.trips.json", "theirs.trips.json", "--patch", "-o", "p")
    #expect(difference.status == 0, "\(difference.errors)")
    let merged = try folder.run(
      "merge", "base.trips.json", "ours.trips.json", "theirs.trips.json", "-o", "d.trips")
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(try names("d.trips") == ["Oslo", "Roma"])
    #expect(try folder.run("inspect", "d.trips").text.contains("second 5.0.0"))
    let patched = try folder.run("apply", "ours.trips.json", "p", "-o", "e.trips")
    #expect(patched.status == 0, "\(patched.errors)")
    #expect(try names("e.trips") == ["Oslo", "Roma"])
    #expect(try folder.run("convert", "d.trips", "-o", "d.ics").status == 0)
  }
}
