import DocumentTables
import Testing

@Suite("Comparing two versions of tables")
struct TablesComparisonTests {
  /// Two versions of one document, and the generator that made them.
  private func versions(_ seed: Int) throws -> (old: Tables, new: Tables) {
    var generator = LossGenerator(seed: UInt64(seed))
    let before = try generator.fixture()
    var after = before
    after.rowsPerSegment = Int.random(in: 1...4, using: &generator.random)
    for _ in 0..<Int.random(in: 0...15, using: &generator.random) {
      try generator.change(&after)
    }
    var old = try before.tables()
    var new = try after.tables()
    old.carried = [.integer(1), .integer(2)]
    new.carried = Bool.random(using: &generator.random) ? old.carried : [.integer(2)]
    changeContentOfOthers(&new, &generator.random)
    return (old, new)
  }

  private func changeContentOfOthers(_ tables: inout Tables, _ random: inout TextFormRandom) {
    let key = tables.tables.first { !$0.segments.isEmpty }?.segments.first?.keys.first
    if Bool.random(using: &random) {
      tables.extensions.append(
        ExtensionRecord(entity: "com.example.n", key: 990, anchor: key, value: .text("n")))
      tables.keptParts.append(KeptPart(name: "attachments/com.example/n", bytes: [2], anchor: key))
    }
    for index in tables.extensions.indices where Bool.random(using: &random) {
      tables.extensions[index].value = .text("changed")
    }
    for index in tables.keptParts.indices where Bool.random(using: &random) {
      tables.keptParts[index].bytes.append(3)
    }
  }

  // Spec 12.4-8
  @Test("the changes between two versions make one of the other", arguments: 0..<200)
  func application(seed: Int) throws {
    let (old, new) = try versions(seed)
    let changes = ChangeSet(from: old, to: new)
    let dumps = (old: TablesDump.text(old, all: true), new: TablesDump.text(new, all: true))
    #expect(changes.isEmpty == (dumps.old == dumps.new))
    let result = old.applying(changes)
    #expect(TablesDump.text(result, all: true) == dumps.new)
    #expect(ChangeSet(from: old, to: result) == changes)
    #expect(ChangeSet(from: result, to: new).isEmpty)
  }

  // Spec 12.4-9
  @Test("an inverted change set restores what the change set changed", arguments: 0..<200)
  func inversion(seed: Int) throws {
    let (old, new) = try versions(seed)
    let changes = ChangeSet(from: old, to: new)
    #expect(changes.inverted == ChangeSet(from: new, to: old))
    #expect(changes.inverted.inverted == changes)
    let result = new.applying(changes.inverted)
    #expect(TablesDump.text(result, all: true) == TablesDump.text(old, all: true))
  }

  @Test("the same content in other segments does not differ", arguments: 0..<50)
  func equality(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(seed))
    var fixture = try generator.fixture()
    let one = try fixture.tables()
    fixture.rowsPerSegment = fixture.rowsPerSegment % 4 + 1
    #expect(ChangeSet(from: one, to: one).isEmpty)
    #expect(ChangeSet(from: one, to: try fixture.tables()).isEmpty)
  }

  @Test("versions of any schema, unlike each other, make one of the other", arguments: 0..<100)
  func schemas(seed: Int) throws {
    var generator = GeneratedMigration(seed: UInt64(seed))
    let schema = try TableSchema(name: "S", version: nil, entities: generator.entities())
    let old = generator.tables(schema).inWrittenForm()
    let new = generator.tables(schema).inWrittenForm()
    let changes = ChangeSet(from: old, to: new)
    #expect(
      TablesDump.text(old.applying(changes), all: true) == TablesDump.text(new, all: true))
    #expect(
      TablesDump.text(new.applying(changes.inverted), all: true)
        == TablesDump.text(old, all: true))
  }

  private func trips(
    _ rows: [TablesFixture.Row], nextKey: ObjectKey = 1000
  ) throws -> Tables {
    TablesFixture.tables(try LossFixture.schema(), nextKey: nextKey, rows).inWrittenForm()
  }

  // Spec 12.3-4
  @Test("an object that changes its entity is deleted and inserted, and keeps what is anchored")
  func entity() throws {
    var old = try trips([("Trip", 1, ["name": .text("a"), "mood": .text("calm")])])
    var new = try trips([
      ("Work", 1, ["name": .text("a"), "mood": .text("calm"), "boss": .text("b")])
    ])
    let record = ExtensionRecord(entity: "com.example.e", key: 9, anchor: 1, value: .null)
    old.extensions = [record]
    new.extensions = [record]
    let changes = ChangeSet(from: old, to: new)
    #expect(changes.deleted.map(\.key) == [1])
    #expect(changes.inserted.map(\.key) == [1])
    #expect(changes.updated.isEmpty && changes.extensions.isEmpty)
    #expect(changes.deleted.first?.discriminator != changes.inserted.first?.discriminator)
    #expect(old.applying(changes).extensions == [record])
  }

  // Spec 12.3-2
  @Test("a deleted row states all its values, foreign data too")
  func deletedValues() throws {
    var fixture = LossFixture()
    fixture.rows[1] = LossFixture.Row(
      entity: "Item", values: ["title": .text("a")],
      foreign: .members(["com.example": .integer(1)]))
    let old = try fixture.tables()
    let row = try #require(ChangeSet(from: old, to: try LossFixture().tables()).deleted.first)
    let title = try #require(
      old.schema.hierarchies[row.hierarchy].column(named: "title", of: "Item"))
    #expect(row.values.count == old.schema.hierarchies[row.hierarchy].columns.count)
    #expect(row.values[title] == .text("a"))
    #expect(row.foreign == .members(["com.example": .integer(1)]))
  }

  // Spec 12.3-3, 12.4-7
  @Test("an order is stated as it is written, with its members")
  func order() throws {
    let items: [TablesFixture.Row] = (2...4).map { ("Item", $0, ["trip": .reference(1)]) }
    func trip(_ order: [ObjectKey]) -> TablesFixture.Row {
      ("Trip", 1, ["name": .text("a"), "mood": .text("calm"), "items": .references(order)])
    }
    let old = try trips([trip([4, 2, 3])] + items)
    let sorted = ChangeSet(from: old, to: try trips([trip([2, 3, 4])] + items))
    #expect(sorted.updated.flatMap(\.changes).map(\.old) == [.references([4, 2, 3])])
    #expect(sorted.updated.flatMap(\.changes).map(\.new) == [.null])
    let fewer = ChangeSet(from: old, to: try trips([trip([4, 2])] + items.dropLast(2)))
    #expect(fewer.deleted.map(\.key) == [3, 4])
    #expect(fewer.updated.flatMap(\.changes).map(\.new) == [.null])
  }

  @Test("only the next key may differ between versions without changes")
  func nextKey() throws {
    let changes = ChangeSet(from: try trips([], nextKey: 5), to: try trips([], nextKey: 9))
    #expect(changes.isEmpty)
    #expect(changes.nextKey == 9)
    #expect(try trips([], nextKey: 5).applying(changes).nextKey == 9)
    #expect(try trips([], nextKey: 20).applying(changes).nextKey == 20)
  }
}
