import DocumentTables
import Testing

@Suite("Columns")
struct ColumnTests {
  /// Some values of each storage, nil left out.
  static let values: [(ColumnStorage, [Value])] = [
    (.bool, [.bool(true), .bool(false)]),
    (.integer, [.integer(.min), .integer(0), .integer(.max)]),
    (.unsigned, [.unsigned(0), .unsigned(.max)]),
    (.double, [.double(-0.0), .double(0), .double(.nan), .double(-.infinity), .double(0.1)]),
    (.uuid, [.uuid(0), .uuid(.max)]),
    (.text, [.text(""), .text("plain"), .text("\u{E9}"), .text("e\u{301}"), .text("\0")]),
    (.data, [.data([]), .data([0, 255, 128])]),
    (.tree, [.tree(.members(["a": .date(1)])), .tree(.text("x"))]),
    (.array(.text), [.array([]), .array([.text("a"), .null])]),
    (.reference, [.reference(1), .reference(9_007_199_254_740_991)]),
    (.references, [.references([]), .references([3, 1, 2])]),
  ]

  static func rows(_ values: [Value], seed: UInt64, count: Int = 200) -> [Value] {
    var random = TextFormRandom(seed: seed)
    return (0..<count).map { _ in
      Int.random(in: 0..<3, using: &random) == 0
        ? .null : values.randomElement(using: &random) ?? .null
    }
  }

  @Test("hold what was put into them, nils included", arguments: values)
  func roundTrip(storage: ColumnStorage, values: [Value]) {
    for seed in 0..<3 as Range<UInt64> {
      let rows = Self.rows(values, seed: seed)
      let builder = ColumnBuilder(storage)
      for value in rows { builder.append(value) }
      let column = builder.finish()
      #expect(column.count == rows.count)
      #expect((0..<rows.count).map { column.value(at: $0) } == rows)
      #expect((0..<rows.count).map { column.isNull(at: $0) } == rows.map(\.isNull))
    }
  }

  @Test("of nils only are one constant", arguments: values)
  func constant(storage: ColumnStorage, values: [Value]) throws {
    let builder = ColumnBuilder(storage)
    for _ in 0..<100 { builder.appendNull() }
    guard case .constant(.null, 100) = builder.finish() else {
      Issue.record("a column of nils takes room")
      return
    }
  }

  @Test("are copied in ranges, from constants too", arguments: values)
  func copying(storage: ColumnStorage, values: [Value]) throws {
    let rows = Self.rows(values, seed: 7)
    let builder = ColumnBuilder(storage)
    for value in rows { builder.append(value) }
    let first = try #require(values.first)
    let copy = ColumnBuilder(storage)
    let source = builder.finish()
    copy.append(source, rows: 150..<200)
    copy.append(.constant(first, count: 5), rows: 1..<4)
    copy.append(.constant(.null, count: 5), rows: 0..<2)
    copy.append(source, rows: 0..<64)
    copy.append(source, rows: 10..<10)
    let expected =
      Array(rows[150..<200]) + [first, first, first, .null, .null] + Array(rows[0..<64])
    let column = copy.finish()
    #expect((0..<column.count).map { column.value(at: $0) } == expected)
  }

  @Test("of dates hold dates, whether they come as dates or as seconds")
  func dates() {
    let builder = ColumnBuilder(.double, isDate: true)
    builder.append(.date(1))
    builder.appendDouble(2)
    let column = builder.finish()
    #expect(column.value(at: 0) == .date(1))
    #expect(column.value(at: 1) == .date(2))
  }

  @Test("know that all their texts are ASCII")
  func ascii() throws {
    func isASCII(_ texts: [String]) -> Bool? {
      let builder = ColumnBuilder(.text)
      for text in texts { builder.append(.text(text)) }
      if case .text(let column) = builder.finish() { return column.isASCII }
      return nil
    }
    #expect(isASCII(["a", "", "\u{7F}"]) == true)
    #expect(isASCII(["a", "é", "b"]) == false)
  }

  @Test("take a value of another kind, and the tree null, for nil")
  func otherKinds() {
    let builder = ColumnBuilder(.integer)
    builder.append(.text("1"))
    builder.append(.integer(1))
    #expect(builder.finish().value(at: 0) == .null)
    let trees = ColumnBuilder(.tree)
    trees.append(.tree(.null))
    trees.appendNested(.tree(.null))
    trees.append(.tree(.bool(true)))
    let column = trees.finish()
    #expect((0..<3).map { column.isNull(at: $0) } == [true, true, false])
  }

  @Test("give a row's references without making a value of it")
  func references() {
    let builder = ColumnBuilder(.references)
    builder.append(.references([5, 4]))
    builder.append(.null)
    builder.append(.references([]))
    let column = builder.finish()
    #expect(column.references(at: 0).map(Array.init) == [5, 4])
    #expect(column.references(at: 1) == nil)
    #expect(column.references(at: 2).map(Array.init) == [])
    #expect(Column.constant(.references([1]), count: 2).references(at: 1).map(Array.init) == [1])
    #expect(Column.constant(.reference(8), count: 2).reference(at: 1) == 8)
    #expect(Column.constant(.null, count: 2).reference(at: 1) == nil)
  }
}
