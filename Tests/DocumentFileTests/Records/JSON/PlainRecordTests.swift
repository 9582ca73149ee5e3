import DocumentTables
import Markup
import Testing

@testable import DocumentFile

@Suite("Plain records")
struct PlainRecordTests {
  private static func schema() throws -> TableSchema {
    func optional(_ name: String, _ type: ScalarType, cases: [Value]? = nil) -> TableAttribute {
      TableAttribute(name: name, type: .scalar(type), isNullable: true, cases: cases)
    }
    return try TableSchema(
      name: "Plain", version: nil,
      entities: [
        TableEntity(
          name: "Stop",
          attributes: [
            TableAttribute(name: "city", type: .scalar(.text)), optional("remark", .text),
            optional("arrival", .date), optional("isOpen", .bool), optional("level", .int16),
            optional("wide", .int64), optional("price", .double), optional("tag", .uuid),
            optional(
              "kind", .text,
              cases: ["", "sixteen letters!", "é", #"\n"#].map { .text($0) }),
            optional("day", .day), optional("time", .zonedTime), optional("page", .url),
            optional("amount", .decimal), optional("ratio", .float), optional("count", .uint64),
            optional("sketch", .data),
            TableAttribute(name: "place", type: .tree(shape: nil), isNullable: true),
            TableAttribute(
              name: "pages", type: .array(.url, nullableElements: false), isNullable: true),
            TableAttribute(
              name: "notes", type: .array(.text, nullableElements: true), isNullable: true),
            TableAttribute(
              name: "depths", type: .array(.double, nullableElements: false), isNullable: true),
            TableAttribute(
              name: "levels", type: .array(.int16, nullableElements: false), isNullable: true),
          ],
          relationships: [
            TableRelationship(name: "previous", destination: "Stop", isToMany: false),
            TableRelationship(name: "friends", destination: "Stop", isToMany: true),
          ]),
        TableEntity(
          name: "Harbour", superentity: "Stop",
          attributes: [TableAttribute(name: "depth", type: .scalar(.double))]),
        TableEntity(
          name: "Site", superentity: "Stop",
          attributes: [
            TableAttribute(
              name: "address", type: .scalar(.url),
              cases: [.text("https://example.com/")])
          ]),
      ])
  }

  private static func value(_ column: ColumnLayout, _ generator: inout SeededGenerator) -> Value {
    if column.isNullable, Int.random(in: 0...3, using: &generator) == 0 { return .null }
    switch column.content {
    case .relationship(_, .reference):
      return .reference(.random(in: 1...1 << 40, using: &generator))
    case .relationship: return .references([3, 9, 2].dropLast(Int(generator.next() % 4)))
    case .attribute(let attribute):
      if let cases = attribute.cases { return GeneratedValues.pick(cases, &generator) }
      switch attribute.type {
      case .scalar(.text):
        let length = Int.random(in: 0...40, using: &generator)
        let letters = Array("abcdefghijklmnopqrstuvwxyzé京🚆\"\\\n/\u{7}")
        let rare = generator.next() % 3 == 0 ? letters.count : 26
        let text = (0..<length).map { _ in letters[Int.random(in: 0..<rare, using: &generator)] }
        return .text(String(text))
      case .scalar(.date):
        let seconds = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator))
        return .date(seconds + GeneratedValues.pick([0, 0.5, 0.25, 0.0625], &generator))
      case .scalar(.double):
        return .double(GeneratedValues.pick([0, 1, -1.5, 1e300, 0.1, 163, .infinity], &generator))
      case .scalar(.int64):
        return .integer(
          GeneratedValues.pick([0, -1, 99_999_999, 100_000_000, 1 << 53, .max], &generator))
      case .scalar(let type): return GeneratedValues.value(type, &generator)
      case .array(let type, let hasNulls):
        return .array(
          (0..<Int(generator.next() % 4)).map { _ in
            if hasNulls, generator.next() % 4 == 0 { return .null }
            return GeneratedValues.value(type, &generator)
          })
      default: return .tree(tree(&generator))
      }
    }
  }

  /// A tree as applications store them, or any other.
  private static func tree(_ generator: inout SeededGenerator) -> Tree {
    if generator.next() % 6 == 0 { return GeneratedValues.tree(&generator) }
    let numbers: [Double] = [
      48.2082, -0.000_001, 163, 0.1, 1e-7, -152, 0, 12.345_678_901_234_5, 0.1 + 0.2, 1e21,
    ]
    var members: [String: Tree] = [
      "latitude": .double(GeneratedValues.pick(numbers, &generator)),
      "code": .text(GeneratedValues.pick(["CDG", "", "a\"b", "é", "\u{1}"], &generator)),
      "level": .integer(.random(in: -1000...1000, using: &generator)),
    ]
    if generator.next() % 2 == 0 { members["since"] = .day(9312) }
    if generator.next() % 3 == 0 {
      members["pages"] = .array([.spelled(.url, "https://example.com/"), .null, .bool(true)])
    }
    return .members(members)
  }

