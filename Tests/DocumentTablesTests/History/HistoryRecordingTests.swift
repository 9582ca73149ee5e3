import DocumentTables
import Testing

@Suite("Recording a save in a history")
struct HistoryRecordingTests {
  private let schema: TableSchema
  private let before: Tables

  init() throws {
    schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(name: "name", type: .scalar(.text), isPreservedOnDeletion: true),
            TableAttribute(name: "note", type: .scalar(.text), isNullable: true),
          ],
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "trip", isToMany: true,
              deleteRule: .cascade)
          ]),
        TableEntity(
          name: "Work", superentity: "Trip",
          attributes: [TableAttribute(name: "reason", type: .scalar(.text), isNullable: true)]),
        TableEntity(
          name: "Item", attributes: [TableAttribute(name: "title", type: .scalar(.text))],
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", inverse: "items", isToMany: false)
          ]),
      ])
    before = TablesFixture.tables(
      schema,
      [
        ("Trip", 1, ["name": .text("Nile"), "note": .text("long")]),
        ("Work", 2, ["name": .text("Oslo"), "reason": .text("fair")]),
        ("Trip", 3, ["name": .text("Rome")]),
        ("Item", 10, ["title": .text("boat"), "trip": .reference(1)]),
        ("Item", 11, ["title": .text("walk"), "trip": .reference(2)]),
      ])
  }

  private func change(
    _ entity: String, _ key: ObjectKey, _ property: String, _ old: Value, _ new: Value
  ) throws -> UpdatedRow {
    let hierarchy = try #require(schema.hierarchyIndex(of: entity))
    let column = try #require(
      schema.hierarchies[hierarchy].entity(named: entity)?.column(of: property))
    return UpdatedRow(
      hierarchy: hierarchy, key: key,
      changes: [PropertyChange(column: column, old: old, new: new)])
  }

  private func deletion(_ entity: String, _ key: ObjectKey) throws -> DeletedRow {
    let hierarchy = try #require(schema.hierarchyIndex(of: entity))
    return DeletedRow(
      hierarchy: hierarchy, key: key,
      discriminator: try #require(schema.hierarchies[hierarchy].entity(named: entity)).discriminator
    )
  }

  private func groups(
    _ changes: ChangeSet, _ detail: HistoryPolicy.Detail = .names
  ) -> [History.Transaction.Group] {
    History.Transaction(
      changes, before: before, fingerprint: schema.modelFingerprint(), detail: detail,
      stamp: HistoryStamp(time: 0, author: nil)
    ).groups
  }

  @Test("a changed relationship is a change of the objects at both ends")
  func bothEnds() throws {
    var changes = ChangeSet(nextKey: 20)
    changes.updated = [try change("Item", 10, "trip", .reference(1), .reference(3))]
    #expect(
      groups(changes) == [
        .init(.update, entity: "Item", keys: HistoryKeys([10]), properties: ["trip"]),
        .init(.update, entity: "Trip", keys: HistoryKeys([1, 3]), properties: ["items"]),
      ])
  }

  @Test("a gap names its objects only directly behind a history whose rows are known")
  func gap() throws {
    var changes = ChangeSet(nextKey: 20)
    changes.updated = [try change("Trip", 1, "name", .text("Nile"), .text("Nil"))]
    let fingerprint = schema.modelFingerprint()
    let stamp = HistoryStamp(time: 0, author: nil)
    let save = History.Transaction(unknown: [], fingerprint: fingerprint, stamp: stamp)
    let range = HistoryRange(hierarchy: "Trip", start: 0, bits: 4, found: Digest(of: []))
    let gap = History.Transaction(unknown: [range], fingerprint: fingerprint, stamp: stamp)
    var known = History(document: 1, lineage: 2, policy: HistoryPolicy(.values))
    known.append(save, of: schema)

    var behind = known
    behind.append(gap, of: schema)
    behind.nameObjects(in: changes, since: known, before)
    #expect(behind.found(by: 2) == groups(changes, .values))
    // The transaction stays the same, and a later version of the history remembers its objects.
    #expect(behind.transactions.map(\.unknown) == [[], [range]])
    var later = known
    later.append(gap, of: schema)
    later.append(save, of: schema)
    later.nameObjects(in: changes, since: behind, before)
    #expect(later.found(by: 2) == groups(changes, .values))
    #expect(later.found(by: 3) == nil)
    later.remove { $0.number == 2 }
    #expect(later.found(by: 2) == nil)

    var saved = known
    saved.append(save, of: schema)
    saved.nameObjects(in: changes, since: known, before)
    #expect(saved.found(by: 2) == nil)
    saved.append(gap, of: schema)
    saved.nameObjects(in: changes, since: known, before)
    #expect(saved.found(by: 3) == nil)
  }

  // Spec 11.4-2
  @Test("objects with the same changes share a group, under the entity that they have")
  func grouped() throws {
    var changes = ChangeSet(nextKey: 20)
    changes.updated = [
      try change("Trip", 1, "name", .text("Nile"), .text("Nil")),
      try change("Work", 2, "name", .text("Oslo"), .text("Bergen")),
      try change("Trip", 3, "name", .text("Rome"), .text("Roma")),
    ]
    #expect(
      groups(changes, .values) == [
        .init(
          .update, entity: "Trip", keys: HistoryKeys([1, 3]), properties: ["name"],
          old: ["name": [.text("Nile"), .text("Rome")]],
          new: ["name": [.text("Nil"), .text("Roma")]]),
        .init(
          .update, entity: "Work", keys: HistoryKeys([2]), properties: ["name"],
          old: ["name": [.text("Oslo")]], new: ["name": [.text("Bergen")]]),
      ])
  }

  // Spec 11.2-1
  @Test("a deleted object leaves what is preserved, or every value, and changes its owner")
  func deleted() throws {
    var changes = ChangeSet(nextKey: 20)
    changes.deleted = [try deletion("Item", 11), try deletion("Trip", 1)]
    #expect(
      groups(changes) == [
        .init(.update, entity: "Work", keys: HistoryKeys([2]), properties: ["items"]),
        .init(.delete, entity: "Item", keys: HistoryKeys([11])),
        .init(
          .delete, entity: "Trip", keys: HistoryKeys([1]), old: ["name": [.text("Nile")]]),
      ])
    let values = groups(changes, .values)
    #expect(
      values.last?.old == [
        "items": [.null], "name": [.text("Nile")], "note": [.text("long")],
      ])
  }

  @Test("an inserted object names its new owner, unless that is new, too")
  func inserted() throws {
    let item = try #require(schema.hierarchyIndex(of: "Item"))
    let trip = try #require(schema.hierarchyIndex(of: "Trip"))
    let layout = schema.hierarchies[item]
    let entity = try #require(layout.entity(named: "Item"))
    func row(_ key: ObjectKey, of owner: ObjectKey) -> InsertedRow {
      InsertedRow(
        hierarchy: item, key: key, discriminator: entity.discriminator,
        values: TablesFixture.values(
          ("Item", key, ["title": .text("t"), "trip": .reference(owner)]), entity, layout))
    }
    var changes = ChangeSet(nextKey: 30)
    let owner = try #require(schema.hierarchies[trip].entity(named: "Trip"))
    changes.inserted = [
      row(20, of: 1), row(21, of: 22),
      InsertedRow(
        hierarchy: trip, key: 22, discriminator: owner.discriminator,
        values: TablesFixture.values(
          ("Trip", 22, ["name": .text("new")]), owner, schema.hierarchies[trip])),
    ]
    #expect(
      groups(changes) == [
        .init(.insert, entity: "Item", keys: HistoryKeys([20, 21])),
        .init(.insert, entity: "Trip", keys: HistoryKeys([22])),
        .init(.update, entity: "Trip", keys: HistoryKeys([1]), properties: ["items"]),
      ])
  }

  // Spec 11.4-3
  @Test("a value that is too large is left out, its property is still named")
  func large() throws {
    let large = String(repeating: "x", count: 70_000)
    var changes = ChangeSet(nextKey: 20)
    changes.updated = [try change("Trip", 1, "note", .text("long"), .text(large))]
    #expect(
      groups(changes, .values) == [
        .init(.update, entity: "Trip", keys: HistoryKeys([1]), properties: ["note"])
      ])
  }
}
