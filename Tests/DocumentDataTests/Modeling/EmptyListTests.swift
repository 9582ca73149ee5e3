import DocumentData
import Testing

@Suite("Lists that were never set")
struct EmptyListTests {
  @Model final class Signpost {
    // The first property: nothing has been set before it is.
    var towards: [Village] = []
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Village {
    var name: String
    init(name: String) { self.name = name }
  }

  @Test("are stored as empty, so that the document can be read again")
  func emptyOneWayList() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "signs-\(UUID()).store")
    defer { try? FileManager.default.removeItem(at: url) }
    let configuration = ModelConfiguration(url: url)
    let context = ModelContext(
      try ModelContainer(for: Signpost.self, configurations: configuration))
    context.insert(Signpost(name: "at the well"))
    try context.save()
    let again = ModelContext(
      try ModelContainer(for: Signpost.self, configurations: configuration))
    let signs = try again.fetch(FetchDescriptor<Signpost>())
    #expect(signs.map(\.name) == ["at the well"])
    #expect(signs.first?.towards.isEmpty == true)
  }
}
