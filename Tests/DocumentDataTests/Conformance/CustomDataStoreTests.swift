import DocumentData
import Foundation
import Testing

@Suite("WWDC24, Create a custom data store with SwiftData")
struct CustomDataStoreTests {
  @Model final class Notebook {
    var title: String
    var made: Date
    @Relationship(deleteRule: .cascade, inverse: \Note.notebook) var notes: [Note] = []

    init(title: String, made: Date) {
      self.title = title
      self.made = made
    }
  }

  @Model final class Note {
    var text: String
    var notebook: Notebook?

    init(text: String) { self.text = text }
  }

  @Test("an archive that gives everything takes the document's place: only the container changes")
  func archive() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("notes.json")
    func context() throws -> ModelContext {
      let configuration = NotesConfiguration(
        name: "notes", schema: Schema([Notebook.self, Note.self]), fileURL: file)
      return ModelContext(try ModelContainer(for: Notebook.self, configurations: configuration))
    }
    let day = Date(timeIntervalSince1970: 1_000_000)

    let first = try context()
    let travel = Notebook(title: "travel", made: day)
    travel.notes = [Note(text: "b"), Note(text: "a")]
    first.insert(travel)
    first.insert(Notebook(title: "work", made: day + 60))
    try first.save()
    #expect(travel.persistentModelID.storeIdentifier == "notes.json")

    let second = try context()
    let newest = try second.fetch(
      FetchDescriptor<Notebook>(
        predicate: #Predicate { $0.made >= day },
        sortBy: [SortDescriptor(\.made, order: .reverse)]))
    #expect(newest.map(\.title) == ["work", "travel"])
    #expect(Set(newest[1].notes.map(\.text)) == ["a", "b"])
    newest[0].title = "works"
    second.delete(newest[1])
    try second.save()

    let third = try context()
    #expect(try third.only(Notebook.self).title == "works")
    #expect(try third.fetchCount(FetchDescriptor<Note>()) == 0)
  }
}
