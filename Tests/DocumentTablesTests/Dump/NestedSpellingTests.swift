import Testing

@testable import DocumentTables

@Suite("Values that a dump copies from their columns")
struct NestedSpellingTests {
  /// Values of each scalar type with every spelling that a dump has of them.
  private static let scalars: [ScalarType: [Value]] = [
    .bool: [.bool(true), .bool(false)],
    .int8: [.integer(-128), .integer(0)], .int16: [.integer(1)], .int32: [.integer(-1)],
    .int64: [
      .integer(.min), .integer(0), .integer(9_007_199_254_740_991),
      .integer(-9_007_199_254_740_992),
    ],
    .uint8: [.integer(255)], .uint16: [.integer(7)], .uint32: [.integer(4_294_967_295)],
    .uint64: [.unsigned(.max), .unsigned(1), .unsigned(9_007_199_254_740_992)],
    .float: [
      .double(Double(Float(0.1))), .double(16_777_216), .double(1e10), .double(-.infinity),
      .double(-0.0), .double(.nan), .double(Double(Float.leastNonzeroMagnitude)),
    ],
    .double: [
      .double(0.1), .double(3), .double(-0.0), .double(0), .double(1e21), .double(1e-7),
      .double(.infinity), .double(-.infinity), .double(.nan), .double(123_456_789_012_345_680),
    ],
    .decimal: [.text("-12.5"), .text("0")],
    .text: [
      .text(""), .text("null"), .text("],}\",\\"), .text("\u{7F}\u{202E}é京🎌\n\u{E0041}"),
      .text("{\"$double\":\"1\"}"),
    ],
    .date: [.double(0), .double(0.125), .double(1e300), .double(.nan)],
    .day: [.integer(0), .integer(-730_485)],
    .clockTime: [
      .text("2026-07-01T19:30:00"), .text("2026-07-01T19:30:00+02:00[Europe/Paris]"),
    ],
    .zonedTime: [.text("2026-07-01T19:30:00+02:00[Europe/Paris]")],
    .uuid: [.uuid(0xFF), .uuid(.max)],
    .url: [.text("https://example.com/a,b?c=é")],
    .data: [.data([]), .data([0, 255, 1])],
  ]

  private static let places = TableStructure(
    name: "Places",
    members: ScalarType.allCases.flatMap { type in
      [
        TableAttribute(name: "\(type.rawValue)", type: .scalar(type), isNullable: true),
        TableAttribute(
          name: "\(type.rawValue)\u{202E}\"s\" of é",
          type: .array(type, nullableElements: true), isNullable: true),
      ]
    })

  private static func pick(_ type: AttributeType, _ random: inout TextFormRandom) -> Value {
    switch type {
    case .scalar(let scalar): scalars[scalar]?.randomElement(using: &random) ?? .null
    case .array(let element, _):
      .array(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          Bool.random(using: &random) ? .null : pick(.scalar(element), &random)
        })
    case .structure(let structure):
      .tree(
        structure.tree(
          of: structure.members.map {
            Int.random(in: 0..<4, using: &random) == 0 ? .null : pick($0.type, &random)
          }))
    // A tree that is null is nil.
    case .tree, .dictionary: .tree(.array([NestedFormTests.tree(&random, depth: 4)]))
    }
  }

  private static let types: [AttributeType] =
    ScalarType.allCases.flatMap { [.scalar($0), .array($0, nullableElements: true)] }
    + [
      .tree(shape: nil), .dictionary(key: .text, value: .double, nullableValues: false),
      .structure(places),
    ]

  private static func schema(_ type: AttributeType) throws -> TableSchema {
    try TableSchema(
      name: "One", version: nil,
      entities: [
        TableEntity(
          name: "One", attributes: [TableAttribute(name: "value", type: type, isNullable: true)])
      ])
  }

  private static func tables(_ schema: TableSchema, _ values: [Value]) -> Tables {
    DumpFixture.tables(
      schema, nextKey: 1000, rowsPerSegment: 1000,
      values.enumerated().map { ("One", ObjectKey($0 + 1), ["value": $1]) })
  }

  /// The lines of a dump that have values.
  private static func lines(_ tables: Tables) -> [Substring] {
    TablesDump.text(tables, all: false).split(separator: "\n").filter {
      $0.hasPrefix("  value = ")
    }
  }

  private static func line(_ value: Value, _ type: AttributeType) -> String {
    var text = DumpText()
    text.append("  value = ")
    text.appendValue(value, type)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  @Test("are spelled as the values themselves", arguments: types)
  func everyType(type: AttributeType) throws {
    var random = TextFormRandom(seed: 1)
    let values = (0..<300).map { _ in
      Int.random(in: 0..<5, using: &random) == 0 ? .null : Self.pick(type, &random)
    }
    let lines = Self.lines(Self.tables(try Self.schema(type), values))
    try #require(lines.count == values.count)
    for (line, value) in zip(lines, values) {
      #expect(Array(line.utf8) == Array(Self.line(value, type).utf8))
    }
    // Every row of a constant column has its value.
    let constant = Self.pick(type, &random)
    var tables = Self.tables(try Self.schema(type), [.null, .null])
    let segment = tables.tables[0].segments[0]
    tables.tables[0] = Table(segments: [
      Segment(segment, replacing: [0: .constant(constant, count: 2)])
    ])
    #expect(Self.lines(tables) == Array(repeating: Self.line(constant, type)[...], count: 2))
  }

  @Test("are spelled by the form of their column, if the type is another")
  func otherForm() throws {
    var tables = Self.tables(
      try Self.schema(.array(.int64, nullableElements: true)), [.null, .null])
    let other = Self.tables(
      try Self.schema(.array(.int8, nullableElements: true)),
      [.array([.integer(1), .null]), .null])
    tables.tables = other.tables
    #expect(Self.lines(tables) == ["  value = [1, nil]", "  value = nil"])
  }

  @Test(
    "are copied without a trap if their text is not canonical", arguments: 1...20 as ClosedRange)
  func anyText(seed: UInt64) {
    var random = TextFormRandom(seed: seed)
    let bytes = Array("{}[],:\"\\$untaf0123456789-.eIN\u{1}é".utf8)
    let spellings = Self.types.compactMap { NestedSpelling($0) }
    for _ in 0..<100 {
      for spelling in spellings {
        let type = Self.types.first { NestedSpelling($0)?.form == spelling.form }
        var text: [UInt8] = []
        if let type { spelling.form.append(Self.pick(type, &random), to: &text) }
        for _ in 0..<3 {
          let byte = bytes.randomElement(using: &random) ?? 0
          let place = Int.random(in: 0...text.count, using: &random)
          if place < text.count, Bool.random(using: &random) {
            text[place] = byte
          } else {
            text.insert(byte, at: place)
          }
        }
        text.removeLast(Int.random(in: 0..<text.count, using: &random))
        var spelled = TextBuffer(capacity: 64)
        text.withUnsafeBufferPointer { spelling.append($0, to: &spelled) }
      }
    }
  }
}
