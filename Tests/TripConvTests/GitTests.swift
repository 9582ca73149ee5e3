import Foundation
import Testing

@Suite("tripconv git", .enabled(if: GitFolder.isInstalled))
struct GitTests {
  private let git: GitFolder

  init() throws { git = try GitFolder() }

  private static let stand = #""isInPlan":true,"title":"Stand 12","trip":6}"#

  /// A new object under the next key.
  private static func added(_ title: String, _ key: Int = 12) -> [(String, String)] {
    let item =
      #"{"$id":\#(key),"details":"","hasReservation":false,"isInPlan":false,"title":"\#(title)","trip":6}"#
    return [(stand, stand + ",\n" + item), ("\"nextKey\":12", "\"nextKey\":\(key + 1)")]
  }

  /// Makes two branches: each commits edits, `main` is checked out.
  private func branches(
    _ ours: [(String, String)], _ theirs: [(String, String)], _ name: String = "a.trips.json"
  ) throws {
    try git.git("checkout", "-q", "-b", "feature")
    try git.edit(theirs, in: name)
    try git.git("checkout", "-q", "main")
    try git.edit(ours, in: name)
  }

  // MARK: Comparing

  @Test(
    "diff and log -p print the objects that changed",
    arguments: ["a.trips", "a.trips.json", "a.trips.xml"])
  func differences(name: String) throws {
    try git.enable()
    try git.commitDocument(name)
    try git.tripconv(
      "convert", name, "-o", "flat.json", "--to", "flat-json", "--keep-version")
    try git.write(
      try git.text("flat.json").replacingOccurrences(of: "Louvre", with: "Le Louvre"), "flat.json")
    try FileManager.default.removeItem(at: git.repository.appending(path: name))
    try git.tripconv("convert", "flat.json", "-o", name, "--keep-version")
    try FileManager.default.removeItem(at: git.repository.appending(path: "flat.json"))
    let difference = try git.git("diff")
    #expect(difference.contains("-  title = \"Louvre\"\n+  title = \"Le Louvre\"\n"))
    #expect(difference.split(separator: "\n").count { $0.hasPrefix("+") } == 2)
    try git.git("commit", "-qam", "rename")
    #expect(try git.git("log", "-p", "-1").contains("+  title = \"Le Louvre\""))
    #expect(try git.git("log", "-p", "--reverse").contains("+Trip 8\n"))
  }

  @Test("a file that is no document does not stop log -p")
  func brokenDocument() throws {
    try git.enable()
    try git.write("{\"not\": \"a document\"}\n", "a.trips.json")
    try git.write("PK\u{3}\u{4}\0\0", "b.trips")
    try git.git("add", "-A")
    try git.git("commit", "-q", "-m", "broken")
    try git.commitDocument()
    let log = try git.git("log", "-p")
    #expect(log.contains("-{\"not\": \"a document\"}"))
    #expect(log.contains("+not a valid document: "))
    #expect(log.contains("6 bytes, SHA-256 "))
    #expect(log.contains("+  title = \"Louvre\""))
  }

