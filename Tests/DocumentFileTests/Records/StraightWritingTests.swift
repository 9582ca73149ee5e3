import DocumentTables
import Testing

@testable import DocumentFile

/// What is written straight from columns is compared with what is spelled value by value.
@Suite("Records written straight from columns")
struct StraightWritingTests {
  /// A record spelled value by value.
  private func spelled(
    _ segment: Segment, _ row: Int, _ plan: RecordPlan, _ encoding: DocumentEncoding
  ) -> [UInt8] {
    let entity = plan.entities[Int(segment.entities[row])]
    var bytes: [UInt8] = []
    let key = segment.keys[row]
    switch encoding {
    case .json:
      bytes += Array("{\"$id\":\(key)".utf8)
      if !entity.isRoot { bytes += Array(",\"$entity\":\"\(entity.name)\"".utf8) }
    case .xml:
      bytes += Array("<d:record id=\"\(key)\"".utf8)
      if !entity.isRoot { bytes += Array(" entity=\"\(entity.name)\"".utf8) }
      bytes += Array(">".utf8)
    }
    for property in entity.properties where property.column >= 0 {
      let value = segment.value(at: row, column: property.column)
      switch encoding {
      case .json: JSONRecordWriter.append(value, property, to: &bytes)
      case .xml: XMLRecordWriter.append(value, property, to: &bytes)
      }
    }
    if let foreign = segment.foreign[row] {
      switch encoding {
      case .json: JSONRecordWriter.append(foreign: foreign, to: &bytes)
      case .xml: XMLRecordWriter.append(foreign: foreign, to: &bytes)
      }
    }
    return bytes + Array((encoding == .json ? "}" : "</d:record>").utf8)
  }

  private func check(
    _ segment: Segment, of schema: TableSchema, _ encoding: DocumentEncoding
  ) throws {
    let tables = RecordFixture.tables(schema, [segment])
    let writer = RecordWriter(tables: tables, hierarchy: 0, encoding: encoding)
    let plan = RecordPlan(try #require(schema.hierarchies.first))
    for row in 0..<segment.count {
      var record: [UInt8] = []
      writer.append(segment, row: row, to: &record)
      #expect(
        String(decoding: record, as: UTF8.self)
          == String(decoding: spelled(segment, row, plan, encoding), as: UTF8.self))
    }
  }

  @Test("every value is spelled alike", arguments: DocumentEncoding.allCases, 0..<12)
  func generated(encoding: DocumentEncoding, seed: Int) throws {
    let schema = try RecordRoundTripTests.schema()
    let hierarchy = try #require(schema.hierarchies.first)
    try check(
      try RecordRoundTripTests.segment(hierarchy, rows: 40, seed: UInt64(seed) + 1), of: schema,
      encoding)
  }

  private static let pieces = [
    "a", "plain text of some length", "\u{0}", "\"", "\\", "\n", "\t", "\r", "&", "<", ">", "é",
    "\u{85}",
    "\u{2028}", "\u{2029}", "’", "\u{FFFD}", "\u{FFFE}", "京都", "🚆", " ",
  ]

  @Test("texts of all lengths and characters", arguments: DocumentEncoding.allCases)
  func texts(encoding: DocumentEncoding) throws {
    var generator = SeededGenerator(state: 99)
    let values: [Value] = (0..<600).map { index in
      let count = Int.random(in: 0...(index % 50 == 0 ? 2_000 : 8), using: &generator)
      // Few have what XML cannot hold, which ends the straight way.
      let pieces =
        index % 5 == 0 ? Self.pieces : Self.pieces.filter { $0 != "\u{0}" && $0 != "\u{FFFE}" }
      return .text(
        (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined())
    }
    try check(.text, values, encoding)
  }

  @Test("bytes of all lengths", arguments: DocumentEncoding.allCases)
  func data(encoding: DocumentEncoding) throws {
    let lengths = Array(0...10) + [3_071, 3_072, 3_073, 6_144, 9_217]
    try check(
      .data,
      lengths.map { length in .data((0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }) },
      encoding)
  }

  @Test("a column of one value", arguments: DocumentEncoding.allCases)
  func constants(encoding: DocumentEncoding) throws {
    let values: [(ScalarType, Value)] = [
      (.text, .text("a\n\"b\"")), (.text, .text("")), (.text, .text("\u{0}")), (.text, .null),
      (.int64, .integer(.max)), (.uint64, .unsigned(.max)), (.float, .double(Double(Float(0.1)))),
      (.double, .double(.nan)), (.data, .data([])), (.data, .data([1, 2])), (.date, .date(0.5)),
    ]
    for (type, value) in values {
      let schema = try Self.schema(type)
      let segment = Segment(
        keys: KeyColumn(ascending: [4, 9]), entities: .constant(0),
        columns: [.constant(value, count: 2)])
      try check(segment, of: schema, encoding)
    }
  }

  @Test("more columns than are lent at once", arguments: DocumentEncoding.allCases)
  func manyColumns(encoding: DocumentEncoding) throws {
    let schema = try TableSchema(
      name: "Wide", version: nil,
      entities: [
        TableEntity(
          name: "Thing",
          attributes: (0..<300).map { index in
            let type: ScalarType = [.text, .int64, .date][index % 3]
            return TableAttribute(name: "value\(index)", type: .scalar(type), isNullable: true)
          })
      ])
    let hierarchy = try #require(schema.hierarchies.first)
    var generator = SeededGenerator(state: 5)
    let builder = SegmentBuilder(hierarchy)
    for key in 1...5 {
      builder.append(
        key: ObjectKey(key), discriminator: 0,
        values: hierarchy.columns.map { RecordRoundTripTests.value($0, &generator) })
    }
    try check(builder.finish(), of: schema, encoding)
  }

  private static func schema(_ type: ScalarType) throws -> TableSchema {
    try TableSchema(
      name: "One", version: nil,
      entities: [
        TableEntity(
          name: "Thing",
          attributes: [TableAttribute(name: "value", type: .scalar(type), isNullable: true)])
      ])
  }

  private func check(
    _ type: ScalarType, _ values: [Value], _ encoding: DocumentEncoding
  ) throws {
    let schema = try Self.schema(type)
    let builder = SegmentBuilder(try #require(schema.hierarchies.first))
    for (index, value) in values.enumerated() {
      builder.append(key: ObjectKey(index + 1), discriminator: 0, values: [value])
    }
    try check(builder.finish(), of: schema, encoding)
  }
}
