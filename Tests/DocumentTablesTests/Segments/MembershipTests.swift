import DocumentTables
import Testing

@Suite("The members of a relationship")
struct MembershipTests {
  @Test(
    "stand in the order of the list, and then of their keys", arguments: 0..<30 as Range<UInt64>)
  func order(seed: UInt64) {
    var random = TextFormRandom(seed: seed)
    let members = (1...12 as ClosedRange<ObjectKey>).shuffled(using: &random).prefix(6)
    let stored = (1...12 as ClosedRange<ObjectKey>).shuffled(using: &random).prefix(5)
    let result = membersInOrder(members, stored: stored)
    #expect(result.sorted() == members.sorted())
    let listed = stored.filter(members.contains)
    #expect(Array(result.prefix(listed.count)) == listed)
    let rest = Array(result.dropFirst(listed.count))
    #expect(rest == rest.sorted())
    #expect(membersInOrder(members, stored: [ObjectKey]?.none) == members.sorted())
  }

  private func tables(
    isNullable: Bool, items: Value, members: [ObjectKey], tags: Value = .null
  ) throws -> Tables {
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "Trip",
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "trip", isToMany: true,
              isNullable: isNullable),
            TableRelationship(
              name: "stay", destination: "Item", inverse: "stayOf", isToMany: false),
            TableRelationship(
              name: "tags", destination: "Item", isToMany: true, isNullable: isNullable),
          ]),
        TableEntity(
          name: "Item",
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", inverse: "items", isToMany: false),
            TableRelationship(
              name: "stayOf", destination: "Trip", inverse: "stay", isToMany: false),
          ]),
      ])
    return TablesFixture.tables(
      schema,
      [("Trip", 1, ["items": items, "tags": tags])]
        + members.map {
          ("Item", $0, ["trip": .reference(1), "stayOf": .reference($0 == 5 ? 1 : 99)])
        })
  }

  private func state(
    _ tables: Tables, _ property: String
  ) throws -> (related: [ObjectKey]?, stored: [ObjectKey]?) {
    let end = try #require(tables.schema.relationshipEnd(named: property, of: "Trip"))
    let segment = try #require(tables.tables[end.hierarchy].segments.first)
    return (
      tables.relatedKeys(of: 1, in: segment, row: 0, through: end),
      end.column.flatMap {
        tables.storedOrder(hierarchy: end.hierarchy, key: 1, segment: segment, row: 0, column: $0)
      }
    )
  }

  @Test(
    "are nil or empty as the list says where nobody refers back, and are written accordingly",
    arguments: [
      (true, .null, [], nil, nil), (true, .references([]), [], [], []),
      (true, .references([7]), [], [], []), (false, .null, [], [], nil),
      (false, .references([]), [], [], nil),
      (true, .null, [5, 6], [5, 6], nil), (true, .references([6]), [5, 6], [6, 5], [6, 5]),
      (true, .references([5]), [5, 6], [5, 6], nil),
      (true, .references([9, 6, 8, 5]), [5, 6], [6, 5], [6, 5]),
      (false, .references([5, 6]), [5, 6], [5, 6], nil),
    ] as [(Bool, Value, [ObjectKey], [ObjectKey]?, [ObjectKey]?)])
  func ordered(
    isNullable: Bool, items: Value, members: [ObjectKey], related: [ObjectKey]?,
    stored: [ObjectKey]?
  ) throws {
    let tables = try tables(isNullable: isNullable, items: items, members: members)
    let state = try state(tables, "items")
    #expect(state.related == related)
    #expect(state.stored == stored)
  }

  @Test("of a list of its own are that list; nil reads as empty where nil is not allowed")
  func lists() throws {
    let nullable = try tables(isNullable: true, items: .null, members: [])
    #expect(try state(nullable, "tags").related == nil)
    let required = try tables(isNullable: false, items: .null, members: [])
    #expect(try state(required, "tags").related == [])
    let filled = try tables(isNullable: true, items: .null, members: [], tags: .references([6, 5]))
    #expect(try state(filled, "tags").related == [6, 5])
  }

  @Test("of a to-one stored at the other end are who refers back")
  func derived() throws {
    let tables = try tables(isNullable: true, items: .null, members: [5, 6])
    #expect(try state(tables, "stay").related == [5])
  }
}
