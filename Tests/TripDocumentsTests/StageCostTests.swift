import DocumentData
import DocumentMigration
import DocumentTables
import Testing
import TripDocuments

@Suite("What the stages of the trip schemas cost")
struct StageCostTests {
  private func difference(
    from old: any VersionedSchema.Type, to new: any VersionedSchema.Type
  ) throws -> SchemaDifference {
    let migrator = Migrator(TripMigrationPlan.self, schemaName: TripMigrationPlan.schemaName)
    return try SchemaDifference(
      from: migrator.tableSchema(of: old), to: migrator.tableSchema(of: new),
      convertsDates: new == TripSchemaV5.self)
  }

  @Test(
    "the structure of no stage touches a row, but for the names that become unique and the days")
  func touchedRows() throws {
    let tables = try OldTrips.tables(of: [
      OldTrips.trip("a", from: 1, to: 2, wishes: ["w"]), OldTrips.trip("b", from: 1, to: 2),
    ])
    let stages = [
      try difference(from: TripSchemaV1.self, to: TripSchemaV2.self),
      try difference(from: TripSchemaV2.self, to: TripSchemaV3.self),
      try difference(from: TripSchemaV3.self, to: TripSchemaV4.self),
      try difference(from: TripSchemaV4.self, to: TripSchemaV5.self),
      try difference(from: TripSchemaV5.self, to: TripSchemaV6.self),
    ]
    var current = tables
    var touched: [[Int]] = []
    for stage in stages {
      touched.append(current.touchedRows(by: stage).filter { $0 > 0 })
      current = try current.migrated(by: stage)
    }
    #expect(touched == [[2], [2], [], [2, 2], []])
    #expect(stages.map(\.cost) == [.lossless, .reversible, .reversible, .reversible, .reversible])
  }
}
