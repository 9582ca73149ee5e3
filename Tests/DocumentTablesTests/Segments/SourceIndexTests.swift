import DocumentTables
import Testing

@Suite("Who refers to whom, over all segments")
struct SourceIndexTests {
  /// How rows refer, in the order of their keys.
  enum Shape: String, CaseIterable {
    case inOrder, withStrays, movedRuns, shuffled, backwards, allToOne, some
  }

  private func targets(_ shape: Shape, _ random: inout TextFormRandom) -> [ObjectKey?] {
    let ordered = (0..<300).map { ObjectKey($0 / 3) }
    switch shape {
    case .inOrder: return ordered
    case .withStrays:
      return ordered.map { Int.random(in: 0..<9, using: &random) == 0 ? $0 * 7 % 100 : $0 }
    case .movedRuns:
      return Array(ordered[200...]) + ordered[..<50] + ordered[100..<200] + ordered[50..<100]
    case .shuffled: return ordered.shuffled(using: &random)
    case .backwards: return ordered.reversed()
    case .allToOne: return ordered.map { _ in 5 }
    case .some: return ordered.map { Bool.random(using: &random) ? $0 : nil }
    }
  }

  private func table(_ targets: [ObjectKey?], rowsPerSegment: Int) throws -> Table {
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "A",
          relationships: [TableRelationship(name: "one", destination: "A", isToMany: false)])
      ])
    let rows: [TablesFixture.Row] = targets.enumerated().map { row, target in
      ("A", ObjectKey(row + 1), target.map { ["one": .reference($0)] } ?? [:])
    }
    let tables = TablesFixture.tables(schema, rowsPerSegment: rowsPerSegment, rows)
    return try #require(tables.tables.first)
  }

  @Test("is found whatever order the rows are in", arguments: Shape.allCases)
  func found(_ shape: Shape) throws {
    for seed in 0..<4 as Range<UInt64> {
      var random = TextFormRandom(seed: seed)
      let targets = targets(shape, &random)
      let table = try table(targets, rowsPerSegment: [1, 7, 40, 300][Int(seed)])
      for target in -1...101 as ClosedRange<ObjectKey> {
        let expected = targets.indices.filter { targets[$0] == target }.map { ObjectKey($0 + 1) }
        #expect(table.sources(of: target, throughColumn: 0) == expected, "seed \(seed)")
      }
      #expect(table.sources(of: .min, throughColumn: 0).isEmpty)
      #expect(table.sources(of: .max, throughColumn: 0).isEmpty)
    }
  }
}
