import Testing

@testable import DocumentTables

@Suite("Sorting rows")
struct RowSortingTests {
  private func order(
    _ tables: Tables, _ hierarchy: Int, _ orders: [ColumnOrder], _ left: RowLocation,
    _ right: RowLocation
  ) -> Int {
    let oracle = QueryOracle(tables: tables)
    for order in orders {
      let left = oracle.value(order.column, hierarchy, left)
      let right = oracle.value(order.column, hierarchy, right)
      let spelled = tables.schema.queriedColumns[hierarchy][order.column].spelledOrder
      let outcome = compare(left, right, order, spelled)
      if outcome != 0 { return order.isDescending ? -outcome : outcome }
    }
    return 0
  }

  private func compare(
    _ left: Value, _ right: Value, _ order: ColumnOrder, _ spelled: SpelledOrder?
  ) -> Int {
    if left.isNull || right.isNull { return (left.isNull ? 0 : 1) - (right.isNull ? 0 : 1) }
    if case .custom(let compare) = order.comparison { return compare(left, right) }
    switch (left, right) {
    case (.bool(let left), .bool(let right)): return (left ? 1 : 0) - (right ? 1 : 0)
    case (.double(let left), .double(let right)), (.date(let left), .date(let right)):
      if left.isNaN || right.isNaN { return (left.isNaN ? 0 : 1) - (right.isNaN ? 0 : 1) }
    case (.text(let left), .text(let right)) where spelled == nil:
      let left = ComparisonText(left)
      let right = ComparisonText(right)
      return left < right ? -1 : right < left ? 1 : 0
    default: break
    }
    return QueryOracle.isBefore(left, right, spelled)
      ? -1 : QueryOracle.isBefore(right, left, spelled) ? 1 : 0
  }

  private func orders(_ fixture: inout QueryFixture, _ hierarchy: Int) -> [ColumnOrder] {
    let columns = fixture.numbers(hierarchy).filter {
      fixture.schema.queriedColumns[hierarchy][$0].storage != .reference
    }
    let indexed = fixture.schema.indexedColumns[hierarchy].lists.compactMap(\.first)
    return (0..<fixture.number(1..<4)).map { _ in
      let choice = fixture.number(0..<2) == 0 ? indexed : columns
      let isCustom = fixture.number(0..<5) == 0
      return ColumnOrder(
        column: choice.randomElement(using: &fixture.random) ?? 0,
        isDescending: fixture.number(0..<2) == 0,
        comparison: isCustom
          ? .custom { "\($0)".utf8.count - "\($1)".utf8.count } : .natural)
    }
  }

  @Test(
    "puts rows in order by several columns, keeps the order of equal ones, and stops at a limit",
    arguments: 0..<30 as Range<UInt64>)
  func sorting(seed: UInt64) throws {
    var fixture = try QueryFixture(seed: seed)
    var tables = fixture.tables(perSegment: [3, 20, 70][Int(seed) % 3])
    let hierarchy = try #require(fixture.schema.hierarchyIndex(of: "Trip"))
    for _ in 0..<12 {
      let query = fixture.number(0..<2) == 0 ? .constant(true) : fixture.query(hierarchy)
      let selection = try tables.rows(of: hierarchy, where: query)
      let orders = orders(&fixture, hierarchy)
      func isBefore(_ left: RowLocation, _ right: RowLocation) -> Bool {
        order(tables, hierarchy, orders, left, right) < 0
      }
      // Equal rows keep the order they are given in, which is any.
      let shuffled = selection.shuffled(using: &fixture.random)
      func expected(_ rows: [RowLocation]) -> [RowLocation] {
        rows.enumerated().sorted { left, right in
          let outcome = order(tables, hierarchy, orders, left.element, right.element)
          return outcome == 0 ? left.offset < right.offset : outcome < 0
        }.map(\.element)
      }
      var rows = shuffled
      tables.sort(&rows, of: hierarchy, by: orders)
      #expect(rows == expected(shuffled), "\(orders)")
      let limit = fixture.number(0..<12)
      rows = shuffled
      tables.sort(&rows, of: hierarchy, by: orders, limit: limit)
      #expect(rows == Array(expected(shuffled).prefix(limit)))
      let inOrder = expected(Array(selection))
      #expect(tables.sorted(selection, of: hierarchy, by: orders) == inOrder)
      for _ in 0..<3 {
        #expect(
          tables.sorted(selection, of: hierarchy, by: orders, limit: limit)
            == Array(inOrder.prefix(limit)), "\(orders)")
      }
      if fixture.number(0..<3) == 0 { tables = tables.applying(fixture.changes(of: tables)) }
    }
  }

  @Test("leaves rows as they are where there is nothing to sort by")
  func nothing() throws {
    var fixture = try QueryFixture(seed: 1)
    let tables = fixture.tables(perSegment: 20)
    let rows = Array(try tables.rows(of: 0, where: .constant(true))).shuffled(
      using: &fixture.random)
    var sorted = rows
    tables.sort(&sorted, of: 0, by: [])
    #expect(sorted == rows)
    tables.sort(&sorted, of: 0, by: [ColumnOrder(column: 99)])
    #expect(sorted == rows)
    tables.sort(&sorted, of: 99, by: [ColumnOrder(column: 0)], limit: -1)
    #expect(sorted == rows)
    tables.sort(&sorted, of: 0, by: [], limit: 0)
    #expect(sorted.isEmpty)
  }

  @Test(
    "finds the key that so many of the smallest keys do not exceed",
    arguments: 0..<20 as Range<UInt64>)
  func selection(seed: UInt64) {
    var random = TextFormRandom(seed: seed)
    let keys = (0..<100).map { _ in random.next() >> [0, 60, 32][Int(seed) % 3] }
    for count in 1..<100 {
      #expect(KeySelection.smallest(count, of: keys) == keys.sorted()[count - 1])
    }
  }
}
