import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A CSV file that is read and written in memory.
struct CSVFile: TestFile {
  var tables: Tables
  var report: ImportReport
  var rejected: String?

  init(
    _ text: String, timeZone: String? = nil, columns: [String]? = nil, name: String = "file"
  ) throws {
    try self.init(bytes: Array(text.utf8), timeZone: timeZone, columns: columns, name: name)
  }

  init(
    bytes: [UInt8], timeZone: String? = nil, columns: [String]? = nil, name: String = "file",
    limits: DocumentLimits = .standard
  ) throws {
    let options = ImportOptions(
      timeZone: timeZone, fallbackName: name, columns: columns, limits: limits)
    let file = try ImportedFile(bytes, .csv, options)
    tables = file.tables
    report = file.report
    rejected = file.rejected.map { String(decoding: $0, as: UTF8.self) }
    #expect(TablesCheck.findings(file.tables, limit: 10).isEmpty)
    // What passes by is what is read into memory, and a document that readers accept.
    let passing = try SpooledImport(.bytes(bytes), .csv, options, limits: limits)
    var loaded = try DocumentFile.read(passing.document)
    #expect(
      TablesDump.text(loaded.takeTables(), all: true) == TablesDump.text(file.tables, all: true))
    #expect(passing.report.findings == report.findings)
  }

  /// The file that the document is written as.
  var written: String { get throws { try Self.written(tables) } }

  static func written(_ tables: Tables) throws -> String {
    String(decoding: try ExportedFile(tables, .csv).bytes, as: UTF8.self)
  }
}

extension Tables {
  /// The rows without what a CSV file cannot say: orders of lists, and data of other programs.
  var statedByCSV: String {
    var result = Tables(schema: schema, documentID: 0, nextKey: 0)
    result.tables = zip(tables, schema.hierarchies).map { table, layout in
      Table(
        segments: table.segments.map { segment in
          let columns = zip(segment.columns, layout.columns).map { column, layout in
            if case .relationship(_, .order) = layout.content {
              return Column.constant(.null, count: segment.count)
            }
            return column
          }
          return Segment(keys: segment.keys, entities: segment.entities, columns: columns)
        })
    }
    return TablesDump.text(result, all: true)
  }
}

/// SplitMix64.
struct CSVRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  mutating func isLucky(_ chance: Int = 2) -> Bool { Int.random(in: 0..<chance, using: &self) == 0 }

  /// A text with everything that cells have to quote.
  mutating func text() -> String {
    let pieces = [
      "a", "Lisboa", "é", "東京", "\"", "\"\"", ",", ";", "\t", "\n", "\r\n", "\r", " ", "=1+1", "'",
      "|", "\u{FEFF}", "e\u{301}", "👩‍👩‍👧", "null", "2026-07-01", "0",
    ]
    return (0..<Int.random(in: 0..<6, using: &self)).map { _ in
      pieces.randomElement(using: &self) ?? ""
    }.joined()
  }

  mutating func value(_ attribute: TableAttribute) -> Value {
    if attribute.isNullable, isLucky(3) { return .null }
    switch attribute.type {
    case .scalar(.bool): return .bool(isLucky())
    case .scalar(.day): return .integer(Int64.random(in: DayText.range, using: &self))
    case .scalar(.double):
      let numbers = [
        0, -0.0, 1, 0.1, 1e300, -Double.leastNonzeroMagnitude, .infinity, -.infinity, .nan,
        12_345.675,
      ]
      return .double(numbers.randomElement(using: &self) ?? 0)
    case .scalar(.clockTime):
      let second = Int64.random(in: -60_000_000_000...200_000_000_000, using: &self)
      let nanosecond: Int64 = isLucky() ? 0 : 120_000_000
      if isLucky(4), let time = LocalTimeText(second: second, nanosecond: nanosecond) {
        return .text(ClockTimeText.local(time).text)
      }
      return .text(
        ZonedTimeText(
          localSecond: second, nanosecond: nanosecond,
          offset: Int64.random(in: -800...800, using: &self),
          zone: ["Europe/Lisbon", "Etc/UTC", "Custom_Zone"].randomElement(using: &self) ?? "A"
        )?.text ?? "2026-07-01T19:30:00+02:00[Europe/Paris]")
    case .array:
      return .array(
        (0..<Int.random(in: 0..<3, using: &self)).map { .text("https://example.com/\($0)?a,b;c") })
    case .structure(let structure):
      return .tree(structure.name == "Place" ? place() : price())
    default: return .text(text())
    }
  }

  private mutating func place() -> Tree {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: .members(["latitude": .double(38.5), "longitude": .double(-9)])
    case 1: .members(["code": .text("LIS"), "timeZone": .text("Europe/Lisbon")])
    case 2: .members(["code": .text(""), "latitude": .double(1)])
    case 3: .members([:])
    default: .members(["latitude": .double(.nan), "longitude": .double(-.infinity)])
    }
  }

  private mutating func price() -> Tree {
    var members: [String: Tree] = [:]
    if isLucky() { members["amount"] = .spelled(.decimal, isLucky() ? "-0.001" : "1000000000000") }
    if isLucky() { members["currency"] = .text(text()) }
    return .members(members)
  }

  /// A document of the released schema.
  mutating func tables(_ schema: TripSchema) -> Tables {
    var objects: [TripObject] = []
    var trips: [ObjectKey] = []
    var key: ObjectKey = 0
    for _ in 0..<Int.random(in: 0..<30, using: &self) {
      key += Int64.random(in: 1..<4, using: &self)
      let entities = schema.tables.entities.filter { !$0.isAbstract }.map(\.name)
      let entity = entities.randomElement(using: &self) ?? "Trip"
      var object = TripObject(entity: entity, key: key, trip: nil, values: [:])
      for attribute in schema.attributes(of: entity) {
        object.values[attribute.name] = value(attribute)
      }
      if schema.isTrip(entity) { trips.append(key) }
      objects.append(object)
    }
    for index in objects.indices where objects[index].entity == "Ticket" {
      for (name, entity) in [
        ("leg", "Leg"), ("item", "BucketListItem"), ("participant", "Participant"),
      ] where isLucky() {
        objects[index].references[name] =
          objects.filter { $0.entity == entity }.randomElement(using: &self)?.key
      }
    }
    for index in objects.indices
    where !schema.isTrip(objects[index].entity) && objects[index].entity != "Ticket" && !isLucky(4)
    {
      objects[index].trip = trips.randomElement(using: &self)
    }
    return schema.tables(of: objects, documentID: 7, nextKey: key + 1, extensions: [])
  }
}
