import Foundation
import Testing

@Suite("tripconv --limit")
struct LimitTests {
  private let folder = ScratchFolder()

  @Test(
    "is taken by every verb that reads",
    arguments: [
      ["validate"], ["inspect"], ["dump"], ["dump", "--entity", "Trip"],
      ["show", "--entity", "Trip"], ["list"], ["plan"], ["convert", "-o", "b.trips.xml"],
      ["migrate", "-o", "c.trips"],
      ["schema", "export"],
      ["schema", "check"], ["schema", "diff", "4.0.0"], ["diff", "a.trips"],
      ["merge", "a.trips", "-o", "d.trips"], ["scrub", "-o", "e.trips"],
      ["convert", "-o", "f.ics"], ["history", "keep", "--values"],
    ])
  func verbs(words: [String]) throws {
    try folder.generate("a.trips", trips: 3)
    let refused = try Command(
      words + ["a.trips", "--limit", "expanded-bytes=1G", "--limit", "file-bytes=1Ki"], in: folder)
    #expect(refused.status == 65)
    #expect((refused.text + refused.errors).contains("[limit-file-bytes]"))
    let taken = try Command(words + ["a.trips", "--limit", "limit-file-bytes=1M"], in: folder)
    #expect(taken.status == (words == ["show", "--entity", "Trip"] ? 3 : 0))
    #expect(!(taken.text + taken.errors).contains("limit-"))
  }

  @Test(
    "accepts names of rules, short names, plain numbers and suffixes",
    arguments: [
      ("objects=10000000000", true), ("objects=1", false), ("limit-objects=1K", true),
      ("zip-budget-entries=2", false), ("entries=2Ki", true), ("entry-bytes=100", false),
      ("total-bytes=1T", true), ("ratio=1", false), ("ratio=1100", true), ("ratio=0", false),
      ("depth=2", false),
      ("json-depth=64", true), ("text-length=8", false), ("tree-part-bytes=1Ki", false),
      ("expanded-bytes=0", true), ("file-bytes=1Ti", true),
    ])
  func values(change: String, isTaken: Bool) throws {
    try folder.generate("a.trips", trips: 3)
    let command = try folder.run("validate", "a.trips", "--limit", change)
    #expect(command.status == (isTaken ? 0 : 65), "\(command.text)")
  }

  @Test(
    "says what is wrong with a limit",
    arguments: [
      ("expanded-byte=1", "did you mean 'expanded-bytes'?"), ("limit-object=1", "'limit-objects'?"),
      ("zzzzzz=1", "names: "), ("file-bytes", "a name and a value"),
      ("file-bytes=", "takes a number"), ("file-bytes=1Q", "takes a number"),
      ("file-bytes=-1", "takes a number"), ("file-bytes=99999999T", "takes a number"),
      ("ratio=2000", "takes at most 1100"), ("depth=1000", "takes at most 128"),
    ])
  func wrong(change: String, words: String) throws {
    let command = try folder.run("validate", "a.trips", "--limit", change)
    #expect(command.status == 64)
    #expect(command.errors.contains(words), "\(command.errors)")
  }
}