  private static func text(rows: Int, seed: UInt64) throws -> [UInt8] {
    let schema = try schema()
    let hierarchy = schema.hierarchies[0]
    var generator = SeededGenerator(state: seed)
    let builder = SegmentBuilder(hierarchy)
    var key: ObjectKey = 0
    for _ in 0..<rows {
      key += ObjectKey.random(in: 1...30, using: &generator)
      let names = ["Stop", "Stop", "Stop", "Harbour", generator.next() % 20 == 0 ? "Site" : "Stop"]
      let entity = try #require(
        hierarchy.entity(named: GeneratedValues.pick(names, &generator)))
      let own = Set(entity.properties.compactMap(\.column))
      builder.append(
        key: key, discriminator: entity.discriminator,
        values: hierarchy.columns.enumerated().map { index, column in
          own.contains(index) ? value(column, &generator) : .null
        })
    }
    return RecordFixture.text(
      of: RecordFixture.tables(schema, [builder.finish()]), hierarchy: 0, .json)
  }

  /// What reading gives: everything that can be seen of the rows, or of the error.
  private static func outcome(
    _ text: [UInt8], _ read: (inout JSONReader, RecordPlan) throws -> Segment
  ) throws -> String {
    let plan = RecordPlan(try schema().hierarchies[0])
    return text.withUnsafeBufferPointer { bytes in
      do {
        var json = try JSONReader(bytes)
        let segment = try read(&json, plan)
        try json.finish()
        let ascii = segment.columns.map { column in
          if case .text(let column) = column { column.isASCII } else { false }
        }
        return "\(segment.keys) \(segment.entities) \(RecordFixture.rows(segment)) \(ascii)"
      } catch {
        return "\(error)"
      }
    }
  }

  private static let keys: Range<ObjectKey> = 1..<1_000_000

  private static func byRuns(_ json: inout JSONReader, _ plan: RecordPlan) throws -> Segment {
    try RecordReader(plan, keys: keys).readPart(&json, stated: StatedSizes(rows: 1000))
  }

  private static func oneByOne(_ json: inout JSONReader, _ plan: RecordPlan) throws -> Segment {
    let builder = SegmentBuilder(plan.hierarchy)
    var records = JSONRecordReader(plan, keys: keys)
    do {
      try json.beginArray()
      while try json.nextElement() { try records.read(&json, into: builder) }
    } catch let error as MarkupError {
      throw RecordError(error, inTree: false) { _ in error.position }
    }
    return builder.finish()
  }

  @Test("Read in runs, records are what they are read one by one", arguments: 1...6 as ClosedRange)
  func runs(seed: UInt64) throws {
    let text = try Self.text(rows: 700, seed: seed)
    let expected = try Self.outcome(text, Self.oneByOne)
    #expect(expected.hasPrefix("list"))
    #expect(try Self.outcome(text, Self.byRuns) == expected)
  }

  @Test("What is wrong is found in runs as it is one by one", arguments: 1...20 as ClosedRange)
  func faults(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    let good = try Self.text(rows: 6, seed: seed)
    let bytes = Array("\"\\{}[],:019-. \u{1}naeTZ$/".utf8)
    for _ in 0..<50 {
      var text = good
      let place = Int.random(in: 0..<text.count, using: &generator)
      switch generator.next() % 3 {
      case 0: text[place] = GeneratedValues.pick(bytes, &generator)
      case 1: text.insert(GeneratedValues.pick(bytes, &generator), at: place)
      default: text.remove(at: place)
      }
      #expect(try Self.outcome(text, Self.byRuns) == Self.outcome(text, Self.oneByOne))
    }
  }

  @Test("Trees and arrays count in runs as they count one by one", arguments: 1...6 as ClosedRange)
  func nestedBytes(seed: UInt64) throws {
    let text = try Self.text(rows: 300, seed: seed)
    var bytes = 0
    _ = try Self.outcome(text) { json, plan in
      let builder = SegmentBuilder(plan.hierarchy)
      var records = JSONRecordReader(plan, keys: Self.keys)
      try json.beginArray()
      while try json.nextElement() { try records.read(&json, into: builder) }
      bytes = builder.nestedBytes
      return builder.finish()
    }
    func reads(_ allowed: Int) throws -> Bool {
      try Self.outcome(text) { json, plan in
        try RecordReader(plan, keys: Self.keys)
          .readPart(&json, stated: StatedSizes(nestedBytes: allowed))
      }.hasPrefix("list")
    }
    #expect(bytes > 0)
    #expect(try reads(bytes))
    #expect(try !reads(bytes - 1))
  }

  @Test("A text cut off anywhere is refused alike")
  func cut() throws {
    let text = try Self.text(rows: 3, seed: 1)
    for count in stride(from: 0, to: text.count, by: 3) {
      let part = Array(text.prefix(count))
      #expect(try Self.outcome(part, Self.byRuns) == Self.outcome(part, Self.oneByOne))
    }
  }

  @Test("A run ends where a block is full, or at the first record that is not plain")
  func lengths() throws {
    func count(_ records: [String], atMost rows: Int = .max) throws -> Int {
      let plan = RecordPlan(try Self.schema().hierarchies[0])
      let end = "]" + String(repeating: " ", count: CanonicalJSONRecordReader.margin)
      let text = Array(("[" + records.joined(separator: ",\n") + end).utf8)
      return try text.withUnsafeBufferPointer { bytes in
        var json = try JSONReader(bytes)
        try json.beginArray()
        _ = try json.nextElement()
        var lastKey: ObjectKey = 0
        var reader = CanonicalJSONRecordReader(plan, keys: Self.keys)
        let builder = SegmentBuilder(plan.hierarchy)
        let count = reader.read(&json, after: &lastKey, atMost: rows, into: builder)
        #expect(builder.rowCount == count)
        return count
      }
    }
    func record(_ key: Int, _ members: String = "") -> String {
      #"{"$id":\#(key),"city":"x"\#(members)}"#
    }
    let many = (1...300).map { record($0) }
    #expect(try count(many) == ColumnBlock.rows)
    #expect(try count(many, atMost: 7) == 7)
    #expect(try count([record(1), record(2), record(2)]) == 2)
    #expect(try count([record(1), #"{ "$id":2,"city":"x"}"#]) == 1)
    let subentity = #"{"$id":2,"$entity":"Harbour","city":"x","depth":1}"#
    #expect(try count([record(1), subentity, record(3)]) == 3)
    #expect(try count([#"{"$id":1,"$entity":"Stop","city":"x"}"#]) == 0)
    #expect(try count([#"{"$id":1,"$entity":"Harbours","city":"x","depth":1}"#]) == 0)
    #expect(try count([#"{"$entity":"Harbour","$id":1,"city":"x","depth":1}"#]) == 0)
    #expect(try count([record(1, #","isOpen":null"#)]) == 1)
    #expect(try count([record(1, #","level":-1,"remark":"\n""#)]) == 1)
    #expect(try count([record(1, #","remark":"\u000a""#)]) == 0)
    #expect(try count([record(1, #","level":40000"#)]) == 0)
    #expect(try count([record(1, #","kind":"other""#)]) == 0)
    #expect(try count([record(1, #","kind":"\n""#)]) == 0)
    #expect(try count([record(1, #","kind":"\\n""#)]) == 1)
    #expect(try count([record(1, #","remark":"a","level":1"#)]) == 0)
    #expect(try count([record(1, #","day":"1836-02-29","page":"https://example.com/""#)]) == 1)
    #expect(try count([record(1, #","day":"1837-02-29""#)]) == 0)
    #expect(try count([record(1, #","page":"a b c""#)]) == 0)
    #expect(try count([record(1, #","place":{"a":{"$day":"1836-02-29"},"b":[1,2.5]}"#)]) == 1)
    #expect(try count([record(1, #","place":{"a":{"$double":"-152"},"b":null}"#)]) == 1)
    #expect(try count([record(1, #","place":{"b":1,"a":2}"#)]) == 0)
    #expect(try count([record(1, #","place":{"a":1,"a":2}"#)]) == 0)
    #expect(try count([record(1, #","place":{"a":1.0}"#)]) == 0)
    #expect(try count([record(1, #","place":{"a":0.0000001}"#)]) == 0)
    #expect(try count([record(1, #","place":{"a":0.000001}"#)]) == 1)
    #expect(try count([record(1, #","place":{"a":0.30000000000000004,"b":-1e-7}"#)]) == 1)
    #expect(try count([record(1, #","place":{"a":0.300000000000000041}"#)]) == 0)
    #expect(try count([record(1, #","place":{"a":15e-1}"#)]) == 0)
    #expect(try count([record(1, #","place":{"a":1e21}"#)]) == 0)
    #expect(try count([record(1, #","place":{"a":-0}"#)]) == 0)
    #expect(try count([record(1, #","place":{"a": 1}"#)]) == 0)
    #expect(try count([record(1, #","place":{"a":"\/"}"#)]) == 0)
    #expect(try count([record(1, #","place":{"$day":"1836-02-29","a":1}"#)]) == 0)
    #expect(try count([record(1, #","place":null"#)]) == 1)
    #expect(try count([record(1, #","notes":["a",null],"pages":[]"#)]) == 1)
    #expect(try count([record(1, #","levels":[1,null]"#)]) == 0)
    #expect(try count([record(1, #","levels":[32767,-32768]"#)]) == 1)
    #expect(try count([record(1, #","levels":[32768]"#)]) == 0)
    #expect(try count([record(1, #","depths":[1,-1.5,0.1]"#)]) == 1)
    #expect(try count([record(1, #","depths":[1.0]"#)]) == 0)
  }

  @Test("Texts that fill a block's heap are read whole")
  func longTexts() throws {
    let records = (1...9).map { key in
      let text = String(repeating: "0123456789", count: 700 * key)
      return #"{"$id":\#(key),"city":"\#(text)","remark":"\#(text.dropLast())"}"#
    }
    let text = Array("[\(records.joined(separator: ","))]".utf8)
    #expect(try Self.outcome(text, Self.byRuns) == Self.outcome(text, Self.oneByOne))
  }
}
