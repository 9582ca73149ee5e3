import DocumentFile
import Foundation
import Testing

@Suite("Verbs that change a document in its place")
struct SaveInPlaceTests {
  private let folder = ScratchFolder()

  private func summary(_ name: String) throws -> DocumentSummary {
    try DocumentFile.summary(.path(folder.url.appending(path: name).path))
  }

  /// Makes a document with data parts of another program: compressed in another way than a save does.
  private func make(_ name: String) throws {
    let command = try folder.run(
      "generate", "--trips", "3000", "--store", "-o", name)
    try #require(command.status == 0, "\(command.errors)")
  }

  @Test(
    "count the revision on, name the state before, and copy what did not change",
    arguments: [
      ["add", "a.trips", "trip", "name=Lisbon", "start=2027-05-03", "end=2027-05-10"],
      ["remove", "a.trips", "#1"],
      ["history", "keep", "a.trips", "--names"],
    ])
  func revision(words: [String]) throws {
    try make("a.trips")
    let before = try summary("a.trips")
    let command = try Command(words, in: folder)
    try #require(command.status == 0, "\(command.errors)")
    let after = try summary("a.trips")
    #expect(before.volatile?.revision == 1 && before.volatile?.parent == nil)
    #expect(after.volatile?.revision == 2)
    #expect(after.volatile?.parent != nil)
    // A copied part is stored as it was; a written one is deflated.
    let data = try #require(before.parts).filter { $0.hierarchy != nil }
    let stored = try #require(after.parts).filter {
      $0.hierarchy != nil && $0.storedSize == $0.rawSize
    }
    #expect(data.count > 4)
    #expect(stored.count > data.count / 2 && stored.count <= data.count)
    #expect(try folder.run("validate", "a.trips").status == 0)
  }

  @Test("write everything anew into another file, as its first state")
  func copy() throws {
    try make("a.trips")
    let command = try folder.run("remove", "a.trips", "#1", "-o", "b.trips")
    try #require(command.status == 0, "\(command.errors)")
    let copy = try summary("b.trips")
    #expect(copy.volatile?.revision == 1 && copy.volatile?.parent == nil)
    let parts = try #require(copy.parts).filter { $0.hierarchy != nil }
    #expect(parts.allSatisfy { $0.storedSize < $0.rawSize })
  }

  @Test("keep the state before under the name with ~ if asked")
  func backup() throws {
    try make("a.trips")
    let before = try folder.bytes("a.trips")
    try #require(
      try folder.run("remove", "a.trips", "#1", "--backup").status == 0)
    #expect(try folder.bytes("a.trips~") == before)
    #expect(try summary("a.trips").volatile?.revision == 2)
  }
}
