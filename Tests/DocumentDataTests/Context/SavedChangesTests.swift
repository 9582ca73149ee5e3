import DocumentTables
import Testing

@testable import DocumentData

@Suite("The change set of each save")
struct SavedChangesTests {
  @Model class Letter {
    @Attribute(.preserveValueOnDeletion) var name: String
    @Attribute(.unique, .preserveValueOnDeletion) var number: Int
    var text = ""
    @Relationship(deleteRule: .cascade) var pages: [Sheet] = []

    init(name: String, number: Int) {
      self.name = name
      self.number = number
    }
  }

  @Model class Sheet {
    @Attribute(.preserveValueOnDeletion) var title: String
    var letter: Letter?

    init(title: String) { self.title = title }
  }

  private func setUp() throws -> (ModelContainer, ModelContext) {
    let container = try makeContainer([Letter.self, Sheet.self])
    let context = ModelContext(container)
    context.author = "me"
    return (container, context)
  }

  private func last(_ container: ModelContainer) throws -> SavedChanges {
    try #require(container.store.recentChanges(since: 0)?.last)
  }

  private func preserved(_ row: DeletedRow, _ container: ModelContainer) -> [Int: Value] {
    row.preservedValues(container.store.current.tables.schema)
  }

  @Test("has an author, a revision and a date, and follows the one before")
  func revisions() throws {
    let (container, context) = try setUp()
    let start = Date()
    for number in 0..<3 {
      context.insert(Letter(name: "a", number: number))
      try context.save()
    }
    let all = try #require(container.store.recentChanges(since: 0))
    #expect(all.map(\.revision) == [1, 2, 3])
    #expect(all.allSatisfy { $0.changes.author == "me" && $0.date >= start })
    #expect(container.store.recentChanges(since: 2)?.map(\.revision) == [3])
    #expect(container.store.recentChanges(since: 3)?.isEmpty == true)
    #expect(container.store.recentChanges(since: 9) == nil)
    #expect(container.store.recentChanges(since: -1) == nil)
  }

  @Test("in words, lists the values of removed objects, with those that other rows store")
  func removedObjects() throws {
    let (container, context) = try setUp()
    let letter = Letter(name: "a", number: 7)
    context.insert(letter)
    try context.save()
    letter.pages = [Sheet(title: "one"), Sheet(title: "two")]
    letter.text = "Dear"
    try context.save()
    let before = container.store.current.tables
    context.delete(letter)
    try context.save()
    let changes = ChangeDescription(try last(container).changes, before: before).objectChanges
    #expect(
      changes.map(\.words) == [
        #"Letter 1 was removed: name "a", number 7, pages [2,3], text "Dear""#,
        #"Sheet 2 was removed: letter 1, title "one""#,
        #"Sheet 3 was removed: letter 1, title "two""#,
      ])
  }

  @Test(
    "are forgotten sooner where they name many rows, but for the last one",
    arguments: [(3, 1), (2, 2), (1, 3), (0, 3)])
  func large(limit: Int, first: Int) throws {
    let (container, context) = try setUp()
    let store = DocumentStore(container.store.current.tables, recentRowLimit: limit)
    for number in 0..<3 {
      context.insert(Letter(name: "a", number: number))
      try context.save()
    }
    let changes = try #require(container.store.recentChanges(since: 0)).map(\.changes)
    #expect(changes.map(\.inserted.count) == [1, 1, 1])
    for (generation, change) in changes.enumerated() {
      _ = try store.commit(.rows(change), after: generation)
    }
    #expect(store.current.generation == 3)
    for revision in 0..<3 {
      let known = store.recentChanges(since: revision)?.map(\.revision)
      #expect(known == (revision + 1 < first ? nil : Array(revision + 1...3)))
    }
  }

  @Test("a save that changes nothing makes none")
  func nothing() throws {
    let (container, context) = try setUp()
    let letter = Letter(name: "a", number: 1)
    context.insert(letter)
    try context.save()
    letter.name = "b"
    letter.name = "a"
    try context.save()
    #expect(try last(container).revision == 1)
  }

  @Test("a deletion keeps the saved values that are to be preserved, also of cascades")
  func preserved() throws {
    let (container, context) = try setUp()
    let letter = Letter(name: "a", number: 7)
    letter.pages = [Sheet(title: "s")]
    context.insert(letter)
    try context.save()
    letter.name = "edited and not saved"
    context.delete(letter)
    try context.save()
    let deleted = try last(container).changes.deleted
    #expect(deleted.count == 2)
    let values = deleted.map { preserved($0, container).sorted { $0.key < $1.key }.map(\.value) }
    #expect(values.contains([.text("a"), .integer(7)]))
    #expect(values.contains([.text("s")]))
  }

  @Test("a deletion by predicate keeps the saved values that are to be preserved")
  func batch() throws {
    let (container, context) = try setUp()
    for number in 0..<5 { context.insert(Letter(name: "n\(number)", number: number)) }
    try context.save()
    try context.delete(model: Letter.self, where: #Predicate { $0.number < 3 })
    try context.save()
    let deleted = try last(container).changes.deleted
    #expect(deleted.count == 3)
    #expect(deleted.allSatisfy { preserved($0, container).count == 2 })
    #expect(try last(container).changes.author == "me")
  }

  @Test("an upsert is an update of the older object")
  func upsert() throws {
    let (container, context) = try setUp()
    context.insert(Letter(name: "old", number: 1))
    try context.save()
    context.insert(Letter(name: "new", number: 1))
    try context.save()
    let changes = try last(container).changes
    #expect(changes.inserted.isEmpty)
    #expect(changes.deleted.isEmpty)
    #expect(changes.updated.map(\.changes.count) == [1])
    #expect(changes.updated.first?.changes.first?.old == .text("old"))
    #expect(changes.updated.first?.changes.first?.new == .text("new"))
  }

  @Test("an undo of a saved deletion is an insertion under the old key, with every value")
  func undo() throws {
    let (container, context) = try setUp()
    let manager = UndoManager()
    manager.groupsByEvent = false
    let letter = Letter(name: "a", number: 1)
    letter.text = "t"
    context.insert(letter)
    try context.save()
    context.undoManager = manager
    let key = letter.persistentModelID.key
    context.delete(letter)
    try context.save()
    manager.undo()
    try context.save()
    let changes = try last(container).changes
    #expect(changes.inserted.map(\.key) == [key])
    #expect(changes.inserted.first?.values.contains(.text("t")) == true)
    manager.redo()
    try context.save()
    #expect(try last(container).changes.deleted.map(\.key) == [key])
  }

  @Test("old ones are forgotten, and that is said")
  func forgotten() throws {
    let (container, context) = try setUp()
    for number in 0..<100 {
      context.insert(Letter(name: "a", number: number))
      try context.save()
    }
    #expect(container.store.recentChanges(since: 0) == nil)
    #expect(container.store.recentChanges(since: 90)?.count == 10)
  }
}
