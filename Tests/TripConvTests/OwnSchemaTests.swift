import DocumentData
import Foundation
import Testing

@Suite("Documents of another schema")
struct OwnSchemaTests {
  @Model final class Book {
    @Attribute(.unique) var title: String
    @Relationship(deleteRule: .cascade, inverse: \Page.book) var pages: [Page] = []

    init(title: String) { self.title = title }
  }

  @Model final class Page {
    var text: String
    var book: Book?

    init(text: String) { self.text = text }
  }

  private let folder = ScratchFolder()

  init() throws {
    let container = try ModelContainer(
      for: Book.self,
      configurations: ModelConfiguration(url: folder.url.appending(path: "books.trips")))
    let context = ModelContext(container)
    let book = Book(title: "Rihla")
    context.insert(book)
    book.pages = [Page(text: "Tangier"), Page(text: "Mecca")]
    try context.save()
  }

  // Spec 17.2-1
  @Test("are read, converted and left as they are by every verb, by their own schema")
  func verbs() throws {
    let inspection = try folder.run("inspect", "books.trips")
    #expect(inspection.status == 0)
    #expect(inspection.text.contains("is not the trip schema"))
    #expect(try folder.run("inspect", "--json", "books.trips").text.contains(#""needed" : false"#))
    let dump = try folder.run("dump", "books.trips")
    #expect(dump.status == 0, "\(dump.errors)")
    #expect(dump.text.contains("Rihla") && dump.text.contains("Tangier"))
    #expect(try folder.run("dump", "books.trips", "--entity", "Page").text.contains("Mecca"))
    for name in ["a.json", "a.xml", "a.trips"] {
      #expect(try folder.run("convert", "books.trips", "-o", name).status == 0)
      #expect(try folder.run("validate", name).status == 0)
      #expect(try folder.run("dump", name).text == dump.text)
    }
    let before = try folder.bytes("books.trips")
    let migration = try folder.run("migrate", "--in-place", "--backup", "books.trips")
    #expect(migration.status == 0)
    #expect(migration.errors.contains("which is not migrated, left unchanged"))
    #expect(try folder.bytes("books.trips") == before)
    let plan = try folder.run("plan", "books.trips")
    #expect(plan.status == 0)
    #expect(plan.text.contains("there is nothing to do"))
    #expect(folder.names == ["a.json", "a.trips", "a.xml", "books.trips"])
  }

  @Test("are listed and shown by their own schema")
  func objects() throws {
    #expect(try folder.run("list", "books.trips").text == "Rihla\n")
    let pages = try folder.run("list", "books.trips", "--entity", "Page", "--where", "text~mecca")
    #expect(pages.text == "Mecca\n")
    #expect(
      try folder.run("show", "books.trips", "rih").text == "Rihla\n\nPages\n  Tangier\n  Mecca\n")
    let json = try folder.run("show", "books.trips", "Rihla", "--json")
    try folder.write(json.text, to: "one.trips.json")
    #expect(try folder.run("validate", "one.trips.json").status == 0)
  }

  @Test("have no versions of the trip schema")
  func refusals() throws {
    for verb in [["convert", "-o", "b.trips"], ["migrate", "-o", "b.trips"], ["plan"]] {
      let command = try Command(verb + ["books.trips", "--schema-version", "2.0.0"], in: folder)
      #expect(command.status == 65)
      #expect(command.errors.contains("is not the trip schema, which version 2.0.0 is of"))
    }
    #expect(folder.names == ["books.trips"])
  }
}
