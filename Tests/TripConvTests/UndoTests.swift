import DocumentFile
import DocumentTables
import Foundation
import Testing

@Suite("tripconv remove and tripconv undo")
struct UndoTests {
  private let folder = ScratchFolder()

  init() throws {
    for words in [
      ["new", "a.trips"], ["add", "a.trips", "trip", "name=Lisbon", "start=2027-05-03"],
      ["add", "a.trips", "stay", "trip=Lisbon", "name=Hotel"],
      ["add", "a.trips", "trip", "name=Porto"],
    ] {
      try #require(try Command(words, in: folder).status == 0)
    }
  }

  private func dump() throws -> String {
    try folder.run("dump", "a.trips", "--all").text
      .replacing(/(?m)^(next key|document) .*$/, with: "")
  }

  private func names() throws -> [String] {
    try folder.run("list", "a.trips", "--columns", "name").text.split(separator: "\n").map {
      $0.split(separator: " ").first.map(String.init) ?? ""
    }.sorted()
  }

  @Test("remove takes what the trip owns along, and undo brings all of it back")
  func remove() throws {
    let before = try dump()
    let removed = try folder.run("remove", "a.trips", "lisb")
    #expect(removed.status == 0)
    #expect(
      removed.errors
        == "a.trips: note: removed trip #1 \"Lisbon\" with 1 object of it; tripconv undo a.trips brings it back\n"
    )
    #expect(try names() == ["Porto"])
    #expect(try folder.run("validate", "a.trips").status == 0)
    let undone = try folder.run("undo", "a.trips")
    #expect(undone.status == 0)
    #expect(undone.errors.hasPrefix("a.trips: note: undid save 4 of "))
    #expect(undone.errors.hasSuffix(" UTC; objects: 2 added\n"))
    #expect(try dump() == before)
  }

  @Test("what was added and removed by hand comes back, too")
  func byHand() throws {
    #expect(try folder.run("remove", "a.trips", "Porto").status == 0)
    #expect(try names() == ["Lisbon"])
    #expect(try folder.run("undo", "a.trips").status == 0)
    #expect(try names() == ["Lisbon", "Porto"])
    #expect(try folder.run("undo", "a.trips").status == 0)
    #expect(try names() == ["Lisbon"])
    #expect(
      try folder.run("history", "list", "a.trips", "--author", "undo").text.count { $0 == "\n" }
        == 2)
  }

  @Test("undo goes back save by save, and past what it has undone")
  func steps() throws {
    let states = [["Lisbon", "Porto"], ["Lisbon"], ["Lisbon"], []]
    for (index, state) in states.enumerated() {
      #expect(try names() == state)
      let command = try folder.run("undo", "a.trips")
      #expect(command.status == (index < 3 ? 0 : 3), "\(command.errors)")
    }
    #expect(
      try folder.run("undo", "a.trips").errors
        == "a.trips: error: its history keeps no save that could be undone\n")
    // Undoing is a save: the last one made the first.
    #expect(try folder.run("undo", "a.trips", "--save", "6").status == 0)
    #expect(try names() == ["Lisbon"])
  }

  @Test("undo of an earlier save leaves the later ones, unless they changed the same")
  func earlier() throws {
    #expect(try folder.run("undo", "a.trips", "--save", "2").status == 0)
    #expect(try names() == ["Lisbon", "Porto"])
    #expect(!(try folder.run("show", "a.trips", "lisbon").text.contains("Hotel")))
    let refused = try folder.run("undo", "a.trips", "--save", "2")
    #expect(refused.status == 65)
    let first = try folder.run("undo", "a.trips", "--save", "1")
    #expect(first.status == 0, "what touched it is undone: \(first.errors)")
    #expect(try names() == ["Porto"])
  }

  @Test("undo of a save whose objects were changed later names the later save")
  func later() throws {
    let command = try folder.run("undo", "a.trips", "--save", "1")
    #expect(command.status == 65)
    #expect(
      command.errors
        == "a.trips: error: save 2 changed the same objects later than save 1: undo it first\n")
    #expect(try folder.run("undo", "a.trips", "--save", "9").status == 3)
  }

  @Test("undo needs a history with values, and history keep begins one")
  func keep() throws {
    try folder.generate("b.trips", trips: 3)
    let none = try folder.run("undo", "b.trips")
    #expect(none.status == 3)
    #expect(none.errors.contains("tripconv history keep --values"))
    let before = try folder.bytes("b.trips")
    #expect(try folder.run("history", "keep", "b.trips", "--values").status == 0)
    #expect(try folder.run("add", "b.trips", "trip", "name=Zanzibar").status == 0)
    #expect(try folder.run("undo", "b.trips").status == 0)
    #expect(!(try folder.run("list", "b.trips").text.contains("Zanzibar")))
    #expect(
      try folder.run("history", "keep", "b.trips", "--values").errors
        == "b.trips: note: saves are recorded with their values already\n")
    #expect(try folder.run("history", "keep", "b.trips", "--names").status == 0)
    #expect(try folder.run("add", "b.trips", "trip", "name=Zanzibar").status == 0)
    #expect(try folder.run("remove", "b.trips", "Zanzibar").status == 0)
    let names = try folder.run("undo", "b.trips")
    #expect(names.status == 65)
    #expect(names.errors.contains("the history does not keep what "))
    #expect(try folder.run("history", "keep", "b.trips", "--none").status == 0)
    #expect(try folder.run("undo", "b.trips").status == 3)
    #expect(try folder.bytes("b.trips") != before)
  }

  @Test("undo does not reach behind a migration")
  func migration() throws {
    try folder.generate("b.trips", trips: 3, version: "5.0.0")
    #expect(try folder.run("history", "keep", "b.trips", "--values").status == 0)
    #expect(try folder.run("add", "b.trips", "trip", "name=Zanzibar").status == 0)
    #expect(try folder.run("undo", "b.trips").status == 0)
    let command = try folder.run("undo", "b.trips")
    #expect(command.status == 3 || command.errors.contains("migrated to another schema"))
  }

  @Test("remove finds other kinds, asks which of several, and says what there is not")
  func which() throws {
    #expect(try folder.run("remove", "a.trips", "Hotel").status == 3)
    #expect(try folder.run("remove", "a.trips", "Hotel", "--entity", "stay", "-q").errors.isEmpty)
    #expect(try folder.run("add", "a.trips", "trip", "name=Porto").status == 0)
    let two = try folder.run("remove", "a.trips", "Porto")
    #expect(two.status == 3)
    #expect(two.errors.contains("2 objects match; name one of them, or its number:"))
    #expect(try folder.run("remove", "a.trips", "#3").status == 0)
    #expect(try names() == ["Lisbon", "Porto"])
    #expect(try folder.run("remove", "a.trips", "#3").status == 3)
    #expect(try folder.run("remove", "a.trips", "x", "--entity", "zzzz").status == 64)
  }

  @Test("the trip that an import made does not come back when it was removed")
  func imported() throws {
    try folder.write(
      "name,start,end\nLisbon,2027-05-03,2027-05-10\nPorto,2027-06-01,2027-06-02\n", to: "t.csv")
    #expect(try folder.run("import", "t.csv", "--into", "b.trips").status == 0)
    #expect(try folder.run("remove", "b.trips", "Porto").status == 0)
    #expect(try folder.run("import", "t.csv", "--into", "b.trips").status == 0)
    #expect(!(try folder.run("list", "b.trips").text.contains("Porto")))
  }
}
