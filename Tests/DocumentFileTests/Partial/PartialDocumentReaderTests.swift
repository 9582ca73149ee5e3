import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Opening a part of a document")
struct PartialDocumentReaderTests {
  static func open(_ source: CountingSource) throws -> PartialDocumentReader {
    try PartialDocumentReader(
      archive: source, limits: .standard, workers: WorkerCount(2), largestWithoutIndexes: 0)
  }

  static func keys(_ subset: TablesSubset) -> [String: [ObjectKey]] {
    var keys: [String: [ObjectKey]] = [:]
    for (hierarchy, table) in zip(subset.tables.schema.hierarchies, subset.tables.tables) {
      let own = table.segments.flatMap { segment in (0..<segment.count).map { segment.keys[$0] } }
      if !own.isEmpty { keys[hierarchy.name] = own }
    }
    return keys
  }

  static func folders(_ entries: [String]) -> [String: Int] {
    Dictionary(
      entries.map { ($0.split(separator: "/").prefix(2).joined(separator: "/"), 1) },
      uniquingKeysWith: +)
  }

  // Spec 3.12-19
  @Test("opening reads neither data nor indexes")
  func envelope() throws {
    let source = CountingSource(try OwnedTables.bytes())
    let document = try Self.open(source)
    #expect(
      try source.takeEntries() == ["mimetype", "header.json", "schema.json", "manifest.json"])
    #expect(document.rows["Item"] == OwnedTables.trips * OwnedTables.itemsOfTrip)
    #expect(document.schema.entities.count == 7)
  }

  @Test("looking at a document reads neither data nor indexes")
  func summary() throws {
    let source = CountingSource(try OwnedTables.bytes())
    let summary = try DocumentFile.summary(of: source, limits: .standard)
    #expect(summary.parts?.count ?? 0 > 50)
    #expect(
      try source.takeEntries() == ["mimetype", "header.json", "schema.json", "manifest.json"])
  }

  @Test("one object by its unique key comes with what it owns, from the chunks that hold it")
  func uniqueKey() throws {
    let source = CountingSource(try OwnedTables.bytes())
    let document = try Self.open(source)
    _ = try source.takeEntries()
    let subset = try document.subset(
      of: "Trip", where: [("start", .date(1)), ("name", .text("Voyage a\u{300} 60"))])
    let key = OwnedTables.key(ofTrip: 121)
    #expect(subset.objects == [TablesSubset.Object(entity: "Trip", key: key)])
    #expect(
      Self.keys(subset) == [
        "Trip": [key], "Item": [key + 1, key + 2, key + 3, key + 4], "Stay": [key + 6],
        "Town": [20],
      ])
    let read = Self.folders(try source.takeEntries())
    #expect(read["data/Trip"] == 1)
    #expect(read["data/Item"] == 1)
    #expect(read["data/Stay"] == 1)
    #expect(read["data/Town"] == 1)
    #expect(read["data/Guide"] == nil)
    #expect(read["index/Guide"] == nil)
    #expect(read["index/Trip"] == 1)
    #expect(read["index/Item"] == 1)
  }

  @Test("an object by its key costs one chunk, and the indexes of what it owns")
  func key() throws {
    let source = CountingSource(try OwnedTables.bytes(.xml))
    let document = try Self.open(source)
    _ = try source.takeEntries()
    let key = OwnedTables.key(ofTrip: 50)
    let subset = try document.subset(ofKey: key, entity: "Trip")
    #expect(subset.objects == [TablesSubset.Object(entity: "LongTrip", key: key)])
    let read = Self.folders(try source.takeEntries())
    #expect(read["data/Trip"] == 1)
    #expect(read["index/Trip"] == nil)
    // Its photo, with those of the chunk's other trips.
    #expect(read.keys.contains { $0.hasPrefix("external/") })
    #expect(try document.subset(ofKey: key).objects == subset.objects)
    #expect(try document.subset(ofKey: key, entity: "Item").objects == [])
    #expect(try document.subset(ofKey: 99_999).objects == [])
  }

  // Spec 1.3-1
  @Test("one entity costs its chunks only")
  func entity() throws {
    let source = CountingSource(try OwnedTables.bytes())
    let document = try Self.open(source)
    _ = try source.takeEntries()
    let all = try document.subset(ofAll: "Stay")
    #expect(Self.keys(all)["Stay"]?.count == OwnedTables.trips)
    #expect(Set(try source.takeEntries().map { $0.prefix(9) }) == ["data/Stay", "data/Town"])
    let long = try document.subset(ofAll: "LongTrip")
    #expect(long.tables.rowCounts()["LongTrip"] == OwnedTables.trips / 5)
    #expect(long.tables.rowCounts()["Trip"] == 0)
  }

  @Test("members are found through indexes, also where they stand far away")
  func members() throws {
    let source = CountingSource(try OwnedTables.bytes())
    let document = try Self.open(source)
    _ = try source.takeEntries()
    let key = OwnedTables.key(ofTrip: OwnedTables.trips - 1)
    let subset = try document.subset(ofMembersOf: key, entity: "Trip", through: "items")
    let far = OwnedTables.key(ofTrip: 0) + 4
    #expect(subset.objects.map(\.key) == [far, key + 1, key + 2, key + 3, key + 4])
    #expect(Self.folders(try source.takeEntries())["data/Item"] == 2)
    let tagged = try document.subset(ofMembersOf: 10, entity: "Tag", through: "trips")
    #expect(tagged.objects.count == OwnedTables.trips / 3)
  }

  @Test("a subset is what the whole document has of these objects, in all forms")
  func sameAsWhole() throws {
    let json = try OwnedTables.bytes()
    let flat = try OwnedTables.tables().document(.flat, .xml)
    for number in [0, 7, 84, 299] {
      let name: [(property: String, value: Value)] = [("name", .text("Voyage à \(number / 2)"))]
      let excerpts = try [
        json, try OwnedTables.bytes(.xml), try OwnedTables.withoutIndexes(json), flat,
      ].map { try PartialDocumentReader(.bytes($0)).subset(of: "Trip", where: name) }
      let first = try #require(excerpts.first)
      #expect(first.objects.count == 2)
      for subset in excerpts {
        #expect(subset.objects == first.objects)
        #expect(TablesContent(subset.tables) == TablesContent(first.tables))
        #expect(subset.closed().leaving == first.closed().leaving)
      }
    }
  }

  @Test("what leads out of a subset is named, and what is left keeps the rules")
  func leaving() throws {
    let document = try PartialDocumentReader(.bytes(try OwnedTables.bytes()))
    let key = OwnedTables.key(ofTrip: 16)
    let subset = try document.subset(ofKey: key)
    let (tables, leaving) = subset.closed()
    #expect(
      Set(leaving) == [
        .init(entity: "Trip", key: key, property: "guide", target: 1),
        .init(entity: "Trip", key: key, property: "after", target: key - 8),
      ])
    #expect(TablesCheck.findings(tables) == [])
    #expect(subset.unreadRelationships == [.init(entity: "Trip", property: "tags")])
    let guide = try document.subset(of: "Guide", where: [("name", .text("Ana"))])
    #expect(guide.unreadRelationships == [.init(entity: "Guide", property: "trips")])
    let trip = try #require(tables.find(key))
    let segment = tables.tables[trip.hierarchy].segments[trip.location.segment]
    let end = try #require(tables.schema.relationshipEnd(named: "items", of: "Trip"))
    #expect(
      tables.relatedKeys(of: key, in: segment, row: trip.location.row, through: end)
        == [key + 2, key + 1, key + 3, key + 4])
  }

  @Test("values that nothing has, nil, and values of other types find nothing")
  func nothing() throws {
    let document = try PartialDocumentReader(.bytes(try OwnedTables.bytes()))
    for value: Value in [.text("nowhere"), .null, .integer(5)] {
      #expect(try document.subset(of: "Trip", where: [("name", value)]).objects == [])
    }
    #expect(try document.subset(of: "Ship", where: [("name", .text("x"))]).objects == [])
    #expect(try document.subset(of: "Trip", where: [("mast", .text("x"))]).objects == [])
  }

  @Test("a property without an index is looked for in all chunks of its entity")
  func withoutIndex() throws {
    let source = CountingSource(try OwnedTables.bytes())
    let document = try Self.open(source)
    _ = try source.takeEntries()
    let subset = try document.subset(of: "Item", where: [("title", .text("Item 2 of 17"))])
    #expect(subset.objects.map(\.key) == [OwnedTables.key(ofTrip: 17) + 2])
    #expect(Self.folders(try source.takeEntries())["index/Item"] == nil)
  }

  @Test(
    "one name needs one index part of sixteen, and an absent one hides nothing")
  func divided() throws {
    let bytes = try OwnedTables.bytes(isDivided: true)
    let name: [(property: String, value: Value)] = [("name", .text("Voyage à 60"))]
    let source = CountingSource(bytes)
    let document = try Self.open(source)
    _ = try source.takeEntries()
    let found = Self.keys(try document.subset(of: "Trip", where: name))
    let read = try source.takeEntries().filter { $0.hasPrefix("index/Trip/") }
    #expect(read.count == 1)
    #expect(found["Trip"]?.count == 2)
    var archive = try RebuiltArchive(bytes)
    archive.entries.removeAll { $0.name == read.first }
    try archive.changeManifest { $0.parts.removeAll { $0.name == read.first } }
    let other = CountingSource(try archive.bytes())
    #expect(Self.keys(try Self.open(other).subset(of: "Trip", where: name)) == found)
  }

  // Spec 3.13-12, 3.13-15
  @Test(
    "a stale or unknown index is passed over, a damaged one is an error", arguments: [false, true])
  func badIndexes(isStale: Bool) throws {
    var archive = try RebuiltArchive(try OwnedTables.bytes())
    archive.updatesIndexed = !isStale
    for index in archive.entries.indices where archive.entries[index].name.hasPrefix("index/") {
      // Without a single number, or with a section that the schema does not ask for.
      if isStale {
        archive.entries[index].bytes = IndexPart.magic + [0]
      } else {
        archive.entries[index].bytes[11] ^= 1
      }
    }
    let key = OwnedTables.key(ofTrip: 299)
    let stale = try PartialDocumentReader(.bytes(try archive.bytes())).subset(ofKey: key)
    #expect(Self.keys(stale)["Item"]?.count == 5)

    archive.updatesManifest = false
    #expect(throws: DocumentError.self) {
      try PartialDocumentReader(.bytes(try archive.bytes())).subset(ofKey: key)
    }
  }

  // Spec 1.3-1
  @Test("a chunk that is read is checked: its digest, and its records")
  func checks() throws {
    var archive = try RebuiltArchive(try OwnedTables.bytes())
    let chunk = try #require(archive.entries.first { $0.name.hasPrefix("data/Trip/") }?.name)
    try archive.replace(in: chunk, "Voyage", with: "\u{0}oyage")
    let key = OwnedTables.key(ofTrip: 0)
    let bytes = try archive.bytes()
    let error = #expect(throws: DocumentError.self) {
      try PartialDocumentReader(.bytes(bytes)).subset(ofKey: key)
    }
    #expect(error?.code.rawValue == "json-control-character")
    #expect(error?.part == chunk)
    archive.updatesManifest = false
    let damaged = try archive.bytes()
    let other = #expect(throws: DocumentError.self) {
      try PartialDocumentReader(.bytes(damaged)).subset(ofKey: key)
    }
    #expect(other?.code == .partSize)
  }
}
