import DocumentFile
import DocumentTables
import Foundation
import Testing

@Suite("The history of a document, in tripconv")
struct HistoryTests {
  private let folder = ScratchFolder()

  init() throws {
    let sample = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples/history-v4/source.trips.json").standardizedFileURL
    try folder.write(try String(contentsOf: sample, encoding: .utf8), to: "a.trips.json")
  }

  private func tables(_ file: String) throws -> Tables {
    try DocumentFile.read(.path(folder.url.appending(path: file).path)).tables
  }

  /// All bytes of a document, those of a zip inflated.
  private func text(_ file: String) throws -> String {
    let plain = file + ".plain.trips.json"
    let command = try folder.run(
      "convert", file, "-o", plain, "--with-history", "--keep-version")
    #expect(command.status == 0)
    return try folder.text(plain)
  }

  // Spec 11-1
  @Test("convert leaves it out, unless it is asked for", arguments: ["b.trips", "b.trips.xml"])
  func converted(file: String) throws {
    #expect(try folder.run("convert", "a.trips.json", "-o", file).status == 0)
    #expect(try tables(file).history == nil)
    // The name of a deleted trip is in no byte of it.
    #expect(!(try text(file)).contains("Oslo"))
    #expect(
      try folder.run(
        "convert", "a.trips.json", "-o", "c.trips", "--with-history", "--keep-version"
      ).status == 0)
    #expect(try tables("c.trips").history?.last == tables("a.trips.json").history?.last)
    #expect(try text("c.trips").contains("Oslo"))
  }

  @Test("list says which saves after a number were removed")
  func removedSaves() throws {
    #expect(try folder.run("history", "prune", "-q", "a.trips.json", "--keep", "1").status == 0)
    for (since, words) in [
      ("0", "a.trips.json: note: saves 1 to 2 were removed\n"),
      ("1", "a.trips.json: note: save 2 was removed\n"), ("2", ""),
    ] {
      let list = try folder.run("history", "list", "a.trips.json", "--since", since)
      #expect(list.status == 0 && list.errors == words)
      #expect(list.text.split(separator: "\n").count == 1)
    }
  }

  @Test("numbers below zero are refused by name, and so is a pipe")
  func refusedArguments() throws {
    for (verb, option) in [
      ("list", "--since"), ("net", "--since"), ("prune", "--keep"), ("prune", "--days"),
    ] {
      let command = try folder.run("history", verb, "a.trips.json", option, "-1")
      #expect(command.status == 64 && command.errors.contains("\(option) takes "))
    }
    try #require(mkfifo(folder.url.appending(path: "pipe").path, 0o600) == 0)
    let command = try folder.run("history", "prune", "pipe", "--keep", "1")
    #expect(command.status == 73 && command.errors.contains("cannot be replaced"))
  }

  @Test("dumps and validation are the same with it and without")
  func noContent() throws {
    _ = try folder.run("convert", "a.trips.json", "-o", "b.trips")
    #expect(try folder.run("dump", "a.trips.json").text == folder.run("dump", "b.trips").text)
    #expect(try folder.run("validate", "a.trips.json").status == 0)
  }

  @Test("migrate keeps it in place, with a transaction that names both schemas")
  func inPlace() throws {
    let before = try tables("a.trips.json")
    let command = try folder.run(
      "migrate", "--in-place", "a.trips.json", "--schema-version", "3.0.0")
    #expect(command.status == 0)
    let down = try tables("a.trips.json")
    #expect(down.history?.transactionCount == 4)
    #expect(down.history?.digest(of: 3) == before.history?.last?.digest)
    let last = try #require(down.history?.transactions.first { $0.number == 4 })
    #expect(last.migratedFrom == before.schema.modelFingerprint())
    #expect(last.schema == down.schema.modelFingerprint())
    let shown = try folder.run("history", "show", "a.trips.json", "2")
    #expect(shown.text.contains("Schema   trips 4.0.0"))
    #expect(try folder.run("migrate", "--in-place", "a.trips.json").status == 0)
    let up = try tables("a.trips.json")
    #expect(up.history?.transactionCount == 5)
    #expect(up.history?.transactions.first { $0.number == 2 }?.groups.count == 1)
  }

  @Test(
    "migrate to another file has none; --drop-lost and --without-history leave none in place",
    arguments: [
      ["-o", "b.trips.json", "--schema-version", "3.0.0"],
      ["--in-place", "--schema-version", "3.0.0", "--drop-lost"],
      ["--in-place", "--without-history"],
    ])
  func left(arguments: [String]) throws {
    let command = try Command(["migrate", "a.trips.json"] + arguments, in: folder)
    #expect(command.status == 0)
    let file = arguments.contains("-o") ? "b.trips.json" : "a.trips.json"
    #expect(try tables(file).history == nil)
    #expect(!(try folder.text(file)).contains("Oslo"))
  }

  // Spec 11-1
  @Test("--without-history leaves out carried values of objects that are gone")
  func carriedRemains() throws {
    _ = try folder.run(
      "convert", "a.trips.json", "-o", "old.trips.json", "--schema-version", "3.0.0")
    // The old program deletes the accommodation: its record goes, its carried values stay.
    let lines = try folder.text("old.trips.json").split(
      separator: "\n", omittingEmptySubsequences: false)
    let gone = try #require(
      lines.firstIndex { $0.hasPrefix(#"{"$id":2,"#) })
    var rest = lines
    rest.remove(at: gone)
    try folder.write(rest.joined(separator: "\n"), to: "edited.trips.json")
    _ = try folder.run("convert", "edited.trips.json", "-o", "kept.trips.json", "--keep-version")
    let command = try folder.run(
      "convert", "edited.trips.json", "-o", "clean.trips.json", "--keep-version",
      "--without-history")
    #expect(command.status == 0)
    let kept = try tables("kept.trips.json").carried.flatMap(keys)
    let clean = try tables("clean.trips.json").carried.flatMap(keys)
    #expect(kept.contains(2))
    #expect(!clean.contains(2))
    #expect(Set(clean) == Set(kept).subtracting([2]))
  }

  private func keys(_ tree: Tree) -> [Int64] {
    tree["keys"]?.arrayValue?.compactMap(\.integerValue) ?? []
  }

  @Test("list filters by author and number; show says what was removed")
  func listed() throws {
    #expect(
      try folder.run("history", "list", "a.trips.json", "--author", "widget").text
        == "2  2026-03-01 09:05  widget  trips-widget  1 changed\n")
    #expect(
      try folder.run("history", "list", "a.trips.json", "--since", "2").text
        == "3  2026-03-02 10:00  trips  1 changed, 4 deleted\n")
    #expect(try folder.run("history", "list", "a.trips.json", "--since", "3").text.isEmpty)
    _ = try folder.run("history", "prune", "a.trips.json", "--keep", "1")
    let removed = try folder.run("history", "show", "a.trips.json", "1")
    #expect(removed.status == 3)
    #expect(removed.errors == "a.trips.json: error: save 1 was removed from the history\n")
    let missing = try folder.run("history", "show", "a.trips.json", "9")
    #expect(missing.errors == "a.trips.json: error: there is no save 9; the last one is 3\n")
  }

  @Test("net joins the saves after a number, of an author and an entity")
  func joined() throws {
    let deleted = """
      deleted BucketListItem 4
        title: "Philae"
      deleted Trip 5
        name: "Oslo"
      deleted Trip 6
        name: "Rome"
      deleted Trip 7
        name: "Wien"

      """
    #expect(
      try folder.run("history", "net", "a.trips.json").text
        == deleted + "inserted BucketListItem 2–3\ninserted Trip 1\n")
    #expect(
      try folder.run("history", "net", "a.trips.json", "--since", "1").text
        == deleted + "changed Trip 1\n  bucketList\n  endDate\n  name: \"Nil\" → \"Nile\"\n")
    #expect(
      try folder.run(
        "history", "net", "a.trips.json", "--since", "1", "--author", "widget", "--entity", "Trip"
      ).text == "changed Trip 1\n  endDate\n  name: \"Nil\" → \"Nile\"\n")
    #expect(try folder.run("history", "net", "a.trips.json", "--since", "3").text.isEmpty)
    let unknown = try folder.run("history", "net", "a.trips.json", "--entity", "Boat")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors
        == "tripconv history net: error: unknown entity Boat; known: BucketListItem, BusinessTrip, "
        + "LivingAccommodation, PersonalTrip, Trip (see tripconv history net --help)\n")
    let json = try folder.run("history", "net", "a.trips.json", "--since", "1", "--json").text
    #expect(
      json.contains(
        #""change":"update","entity":"Trip","new":{"name":"Nile"},"object":1,"old":{"name":"Nil"}"#)
    )
  }

  @Test("net uses the names of the document's version, and says which saves are missing")
  func joinedAfterMigration() throws {
    _ = try folder.run("migrate", "--in-place", "a.trips.json")
    let joined = try folder.run("history", "net", "a.trips.json", "--since", "1")
    #expect(joined.status == 0)
    #expect(joined.text.contains("name: \"Nil\" → \"Nile\""))
    #expect(joined.text.contains("unrecorded changes in Trip"))
    _ = try folder.run("history", "prune", "-q", "a.trips.json", "--keep", "1")
    let expired = try folder.run("history", "net", "a.trips.json", "--since", "1")
    #expect(expired.status == 3)
    #expect(
      expired.errors.hasSuffix(
        "error: saves up to 3 were removed, so the changes since save 1 are not known\n"))
    let rest = try folder.run("history", "net", "a.trips.json")
    #expect(
      rest.errors
        == "a.trips.json: note: saves up to 3 were removed; the changes begin behind them\n")
  }

  // Spec 11.3-4
  @Test(
    "prune removes what deleted objects left, and the numbers go on",
    arguments: [
      "a.trips.json", "b.trips", "b.trips.xml",
    ])
  func pruned(file: String) throws {
    if file != "a.trips.json" {
      _ = try folder.run(
        "convert", "a.trips.json", "-o", file, "--with-history", "--keep-version")
    }
    let before = try tables(file)
    let command = try folder.run("history", "prune", file, "--keep", "0")
    #expect(command.status == 0)
    #expect(command.errors == "\(file): note: 3 saves removed, 0 kept\n")
    let after = try tables(file)
    #expect(after.history?.transactionCount == 0)
    #expect(after.history?.last == before.history?.last)
    #expect(after.history?.removedThrough == 3)
    #expect(after.history?.policy == before.history?.policy)
    #expect(!(try text(file)).contains("Oslo"))
    #expect(try folder.run("validate", file).status == 0)
    let again = try folder.run("history", "prune", file, "--days", "3")
    #expect(again.errors == "\(file): note: nothing to remove\n")
  }

  @Test("saves that were recorded are listed and pruned when none are recorded any more")
  func keptWithoutRecording() throws {
    #expect(try folder.run("history", "keep", "-q", "a.trips.json", "--none").status == 0)
    let kept = try folder.run("history", "list", "a.trips.json")
    #expect(kept.status == 0 && kept.text.contains("\n"))
    let command = try folder.run("history", "prune", "-q", "a.trips.json", "--keep", "0")
    #expect(command.status == 0 && command.errors.isEmpty)
    #expect(!(try folder.text("a.trips.json")).contains("Oslo"))
    #expect(try folder.run("history", "list", "a.trips.json").status == 3)
  }

  @Test(
    "keep and prune write another file, or keep the old one, as all verbs that change a document")
  func otherPlaces() throws {
    let before = try folder.bytes("a.trips.json")
    let pruned = try folder.run(
      "history", "prune", "a.trips.json", "--keep", "0", "-o", "b.trips")
    #expect(pruned.status == 0 && pruned.errors.hasPrefix("b.trips: note: "))
    #expect(try folder.bytes("a.trips.json") == before)
    #expect(try tables("b.trips").history?.transactionCount == 0)
    #expect(
      try folder.run("history", "keep", "a.trips.json", "--none", "--backup").status == 0)
    #expect(try folder.bytes("a.trips.json~") == before)
    #expect(try tables("a.trips.json").history?.policy.detail == HistoryPolicy.Detail.none)
    let piped = try folder.run("history", "prune", "-", "--keep", "1")
    #expect(piped.status == 64)
    #expect(piped.errors.contains("standard input cannot be replaced: add -o"))
  }

  @Test("a document without one is told so, and left alone")
  func without() throws {
    try folder.generate("c.trips")
    let before = try Data(contentsOf: folder.url.appending(path: "c.trips"))
    for arguments in [
      ["list", "c.trips"], ["show", "c.trips", "1"], ["net", "c.trips"],
      ["prune", "c.trips", "--keep", "0"],
    ] {
      let command = try Command(["history"] + arguments, in: folder)
      #expect(command.status == 3)
      #expect(command.errors == "c.trips: error: the document records no history\n")
    }
    #expect(try Data(contentsOf: folder.url.appending(path: "c.trips")) == before)
  }

  @Test("inspect says how many deleted objects still have values")
  func inspected() throws {
    _ = try folder.run(
      "convert", "a.trips.json", "-o", "b.trips", "--with-history", "--keep-version")
    let text = try folder.run("inspect", "b.trips").text
    #expect(text.contains("history       values, 3 saves, values of 4 deleted objects\n"))
    #expect(try folder.run("inspect", "a.trips.json").text.contains("history       values\n"))
  }
}
