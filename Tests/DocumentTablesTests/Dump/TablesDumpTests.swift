import DocumentTables
import Testing

@Suite("The dump of tables")
struct TablesDumpTests {
  private let rows: [(entity: String, key: ObjectKey, values: [String: Value])] = [
    ("Item", 1, ["trip": .reference(2)]),
    ("Trip", 2, ["name": .text("Lisboa"), "items": .references([5, 1]), "tags": .references([])]),
    ("Stay", 3, ["trip": .reference(2)]),
    ("Business Trip", 4, ["name": .text("東京"), "perdiem": .double(1), "items": .references([])]),
    ("Item", 5, ["trip": .reference(2)]),
    ("Trip", 6, ["name": .text(""), "tags": .references([5, 1])]),
  ]

  // Spec 9.2-1, 9.2-2
  @Test("shows every object with its own, inherited and derived properties, in order")
  func wholeDocument() throws {
    let schema = try DumpFixture.schema()
    let text = TablesDump.text(DumpFixture.tables(schema, rows), all: false)
    #expect(
      text == """
        $document
          schema = "Dump \\"1\\""
          version = 1.2.3
          layout = \(schema.layoutFingerprint().text)
          model = \(schema.modelFingerprint().text)
          nextKey = 100

        Item 1
          trip = 2

        Item 5
          trip = 2

        Stay 3
          trip = 2

        Trip 2
          items = [5, 1]
          name = "Lisboa"
          stay = 3
          tags = []

        "Business Trip" 4
          items = []
          name = "東京"
          perdiem = 1
          stay = nil
          tags = nil

        Trip 6
          items = nil
          name = ""
          stay = nil
          tags = [5, 1]

        """)
  }

  // Spec 9.3-4
  @Test("is the same for an order that is stored in full, in part or not at all")
  func resolvedOrder() throws {
    let schema = try DumpFixture.schema()
    let texts = [Value.references([1, 5]), .references([1]), .references([]), .null].map { order in
      var rows = rows
      rows[1].values["items"] = order
      return TablesDump.text(DumpFixture.tables(schema, rows), all: true)
    }
    #expect(Set(texts).count == 1)
    #expect(texts[0].contains("items = [1, 5]"))
  }

  // Spec 9-1
  @Test("does not depend on document id and segments, but on the next key")
  func independence() throws {
    let schema = try DumpFixture.schema()
    let text = TablesDump.text(DumpFixture.tables(schema, rows), all: true)
    let other = DumpFixture.tables(schema, documentID: 77, rowsPerSegment: 1, rows)
    #expect(TablesDump.text(other, all: true) == text)
    let third = DumpFixture.tables(schema, nextKey: 101, rows)
    #expect(TablesDump.text(third, all: true) != text)
  }

  // Spec 9.2-3
  @Test("shows what is not of the schema only where all is asked for")
  func foreignContent() throws {
    let schema = try DumpFixture.schema()
    var tables = DumpFixture.tables(schema, [])
    let hierarchy = try #require(schema.hierarchyIndex(of: "Item"))
    let builder = SegmentBuilder(schema.hierarchies[hierarchy])
    builder.append(key: 9, discriminator: 0, values: [.null])
    builder.setForeign(.members(["com.example.mood": .double(1)]))
    tables.tables[hierarchy] = Table(segments: [builder.finish()])
    let plain = TablesDump.text(tables, all: false)
    #expect(plain.hasSuffix("\nItem 9\n  trip = nil\n"))
    tables.extensions = [
      ExtensionRecord(entity: "com.example.B", key: 11, value: .null),
      ExtensionRecord(entity: "com.example.A", key: 12, anchor: 9, value: .text("x")),
    ]
    tables.carried = [.members(["b": .integer(1), "a": .date(0)])]
    tables.keptParts = [
      KeptPart(name: "z/z", bytes: []),
      KeptPart(name: "a/ä", mediaType: "image/png", bytes: Array("abc".utf8), anchor: 9),
    ]
    #expect(TablesDump.text(tables, all: false) == plain)
    #expect(
      TablesDump.text(tables, all: true) == plain + """
          $foreign = {"com.example.mood":1.0}

        $extension "com.example.A"
          key = 12
          anchor = 9
          value = "x"

        $extension "com.example.B"
          key = 11
          anchor = nil
          value = null

        $carried
          value = {"a":{"$date":"2001-01-01T00:00:00Z"},"b":1}

        $part "a/ä"
          anchor = 9
          mediaType = "image/png"
          size = 3
          sha256 = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad

        $part "z/z"
          anchor = nil
          mediaType = nil
          size = 0
          sha256 = e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855

        """)
  }

  @Test("comes in pieces of a bounded size, and stops where its reader fails")
  func pieces() throws {
    struct Full: Error {}
    let schema = try DumpFixture.schema()
    let many = (1...5000).map { key in
      (entity: "Trip", key: ObjectKey(key), values: ["name": Value.text("Nr. \(key)")])
    }
    let tables = DumpFixture.tables(schema, nextKey: 5001, rowsPerSegment: 512, many)
    var sizes: [Int] = []
    TablesDump.dump(tables, all: false) { sizes.append($0.count) }
    #expect(sizes.count > 3)
    #expect(sizes.allSatisfy { $0 < 70_000 })
    #expect(sizes.reduce(0, +) == TablesDump.text(tables, all: false).utf8.count)
    var calls = 0
    #expect(throws: Full.self) {
      try TablesDump.dump(tables, all: false) { _ in
        calls += 1
        throw Full()
      }
    }
    #expect(calls == 1)
  }
}
