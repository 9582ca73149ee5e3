import DocumentTables
import Testing

@Suite("The check of tables")
struct TablesCheckTests {
  private func schema() throws -> TableSchema {
    try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(name: "Base", isAbstract: true),
        TableEntity(
          name: "Trip", superentity: "Base",
          attributes: [TableAttribute(name: "name", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "trip", isToMany: true,
              minimumCount: 0, maximumCount: 2),
            TableRelationship(name: "stay", destination: "Stay", inverse: "trip", isToMany: false),
            TableRelationship(
              name: "tags", destination: "Item", isToMany: true, minimumCount: 1),
            TableRelationship(
              name: "twin", destination: "Trip", inverse: "twin", isToMany: false),
          ]),
        TableEntity(name: "Plan", superentity: "Base"),
        TableEntity(
          name: "Item",
          relationships: [
            TableRelationship(
              name: "trip", destination: "Trip", inverse: "items", isToMany: false,
              isNullable: false)
          ]),
        TableEntity(
          name: "Stay",
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", inverse: "stay", isToMany: false)
          ]),
      ])
  }

  private static let valid: [TablesFixture.Row] = [
    ("Trip", 1, ["name": .text("a"), "tags": .references([4]), "items": .references([5, 4])]),
    ("Trip", 2, ["name": .text("b"), "tags": .references([5, 4])]),
    ("Plan", 3, [:]),
    ("Item", 4, ["trip": .reference(1)]), ("Item", 5, ["trip": .reference(1)]),
    ("Item", 6, ["trip": .reference(2)]),
    ("Stay", 7, [:]), ("Stay", 8, ["trip": .reference(1)]),
    ("Trip", 9, ["name": .text("c"), "tags": .references([6]), "twin": .reference(10)]),
    ("Trip", 10, ["name": .text("d"), "tags": .references([6]), "twin": .reference(9)]),
  ]

  private func findings(
    nextKey: ObjectKey = 100, rowsPerSegment: Int = 2, limit: Int = 100,
    _ change: (inout [TablesFixture.Row]) -> Void = { _ in }
  ) throws -> [TableFinding] {
    var rows = Self.valid
    change(&rows)
    let tables = TablesFixture.tables(
      try schema(), nextKey: nextKey, rowsPerSegment: rowsPerSegment, rows)
    return TablesCheck.findings(tables, limit: limit)
  }

  @Test("finds nothing in valid tables", arguments: [1, 2, 3, 100])
  func valid(rowsPerSegment: Int) throws {
    #expect(try findings(rowsPerSegment: rowsPerSegment).isEmpty)
  }

  @Test("names the object and the property of each rule that is broken")
  func rules() throws {
    typealias Found = [String]
    func found(_ change: (inout [TablesFixture.Row]) -> Void) throws -> Found {
      try findings(change).map {
        "\($0.rule.rawValue) \($0.entity) \($0.key) \($0.property ?? "-")"
      }
    }
    #expect(
      try found { $0[5].values["trip"] = .reference(50) } == ["reference-dangling Item 6 trip"])
    #expect(
      try found { $0[5].values["trip"] = .reference(3) } == ["reference-wrong-entity Item 6 trip"])
    for other: ObjectKey in [4, 6, 8] {
      #expect(
        try found { $0[5].values["trip"] = .reference(other) }
          == ["reference-wrong-entity Item 6 trip"])
    }
    #expect(
      try found { $0[1].values["tags"] = .references([5, 8, 1]) }
        == ["reference-wrong-entity Trip 2 tags", "reference-wrong-entity Trip 2 tags"])
    #expect(try found { $0[5].values["trip"] = nil } == ["reference-missing Item 6 trip"])
    #expect(
      try found { $0[6].values["trip"] = .reference(1) } == ["reference-shared Stay 8 trip"])
    #expect(
      try found { $0[9].values["twin"] = nil } == ["reference-not-mutual Trip 9 twin"])
    #expect(
      try found { $0[1].values["tags"] = .references([5, 5]) }
        == ["list-repeated-member Trip 2 tags"])
    #expect(
      try found { $0[1].values["tags"] = .references([5, 77]) }
        == ["reference-dangling Trip 2 tags"])
    #expect(
      try found { $0[0].values["items"] = .references([4]) } == ["order-not-members Trip 1 items"])
    #expect(
      try found { $0[0].values["items"] = .references([4, 6]) }
        == ["order-not-members Trip 1 items"])
    #expect(try found { $0[1].values["tags"] = .references([]) } == ["count-too-few Trip 2 tags"])
    #expect(try found { $0[1].values["tags"] = nil } == ["count-too-few Trip 2 tags"])
    #expect(
      try found { rows in
        rows[0].values["items"] = nil
        rows[5].values["trip"] = .reference(1)
      } == ["count-too-many Trip 1 items"])
    #expect(try found { $0[0].values["name"] = nil } == ["value-missing Trip 1 name"])
    #expect(try found { $0[2].entity = "Base" } == ["entity-abstract Base 3 -"])
    #expect(
      try found { $0.append(("Stay", 4, [:])) }.map { $0.prefix(14) } == ["key-duplicate "])
  }

  @Test("requires keys below the next key")
  func nextKey() throws {
    let found = try findings(nextKey: 10)
    #expect(found.map(\.rule) == [.keyNotBelowNext])
    #expect(found.map(\.key) == [10])
    #expect(found.map(\.entity) == ["Trip"])
    #expect(try findings(nextKey: 11).isEmpty)
  }

  @Test("finds keys that stand in two tables, however far apart keys are")
  func sparseKeys() throws {
    let far: ObjectKey = 9_000_000_000_000_000
    let found = try findings(nextKey: far + 1) { rows in
      rows.append(("Stay", far, [:]))
      rows.append(("Item", far, ["trip": .reference(1)]))
      rows[0].values["items"] = nil
    }
    #expect(found.contains { $0.rule == .duplicateKey && $0.key == far })
  }

  @Test("finds what is referred to wherever it stands", arguments: 0..<8 as Range<UInt64>)
  func scatteredReferences(seed: UInt64) throws {
    var random = TextFormRandom(seed: seed)
    let step = ObjectKey(1 + seed % 4)
    let trips = (1...60 as ClosedRange<ObjectKey>).map { $0 * step * 2 }
      .filter { _ in Bool.random(using: &random) }
    var rows = trips.map { key -> TablesFixture.Row in
      ("Trip", key, ["name": .text("n"), "tags": .references([1])])
    }
    rows.append(("Item", 1, ["trip": .reference(trips.first ?? 2)]))
    var expected: [ObjectKey] = []
    for key in 1...200 as ClosedRange<ObjectKey> {
      let target = Bool.random(using: &random) ? trips.randomElement(using: &random) : nil
      let trip = target ?? ObjectKey.random(in: 1...130 * step, using: &random)
      rows.append(("Item", 1000 + key, ["trip": .reference(trip)]))
      if !trips.contains(trip) { expected.append(1000 + key) }
    }
    let tables = TablesFixture.tables(
      try schema(), nextKey: 2000, rowsPerSegment: 13, rows.sorted { $0.key < $1.key })
    let found = TablesCheck.findings(tables, limit: 1000)
    // Key 1 is an item's.
    let wrong = found.filter { [.danglingReference, .wrongDestination].contains($0.rule) }
    #expect(wrong.map(\.key) == expected)
    for rowsOfRun in [1, 20, 100] {
      for limit in [1, 7, 1000] {
        let some = TablesCheck.findings(tables, limit: limit, rowsOfRun: rowsOfRun)
        #expect(some == Array(found.prefix(limit)))
      }
    }
  }

  @Test("stops at its limit", arguments: [0, 1, 3])
  func limit(limit: Int) throws {
    let found = try findings(limit: limit) { rows in
      for index in 3...5 { rows[index].values["trip"] = .reference(90) }
      rows[0].values["name"] = nil
    }
    #expect(found.count == limit)
  }
}
