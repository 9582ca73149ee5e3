import DocumentTables
import Foundation
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Saving after a change")
struct ChunkCopyTests {
  /// A document in memory, with what the next save needs to know of it.
  struct Document {
    var tables: Tables
    var bytes: [UInt8]
    var parts: StoredParts

    /// Writes tables anew, or as a save in the place of another document.
    init(_ tables: Tables, _ options: DocumentWriteOptions, after before: Document? = nil) throws {
      let sink = Sink()
      let replaced = try before.map {
        ReplacedDocument(archive: try ZipReader(MemoryByteSource($0.bytes)), parts: $0.parts)
      }
      let written = try DocumentFile.write(
        tables, form: .document, options: options, replacing: replaced
      ) { (bytes) throws(DocumentError) in sink.bytes.append(contentsOf: bytes) }
      parts = try #require(written)
      self.tables = tables
      bytes = sink.bytes
    }

    /// Stored bytes by name, without the manifest.
    func entries() throws -> [String: [UInt8]] {
      let archive = try ZipReader(MemoryByteSource(bytes))
      return try Dictionary(
        uniqueKeysWithValues: archive.entries.dropLast().map {
          ($0.name, try archive.storedBytes(of: $0))
        })
    }
  }

  private final class Sink {
    var bytes: [UInt8] = []
  }

  static func options(
    _ encoding: DocumentEncoding, chunkLimit: Int = 4000, workers: Int = 2
  ) -> DocumentWriteOptions {
    var options = DocumentWriteOptions(
      encoding: encoding, type: .generic, workers: WorkerCount(workers))
    options.chunkLimit = chunkLimit
    options.indexedBytes = 0
    return options
  }

  /// Trips with items in orders of their own.
  static func tables(trips: Int) throws -> Tables {
    var tables = Tables(
      schema: try SampleTables.schema(), documentID: SampleTables.documentID,
      nextKey: ObjectKey(trips * 4 + 1))
    var tripRows: [(entity: String, key: ObjectKey, values: [String: Value])] = []
    var itemRows: [(entity: String, key: ObjectKey, values: [String: Value])] = []
    for trip in 0..<trips {
      let key = ObjectKey(trip * 4 + 1)
      var values: [String: Value] = ["name": .text("Trip \(trip) 🎌")]
      if trip % 3 == 0 { values["items"] = .references([key + 2, key + 1]) }
      if trip % 4 == 0 { values["photo"] = .data([UInt8(trip % 5), 1, 2, 3]) }
      tripRows.append(("Trip", key, values))
      for item in 1...2 {
        itemRows.append(
          (
            "Item", key + ObjectKey(item),
            [
              "title": .text("Item \(item) of \(trip)"), "count": .integer(Int64(trip)),
              "trip": .reference(key), "done": .bool(false),
            ]
          ))
      }
    }
    try SampleTables.fill(&tables, "Trip", tripRows)
    try SampleTables.fill(&tables, "Item", itemRows)
    return tables
  }

  static func place(_ name: String, in tables: Tables) throws -> (hierarchy: Int, column: Int) {
    for (index, hierarchy) in tables.schema.hierarchies.enumerated() {
      if let column = hierarchy.columns.firstIndex(where: { $0.name == name }) {
        return (index, column)
      }
    }
    throw SampleTables.SampleProblem.unknownHierarchy(name)
  }

  static func update(_ tables: Tables, _ key: ObjectKey, _ name: String, _ value: Value) throws
    -> Tables
  {
    let place = try place(name, in: tables)
    return tables.applying(
      ChangeSet(
        updated: [
          UpdatedRow(
            hierarchy: place.hierarchy, key: key,
            changes: [PropertyChange(column: place.column, old: .null, new: value)])
        ], nextKey: tables.nextKey))
  }

  @Test("copies every part but those of the changed record", arguments: DocumentEncoding.allCases)
  func oneChange(encoding: DocumentEncoding) throws {
    let before = try Document(try Self.tables(trips: 400), Self.options(encoding))
    let changed = try Self.update(before.tables, 801, "name", .text("Another name"))
    let after = try Document(changed, Self.options(encoding), after: before)
    let (old, new) = (try before.entries(), try after.entries())
    let different = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    #expect(old.count > 20)
    // No index lists the name.
    #expect(different.count == 1, "\(different)")
    #expect(different.allSatisfy { $0.hasPrefix("data/Trip/") })
    let read = try DocumentFile.read(.bytes(after.bytes))
    #expect(TablesContent(read.tables) == TablesContent(changed))
  }

