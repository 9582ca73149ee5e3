import Testing

@testable import DocumentTables

@Suite("Some rows of a segment")
struct RowRunsTests {
  private static let hierarchy = HierarchyLayout(
    name: "A",
    entities: ["A", "B"].enumerated().map { number, name in
      EntityLayout(
        name: name, discriminator: UInt16(number), isAbstract: false, properties: [])
    },
    columns: [])

  private func segment(
    _ columns: [Column], count: Int, entities: EntityColumn = .constant(0)
  ) -> Segment {
    Segment(
      keys: KeyColumn(ascending: (0..<count).map { ObjectKey(10 + $0) }), entities: entities,
      columns: columns, foreign: [3: .text("foreign"), 4: .text("other")])
  }

  @Test(
    "hold the values that they held", arguments: ColumnTests.values, [1, 2, 40] as [Int])
  func values(pair: (storage: ColumnStorage, values: [Value]), share: Int) throws {
    for seed in 0..<4 as Range<UInt64> {
      var random = TextFormRandom(seed: seed)
      let rows = ColumnTests.rows(pair.values, seed: seed)
      let builder = ColumnBuilder(pair.storage)
      for value in rows { builder.append(value) }
      let whole = segment([builder.finish()], count: rows.count)
      let gone = rows.indices.filter { _ in Int.random(in: 0..<share, using: &random) == 0 }
      let left = rows.indices.filter { !gone.contains($0) }
      for kept in [RowRuns(left), RowRuns(of: rows.count, without: gone)] {
        let part = whole.keeping(kept)
        #expect(part.count == left.count)
        #expect((0..<part.count).map { part.value(at: $0, column: 0) } == left.map { rows[$0] })
        #expect((0..<part.count).map { part.keys[$0] } == left.map { ObjectKey(10 + $0) })
        let foreign = left.firstIndex(of: 3).map { part.foreign[$0] }
        #expect(foreign == (left.contains(3) ? .text("foreign") : nil))
        #expect(part.foreign.count == [3, 4].count { left.contains($0) })
      }
    }
  }

  @Test("of nils only are one constant, of one entity hold it once")
  func constants() throws {
    let builder = ColumnBuilder(.text)
    builder.append(.text("a"))
    for _ in 0..<9 { builder.appendNull() }
    let list = EntityColumn.list([0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
    let whole = segment(
      [builder.finish(), .constant(.bool(true), count: 10)], count: 10, entities: list)
    let part = whole.keeping(RowRuns(6..<9))
    guard case .constant(.null, 3) = part.columns[0],
      case .constant(.bool(true), 3) = part.columns[1]
    else {
      Issue.record("a constant takes room")
      return
    }
    #expect(part.entities == .constant(1))
    #expect(whole.keeping(RowRuns([4, 5])).entities == .list([0, 1]))
    #expect(whole.keeping(RowRuns(of: 10, without: 0..<10)).count == 0)
  }
}
