import DocumentData
import DocumentMigration
import DocumentTables
import Foundation
import Testing

// Enumerations of two versions of a plan, whose raw values differ: closed and open ones, in every place of a model.

private enum MoodsV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Entry.self] }

  enum Open: String, Codable { case happy, sad, gloomy }
  enum Closed: String, Codable, CaseIterable { case happy, sad, gloomy }
  struct Place: PersistentStructure {
    var open: Open
    var closed: [Closed]
  }

  @Model final class Entry {
    var open: Open
    var closed: Closed
    var list: [Closed] = []
    var kinds: Set<Open> = []
    var place: Place
    init(_ open: Open, _ closed: Closed) {
      self.open = open
      self.closed = closed
      place = Place(open: open, closed: [closed])
    }
  }
}

private enum MoodsV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Entry.self] }

  enum Open: String, PersistentEnumeration {
    case happy, blue, other
    static var originalRawValues: [String: Open] { ["sad": .blue, "gloomy": .blue] }
    static var unknownCase: Open? { .other }
  }
  enum Closed: String, PersistentEnumeration, CaseIterable {
    case happy, blue
    static var originalRawValues: [String: Closed] { ["sad": .blue, "gloomy": .blue] }
    static var unknownCase: Closed? { nil }
  }
  struct Place: PersistentStructure {
    var open: Open
    var closed: [Closed]
  }

  @Model final class Entry {
    var open: Open
    var closed: Closed
    var list: [Closed] = []
    var kinds: Set<Open> = []
    var place: Place
    var note = ""
    init(_ open: Open, _ closed: Closed) {
      self.open = open
      self.closed = closed
      place = Place(open: open, closed: [closed])
    }
  }
}

/// The same enumerations as those of version 2, so nothing is renamed between the two.
private enum MoodsV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Entry.self] }

  @Model final class Entry {
    var open: MoodsV2.Open
    var closed: MoodsV2.Closed
    var list: [MoodsV2.Closed] = []
    var kinds: Set<MoodsV2.Open> = []
    var place: MoodsV2.Place
    var remark = ""
    init(_ open: MoodsV2.Open) {
      self.open = open
      closed = .happy
      place = MoodsV2.Place(open: open, closed: [])
    }
  }
}

private enum Inferred: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [MoodsV1.self, MoodsV2.self] }
  static var stages: [MigrationStage] { [] }
}

private enum Lightweight: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [MoodsV1.self, MoodsV2.self, MoodsV3.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: MoodsV1.self, toVersion: MoodsV2.self),
      .lightweight(fromVersion: MoodsV2.self, toVersion: MoodsV3.self),
    ]
  }
}

/// Closures before and after the schema change, which read what the other release wrote.
private enum WithClosures: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [MoodsV1.self, MoodsV2.self] }
  static var stages: [MigrationStage] {
    [
      .reversible(
        fromVersion: MoodsV1.self, toVersion: MoodsV2.self,
        willMigrate: { context in
          for entry in try context.all(MoodsV1.Entry.self) where entry.closed == .sad {
            entry.open = .gloomy
          }
        },
        didMigrate: { context in
          for entry in try context.all(MoodsV2.Entry.self) where entry.closed == .blue {
            entry.note = "\(entry.open), \(entry.closed), \(entry.place.open)"
          }
        },
        willRevert: { context in
          for entry in try context.all(MoodsV2.Entry.self) { entry.note = "" }
        },
        didRevert: { context in
          for entry in try context.all(MoodsV1.Entry.self) where entry.closed == .sad {
            entry.list = [.gloomy]
          }
        })
    ]
  }
}

private func older() throws -> Tables {
  try Birds.tables(MoodsV1.self) { context in
    let first = MoodsV1.Entry(.sad, .sad)
    first.list = [.sad, .happy, .gloomy]
    first.kinds = [.sad, .gloomy]
    context.insert(first)
    context.insert(MoodsV1.Entry(.happy, .gloomy))
    context.insert(MoodsV1.Entry(.gloomy, .happy))
  }
}

private func convert(
  _ tables: Tables, _ plan: any SchemaMigrationPlan.Type, to version: Int,
  losses: LossPolicy = .refuse
) throws -> (tables: Tables, report: MigrationReport) {
  try Migrator(plan, schemaName: "birds")
    .convert(tables, to: Schema.Version(version, 0, 0), losses: losses)
}

