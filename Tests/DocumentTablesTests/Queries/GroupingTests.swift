import DocumentTables
import Foundation
import Testing

@Suite("Grouping")
struct GroupingTests {
  /// Rows with a text, an integer, a number, a decimal and a day, all of which may be null.
  static let schema = Result {
    try TableSchema(
      name: "grouping", version: nil,
      entities: [
        TableEntity(
          name: "Row",
          attributes: [
            TableAttribute(name: "amount", type: .scalar(.decimal), isNullable: true),
            TableAttribute(name: "count", type: .scalar(.int64), isNullable: true),
            TableAttribute(name: "flag", type: .scalar(.bool), isNullable: true),
            TableAttribute(name: "number", type: .scalar(.double), isNullable: true),
            TableAttribute(name: "text", type: .scalar(.text), isNullable: true),
          ])
      ])
  }

  static func tables(_ rows: [[String: Value]], rowsPerSegment: Int = 3) throws -> Tables {
    TablesFixture.tables(
      try schema.get(), nextKey: 1_000_000, rowsPerSegment: rowsPerSegment,
      rows.enumerated().map { (entity: "Row", key: ObjectKey($0 + 1), values: $1) })
  }

  private static func layout(_ name: String) throws -> ColumnLayout {
    try #require(try schema.get().hierarchies[0].columns.first { $0.name == name })
  }

  private static func column(_ name: String) throws -> Int {
    try #require(try schema.get().hierarchies[0].entities[0].column(of: name))
  }

  /// Groups the rows of tables by some properties and describes each group.
  static func groups(
    _ tables: Tables, by keys: [String], _ aggregates: [(RowAggregate.Function, String)],
    where query: Query = .constant(true), workers: Int = 2
  ) throws -> [[Value]] {
    let rows = try tables.groupedRows(
      tables.rows(of: 0, where: query), of: 0,
      keys: keys.map { .column(try column($0)) },
      values: aggregates.map { .column(try column($0.1)) })
    let groups = try RowGroups(
      rows,
      by: keys.enumerated().map { RowGroups.Key(try layout($1), columns: $0..<$0 + 1) },
      aggregates.enumerated().map { RowAggregate($1.0, of: $0, try layout($1.1)) },
      sharing: ScanSharing(workers: WorkerCount(workers)))
    return (0..<groups.count).map { group in
      keys.indices.map { groups.key($0, of: group) }
        + aggregates.indices.map { value(groups.result($0, of: group)) }
    }
  }

  private static func value(_ result: RowAggregate.Result) -> Value {
    switch result {
    case .count(let count): .integer(Int64(count))
    case .value(let value): value
    case .total(let total):
      switch total.sum {
      case .integer(let sum): .text("\(sum) of \(total.count)")
      case .double(let sum): .text("\(sum.isNaN ? .nan : sum) of \(total.count)")
      case .decimal(let sum): .text("\(sum.text) of \(total.count)")
      }
    }
  }

  private static func rows(_ name: String, _ values: [Value]) -> [[String: Value]] {
    values.map { [name: $0] }
  }

