import DocumentData
import DocumentFile
import Testing

@testable import DocumentTables

private enum FerryV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Ferry.self] }

  struct Pier: Codable, Hashable { var opens: ZonedTime }
  struct Log: Codable, Hashable { var entries: [ZonedTime] }

  @Model class Ferry {
    var name: String
    var departure: ZonedTime
    var pier: Pier?
    var log: Log

    init(_ name: String, _ departure: ZonedTime) {
      self.name = name
      self.departure = departure
      pier = Pier(opens: departure)
      log = Log(entries: [departure])
    }
  }
}

/// The pier is a structure now, and the log stays a tree.
private enum FerryV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Ferry.self] }

  struct Pier: PersistentStructure, Hashable { var opens: ClockTime }
  struct Log: Codable, Hashable { var entries: [ClockTime] }

  @Model class Ferry {
    var name: String
    var departure: ClockTime
    var pier: Pier?
    var log: Log

    init(_ name: String, _ departure: ClockTime) {
      self.name = name
      self.departure = departure
      log = Log(entries: [])
    }
  }
}

private enum FerryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [FerryV1.self, FerryV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: FerryV1.self, toVersion: FerryV2.self)]
  }
}

@Suite("Times by a clock in migrations of models")
struct ClockTimeMigrationTests {
  private static let paris = "2026-07-01T14:30:00+02:00[Europe/Paris]"
  private let migrator = Migrator(FerryPlan.self, schemaName: "birds")

  // Spec 7.3-3, 10.8-1
  @Test("a time at a place becomes one in attributes, structures and trees, and comes back")
  func widening() throws {
    let zoned = try #require(ZonedTime(Self.paris))
    let old = try Birds.tables(FerryV1.self) { $0.insert(FerryV1.Ferry("a", zoned)) }
    let (migrated, _) = try Birds.migrate(FerryPlan.self, old)
    let ferries = try Birds.context(migrated, FerryV2.self).fetch(FetchDescriptor<FerryV2.Ferry>())
    let ferry = try #require(ferries.first)
    #expect(ferry.departure == ClockTime(zoned) && ferry.pier?.opens == ClockTime(zoned))
    #expect(ferry.log.entries == [ClockTime(zoned)])
    let back = try migrator.convert(migrated, to: Schema.Version(1, 0, 0), losses: .carry)
    #expect(back.report.losses.isEmpty)
    #expect(TablesDump.text(back.tables, all: true) == TablesDump.text(old, all: true))
  }

  // Spec 7.4-7, 10.3-1
  @Test(
    "a time of an unknown zone is one in UTC for an older version, and comes back unless it was edited",
    arguments: [false, true])
  func unknownZone(isEdited: Bool) throws {
    let local = try #require(ClockTime("2026-07-01T14:30:00"))
    let new = try Birds.tables(FerryV2.self) { $0.insert(FerryV2.Ferry("a", local)) }
    let older = try migrator.convert(new, to: Schema.Version(1, 0, 0), losses: .carry)
    #expect(!older.report.losses.isEmpty)
    let context = Birds.context(older.tables, FerryV1.self)
    let ferry = try #require(try context.fetch(FetchDescriptor<FerryV1.Ferry>()).first)
    #expect(ferry.departure.description == "2026-07-01T14:30:00+00:00[Etc/UTC]")
    if isEdited {
      ferry.departure = try #require(ZonedTime(Self.paris))
      try context.save()
    }
    let (up, _) = try Birds.migrate(FerryPlan.self, context.container.store.current.tables)
    let again = try Birds.context(up, FerryV2.self).fetch(FetchDescriptor<FerryV2.Ferry>())
    #expect(again.map(\.departure.description) == [isEdited ? Self.paris : local.description])
  }
}
