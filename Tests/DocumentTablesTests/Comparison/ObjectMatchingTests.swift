import DocumentTables
import Testing

@Suite("Matching the objects of two documents")
struct ObjectMatchingTests {
  /// Tables of another document.
  private func other(_ tables: Tables) -> Tables {
    var tables = tables
    tables.documentID = 2
    return tables
  }

  private func tables(_ rows: [TablesFixture.Row]) throws -> Tables {
    TablesFixture.tables(try LossFixture.schema(), rows).inWrittenForm()
  }

  private func trip(_ key: ObjectKey, _ name: String, days: Int64? = 1, _ items: [ObjectKey] = [])
    -> TablesFixture.Row
  {
    (
      "Trip", key,
      [
        "name": .text(name), "days": days.map { .integer($0) } ?? .null, "mood": .text("calm"),
        "items": .references(items),
      ]
    )
  }

  private func item(_ key: ObjectKey, _ title: String, of trip: ObjectKey?) -> TablesFixture.Row {
    ("Item", key, ["title": .text(title), "trip": trip.map { .reference($0) } ?? .null])
  }

  /// A copy whose objects have other keys, and these keys by the original ones.
  private func copy(
    _ fixture: LossFixture, _ random: inout TextFormRandom
  ) throws -> (LossFixture, [ObjectKey: ObjectKey]) {
    let keys = fixture.rows.keys.sorted()
    let new = Dictionary(
      uniqueKeysWithValues: zip(keys, (1...60).shuffled(using: &random).map(ObjectKey.init)))
    var copy = LossFixture()
    for (key, row) in fixture.rows {
      var row = row
      row.values = row.values.mapValues { value in
        switch value {
        case .reference(let key): .reference(new[key] ?? 0)
        case .references(let keys): .references(keys.map { new[$0] ?? 0 })
        default: value
        }
      }
      copy.rows[new[key] ?? 0] = row
    }
    return (copy, new)
  }

