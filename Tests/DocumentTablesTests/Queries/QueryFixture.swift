@testable import DocumentTables

/// Random tables of trips, items, tags and plans, random edits of them, and random queries.
struct QueryFixture {
  static let trip = 3
  static let texts = [
    "", "a", "ab", "abc", "b", "bc", "Lisboa", "Lisbon", "K", "\u{212A}", "\u{212A}a", "Ka", ";",
    "\u{37E}", "é", "e\u{301}", "éa", "e\u{301}a", "eé", "e", "a\u{0}", "\u{0}", "a\u{0}b", "\r\n",
    "\n", "\r", "a\r\nb", "a\nb", "👩", "👨‍👩‍👧", "👨‍👩‍👧a", "a👩b", "👍🏽", "👍", "🇵🇹", "🇵🇹🇪🇸",
    "日本", "日本語", "가", "\u{1100}\u{1161}", "각", "가\u{11A8}", "ẻ", "ȩ", "ẻ\u{327}",
    "e\u{327}\u{309}", "ü", "u\u{308}", "Straße", "ﬁ", "Ω", "\u{2126}", "สวัสดี", "नमस्ते", "क्षि",
    "a\u{301}\u{327}", "a\u{327}\u{301}", "\u{301}", "\u{200D}", "x\u{FE0F}", "Đà Nẵng",
    "Đà Nẵng", "привет", "привет мир", "\u{10FFFF}", "𠀀", "1\u{FE0F}\u{20E3}",
  ]
  static let doubles: [Double] = [
    0, -0.0, 1, -1, 1.5, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
  ]
  static let integers: [Int64] = [.min, .min + 1, -1, 0, 1, 2, 3, .max - 1, .max]
  static let decimals = ["0", "-1", "1.5", "10", "9", "0.25", "-0.5", "123456789012345678901234"]
  static let days: [Int64] = [-730_485, -1, 0, 1, 9312, 2_921_573]
  /// In their order: that of instants, as if unknown zones were UTC, then that of texts.
  static let clockTimes = [
    "0001-01-01T00:00:00", "2026-07-01T17:29:59.5", "2026-07-01T17:30:00",
    "2026-07-01T17:30:00+00:00[UTC]",
    "2026-07-01T19:30:00+02:00[Europe/Paris]", "2026-07-01T10:30:00.5-07:00[America/Phoenix]",
    "2026-07-01T17:30:00.75", "2026-07-01T19:30:00", "9999-12-31T23:59:59.999999999",
  ]

  /// In their order.
  static let times = [
    "0001-01-01T00:00:00+23:59[X]", "2026-10-25T02:30:00+02:00[Europe/Paris]",
    "2026-10-25T01:30:00+00:00[Etc/UTC]", "2026-10-25T02:30:00+01:00[Europe/Paris]",
    "2026-10-25T02:30:00.000000001+01:00[Europe/Paris]",
    "2026-10-24T23:00:00-11:00[Pacific/Pago_Pago]",
    "2026-10-25T03:00:00-10:00[Pacific/Honolulu]", "9999-12-31T23:59:59.5-23:59[X]",
  ]

