import DocumentTables
import Testing

@testable import DocumentMigration

@Suite("What counts as an edit of an object that the other side has deleted")
struct EditTests {
  private func column(_ name: String, of entity: String) throws -> ComparedColumn {
    let schema = try LossFixture.schema()
    let hierarchy = try #require(schema.hierarchyIndex(of: entity))
    let index = try #require(
      schema.hierarchies[hierarchy].entity(named: entity)?.column(of: name))
    return ComparedColumn(index, hierarchy, of: schema)
  }

  @Test("An attribute with another value")
  func attributes() throws {
    let name = try column("name", of: "Trip")
    #expect(name.isEdited(.text("b"), since: .text("a"), deleted: []))
    #expect(!name.isEdited(.text("a"), since: .text("a"), deleted: []))
  }

  @Test("A reference to another object, unless it is gone because its object was deleted")
  func references() throws {
    let trip = try column("trip", of: "Item")
    #expect(trip.isEdited(.null, since: .reference(1), deleted: []))
    #expect(trip.isEdited(.null, since: .reference(1), deleted: [2]))
    #expect(trip.isEdited(.reference(2), since: .reference(1), deleted: [1]))
    #expect(trip.isEdited(.reference(1), since: .null, deleted: [1]))
    #expect(!trip.isEdited(.null, since: .reference(1), deleted: [1]))
  }

  @Test("Other members of a list, unless they are gone because they were deleted")
  func lists() throws {
    let clients = try column("clients", of: "Work")
    let old = Value.references([1, 2, 3])
    #expect(!clients.isEdited(.references([1, 3]), since: old, deleted: [2]))
    #expect(!clients.isEdited(.references([1]), since: old, deleted: [2, 3, 4]))
    for new in [[1], [3, 1], [1, 3, 4]] as [[ObjectKey]] {
      #expect(clients.isEdited(.references(new), since: old, deleted: [2]))
    }
    #expect(clients.isEdited(.references([1, 3]), since: old, deleted: []))
    #expect(
      clients.withoutForcedChange(.references([3, 1]), since: old, deleted: [2])
        == .references([3, 1, 2]))
  }

  @Test("No order, which the members state")
  func orders() throws {
    let items = try column("items", of: "Trip")
    #expect(items.isOrder)
    #expect(!items.isEdited(.references([2, 1]), since: .null, deleted: []))
  }
}
