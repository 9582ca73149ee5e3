import DocumentFile
import DocumentTables
import Testing

@Suite("Patches of generated documents")
struct PatchFileTests {
  private func versions(_ seed: Int) throws -> (old: Tables, new: Tables) {
    var generator = LossGenerator(seed: UInt64(seed))
    let before = try generator.fixture()
    var after = before
    for _ in 0..<Int.random(in: 0...15, using: &generator.random) {
      try generator.change(&after)
    }
    var new = try after.tables()
    if seed % 3 == 0 { new.carried = [.text("for another version")] }
    return (try before.tables(), new)
  }

  private func text(_ changes: ChangeSet, of old: Tables) -> [UInt8] {
    var bytes: [UInt8] = []
    PatchFile.write(changes, of: old) { bytes.append(contentsOf: $0) }
    return bytes
  }

  // Spec 12.1-1, 12.3-1
  @Test("read as they were written, and name the document and its schema", arguments: 0..<150)
  func roundTrip(seed: Int) throws {
    let (old, new) = try versions(seed)
    let changes = ChangeSet(from: old, to: new)
    let patch = try PatchFile(.bytes(text(changes, of: old)))
    #expect(patch.documentID == old.documentID)
    #expect(patch.schemaVersion == old.schema.version)
    #expect(patch.modelFingerprint == old.schema.modelFingerprint())
    let read = try patch.changes(of: old.schema)
    // A list of dates has two representations, so the texts are compared.
    #expect(text(read, of: old) == text(changes, of: old))
    #expect(
      TablesDump.text(old.applying(read), all: true) == TablesDump.text(new, all: true))
    #expect(
      TablesDump.text(new.applying(read.inverted), all: true) == TablesDump.text(old, all: true))
    #expect(read.conflicts(with: old).isEmpty)
    #expect(read.inverted.conflicts(with: new).isEmpty)
  }

  // Spec 3.1-2, 12.1-1
  @Test("have trees of the greatest depth, and none that is deeper", arguments: [64, 65])
  func deepTrees(depth: Int) throws {
    let (old, _) = try versions(1)
    var (new, tree) = (old, Tree.array([]))
    for _ in 1..<depth { tree = .array([tree]) }
    new.carried.append(tree)
    let changes = ChangeSet(from: old, to: new)
    let bytes = text(changes, of: old)
    let read = Result { try PatchFile(.bytes(bytes)).changes(of: old.schema) }
    if depth == 64 {
      #expect(old.applying(try read.get()).carried == new.carried)
    } else {
      #expect(throws: DocumentError.self) { try read.get() }
    }
  }

  @Test("do not fit a document that has the changes already", arguments: 0..<100)
  func appliedTwice(seed: Int) throws {
    let (old, new) = try versions(seed)
    let changes = ChangeSet(from: old, to: new)
    #expect(changes.conflicts(with: new).isEmpty == changes.isEmpty)
    #expect(changes.inverted.conflicts(with: old).isEmpty == changes.isEmpty)
  }

  // Spec 12.4-3, 12.4-4, 12.4-7
  @Test("name what differs from their base")
  func conflicts() throws {
    func tables(_ rows: [TablesFixture.Row]) throws -> Tables {
      TablesFixture.tables(try LossFixture.schema(), rows).inWrittenForm()
    }
    func trip(_ name: String) -> TablesFixture.Row {
      ("Trip", 1, ["name": .text(name), "mood": .text("calm")])
    }
    let old = try tables([trip("a"), ("Item", 2, [:])])
    let changes = ChangeSet(
      from: old, to: try tables([trip("b"), ("Item", 3, ["title": .text("new")])]))
    let trips = try #require(old.schema.hierarchyIndex(of: "Trip"))
    let items = try #require(old.schema.hierarchyIndex(of: "Item"))
    let name = try #require(old.schema.hierarchies[trips].column(named: "name", of: "Trip"))
    let title = try #require(old.schema.hierarchies[items].column(named: "title", of: "Item"))
    #expect(
      changes.conflicts(
        with: try tables([trip("c"), ("Item", 2, ["title": .text("x")]), ("Tag", 3, [:])]))
        == [
          .value(hierarchy: items, 2, column: title, expected: .null, found: .text("x")),
          .value(hierarchy: trips, 1, column: name, expected: .text("a"), found: .text("c")),
          .keyInUse(3),
        ])
    #expect(
      changes.conflicts(with: try tables([]))
        == [
          .missing(hierarchy: items, entity: 0, 2), .missing(hierarchy: trips, entity: nil, 1),
        ])
  }

  @Test("with random damage are read or refused, and never trap", arguments: 0..<60)
  func damage(seed: Int) throws {
    let (old, new) = try versions(seed)
    let whole = text(ChangeSet(from: old, to: new), of: old)
    var random = TextFormRandom(seed: UInt64(seed))
    let pieces: [[UInt8]] = [
      Array("null".utf8), Array("{}".utf8), Array("[]".utf8), Array("-1".utf8),
      Array("9223372036854775807".utf8), Array("\"\"".utf8), Array(",".utf8),
      Array("{\"$integer\":\"18446744073709551615\"}".utf8), [0], [0xFF],
    ]
    var refused = 0
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1:
          let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
          bytes.removeSubrange(place..<end)
        case 2:
          bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        default: bytes.removeLast(bytes.count - place)
        }
      }
      do {
        let changes = try PatchFile(.bytes(bytes)).changes(of: old.schema)
        guard changes.conflicts(with: old).isEmpty else { continue }
        try DocumentFile.requireValid(old.applying(changes))
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test("of rows that would take more memory than the file allows are refused")
  func budget() throws {
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [TableEntity(name: "A")]
        + (0..<2000).map { number in
          TableEntity(
            name: "B\(number)", superentity: "A",
            attributes: [TableAttribute(name: "b\(number)", type: .scalar(.bool))])
        })
    let old = Tables(schema: schema, documentID: 1, nextKey: 1000)
    let rows = (1...500).map {
      InsertedRow(
        hierarchy: 0, key: $0, discriminator: 0,
        values: [Value](repeating: .null, count: 2000))
    }
    let bytes = text(ChangeSet(inserted: rows, nextKey: 1000), of: old)
    var limits = DocumentLimits.standard
    limits.expandedBytes = 1 << 20
    let error = #expect(throws: DocumentError.self) {
      try PatchFile(.bytes(bytes), limits: limits).changes(of: schema)
    }
    #expect(error?.code == .limitExpanded)
    #expect(try PatchFile(.bytes(bytes)).changes(of: schema).inserted.count == 500)
    limits = .standard
    limits.objects = 100
    #expect(throws: DocumentError.self) {
      try PatchFile(.bytes(bytes), limits: limits).changes(of: schema)
    }
  }
}