  static func schema() throws -> TableSchema {
    func attribute(_ name: String, _ type: ScalarType) -> TableAttribute {
      TableAttribute(name: name, type: .scalar(type), isNullable: true)
    }
    return try TableSchema(
      name: "queries", version: nil,
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            attribute("name", .text), attribute("note", .text), attribute("count", .int64),
            attribute("size", .uint64), attribute("price", .double), attribute("on", .date),
            attribute("id", .uuid), attribute("flag", .bool), attribute("money", .decimal),
            attribute("link", .url), attribute("blob", .data), attribute("free", .text),
            attribute("day", .day), attribute("departure", .zonedTime),
            attribute("checkin", .clockTime),
            TableAttribute(
              name: "labels", type: .array(.text, nullableElements: false), isNullable: true),
            TableAttribute(
              name: "spot",
              type: .structure(
                TableStructure(
                  name: "Spot",
                  members: [
                    attribute("label", .text), attribute("open", .clockTime),
                    TableAttribute(
                      name: "tags", type: .array(.text, nullableElements: false), isNullable: true),
                    attribute("x", .double),
                  ])),
              isNullable: true),
          ],
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "trip", isToMany: true),
            TableRelationship(name: "tags", destination: "Tag", inverse: "trips", isToMany: true),
            TableRelationship(name: "friends", destination: "Trip", isToMany: true),
            TableRelationship(name: "plan", destination: "Plan", inverse: "trip", isToMany: false),
          ],
          uniquenessConstraints: [["name"], ["count", "note"], ["id"]],
          indexes: [
            ["price"], ["money"], ["on", "name"], ["note"], ["size"], ["departure"], ["checkin"],
            ["spot.label"], ["spot.x", "count"], ["spot.open"],
          ]),
        TableEntity(name: "Work", superentity: "Trip", attributes: [attribute("boss", .text)]),
        TableEntity(
          name: "Item", attributes: [attribute("name", .text), attribute("count", .int64)],
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", inverse: "items", isToMany: false)
          ], uniquenessConstraints: [["name"]]),
        TableEntity(
          name: "Tag", attributes: [attribute("name", .text)],
          relationships: [
            TableRelationship(name: "trips", destination: "Trip", inverse: "tags", isToMany: true)
          ]),
        TableEntity(
          name: "Plan", attributes: [attribute("name", .text)],
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", inverse: "plan", isToMany: false)
          ]),
      ])
  }

  let schema: TableSchema
  var random: TextFormRandom
  /// Of texts, for tables without all the others.
  let pool: [String]
  let keyRange: ClosedRange<Int64>

  init(seed: UInt64, keys: ClosedRange<Int64> = 1...300) throws {
    schema = try Self.schema()
    random = TextFormRandom(seed: seed)
    pool =
      switch seed % 3 {
      case 0: Self.texts
      case 1: Self.texts.filter { $0.utf8.allSatisfy { $0 < 0x80 && $0 != 13 } }
      default: ["Lisboa", "日本", "日本語", "é", "éa", "привет", "a👩b", "👩", "가", "Đà Nẵng", "a"]
      }
    keyRange = keys
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func text() -> String {
    let first = pool.randomElement(using: &random) ?? ""
    guard number(0..<3) == 0 else { return first }
    return first + (pool.randomElement(using: &random) ?? "")
  }

  /// A value of a column; keys of a relationship are not repeated.
  mutating func value(_ column: ColumnLayout, isQuery: Bool = false) -> Value {
    if number(0..<7) == 0 { return .null }
    switch column.storage {
    case .bool: return .bool(number(0..<2) == 0)
    case .integer where column.attribute?.type == .scalar(.day):
      return .integer(Self.days.randomElement(using: &random) ?? 0)
    case .integer: return .integer(Self.integers.randomElement(using: &random) ?? 0)
    case .unsigned: return .unsigned([0, 1, 7, .max].randomElement(using: &random) ?? 0)
    case .double:
      let value = Self.doubles.randomElement(using: &random) ?? 0
      return column.isDate ? .date(value) : .double(value)
    case .uuid:
      return .uuid([0, 1, 1 << 64, 3 << 64, 3 << 64 + 1, .max].randomElement(using: &random) ?? 0)
    case .text:
      switch column.spelledOrder {
      case .decimal: return .text(Self.decimals.randomElement(using: &random) ?? "0")
      case .clockTime: return .text(Self.clockTimes.randomElement(using: &random) ?? "")
      case .zonedTime: return .text(Self.times.randomElement(using: &random) ?? "")
      case nil: break
      }
      if column.hasOneSpelling { return .text("https://a.example/\(number(0..<3))") }
      return .text(text())
    case .data: return .data((0..<number(0..<3)).map { UInt8($0) })
    case .array: return .array((0..<number(0..<3)).map { _ in .text(text()) })
    case .reference: return .reference(Int64.random(in: keyRange, using: &random))
    case .references:
      let keys = (0..<number(0..<4)).map { _ in Int64.random(in: keyRange, using: &random) }
      return .references(Set(keys).sorted())
    case .structure(let structure):
      return .tree(structure.tree(of: structure.memberLayouts.map { value($0) }))
    case .tree: return .null
    }
  }

  mutating func row(_ key: ObjectKey) -> InsertedRow {
    let name =
      ["Trip", "Trip", "Work", "Item", "Item", "Tag", "Plan"].randomElement(using: &random)
      ?? "Trip"
    let hierarchy = schema.hierarchyIndex(of: name) ?? 0
    let layout = schema.hierarchies[hierarchy]
    var values = [Value](repeating: .null, count: layout.columns.count)
    let entity = layout.entity(named: name)
    for property in entity?.properties ?? [] {
      if let column = property.column { values[column] = value(layout.columns[column]) }
    }
    return InsertedRow(
      hierarchy: hierarchy, key: key, discriminator: entity?.discriminator ?? 0, values: values)
  }

  /// Tables of several segments, some columns of which hold one value only.
  mutating func tables(perSegment: Int) -> Tables {
    var tables = Tables(schema: schema, documentID: 1, nextKey: keyRange.upperBound + 1)
    var rows = keyRange.filter { _ in number(0..<5) > 0 }.map { row($0) }
    for index in rows.indices where number(0..<40) == 0 {
      // A run of rows that agree in one column, from which constant columns are made.
      let column = number(0..<rows[index].values.count)
      for other in index..<min(index + 4 * perSegment, rows.count)
      where rows[other].hierarchy == rows[index].hierarchy {
        rows[other].values[column] = rows[index].values[column]
      }
    }
    tables.tables = schema.hierarchies.indices.map { hierarchy in
      let layout = schema.hierarchies[hierarchy]
      let own = rows.filter { $0.hierarchy == hierarchy }
      return Table(
        segments: stride(from: 0, to: own.count, by: perSegment).map { start in
          let builder = SegmentBuilder(layout)
          for row in own[start..<min(start + perSegment, own.count)] {
            builder.append(key: row.key, discriminator: row.discriminator, values: row.values)
          }
          return Self.constant(builder.finish())
        })
    }
    return tables
  }

  /// The same rows, columns of one value made constant.
  private static func constant(_ segment: Segment) -> Segment {
    var constants: [Int: Column] = [:]
    for (index, column) in segment.columns.enumerated() {
      let first = column.value(at: 0)
      if (0..<segment.count).allSatisfy({ column.value(at: $0) == first }) {
        constants[index] = .constant(first, count: segment.count)
      }
    }
    return Segment(segment, replacing: constants)
  }

  mutating func changes(of tables: Tables) -> ChangeSet {
    var changes = ChangeSet(nextKey: tables.nextKey)
    let share = [4, 40].randomElement(using: &random) ?? 4
    for (hierarchy, table) in tables.tables.enumerated() {
      let layout = schema.hierarchies[hierarchy]
      for segment in table.segments {
        for row in 0..<segment.count where number(0..<share) == 0 {
          let key = segment.keys[row]
          if number(0..<4) == 0 {
            changes.deleted.append(
              DeletedRow(
                hierarchy: hierarchy, key: key, discriminator: segment.entities[row]))
            continue
          }
          let column = number(0..<layout.columns.count)
          changes.updated.append(
            UpdatedRow(
              hierarchy: hierarchy, key: key,
              changes: [
                PropertyChange(
                  column: column, old: segment.value(at: row, column: column),
                  new: value(layout.columns[column]))
              ]))
        }
      }
    }
    for key in keyRange where number(0..<30) == 0 && tables.find(key) == nil {
      changes.inserted.append(row(key))
    }
    return changes
  }
}