  @Test("textconv fails for what it cannot read, and prints a broken text from standard input")
  func textConversion() throws {
    for name in ["missing.trips", "."] {
      let result = try git.tripconv("git", "textconv", name)
      #expect(result.status == 66 && result.text.contains("error: "), "\(result.text)")
    }
    let piped = try git.run(
      "/bin/sh", ["-c", "echo '{' | \"$0\" git textconv -", git.program.path])
    #expect(piped.status == 0)
    #expect(piped.text.hasPrefix("not a valid document: ") && piped.text.hasSuffix("\n{\n"))
    #expect(
      try git.run("/bin/sh", ["-c", ": | \"$0\" git textconv -", git.program.path]).text.isEmpty)
  }

  @Test(
    "compares and merges files of any name",
    arguments: ["$'caf\\xe9.trips.json'", "./-x.trips.json", "'a $b.trips.json'"])
  func names(name: String) throws {
    try git.enable()
    try git.commitDocument()
    let result = try git.run(
      "/bin/bash",
      [
        "-ec",
        """
        f=\(name)
        git mv a.trips.json "$f"
        git commit -qm name
        git checkout -qb feature
        sed -i s/Louvre/Lens/ "$f"
        git commit -qam theirs
        git checkout -q main
        sed -i s/Orsay/Museum/ "$f"
        git diff
        git commit -qam ours
        git merge -q --no-edit feature
        git log -p --reverse
        git diff HEAD~1
        """,
      ])
    #expect(result.status == 0, "\(result.text)")
    for title in ["Lens", "Museum"] {
      #expect(
        result.text.split(separator: "\n").count { $0 == "+  title = \"\(title)\"" } == 2,
        "\(result.text)")
    }
    try branchesOverOneValue(name)
  }

  /// Expects that a conflict names the file.
  private func branchesOverOneValue(_ name: String) throws {
    let result = try git.run(
      "/bin/bash",
      [
        "-ec",
        """
        f=\(name)
        git checkout -qb other
        sed -i s/Lens/Lille/ "$f"
        git commit -qam theirs
        git checkout -q main
        sed -i s/Lens/Nantes/ "$f"
        git commit -qam ours
        git merge other
        """,
      ])
    #expect(result.status == 1 && result.text.contains("trips.json: warning: 1 conflict"))
  }

  // MARK: Merging

  @Test(
    "merges what both branches changed, and keeps new objects apart",
    arguments: ["a.trips.json", "a.trips.xml", "a.trips"])
  func merge(name: String) throws {
    try git.enable()
    try git.commitDocument(name)
    // Binary documents and XML are edited as JSON.
    func commit(_ changes: [(String, String)]) throws {
      try git.tripconv("convert", name, "-o", "flat", "--to", "flat-json", "--keep-version")
      var text = try git.text("flat")
      for (old, new) in changes { text = text.replacingOccurrences(of: old, with: new) }
      try git.write(text, "flat")
      try FileManager.default.removeItem(at: git.repository.appending(path: name))
      try git.tripconv("convert", "flat", "-o", name, "--keep-version")
      try FileManager.default.removeItem(at: git.repository.appending(path: "flat"))
      try git.git("commit", "-qam", "edit")
    }
    try git.git("checkout", "-q", "-b", "feature")
    try commit(Self.added("Hall 2") + [("\"perdiem\":75.5", "\"perdiem\":80.0")])
    try git.git("checkout", "-q", "main")
    try commit(Self.added("Hall 3") + [("Monday is closed", "closed on Tuesdays")])
    try git.git("merge", "-q", "--no-edit", "feature")
    let dump = try git.dump(name)
    for line in [
      "title = \"Hall 2\"", "title = \"Hall 3\"", "perdiem = 80", "bucketList = [7, 12, 13]",
      "details = \"closed on Tuesdays\"",
    ] {
      #expect(dump.contains(line), "\(line)")
    }
    #expect(try git.git("status", "--porcelain").isEmpty)
  }

  @Test("in a conflict the file is a valid document with our value, and git knows of it")
  func conflict() throws {
    try git.enable()
    try git.commitDocument()
    try branches([("Louvre", "Le Louvre")], [("Louvre", "The Louvre"), ("Orsay", "d’Orsay")])
    let merge = try git.run("/usr/bin/git", ["merge", "feature"])
    #expect(merge.status == 1)
    #expect(
      merge.text.contains(
        "a.trips.json: warning: 1 conflict; ours taken:\n  Le Louvre (BucketListItem 3), title: ours \"Le Louvre\", theirs \"The Louvre\", base \"Louvre\"\n"
      ), "\(merge.text)")
    #expect(merge.text.contains("CONFLICT (content)"))
    #expect(try git.git("status", "--porcelain") == "UU a.trips.json\n")
    let dump = try git.dump()
    #expect(dump.contains("title = \"Le Louvre\"") && dump.contains("title = \"d’Orsay\""))
    try git.git("add", "a.trips.json")
    try git.git("commit", "-q", "--no-edit")
  }

  @Test("rebase and cherry-pick take changes over, and double nothing")
  func rebase() throws {
    try git.enable()
    try git.commitDocument()
    try git.git("checkout", "-q", "-b", "feature")
    try git.edit(Self.added("Hall 2"))
    try git.edit([("Orsay", "d’Orsay")])
    try git.git("checkout", "-q", "main")
    try git.edit(Self.added("Hall 3"))
    try git.git("cherry-pick", "feature~1")
    #expect(try git.dump().contains("bucketList = [7, 12, 13]"))
    // The branch was picked in part; merging it adds the rest.
    try git.git("merge", "-q", "--no-edit", "feature")
    var dump = try git.dump()
    #expect(dump.split(separator: "\n").count { $0 == "  title = \"Hall 2\"" } == 1)
    #expect(dump.contains("d’Orsay"))
    try git.git("reset", "-q", "--hard", "HEAD~2")
    try git.git("checkout", "-q", "feature")
    try git.git("rebase", "-q", "main")
    dump = try git.dump()
    #expect(dump.contains("bucketList = [7, 12, 13]") && dump.contains("d’Orsay"))
  }

  @Test("a stash is merged with what was committed meanwhile")
  func stash() throws {
    try git.enable()
    try git.commitDocument()
    let text = try git.text("a.trips.json")
    try git.write(text.replacingOccurrences(of: "Louvre", with: "Le Louvre"), "a.trips.json")
    try git.git("stash", "-q")
    try git.edit([("Orsay", "d’Orsay")])
    try git.git("stash", "pop", "-q")
    let dump = try git.dump()
    #expect(dump.contains("Le Louvre") && dump.contains("d’Orsay"))
  }

  @Test("branches that have merged each other have several bases, and merge")
  func crissCross() throws {
    try git.enable()
    try git.commitDocument()
    try branches(Self.added("Hall 3"), Self.added("Hall 2"))
    let (main, feature) = (
      try git.git("rev-parse", "main").trimmed, try git.git("rev-parse", "feature").trimmed
    )
    try git.git("merge", "-q", "--no-edit", feature)
    try git.git("checkout", "-q", "feature")
    try git.git("merge", "-q", "--no-edit", main)
    try git.edit([("Orsay", "d’Orsay")])
    try git.git("checkout", "-q", "main")
    try git.edit([("Monday is closed", "always open")])
    #expect(try git.git("merge-base", "--all", "main", "feature").split(separator: "\n").count == 2)
    try git.git("merge", "-q", "--no-edit", "feature")
    let dump = try git.dump()
    for title in ["Hall 2", "Hall 3", "d’Orsay"] {
      #expect(dump.split(separator: "\n").count { $0 == "  title = \"\(title)\"" } == 1, "\(title)")
    }
    #expect(dump.contains("always open"))
  }

  @Test("a conflict that branches have settled differently is one again when they merge")
  func settledDifferently() throws {
    try git.enable()
    try git.commitDocument()
    try branches([("\"Paris\"", "\"Lyon\"")], [("\"Paris\"", "\"Metz\"")])
    try git.git("tag", "ours", "main")
    try git.git("tag", "theirs", "feature")
    for (branch, other) in [("main", "theirs"), ("feature", "ours")] {
      try git.git("checkout", "-q", branch)
      #expect(try git.run("/usr/bin/git", ["merge", other]).status == 1)
      // Each keeps its own value.
      try git.git("commit", "-qa", "--no-edit")
    }
    try git.git("checkout", "-q", "main")
    #expect(try git.git("merge-base", "--all", "main", "feature").split(separator: "\n").count == 2)
    let merge = try git.run("/usr/bin/git", ["merge", "feature"])
    #expect(merge.status == 1, "\(merge.text)")
    #expect(
      merge.text.contains("destination: ours \"Lyon\", theirs \"Metz\", base \"Paris\""),
      "\(merge.text)")
    #expect(merge.text.split(separator: "conflict;").count == 2, "nothing of the bases is printed")
  }

  @Test("bases that cannot be merged leave what both were made from")
  func brokenBase() throws {
    try git.commitDocument()
    try git.write("{", "broken")
    let base = try git.text("a.trips.json")
    let edited = base.replacingOccurrences(of: "Louvre", with: "Le Louvre")
    for (ours, theirs) in [("broken", "edited"), ("edited", "broken")] {
      try git.write(edited, "edited")
      try git.write("{", "broken")
      let result = try git.tripconv(
        "git", "merge-driver", "--bases", "--", "a.trips.json", ours, theirs)
      #expect(result.status == 0 && result.text.isEmpty, "\(result.text)")
      #expect(try git.text(ours) == base)
    }
  }

  @Test("a file that both branches have added has an empty base")
  func emptyBase() throws {
    try git.enable()
    try git.git("commit", "-q", "--allow-empty", "-m", "nothing")
    try git.git("checkout", "-q", "-b", "feature")
    try git.commitDocument()
    try git.edit(Self.added("Hall 2"))
    try git.git("checkout", "-q", "main")
    try git.commitDocument()
    try git.git("merge", "-q", "--no-edit", "feature")
    #expect(try git.dump().contains("bucketList = [7, 12]"))
  }

  @Test("a file that is deleted on one side is git's conflict; on both sides it is gone")
  func deletions() throws {
    try git.enable()
    try git.commitDocument()
    try git.git("checkout", "-q", "-b", "gone")
    try git.git("rm", "-q", "a.trips.json")
    try git.git("commit", "-q", "-m", "gone")
    try git.git("checkout", "-q", "main")
    try git.git("checkout", "-q", "-b", "feature")
    try git.edit([("Louvre", "Le Louvre")])
    let merge = try git.run("/usr/bin/git", ["merge", "gone"])
    #expect(merge.status == 1 && merge.text.contains("CONFLICT (modify/delete)"))
    #expect(try git.dump().contains("Le Louvre"))
    try git.git("merge", "--abort")
    try git.git("checkout", "-q", "main")
    try git.git("rm", "-q", "a.trips.json")
    try git.git("commit", "-q", "-m", "gone here, too")
    try git.git("merge", "-q", "--no-edit", "gone")
    #expect(
      !FileManager.default.fileExists(atPath: git.repository.appending(path: "a.trips.json").path))
  }

  // Spec 13.4-7
  @Test(
    "the result has the schema version to which a branch has migrated", arguments: [true, false])
  func versions(isUp: Bool) throws {
    try git.enable()
    let (before, after) = isUp ? ("3.0.0", "4.0.0") : ("4.0.0", "3.0.0")
    try git.tripconv(
      "convert", MergeTests.source("small-v4"), "-o", "a.trips.json", "--schema-version", before)
    try git.git("add", "-A")
    try git.git("commit", "-q", "-m", "document")
    try git.git("checkout", "-q", "-b", "feature")
    try git.tripconv("migrate", "--in-place", "a.trips.json", "--schema-version", after)
    try git.git("commit", "-qam", "migrated")
    try git.git("checkout", "-q", "main")
    try git.edit([("Louvre", "Le Louvre")])
    try git.git("merge", "-q", "--no-edit", "feature")
    let dump = try git.dump()
    #expect(dump.contains("version = \(after)"))
    #expect(dump.contains("title = \"Le Louvre\""))
    // What the older version cannot store is carried, and comes back.
    try git.tripconv("migrate", "--in-place", "a.trips.json")
    #expect(try git.dump().contains("perdiem = 75.5"))
  }

  @Test("a document that cannot be read is left to git as a conflict")
  func brokenSide() throws {
    try git.enable()
    try git.commitDocument()
    let text = try git.text("a.trips.json")
    try git.git("checkout", "-q", "-b", "feature")
    try git.write("{", "a.trips.json")
    try git.git("commit", "-qam", "broken")
    try git.git("checkout", "-q", "main")
    try git.edit([("Louvre", "Le Louvre")])
    let merge = try git.run("/usr/bin/git", ["merge", "feature"])
    #expect(merge.status == 1, "\(merge.text)")
    #expect(merge.text.contains("a.trips.json (theirs)"))
    #expect(
      try git.text("a.trips.json")
        == text.replacingOccurrences(of: "Louvre", with: "Le Louvre"))
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
