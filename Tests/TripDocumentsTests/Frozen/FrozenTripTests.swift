import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing
import TripDocuments

@Suite("The released trip schemas as frozen versions")
struct FrozenTripTests {
  /// Versions with classes between frozen ones: the second and the fifth, and the newest.
  enum MixedPlan: SchemaMigrationPlan {
    static var schemaName: String { "trips" }
    static var schemas: [any VersionedSchema.Type] {
      [
        FrozenTripsV1.self, TripSchemaV2.self, FrozenTripsV3.self, FrozenTripsV4.self,
        TripSchemaV5.self, TripSchemaV6.self,
      ]
    }
    static var stages: [MigrationStage] {
      [
        FrozenTripPlan.v1ToV2(TripSchemaV2.self), v2ToV3, FrozenTripPlan.v3ToV4, v4ToV5, v5ToV6,
      ]
    }

    /// Rows in the closure of the older version, where it is frozen; classes where it has them.
    private static let v2ToV3 = MigrationStage.custom(
      fromVersion: TripSchemaV2.self, toVersion: FrozenTripsV3.self,
      willMigrate: { context in
        try context.mergeDuplicates(
          of: TripSchemaV2.Trip.self, by: [\.name, \.startDate, \.endDate],
          joining: [\.bucketList], filling: [\.livingAccommodation])
      },
      didMigrate: nil, willRevert: FrozenTripPlan.makeNamesUnique, didRevert: nil)

    private static let v4ToV5 = MigrationStage.custom(
      fromVersion: FrozenTripsV4.self, toVersion: TripSchemaV5.self,
      willMigrate: nil, didMigrate: nil,
      willRevert: { context in
        let known = TripSchemaV4.PersonalTrip.Reason.allCases.map(\.rawValue)
        for trip in try context.fetch(FetchDescriptor<TripSchemaV5.PersonalTrip>())
        where !known.contains(trip.reason.rawValue) {
          trip.reason = .unknown
        }
      },
      didRevert: FrozenTripPlan.makeTripsUnique
    ).convertingDatesToDays()

    private static let v5ToV6 = MigrationStage.custom(
      fromVersion: TripSchemaV5.self, toVersion: TripSchemaV6.self, willMigrate: nil,
      didMigrate: nil,
      willRevert: { context in
        for trip in try context.fetch(FetchDescriptor<TripSchemaV6.Trip>())
        where (trip.startDate == nil) != (trip.endDate == nil) {
          trip.startDate = trip.startDate ?? trip.endDate
          trip.endDate = trip.endDate ?? trip.startDate
        }
      },
      didRevert: nil)
  }

  struct Way: CustomTestStringConvertible, Sendable {
    let sample: String
    let version: Int
    var testDescription: String { "\(sample) to \(version).0.0" }
  }

  static let ways = SampleFolder.cases().flatMap { name in
    TripMigrationPlan.releasedMajors.map { Way(sample: name, version: $0) }
  }

  /// The bytes of a sample in a version, and the report of its migration, by a plan.
  private func converted(
    _ tables: Tables, to version: Int, by plan: any SchemaMigrationPlan.Type
  ) throws -> (bytes: [UInt8], report: String, tables: Tables) {
    let (tables, report) = try Migrator(plan, schemaName: "trips")
      .convert(tables, to: Schema.Version(version, 0, 0), losses: .carry)
    let bytes = try DocumentFile.bytes(
      of: tables, form: .flat, options: DocumentWriteOptions(encoding: .json))
    return (bytes, report.description, tables)
  }

  // Spec 7.4-6
  @Test(
    "migrate every sample to every version as the classes do, byte for byte, and back",
    arguments: ways)
  func sameAsClasses(_ way: Way) throws {
    let source = try DocumentFile.read(.bytes(try SampleCase(way.sample).bytes(SampleCase.source)))
      .tables
    let expected = try converted(source, to: way.version, by: TripMigrationPlan.self)
    let own = try #require(source.schema.version?.major)
    let expectedBack = try converted(expected.tables, to: own, by: TripMigrationPlan.self)
    for plan in [FrozenTripPlan.self, MixedPlan.self] as [any SchemaMigrationPlan.Type] {
      let found = try converted(source, to: way.version, by: plan)
      #expect(String(decoding: found.bytes, as: UTF8.self) == text(expected.bytes))
      #expect(found.report == expected.report)
      let back = try converted(found.tables, to: own, by: plan)
      #expect(back.bytes == expectedBack.bytes && back.report == expectedBack.report)
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("have the fingerprints of the classes", arguments: TripMigrationPlan.releasedMajors)
  func fingerprints(major: Int) throws {
    let frozen = try FrozenTripPlan.schemas[major - 1].checkedTableSchema(name: "trips")
    let classes = try TripMigrationPlan.schemas[major - 1].checkedTableSchema(name: "trips")
    #expect(frozen.modelFingerprint() == classes.modelFingerprint())
    #expect(frozen.layoutFingerprint() == classes.layoutFingerprint())
    #expect(frozen == classes)
  }

  @Test("lead a file to a container of today's classes, which saves it")
  func container() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("frozen-\(UUID()).trips.json")
    defer { try? FileManager.default.removeItem(at: url) }
    let old = try SampleCase("duplicates-v1").bytes(SampleCase.source)
    try Data(old).write(to: url)
    let container = try ModelContainer(
      for: Schema(versionedSchema: TripSchema.self), migrationPlan: MixedPlan.self,
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let names = try context.fetch(FetchDescriptor<Trip>()).map(\.name)
    #expect(!names.isEmpty && Set(names).count == names.count)
    try context.save()
    let saved = try DocumentFile.read(.path(url.path)).tables
    #expect(saved.schema.version == SchemaVersion(6, 0, 0))
    let expected = try converted(
      try DocumentFile.read(.bytes(old)).tables, to: 6, by: TripMigrationPlan.self)
    #expect(TablesDump.text(saved, all: true) == TablesDump.text(expected.tables, all: true))
  }
}
