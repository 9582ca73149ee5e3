import DocumentData
import Testing

@Suite("Recipes for documents")
struct DocumentRecipes {
  private let folder = TemporaryFolder()

  @Test("Test with a container in memory")
  func inMemory() throws {
    // recipe: Test with a container in memory
    let container = try ModelContainer(
      for: Author.self, Book.self, Chapter.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Book(title: "Rihla"))
    #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
    // end
  }

  @Test("Keep the objects in a text file that git compares")
  func text() throws {
    let url = folder.url.appending(path: "library.json")
    // recipe: Keep the objects in a text file that git compares
    let container = try ModelContainer(
      for: Author.self, Book.self, Chapter.self,
      configurations: ModelConfiguration(url: url, format: .flatJSON))
    let context = ModelContext(container)
    context.insert(Book(title: "Rihla"))
    try context.save()  // one line of JSON for each object
    // end
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(lines.filter { $0.contains("Rihla") }.count == 1)
  }

  @Test("Write a backup")
  func backup() async throws {
    let url = folder.url.appending(path: "library.store")
    let backup = folder.url.appending(path: "backup.xml")
    do {
      let container = try ModelContainer(
        for: Author.self, Book.self, Chapter.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      context.insert(Book(title: "Rihla"))
      try context.save()
    }
    // recipe: Write a backup
    let library = try await ModelDocument(
      contentsOf: url, for: Author.self, Book.self, Chapter.self)
    try await library.write(to: backup, format: .flatXML)
    // end
    let copy = try await ModelDocument(
      contentsOf: backup, for: Author.self, Book.self, Chapter.self)
    #expect(try copy.withContext { try $0.fetchCount(FetchDescriptor<Book>()) } == 1)
  }

  @Test("Read an uploaded document on a server")
  func upload() async throws {
    let library = try ModelDocument(for: Author.self, Book.self, Chapter.self)
    try library.withContext { $0.insert(Book(title: "Rihla")) }
    let body = try await library.encoded(as: .json).data
    // recipe: Read an uploaded document on a server
    func titles(in body: Data) async throws -> [String] {
      let upload = try await ModelDocument(
        bytes: body, for: Author.self, Book.self, Chapter.self, limits: .upload)
      return try upload.withContext { context in
        try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).map(\.title)
      }
    }
    // end
    #expect(try await titles(in: body) == ["Rihla"])
    await #expect(throws: SwiftDataError.self) { try await titles(in: body.dropLast(40)) }
  }

  @Test("Handle a failed save")
  func failedSave() throws {
    let url = folder.url.appending(path: "library.store")
    let container = try ModelContainer(
      for: Author.self, Book.self, Chapter.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.insert(Book(title: "Rihla"))
    try context.save()
    // recipe: Handle a failed save
    func save(_ context: ModelContext) -> Bool {
      do {
        try context.save()  // writes a new file, then renames it over the old one
        return true
      } catch let error as SwiftDataError where error.rule == .savedDurabilityUnknown {
        return true  // the new file is in place, but a power failure may still undo the rename
      } catch {
        print(error.localizedDescription)  // the old file is as it was; the changes stay pending
        return false
      }
    }
    // end
    context.insert(Book(title: "Edda"))
    #expect(save(context))
    try FileManager.default.removeItem(at: folder.url)
    try Data().write(to: folder.url)
    context.insert(Book(title: "Physica"))
    #expect(!save(context))
    #expect(context.hasChanges)
  }
}