  @Test("finds every object that its content tells apart under other keys", arguments: 0..<100)
  func renumbered(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(seed))
    var fixture = try generator.fixture()
    for (key, row) in fixture.rows {
      switch row.entity {
      case "Trip", "Work": fixture.rows[key]?.values["name"] = .text("t\(key)")
      case "Item": fixture.rows[key]?.values["title"] = .text("i\(key)")
      case "Home": fixture.rows[key]?.values["price"] = .text("\(key)")
      case "Tag": fixture.rows[key]?.values["code"] = .uuid(UInt128(key))
      default: continue
      }
    }
    let (copy, keys) = try copy(fixture, &generator.random)
    let matching = ObjectMatching(try fixture.tables(), other(try copy.tables()))
    #expect(matching.unmatchedLeft.isEmpty && matching.unmatchedRight.isEmpty)
    for (key, row) in fixture.rows where row.entity != "Visa" {
      let new = try #require(keys[key])
      #expect(matching.keys[new] == key)
    }
  }

  @Test("pairs each object at most once, within a hierarchy, both ways alike", arguments: 0..<100)
  func pairs(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(seed))
    let left = try generator.fixture().tables()
    let right = other(try generator.fixture().tables())
    let matching = ObjectMatching(left, right)
    let back = ObjectMatching(right, left)
    #expect(Set(matching.keys.values).count == matching.keys.count)
    #expect(matching.keys.count + matching.unmatchedRight.count == right.rowCount)
    #expect(matching.keys.count + matching.unmatchedLeft.count == left.rowCount)
    #expect(matching.unmatchedLeft == back.unmatchedRight)
    #expect(matching.unmatchedRight == back.unmatchedLeft)
    for (new, old) in matching.keys {
      #expect(back.keys[old] == new)
      #expect(left.find(old)?.hierarchy == right.find(new)?.hierarchy)
    }
    let completed = matching.completedKeys(left, right)
    #expect(Set(completed.values).count == right.rowCount + right.extensions.count)
    let used = Set(
      left.tables.flatMap { $0.segments.flatMap { s in (0..<s.count).map { s.keys[$0] } } })
    #expect(
      matching.unmatchedRight.allSatisfy { completed[$0].map { !used.contains($0) } ?? false })
  }

  // Spec 13.2-4
  @Test("goes by key in versions of one document, whatever they contain")
  func versions() throws {
    let matching = ObjectMatching(
      try tables([trip(1, "a"), trip(2, "b"), item(4, "x", of: nil)]),
      try tables([trip(1, "b"), trip(3, "a"), item(4, "y", of: nil)]))
    #expect(matching.isByKey)
    #expect(matching.keys == [1: 1, 4: 4])
    #expect(matching.unmatchedLeft == [2])
    #expect(matching.unmatchedRight == [3])
  }

  @Test("goes by unique keys, equal as keys are, even if everything else differs")
  func uniqueKeys() throws {
    let matching = ObjectMatching(
      try tables([trip(1, "e\u{301}"), trip(2, "b")]),
      other(
        try tables([
          ("Work", 7, ["name": .text("\u{E9}"), "days": .integer(1), "mood": .text("wild")]),
          trip(8, "b", days: 2),
        ])))
    #expect(matching.keys == [7: 1])
    #expect(matching.unmatchedLeft == [2])
    #expect(matching.unmatchedRight == [8])
  }

  // Spec 13.2-2
  @Test("pairs equal objects of one owner in the order of its list, and leaves the rest")
  func duplicates() throws {
    let matching = ObjectMatching(
      try tables([
        trip(1, "a", [4, 3, 2]), item(2, "x", of: 1), item(3, "x", of: 1), item(4, "y", of: 1),
      ]),
      other(
        try tables([
          trip(9, "a", [6, 5, 7, 8]), item(5, "x", of: 9), item(6, "x", of: 9),
          item(7, "x", of: 9), item(8, "z", of: 9),
        ])))
    #expect(matching.keys == [9: 1, 6: 3, 5: 2])
    #expect(matching.unmatchedLeft == [4])
    #expect(matching.unmatchedRight == [7, 8])
  }

  @Test("does not pair objects of owners that are not paired")
  func owners() throws {
    let matching = ObjectMatching(
      try tables([trip(1, "a"), item(2, "x", of: 1), item(3, "x", of: nil)]),
      other(try tables([trip(1, "b"), item(2, "x", of: 1), item(3, "x", of: nil)])))
    #expect(matching.keys == [3: 3])
  }

  @Test("an object without a unique key and owner is paired by its attributes")
  func roots() throws {
    let matching = ObjectMatching(
      try tables([trip(1, "a", days: nil), trip(2, "a", days: nil), trip(3, "b", days: nil)]),
      other(try tables([trip(4, "a", days: nil), trip(5, "c", days: nil)])))
    #expect(matching.keys == [4: 1])
  }

  @Test("the only object of a relationship to one needs no equal content")
  func onlyObject() throws {
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [TableAttribute(name: "name", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "home", destination: "Home", inverse: "trip", isToMany: false,
              deleteRule: .cascade)
          ], uniquenessConstraints: [["name"]]),
        TableEntity(
          name: "Home", attributes: [TableAttribute(name: "place", type: .scalar(.text))],
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", inverse: "home", isToMany: false)
          ]),
        TableEntity(
          name: "Visit",
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", isToMany: false),
            TableRelationship(name: "home", destination: "Home", isToMany: false),
          ], uniquenessConstraints: [["home", "trip"]]),
      ])
    func tables(_ first: ObjectKey, _ place: String) -> Tables {
      TablesFixture.tables(
        schema,
        [
          ("Trip", first, ["name": .text("a")]),
          ("Home", first + 1, ["place": .text(place), "trip": .reference(first)]),
          ("Visit", first + 3, [:]),
          (
            "Visit", first + 2,
            ["trip": .reference(first), "home": .reference(first + 1)]
          ),
        ])
    }
    let matching = ObjectMatching(tables(1, "x"), other(tables(11, "y")))
    #expect(matching.keys == [11: 1, 12: 2, 13: 3, 14: 4])
  }

  // Spec 13.2-5
  @Test("extension records keep the key of an equal record of the same object, others get new keys")
  func extensionRecords() throws {
    var left = try tables([trip(1, "a")])
    var right = other(try tables([trip(5, "a"), trip(6, "b")]))
    left.extensions = [
      ExtensionRecord(entity: "com.example.e", key: 3, anchor: 1, value: .text("x"))
    ]
    right.extensions = [
      ExtensionRecord(entity: "com.example.e", key: 1, anchor: 5, value: .text("x")),
      ExtensionRecord(entity: "com.example.e", key: 2, anchor: 5, value: .text("x")),
    ]
    let keys = ObjectMatching(left, right).completedKeys(left, right)
    #expect(keys == [5: 1, 6: 1000, 1: 3, 2: 1001])
  }

  @Test("finds free keys if the counter of a document is used up")
  func lastKey() throws {
    let left = TablesFixture.tables(
      try LossFixture.schema(), nextKey: .max, [trip(1, "a"), trip(.max - 1, "b")])
    let right = other(try tables([trip(1, "c"), trip(2, "d")]))
    #expect(ObjectMatching(left, right).completedKeys(left, right) == [1: 3, 2: 4])
  }
}
