import DocumentTables
import Testing

@testable import DocumentData

@Suite("The change set of pending changes, without a context")
struct PendingRowsTests {
  typealias Plain = Layout.Plain
  typealias Derived = Layout.Derived

  private func column(_ name: String, _ rows: RowObjects) throws -> Int {
    let layout = rows.tables.schema.hierarchies[rows.hierarchy]
    return try #require(layout.columns.firstIndex { $0.name == name })
  }

  @Test("Inserted objects become rows in the order of their keys, null where a class has no column")
  func inserted() throws {
    let rows = try RowObjects()
    var pending = PendingChanges()
    let derived = Derived(name: "new", detail: "more")
    let plain = Plain(name: "later")
    for (key, model) in [(6, plain), (5, derived)] as [(ObjectKey, Plain)] {
      try rows.insert(model, as: key)
      pending.insert(model)
    }
    let changes = ChangeSet(pending, since: rows.tables, author: "me")
    #expect(changes.author == "me")
    #expect(changes.inserted.map(\.key) == [5, 6])
    let (name, detail, count) = try (
      column("name", rows), column("detail", rows), column("count", rows)
    )
    #expect(changes.inserted.map { $0.values[name] } == [.text("new"), .text("later")])
    #expect(changes.inserted.map { $0.values[detail] } == [.text("more"), .null])
    #expect(changes.inserted.map { $0.values[count] } == [.integer(0), .integer(0)])
    #expect(changes.updated.isEmpty && changes.deleted.isEmpty)
    let made = rows.tables.applying(changes)
    #expect(made.tables[rows.hierarchy].location(of: 5) != nil)
  }

  @Test("Changed objects give the values that differ from the row, others nothing")
  func touched() throws {
    let rows = try RowObjects()
    var pending = PendingChanges()
    let models = try rows.all(Plain.self)
    models[0].name = "A"
    models[1].name = "b"
    for model in models { pending.change(model) }
    let changes = ChangeSet(pending, since: rows.tables, author: nil)
    let name = try column("name", rows)
    #expect(
      changes.updated == [
        UpdatedRow(
          hierarchy: rows.hierarchy, key: 1,
          changes: [PropertyChange(column: name, old: .text("a"), new: .text("A"))])
      ])
  }

  @Test("Objects whose row is gone from the base give nothing, wherever they read")
  func gone() throws {
    let rows = try RowObjects()
    let models = try rows.all(Plain.self)
    var removal = ChangeSet(nextKey: rows.tables.nextKey)
    let discriminator = try rows.description(of: Plain.self).discriminator
    removal.deleted = [
      DeletedRow(hierarchy: rows.hierarchy, key: 1, discriminator: discriminator)
    ]
    let later = rows.tables.applying(removal)
    #expect(rows.tables.location(of: models[0]) != nil)
    #expect(later.location(of: models[0]) == nil)
    #expect(later.location(of: models[2]) == later.tables[rows.hierarchy].location(of: 3))
    var pending = PendingChanges()
    models[0].name = "edited"
    pending.change(models[0])
    #expect(ChangeSet(pending, since: later, author: nil).isEmpty)
    pending.delete(models[0])
    pending.delete(models[2])
    #expect(ChangeSet(pending, since: later, author: nil).deleted.map(\.key) == [3])
  }

  @Test("An edit is lost with its object unless only related objects have left it")
  func harmless() throws {
    let rows = try RowObjects(Club.models, [("Player", "Ann")])
    let player = try rows.make(1, as: Club.Player.self)
    let team = try #require(rows.description(of: Club.Player.self).slot(named: "team"))
    let everything: (ObjectKey, Int) -> Bool = { _, _ in true }
    #expect(player._$losesNothing(where: everything))
    player._$setSlot(team, to: .value(.null))
    #expect(player._$losesNothing(where: everything))
    player._$setSlot(team, to: .value(.reference(9)))
    #expect(!player._$losesNothing(where: everything))
    player._$clearSlots()
    player.role = nil
    #expect(!player._$losesNothing(where: everything))
  }
}