  @Test("copies bytes that it would not make itself, level and all")
  func level() throws {
    var options = Self.options(.json)
    options.compressEntries(.export)
    let before = try Document(try Self.tables(trips: 200), options)
    options.compressEntries(.autosave)
    let same = try Document(before.tables, options, after: before)
    #expect(
      try same.entries().filter { $0.key.hasPrefix("data/") }
        == before.entries().filter { $0.key.hasPrefix("data/") })
    let anew = try Document(before.tables, options)
    #expect(try anew.entries() != same.entries())
  }

  @Test("writes everything anew in another encoding, and for another document")
  func otherDocument() throws {
    let before = try Document(try Self.tables(trips: 100), Self.options(.json))
    let xml = try Document(before.tables, Self.options(.xml), after: before)
    #expect(try xml.entries() == Document(before.tables, Self.options(.xml)).entries())
    var copy = before.tables
    copy.documentID += 1
    let other = try Document(copy, Self.options(.json), after: before)
    #expect(try other.entries() == Document(copy, Self.options(.json)).entries())
  }

  // Spec 3.6-7, 3.13-19, 16.4-1
  @Test(
    "gives the parts of a full write, after any changes, with any number of workers",
    arguments: 0..<12)
  func equalsFullWrite(seed: Int) throws {
    var generator = Generator(state: UInt64(seed) &* 7919 &+ 3)
    let encoding = DocumentEncoding.allCases[seed % 2]
    var options = Self.options(
      encoding, chunkLimit: 600 + generator.below(6000), workers: [1, 2, 3, 8][seed % 4])
    // Some hierarchies grow beyond this number, or shrink below it.
    options.dividedIndexRows = 40 + generator.below(160)
    var document = try Document(try Self.tables(trips: 30 + generator.below(120)), options)
    if seed % 3 == 0 {
      // What was read knows its parts as well as what was written.
      let read = try DocumentFile.read(.bytes(document.bytes), workers: options.workers)
      document.tables = read.tables
      document.parts = try #require(read.origin?.parts)
    }
    for _ in 0..<8 {
      var tables = document.tables
      for _ in 0..<generator.below(5) { tables = try Self.change(tables, &generator) }
      let saved = try Document(tables, options, after: document)
      let full = try Document(tables, options)
      #expect(try saved.entries() == full.entries())
      let read = try DocumentFile.read(.bytes(saved.bytes))
      #expect(TablesContent(read.tables) == TablesContent(tables))
      document = saved
    }
  }

  /// Inserts, updates, moves or deletes, alone or in ranges.
  private static func change(_ tables: Tables, _ generator: inout Generator) throws -> Tables {
    let items = try place("title", in: tables).hierarchy
    let trips = try place("name", in: tables).hierarchy
    func keys(_ hierarchy: Int) -> [ObjectKey] {
      tables.tables[hierarchy].segments.flatMap { segment in
        (0..<segment.count).map { segment.keys[$0] }
      }
    }
    let itemKeys = keys(items)
    let tripKeys = keys(trips)
    guard let trip = generator.element(of: tripKeys) else { return tables }
    let item = generator.element(of: itemKeys)
    switch generator.below(7) {
    case 0:
      return try update(
        tables, trip, "name", .text(String(repeating: "ж", count: generator.below(3000))))
    case 1: return try update(tables, trip, "photo", .data([UInt8(generator.below(3)), 1]))
    case 2:
      guard let item else { return tables }
      return try update(tables, item, "trip", .reference(trip))
    case 3:
      guard let item else { return tables }
      return try update(tables, item, "title", .text("\(generator.below(1000))"))
    case 4:
      let title = try place("title", in: tables).column
      let count = try place("count", in: tables).column
      let done = try place("done", in: tables).column
      let reference = try place("trip", in: tables).column
      var values = tables.schema.hierarchies[items].columns.map { _ in Value.null }
      values[title] = .text("new")
      values[count] = .integer(1)
      values[done] = .bool(true)
      values[reference] = .reference(trip)
      // Far above, so that the range of all keys grows.
      let key = tables.nextKey + ObjectKey(generator.below(300))
      return tables.applying(
        ChangeSet(
          inserted: [
            InsertedRow(hierarchy: items, key: key, discriminator: 0, values: values)
          ], nextKey: key + 1))
    default:
      let start = generator.below(itemKeys.count + 1)
      let count = generator.below(2) == 0 ? 1 : generator.below(60)
      return tables.applying(
        ChangeSet(
          deleted: itemKeys.dropFirst(start).prefix(count).map {
            DeletedRow(hierarchy: items, key: $0, discriminator: 0)
          }, nextKey: tables.nextKey))
    }
  }

  // Spec 1.4-4, 3.10-4
  @Test("keeps attachments and external values as they lie")
  func otherParts() throws {
    var tables = try SampleTables.small()
    let options = Self.options(.json)
    let before = try Document(tables, options)
    tables = try Self.update(tables, 10, "title", .text("other"))
    let after = try Document(tables, options, after: before)
    let (old, new) = (try before.entries(), try after.entries())
    #expect(Set(old.keys) == Set(new.keys))
    #expect(old.keys.contains { $0.hasPrefix("external/") })
    #expect(
      Set(old.filter { new[$0.key] != $0.value }.keys) == ["data/Item/8-15.json"])
  }

  // Spec 1.4-4
  @Test("copies other programs' records and carried values until they change")
  func foreignContent() throws {
    var options = Self.options(.json)
    options.compressEntries(.export)
    var tables = try Self.tables(trips: 20)
    let text = Tree.text((0..<3000).map { "\($0 * 7 % 1013)" }.joined(separator: " "))
    tables.extensions = [
      ExtensionRecord(entity: "com.example.note", key: tables.nextKey, value: text)
    ]
    tables.nextKey += 1
    tables.carried = [text]
    let names = [PartName.extensions(.json), PartName.carried(.json)]
    let before = try Document(tables, options)
    // Another level would make other bytes of them.
    options.compressEntries(.autosave)
    let saved = try Document(try Self.update(tables, 1, "name", .text("x")), options, after: before)
    for name in names { #expect(try saved.entries()[name] == before.entries()[name]) }
    tables.extensions[0].value = .text("changed")
    tables.carried.append(text)
    let changed = try Document(tables, options, after: saved)
    let full = try Document(tables, options)
    for name in names { #expect(try changed.entries()[name] == full.entries()[name]) }
    #expect(try changed.entries()[names[0]] != saved.entries()[names[0]])
  }

  // Spec 3.6-8
  @Test("a part that is no longer what was read is refused by name, and the old file stands")
  func damagedPart() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("x.trips")
    let options = DocumentWriteOptions(encoding: .json, type: .generic)
    let original = try Document(try SampleTables.many(5000, size: 1200), options)
    _ = try directory.write(original.bytes, to: "x.trips")
    let content = try DocumentFile.read(.path(path))

    var bytes = original.bytes
    let archive = try ZipReader(MemoryByteSource(bytes))
    let entry = try #require(archive.entries.last { $0.name.hasPrefix("data/Item/") })
    bytes[entry.dataOffset + 5] ^= 1
    _ = try directory.write(bytes, to: "x.trips")
    let changed = try Self.update(content.tables, 2, "title", .text("Another"))
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.save(changed, inPlaceOf: content, at: path)
    }
    #expect(error?.code == .partDigest)
    #expect(error?.part == entry.name)
    #expect(error?.file == path)
    #expect(try directory.bytes("x.trips") == bytes)
    #expect(try directory.names == ["x.trips"])
  }

  @Test("a file saved again and again in its place holds what the tables hold")
  func saves() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("x.trips")
    let created = try DocumentFile.create(
      try SampleTables.many(5000, size: 1200), form: .document,
      options: DocumentWriteOptions(encoding: .xml, type: .generic), at: path)
    var tables = created.content.tables
    var origin = created.content.origin
    for number in 0..<3 {
      let before = try #require(origin?.parts?.chunks["Item"])
      tables = try Self.update(tables, 5, "title", .text("Title \(number)"))
      let saved = try DocumentFile.save(
        tables, inPlaceOf: created.content, after: origin, at: path)
      origin = saved.origin
      let after = try #require(origin?.parts?.chunks["Item"])
      #expect(after.count > 2)
      #expect(before.map(\.part.name) == after.map(\.part.name))
      #expect(zip(before, after).map { $0.part.digest == $1.part.digest }.count { !$0 } == 1)
      let read = try DocumentFile.read(.path(path))
      #expect(TablesContent(read.tables) == TablesContent(tables))
      #expect(read.volatile?.revision == number + 2)
    }
  }

  private struct Generator {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(1, bound)))
    }

    mutating func element(of keys: [ObjectKey]) -> ObjectKey? {
      keys.isEmpty ? nil : keys[below(keys.count)]
    }
  }
}