@Suite("Renamed cases between two versions of a plan")
struct RenamedCaseTests {
  @Test(
    "need no declared stage, and get the raw values of the newer version",
    arguments: [Inferred.self, Lightweight.self] as [any SchemaMigrationPlan.Type])
  func up(plan: any SchemaMigrationPlan.Type) throws {
    let (tables, report) = try convert(try older(), plan, to: 2)
    let entries = try Birds.context(tables, MoodsV2.self).all(MoodsV2.Entry.self)
    #expect(entries.map(\.open) == [.blue, .happy, .blue])
    #expect(entries.map(\.closed) == [.blue, .blue, .happy])
    #expect(entries.first?.list == [.blue, .happy, .blue])
    #expect(entries.first?.kinds == [.blue])
    #expect(entries.map(\.place.open) == [.blue, .happy, .blue])
    #expect(entries.map(\.place.closed) == [[.blue], [.blue], [.happy]])
    let steps = report.stages.flatMap(\.steps).map(\.description)
    #expect(
      steps.contains(#"in Entry.open, "gloomy" becomes "blue", "sad" becomes "blue" (2 objects)"#))
    #expect(
      steps.contains(#"in Entry.closed, "gloomy" becomes "blue", "sad" becomes "blue" (2 objects)"#)
    )
    #expect(report.losses.isEmpty)
  }

  @Test("come back on the way down, each under the original raw value that it had")
  func upAndDown() throws {
    let before = try older()
    let back = try convert(
      try convert(before, Lightweight.self, to: 3).tables, Lightweight.self, to: 1)
    let entries = try Birds.context(back.tables, MoodsV1.self).all(MoodsV1.Entry.self)
    #expect(entries.map(\.open) == [.sad, .happy, .gloomy])
    #expect(entries.map(\.closed) == [.sad, .gloomy, .happy])
    #expect(entries.first?.list == [.sad, .happy, .gloomy])
    #expect(entries.first?.kinds == [.sad, .gloomy])
    #expect(back.report.losses.isEmpty)
    #expect(back.tables.carried.isEmpty)
  }

  @Test("of an object that was edited get the first original raw value on the way down")
  func downEdited() throws {
    let newer = try Birds.tables(MoodsV2.self) { context in
      let entry = MoodsV2.Entry(.blue, .blue)
      entry.list = [.blue, .happy]
      entry.kinds = [.blue]
      context.insert(entry)
    }
    let (tables, report) = try convert(newer, Lightweight.self, to: 1)
    let entry = try #require(
      try Birds.context(tables, MoodsV1.self).all(MoodsV1.Entry.self).first)
    #expect(entry.open == .gloomy)
    #expect(entry.closed == .gloomy)
    #expect(entry.list == [.gloomy, .happy])
    #expect(entry.kinds == [.gloomy])
    #expect(entry.place.open == .gloomy)
    #expect(entry.place.closed == [.gloomy])
    #expect(report.losses.isEmpty)
    let again = try convert(tables, Lightweight.self, to: 2).tables
    #expect(TablesDump.text(again, all: true) == TablesDump.text(newer, all: true))
  }

  @Test("stay between versions that have the same enumeration")
  func unchanged() throws {
    let newest = try Birds.tables(MoodsV3.self) { $0.insert(MoodsV3.Entry(.blue)) }
    let (tables, report) = try convert(newest, Lightweight.self, to: 2)
    #expect(
      try Birds.context(tables, MoodsV2.self).all(MoodsV2.Entry.self).map(\.open) == [.blue])
    #expect(!report.stages.flatMap(\.steps).contains { $0.description.contains("becomes \"") })
  }

  @Test("are what closures see after the schema change, in both directions")
  func closures() throws {
    let (tables, _) = try convert(try older(), WithClosures.self, to: 2)
    let entries = try Birds.context(tables, MoodsV2.self).all(MoodsV2.Entry.self)
    #expect(entries.map(\.note) == ["blue, blue, blue", "happy, blue, happy", ""])
    let (back, _) = try convert(tables, WithClosures.self, to: 1, losses: .carry)
    let olderEntries = try Birds.context(back, MoodsV1.self).all(MoodsV1.Entry.self)
    #expect(olderEntries.map(\.closed) == [.sad, .gloomy, .happy])
    #expect(olderEntries.map(\.open) == [.gloomy, .happy, .gloomy])
    #expect(olderEntries.first?.list == [.gloomy])
  }

  @Test("leave unknown cases: an open type of the older version must set or accept them")
  func unknownDown() throws {
    let newer = try Birds.tables(MoodsV2.self) { $0.insert(MoodsV2.Entry(.other, .happy)) }
    let error = #expect(throws: SwiftDataError.self) {
      try convert(newer, Inferred.self, to: 1, losses: .carry)
    }
    #expect(error?.property == "open")
  }

  @Test("are renamed without a plan, closed ones too")
  func withoutPlan() throws {
    let (tables, report) = try SchemaOpening(Schema(MoodsV2.models), schemaName: "birds")
      .open(
        try Birds.tables(MoodsV1.self) { $0.insert(MoodsV1.Entry(.sad, .gloomy)) }
          .unversioned())
    let entry = try #require(try Birds.context(tables, MoodsV2.self).all(MoodsV2.Entry.self).first)
    #expect(entry.open == .blue)
    #expect(entry.closed == .blue)
    #expect(report?.stages.count == 1)
  }

  @Test("of a stream of segments are renamed as those in memory")
  func bySegment() throws {
    let tables = try older()
    let migrator = Migrator(Lightweight.self, schemaName: "birds")
    let migration = try #require(try migrator.segmentMigration(from: tables.schema))
    let whole = try migrator.migrate(tables).tables
    for (index, segment) in tables.tables[0].segments.enumerated() {
      var narrowed: [SegmentMigration.Passage] = []
      let migrated = try #require(
        try migration.migrated(segment, hierarchy: 0, narrowed: &narrowed))
      for row in 0..<segment.count {
        #expect(
          migrated.segment.values(at: row) == whole.tables[0].segments[index].values(at: row))
      }
      #expect(!narrowed.isEmpty)
    }
  }
}

extension Tables {
  fileprivate func unversioned() throws -> Tables {
    var tables = self
    tables.schema = try schema.renamed(version: nil)
    return tables
  }
}