  @Test("Texts are grouped by canonical equivalence, with the spelling of the first row")
  func textKeys() throws {
    let tables = try Self.tables(
      Self.rows("text", [.text("e\u{301}"), .text("b"), .text("\u{E9}"), .text("b"), .text("")]))
    #expect(
      try Self.groups(tables, by: ["text"], [(.valueCount, "text")]) == [
        [.text(""), .integer(1)], [.text("b"), .integer(2)], [.text("e\u{301}"), .integer(2)],
      ])
  }

  @Test("Null is a group of its own and comes first, also where a whole segment has no value")
  func nullKeys() throws {
    let tables = try Self.tables(
      Self.rows("count", [.null, .null, .null, .integer(0), .null, .integer(-1), .integer(0)]))
    #expect(
      try Self.groups(tables, by: ["count"], [(.valueCount, "count"), (.total, "count")]) == [
        [.null, .integer(0), .text("0 of 0")], [.integer(-1), .integer(1), .text("-1 of 1")],
        [.integer(0), .integer(2), .text("0 of 2")],
      ])
    let texts = try Self.tables(
      Self.rows("text", [.null, .null, .null, .text(""), .null, .text("a")]))
    #expect(
      try Self.groups(texts, by: ["text"], [(.valueCount, "text")]) == [
        [.null, .integer(0)], [.text(""), .integer(1)], [.text("a"), .integer(1)],
      ])
  }

  @Test("Numbers are grouped by value: 0 equals −0, NaN equals NaN and comes first")
  func numberKeys() throws {
    let tables = try Self.tables(
      Self.rows(
        "number",
        [.double(-0.0), .double(.nan), .double(0), .double(-.nan), .double(-1.5), .double(0)]))
    #expect(
      try Self.groups(tables, by: ["number"], [(.valueCount, "number")]).map { $0[1] } == [
        .integer(2), .integer(1), .integer(3),
      ])
  }

  @Test("Several keys make one group for each combination, ordered by the first key")
  func severalKeys() throws {
    let tables = try Self.tables([
      ["text": .text("b"), "flag": .bool(true), "count": .integer(1)],
      ["text": .text("a"), "flag": .bool(true), "count": .integer(2)],
      ["text": .text("b"), "flag": .bool(false), "count": .integer(3)],
      ["text": .text("b"), "flag": .bool(true), "count": .integer(4)],
      ["text": .text("b"), "count": .integer(5)],
    ])
    #expect(
      try Self.groups(tables, by: ["text", "flag"], [(.total, "count")]) == [
        [.text("a"), .bool(true), .text("2 of 1")], [.text("b"), .null, .text("5 of 1")],
        [.text("b"), .bool(false), .text("3 of 1")], [.text("b"), .bool(true), .text("5 of 2")],
      ])
  }

  @Test("Without keys there is one group, even without rows")
  func noKeys() throws {
    let aggregates: [(RowAggregate.Function, String)] = [
      (.valueCount, "count"), (.minimum(.natural), "text"), (.total, "amount"),
      (.distinctCount, "text"),
    ]
    #expect(
      try Self.groups(Self.tables([]), by: [], aggregates) == [
        [.integer(0), .null, .text("0 of 0"), .integer(0)]
      ])
    #expect(try Self.groups(Self.tables([]), by: ["text"], aggregates).isEmpty)
  }

  @Test("Only selected rows count")
  func selection() throws {
    let tables = try Self.tables(
      (0..<40).map { ["count": .integer(Int64($0)), "flag": .bool($0 % 3 == 0)] },
      rowsPerSegment: 16)
    let column = try Self.column("count")
    #expect(
      try Self.groups(
        tables, by: ["flag"], [(.total, "count"), (.distinctCount, "count")],
        where: .range(column: column, .closed(.integer(5), .integer(30)))) == [
          [.bool(false), .text("293 of 17"), .integer(17)],
          [.bool(true), .text("162 of 9"), .integer(9)],
        ])
  }

  @Test("Minimum and maximum leave out nulls, and NaN unless there is nothing else")
  func extremes() throws {
    let numbers = try Self.tables(
      Self.rows("number", [.null, .double(.nan), .double(2), .double(-.infinity), .double(3)]))
    let both: [(RowAggregate.Function, String)] = [
      (.minimum(.natural), "number"), (.maximum(.natural), "number"),
    ]
    #expect(try Self.groups(numbers, by: [], both) == [[.double(-.infinity), .double(3)]])
    let none = try Self.tables(Self.rows("number", [.double(.nan), .null, .double(.nan)]))
    #expect(try Self.groups(none, by: [], both) == [[.double(.nan), .double(.nan)]])
    let texts = try Self.tables(
      Self.rows("text", [.text("b"), .text("\u{E9}"), .text("a"), .text("Z"), .null]))
    #expect(
      try Self.groups(texts, by: [], [(.minimum(.natural), "text"), (.maximum(.natural), "text")])
        == [[.text("Z"), .text("\u{E9}")]])
    let decimals = try Self.tables(
      Self.rows("amount", [.text("9"), .text("10"), .text("NaN"), .text("-1.5")]))
    #expect(
      try Self.groups(
        decimals, by: [], [(.minimum(.natural), "amount"), (.maximum(.natural), "amount")])
        == [[.text("-1.5"), .text("10")]])
    let integers = try Self.tables(
      Self.rows("count", [.integer(.max), .null, .integer(.min), .integer(0)]), rowsPerSegment: 2)
    #expect(
      try Self.groups(
        integers, by: [], [(.minimum(.natural), "count"), (.maximum(.natural), "count")])
        == [[.integer(.min), .integer(.max)]])
  }

  @Test("A custom order chooses the extremes and orders the groups")
  func customOrder() throws {
    let reversed = ColumnOrder.Comparison.custom { left, right in
      guard case .integer(let left) = left, case .integer(let right) = right else { return 0 }
      return left < right ? 1 : left > right ? -1 : 0
    }
    let tables = try Self.tables(
      Self.rows("count", [.integer(2), .integer(3), .integer(1), .null]))
    let rows = try tables.groupedRows(
      tables.rows(of: 0, where: .constant(true)), of: 0,
      keys: [.column(try Self.column("count"))], values: [.column(try Self.column("count"))])
    let groups = try RowGroups(
      rows, by: [RowGroups.Key(try Self.layout("count"), comparison: reversed, columns: 0..<1)],
      [RowAggregate(.minimum(reversed), of: 0, try Self.layout("count"))])
    #expect(
      (0..<groups.count).map { groups.key(0, of: $0) } == [
        .null, .integer(3), .integer(2), .integer(1),
      ])
    let all = try RowGroups(
      rows, by: [], [RowAggregate(.minimum(reversed), of: 0, try Self.layout("count"))])
    #expect(Self.value(all.result(0, of: 0)) == .integer(3))
  }

  @Test("Sums of integers exceed 64 bits without overflow")
  func integerTotals() throws {
    let tables = try Self.tables(
      Self.rows("count", [.integer(.max), .integer(.max), .integer(.max), .integer(-1)]))
    #expect(
      try Self.groups(tables, by: [], [(.total, "count")]) == [
        [.text("27670116110564327420 of 4")]
      ])
  }

  @Test("Sums of numbers keep what additions round away")
  func doubleTotals() throws {
    let values = [1e100, 1, -1e100, 0.1, 0.2, 0.3].map { Value.double($0) }
    #expect(
      try Self.groups(Self.tables(Self.rows("number", values)), by: [], [(.total, "number")]) == [
        [.text("1.6 of 6")]
      ])
    #expect(
      try Self.groups(
        Self.tables(Self.rows("number", [.double(.infinity), .double(1)])), by: [],
        [(.total, "number")]) == [[.text("inf of 2")]])
    #expect(
      try Self.groups(
        Self.tables(Self.rows("number", [.double(.infinity), .double(-.infinity)])), by: [],
        [(.total, "number")]) == [[.text("nan of 2")]])
  }

  @Test(
    "Sums of decimals are exact",
    arguments: [
      (["0.1", "0.2"], "0.3"), (["1", "-1"], "0"), ([], "0"), (["-0.5", "0.25"], "-0.25"),
      (["99999999999999999999999999999999999999", "1"], "100000000000000000000000000000000000000"),
      (
        ["0.00000000000000000000000000000000000001", "1"],
        "1.00000000000000000000000000000000000001"
      ),
      (
        ["1000000000000000000000000000000", "-0.0000001"],
        "999999999999999999999999999999.9999999"
      ),
      (["-999999999999999999.999999", "-0.000001"], "-1000000000000000000"),
      (["120.5", "3"], "123.5"), (["NaN", "1"], "NaN"),
    ])
  func decimalTotals(_ texts: [String], _ sum: String) throws {
    let tables = try Self.tables(Self.rows("amount", texts.map { .text($0) }), rowsPerSegment: 1)
    #expect(
      try Self.groups(tables, by: [], [(.total, "amount")]) == [
        [.text("\(sum) of \(texts.count)")]
      ])
  }

  @Test("A large decimal sum moves to parts without a change", arguments: [1, -1])
  func carriedDecimals(_ sign: Int) throws {
    let text = (sign < 0 ? "-" : "") + String(repeating: "9", count: 24)
    let rows = Self.rows("amount", [Value](repeating: .text(text), count: 4000))
    let expected = "3999999999999999999999996000"
    #expect(
      try Self.groups(Self.tables(rows, rowsPerSegment: 1000), by: [], [(.total, "amount")]) == [
        [.text((sign < 0 ? "-" : "") + "\(expected) of 4000")]
      ])
  }

  @Test("Keys that are computed are computed once for each value, and groups with equal keys join")
  func computedKeys() throws {
    let tables = try Self.tables(
      (0..<60).map { ["count": .integer(Int64($0 % 12)), "number": .double(Double($0))] },
      rowsPerSegment: 7)
    let rows = try tables.groupedRows(
      tables.rows(of: 0, where: .constant(true)), of: 0,
      keys: [.column(try Self.column("count"))],
      values: [.column(try Self.column("number")), .column(try Self.column("count"))])
    var calls: [Value] = []
    let groups = try RowGroups(
      rows,
      by: [
        RowGroups.Key(try Self.layout("count"), columns: 0..<1) { values in
          calls += values
          guard case .integer(let number) = values[0] else { return .null }
          return number == 0 ? .null : .integer(number % 3)
        }
      ],
      [
        RowAggregate(), RowAggregate(.total, of: 0, try Self.layout("number")),
        RowAggregate(.distinctCount, of: 1, try Self.layout("count")),
        RowAggregate(.maximum(.natural), of: 1, try Self.layout("count")),
      ])
    #expect(calls.count == 12)
    let found = (0..<groups.count).map { group -> [Value] in
      [groups.key(0, of: group)] + (0..<4).map { Self.value(groups.result($0, of: group)) }
    }
    let expected: [[Value]] = [
      [.null, .integer(5), .text("120.0 of 5"), .integer(1), .integer(0)],
      [.integer(0), .integer(15), .text("450.0 of 15"), .integer(3), .integer(9)],
      [.integer(1), .integer(20), .text("590.0 of 20"), .integer(4), .integer(10)],
      [.integer(2), .integer(20), .text("610.0 of 20"), .integer(4), .integer(11)],
    ]
    #expect(found == expected)
  }

  @Test("An error of a computed key is thrown")
  func throwingKey() throws {
    struct Refused: Error {}
    let tables = try Self.tables(Self.rows("count", [.integer(1)]))
    let rows = try tables.groupedRows(
      tables.rows(of: 0, where: .constant(true)), of: 0,
      keys: [.column(try Self.column("count"))], values: [])
    #expect(throws: Refused.self) {
      try RowGroups(
        rows,
        by: [RowGroups.Key(try Self.layout("count"), columns: 0..<1) { _ in throw Refused() }], [])
    }
  }

  @Test("Random rows give what a plain computation gives, with any number of threads")
  func randomRows() throws {
    var random = TextFormRandom(seed: 1)
    let rows = (0..<80_000).map { _ -> [String: Value] in
      let text = Int.random(in: 0..<300, using: &random)
      return [
        "text": text == 0 ? .null : .text("text \(text)"),
        "flag": .bool(Bool.random(using: &random)),
        "count": text % 5 == 0 ? .null : .integer(.random(in: -50...50, using: &random)),
        "number": .double(Double.random(in: -1...1, using: &random)),
        "amount": .text(
          DecimalText.text(Decimal(Int.random(in: -999...999, using: &random)) / 100)),
      ]
    }
    let tables = try Self.tables(rows, rowsPerSegment: 5000)
    let aggregates: [(RowAggregate.Function, String)] = [
      (.valueCount, "count"), (.distinctCount, "count"), (.minimum(.natural), "count"),
      (.maximum(.natural), "number"), (.total, "count"), (.total, "amount"), (.total, "number"),
    ]
    let found = try Self.groups(tables, by: ["text", "flag"], aggregates)
    #expect(found == (try Self.groups(tables, by: ["text", "flag"], aggregates, workers: 1)))
    let expected = Dictionary(grouping: rows) { [$0["text"] ?? .null, $0["flag"] ?? .null] }
    #expect(found.count == expected.count)
    for group in found {
      let rows = try #require(expected[Array(group.prefix(2))])
      let counts = rows.compactMap { row -> Int64? in
        if case .integer(let number)? = row["count"] { number } else { nil }
      }
      let numbers = rows.compactMap { row -> Double? in
        if case .double(let number)? = row["number"] { number } else { nil }
      }
      let sum = rows.reduce(Decimal(0)) { sum, row in
        guard case .text(let text)? = row["amount"], let amount = Decimal(string: text) else {
          return sum
        }
        return sum + amount
      }
      let values: [Value] = [
        .integer(Int64(counts.count)), .integer(Int64(Set(counts).count)),
        counts.min().map { .integer($0) } ?? .null, numbers.max().map { .double($0) } ?? .null,
        .text("\(counts.reduce(0, +)) of \(counts.count)"), .text("\(sum) of \(rows.count)"),
      ]
      #expect(Array(group[2..<8]) == values)
    }
  }
}
