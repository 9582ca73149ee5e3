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

  @Model final class Inn {
    var guests: [Guest]?
    @Relationship(inverse: \Table.inn) var tables: [Table]?
    init() {}
  }

  @Model final class Guest {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Table {
    var number: Int
    var inn: Inn?
    init(number: Int) { self.number = number }
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

  @Test(
    "read as empty where they are optional, and take what is appended",
    arguments: [false, true], [false, true])
  func optionalList(isInserted: Bool, isSetToNil: Bool) throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file("inns.store"))
    let context = ModelContext(try ModelContainer(for: Inn.self, configurations: configuration))
    let inn = Inn()
    if isInserted { context.insert(inn) }
    if isSetToNil {
      inn.guests = nil
      inn.tables = nil
    }
    #expect(inn.guests == [])
    #expect(inn.tables == [])
    inn.guests?.append(Guest(name: "Ishmael"))
    inn.tables?.append(Table(number: 1))
    context.insert(inn)
    context.insert(Inn())
    try context.save()
    let again = ModelContext(try ModelContainer(for: Inn.self, configurations: configuration))
    let inns = try again.fetch(FetchDescriptor<Inn>())
    #expect(inns.map { $0.guests?.map(\.name) } == [["Ishmael"], []])
    #expect(inns.map { $0.tables?.map(\.number) } == [[1], []])
  }

  @Test("are not nil for predicates either")
  func predicates() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Inn.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(Inn())
    let full = Inn()
    full.guests?.append(Guest(name: "Queequeg"))
    context.insert(full)
    try context.save()
    func count(_ predicate: Predicate<Inn>) throws -> Int {
      try context.fetchCount(FetchDescriptor(predicate: predicate))
    }
    #expect(try count(#Predicate { $0.guests == nil }) == 0)
    #expect(try count(#Predicate { $0.guests != nil }) == 2)
    #expect(try count(#Predicate { $0.guests?.isEmpty == true }) == 1)
    #expect(try count(#Predicate { ($0.guests?.count ?? 7) == 0 }) == 1)
  }
}
