import DocumentTables
import Testing

@testable import tripconv

@Suite("Generated trips")
struct TripGeneratorTests {
  private func tables(_ version: SchemaVersion, _ trips: Int) throws -> Tables {
    let schema = try #require(try TripMigration.tableSchema(version))
    return TripGenerator(schema: schema, trips: trips, seed: 3, vocabulary: .multilingual)
      .makeTables()
  }

  /// The texts or other values of a property of all trips.
  private func values(_ property: String, _ tables: Tables) throws -> [Value] {
    let index = try #require(tables.schema.hierarchyIndex(of: "Trip"))
    let column = try #require(tables.schema.hierarchies[index].column(named: property, of: "Trip"))
    return tables.tables[index].segments.flatMap { segment in
      (0..<segment.count).map { segment.value(at: $0, column: column) }
    }
  }

  private func names(_ tables: Tables) throws -> [String] {
    try values("name", tables).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  @Test(
    "break no rule of their schema, in several segments",
    arguments: [
      SchemaVersion(1, 0, 0), SchemaVersion(2, 0, 0), SchemaVersion(3, 0, 0),
      SchemaVersion(4, 0, 0), SchemaVersion(5, 0, 0), SchemaVersion(6, 0, 0),
    ])
  func rules(version: SchemaVersion) throws {
    let tables = try tables(version, 4000)
    #expect(TablesCheck.findings(tables, limit: 3) == [])
    #expect(tables.tables.contains { $0.segments.count > 1 })
    #expect(try names(tables).count == 4000)
  }

  @Test("have every twentieth name twice in version 1.0.0, some of them spelled otherwise")
  func duplicates() throws {
    let names = try names(try tables(SchemaVersion(1, 0, 0), 2000))
    #expect(Set(names).count == 1900)
    #expect(Set(names.map { Array($0.utf8) }).count > 1900)
  }

  @Test("have names of their own where the schema makes them unique, however many there are")
  func uniqueNames() throws {
    let names = TripNames(Vocabulary.ascii.books, seed: 1)
    let count = 20_000
    #expect(Set((0..<count).map { names.name($0).text }).count == count)
  }

  @Test("repeat names with other dates where the schema makes them unique together")
  func repeatedNames() throws {
    let names = try names(try tables(SchemaVersion(4, 0, 0), 2000))
    #expect(Set(names).count == 1900)
  }

  @Test("come in the kinds, sizes and orders that people make")
  func distribution() throws {
    let tables = try tables(SchemaVersion(4, 0, 0), 2000)
    let counts = tables.rowCounts()
    #expect((4600...5400).contains(counts["BucketListItem"] ?? 0))
    #expect((1300...1500).contains(counts["LivingAccommodation"] ?? 0))
    #expect((430...570).contains(counts["BusinessTrip"] ?? 0))
    #expect((430...570).contains(counts["PersonalTrip"] ?? 0))
    let lists = try values("bucketList", tables)
    #expect(lists.contains(.references([])))
    #expect(lists.contains(.null))
    #expect(
      lists.contains { if case .references(let keys) = $0 { keys != keys.sorted() } else { false } }
    )
    let dates = try values("startDate", tables).compactMap {
      if case .date(let seconds) = $0 { seconds } else { nil }
    }
    let whole = dates.filter { $0 == $0.rounded() }.count
    #expect((1400...1800).contains(whole))
  }

  @Test(
    "have stays, legs, participants, places and times where the schema has them",
    arguments: [SchemaVersion(5, 0, 0), SchemaVersion(6, 0, 0)])
  func itineraries(version: SchemaVersion) throws {
    let tables = try tables(version, 2000)
    let counts = tables.rowCounts()
    #expect((700...3000).contains(counts["Ticket"] ?? 0) == (version.major > 5))
    #expect((1400...1900).contains(counts["Stay"] ?? 0))
    #expect((1800...2400).contains(counts["Leg"] ?? 0))
    #expect((1700...2300).contains(counts["Participant"] ?? 0))
    let older = try self.tables(SchemaVersion(4, 0, 0), 10)
    #expect(
      try values("destination", tables).prefix(10).elementsEqual(values("destination", older)))
    let locations = try values("location", tables).filter { !$0.isNull }.count
    #expect((1300...1500).contains(locations))
    let index = try #require(tables.schema.hierarchyIndex(of: "Leg"))
    let layout = tables.schema.hierarchies[index]
    let time = try #require(layout.column(named: "departureTime", of: "Leg"))
    let date = try #require(layout.column(named: "departureDate", of: "Leg"))
    for segment in tables.tables[index].segments {
      for row in 0..<segment.count {
        // One of both, as the specification asks for.
        let isTimed = !segment.value(at: row, column: time).isNull
        #expect(isTimed == segment.value(at: row, column: date).isNull)
      }
    }
  }

  @Test("end after they start")
  func durations() throws {
    let tables = try tables(SchemaVersion(4, 0, 0), 500)
    let dates = try ["startDate", "endDate"].map { property in
      try values(property, tables).compactMap { value in
        if case .date(let seconds) = value { seconds } else { nil }
      }
    }
    #expect(dates.map(\.count) == [500, 500])
    #expect(zip(dates[0], dates[1]).allSatisfy { $0 < $1 })
  }

  @Test("are written in many scripts")
  func scripts() throws {
    let names = try names(try tables(SchemaVersion(4, 0, 0), 1000)).joined()
    for sample in ["ü", "ã", "ř", "ı", "の", "之", "여", "П", "Τ", "ر", "ט", "या", "ท", "✈"] {
      #expect(names.unicodeScalars.contains { sample.unicodeScalars.contains($0) }, "\(sample)")
    }
  }

  @Test("are the same trip, whatever comes before")
  func stability() throws {
    let short = try tables(SchemaVersion(4, 0, 0), 10)
    let long = try tables(SchemaVersion(4, 0, 0), 1000)
    #expect(try names(long).prefix(10).elementsEqual(names(short)))
    #expect(short.documentID != long.documentID)
  }

  @Test("come from numbers that never change")
  func numbers() {
    var random = SeededRandom(seed: 1234567)
    // The reference values of SplitMix64.
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
    var other = SeededRandom(seed: 1)
    #expect((0..<1000).allSatisfy { _ in (0..<7).contains(other.number(below: 7)) })
    #expect(other.shuffled(Array(0..<50)).sorted() == Array(0..<50))
  }
}
