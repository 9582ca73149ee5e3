import DocumentTables
import Testing

@testable import DocumentData

@Suite("Fetched rows, without a context")
struct FetchedRowsTests {
  typealias Plain = Layout.Plain

  /// Finds rows of names a to e, with the keys 1 to 5; `pending` may change them.
  private func fetched(
    _ descriptor: FetchDescriptor<Plain>,
    pending change: (RowObjects, inout PendingChanges) throws -> Void = { _, _ in }
  ) throws -> FetchedRows<Plain> {
    let rows = try RowObjects(Layout.models, "abcde".map { ("Plain", String($0)) })
    var pending = PendingChanges()
    try change(rows, &pending)
    return FetchedRows(
      descriptor, try rows.description(of: Plain.self),
      from: FetchSource(
        catalog: rows.objects.catalog, tables: rows.tables,
        identityMap: rows.objects.identityMap, backing: DocumentStore(rows.tables)),
      pending: pending
    ) { location in
      let segment = rows.table.segments[location.segment]
      return rows.objects.identityMap[segment.keys[location.row]] as? Plain
        ?? rows.objects.make(segment, location.row, of: rows.hierarchy, .stored) as? Plain
    }
  }

  @Test("Rows are found in the order of their keys, within the window")
  func window() throws {
    var descriptor = FetchDescriptor<Plain>(predicate: #Predicate { $0.name != "b" })
    #expect(try fetched(descriptor).rows().map(\.key) == [1, 3, 4, 5])
    descriptor.fetchOffset = 1
    descriptor.fetchLimit = 2
    #expect(try fetched(descriptor).rows().map(\.key) == [3, 4])
    #expect(try fetched(descriptor).count() == 2)
  }

  @Test("Columns and getters sort alike")
  func order() throws {
    let byColumn = FetchDescriptor<Plain>(sortBy: [SortDescriptor(\.name, order: .reverse)])
    #expect(try fetched(byColumn).rows().map(\.key) == [5, 4, 3, 2, 1])
    let byGetter = FetchDescriptor<Plain>(sortBy: [SortDescriptor(\.rank)])
    let rows = try fetched(byGetter)
    #expect(try rows.rows().compactMap(rows.model).map(\.name) == ["e", "d", "c", "b", "a"])
  }

  @Test("A pending object is found by its own values, a deleted one not at all")
  func pending() throws {
    let rows = try fetched(FetchDescriptor(predicate: #Predicate { $0.name >= "c" })) {
      let renamed = try $0.make(1, as: Plain.self)
      renamed.name = "z"
      $1.change(renamed)
      let small = try $0.make(4, as: Plain.self)
      small.name = "a"
      $1.change(small)
      $1.delete(try $0.make(5, as: Plain.self))
      let new = Plain(name: "n")
      try $0.insert(new, as: 6)
      $1.insert(new)
    }
    #expect(try rows.rows().map(\.key) == [1, 3, 6])
    #expect(try rows.count() == 3)
    #expect(try rows.rows().compactMap(rows.model).map(\.name) == ["z", "c", "n"])
  }

  @Test("A condition on a getter tests the objects of the rows that columns select")
  func getter() throws {
    let rows = try fetched(
      FetchDescriptor(predicate: #Predicate { $0.rank > -100 && $0.name >= "b" }))
    #expect(rows.plan.tests.count == 1)
    #expect(try rows.rows().map(\.key) == [2, 3])
    #expect(try rows.rows().compactMap(\.model).map(\.name) == ["b", "c"])
  }
}

extension Layout.Plain {
  /// A property without a column: -97 for a, -98 for b and so on.
  fileprivate var rank: Int { -Int(name.utf8.first ?? 0) }
}
