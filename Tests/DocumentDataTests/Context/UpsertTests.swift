import DocumentData
import DocumentTables
import Testing

@Suite("Uniqueness at a save")
struct UpsertTests {
  typealias Tag = Library.Tag
  typealias Account = Library.Account

  @Test("inserting an existing key updates the stored object, and both objects stand for it")
  func single() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let old = Tag(name: "sea")
    old.colour = "blue"
    context.insert(old)
    try context.save()
    let new = Tag(name: "sea")
    new.colour = "green"
    context.insert(new)
    try context.save()
    #expect(try context.only(Tag.self) === old)
    #expect(old.colour == "green")
    #expect(new.persistentModelID == old.persistentModelID)
    new.colour = "grey"
    #expect(old.colour == "grey")
    #expect(old.hasChanges)
    try context.save()
    #expect(old.colour == "grey")
    #expect(new.colour == "grey")
    #expect(try ModelContext(container).only(Tag.self).colour == "grey")
    old.colour = "red"
    try context.save()
    #expect(new.colour == "red")
    context.delete(new)
    #expect(old.isDeleted)
    try context.save()
    #expect(try context.all(Tag.self).isEmpty)
    #expect(new.colour == "red")
  }

  @Test("an upsert through another context reaches an object held from a fetch")
  func heldFromFetch() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    context.insert(Tag(name: "sea"))
    try context.save()
    let held = try context.only(Tag.self)
    let other = ModelContext(container)
    let new = Tag(name: "sea")
    new.colour = "green"
    other.insert(new)
    try other.save()
    #expect(try context.only(Tag.self) === held)
    #expect(held.colour == "green")
  }

  @Test("texts that are canonically equivalent are one key")
  func canonicalEquivalence() throws {
    let context = try Library.context()
    context.insert(Tag(name: "Caf\u{E9}"))
    try context.save()
    context.insert(Tag(name: "Cafe\u{301}"))
    try context.save()
    #expect(try context.all(Tag.self).count == 1)
  }

  @Test("pending objects of one key become one")
  func amongPending() throws {
    let context = try Library.context()
    for colour in ["red", "green", "blue"] {
      let tag = Tag(name: "t")
      tag.colour = colour
      context.insert(tag)
    }
    try context.save()
    #expect(try context.only(Tag.self).colour == "blue")
  }

  @Test("a compound key collides where all of it is equal")
  func compound() throws {
    let context = try Library.context()
    context.insert(Account(bank: "a", number: 1, owner: "x"))
    try context.save()
    context.insert(Account(bank: "a", number: 2, owner: "y"))
    context.insert(Account(bank: "b", number: 1, owner: "z"))
    context.insert(Account(bank: "a", number: 1, owner: "w"))
    try context.save()
    #expect(try context.all(Account.self).map(\.owner) == ["w", "y", "z"])
  }

  @Test("relationships of the newer object go to the older, also those without inverse")
  func relationships() throws {
    let context = try Library.context()
    let old = Tag(name: "sea")
    old.books = [Library.Book(title: "1")]
    context.insert(old)
    try context.save()
    let new = Tag(name: "sea")
    let book = Library.Book(title: "2")
    book.tags = [new]
    let note = Library.Note(text: "n")
    note.tag = new
    context.insert(book)
    context.insert(note)
    try context.save()
    #expect(Set(old.books.map(\.title)) == ["1", "2"])
    #expect(book.tags.count == 1)
    #expect(book.tags.first === old)
    #expect(note.tag === old)
  }

  @Test("editing a stored object into a collision names object and property")
  func edit() throws {
    let context = try Library.context()
    let first = Tag(name: "a")
    let second = Tag(name: "b")
    context.insert(first)
    context.insert(second)
    try context.save()
    second.name = "a"
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == "Tag")
    #expect(error?.property == "name")
    #expect(error?.object != nil)
    #expect(context.hasChanges)
    first.name = "c"
    try context.save()
    #expect(try context.all(Tag.self).map(\.name) == ["c", "a"])
  }

  @Test("two stored objects may swap their keys in one save")
  func swap() throws {
    let context = try Library.context()
    let first = Tag(name: "a")
    let second = Tag(name: "b")
    context.insert(first)
    context.insert(second)
    try context.save()
    first.name = "b"
    second.name = "a"
    try context.save()
    #expect(try context.all(Tag.self).map(\.name) == ["b", "a"])
  }

  @Test("a new object may have the key of one that is deleted in the same save")
  func replace() throws {
    let context = try Library.context()
    let first = Tag(name: "a")
    context.insert(first)
    try context.save()
    context.delete(first)
    let second = Tag(name: "a")
    context.insert(second)
    try context.save()
    #expect(try context.only(Tag.self) === second)
  }

  @Test("where the constraint is broken already, edits of other properties are saved")
  func brokenBase() throws {
    let schema = Schema(Library.models)
    let tableSchema = try schema.tableSchema(name: "samples")
    let hierarchy = try #require(tableSchema.hierarchyIndex(of: "Tag"))
    let layout = tableSchema.hierarchies[hierarchy]
    let column = try #require(layout.column(named: "name", of: "Tag"))
    let builder = SegmentBuilder(layout)
    for key in 1...3 {
      var values = [Value](repeating: .null, count: layout.columns.count)
      values[column] = .text("same")
      builder.append(key: ObjectKey(key), discriminator: 0, values: values)
    }
    var tables = Tables(schema: tableSchema, documentID: 1, nextKey: 4)
    tables.tables[hierarchy] = Table(segments: [builder.finish()])
    let container = ModelContainer(
      store: DocumentStore(tables), catalog: ModelCatalog(Library.models, schema: tableSchema),
      schema: schema)
    let context = ModelContext(container)
    let tags = try context.all(Tag.self)
    #expect(tags.count == 3)
    tags[1].colour = "red"
    tags[2].name = "same"
    tags[0].books = [Library.Book(title: "t")]
    try context.save()
    #expect(tags[1].colour == "red")
    let new = Tag(name: "same")
    new.colour = "new"
    context.insert(new)
    try context.save()
    #expect(tags.map(\.colour) == ["new", "red", nil])
    tags[1].name = "other"
    try context.save()
    tags[1].name = "same"
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  @Test("rolling back after a save that failed leaves the older object as it was")
  func rollback() throws {
    struct Full: Error {}
    final class Gate: @unchecked Sendable { var isOpen = true }
    let gate = Gate()
    let container = try Library.container(persist: { _ in if !gate.isOpen { throw Full() } })
    let context = ModelContext(container)
    let old = Tag(name: "a")
    context.insert(old)
    try context.save()
    gate.isOpen = false
    let new = Tag(name: "a")
    new.colour = "red"
    context.insert(new)
    #expect(throws: Full.self) { try context.save() }
    #expect(context.hasChanges)
    context.rollback()
    #expect(old.colour == nil)
    #expect(new.modelContext == nil)
    gate.isOpen = true
    old.colour = "blue"
    try context.save()
    #expect(try ModelContext(container).only(Tag.self).colour == "blue")
  }

  @Test("nil collides with nothing")
  func optionalKey() throws {
    let context = ModelContext(try makeContainer([Optionally.self]))
    context.insert(Optionally())
    context.insert(Optionally())
    try context.save()
    #expect(try context.all(Optionally.self).count == 2)
  }

  @Model class Optionally {
    @Attribute(.unique) var code: String?
    init() {}
  }
}
