import DocumentData
import DocumentTables
import Foundation
import TripDocuments

/// Documents of old versions, made by the models of those versions.
enum OldTrips {
  typealias Trip = TripSchemaV1.Trip
  typealias Item = TripSchemaV1.BucketListItem
  typealias Accommodation = TripSchemaV1.LivingAccommodation

  /// A day of the newest version, as days since 2001-01-01.
  static func calendarDay(_ number: Int) -> CalendarDay { CalendarDay(day(number), in: .gmt) }

  static func day(_ number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
  }

  /// A trip with a bucket list of the given titles; nil where there are none to give.
  static func trip(
    _ name: String, _ destination: String = "", from start: Int, to end: Int,
    wishes: [String]? = nil, staying place: String? = nil
  ) -> Trip {
    let trip = Trip(
      name: name, destination: destination, start_date: day(start), end_date: day(end))
    trip.bucketList = wishes?.map { Item(title: $0) }
    trip.livingAccommodation = place.map { Accommodation(address: "at " + $0, placeName: $0) }
    return trip
  }

  static func tables(
    _ version: any VersionedSchema.Type = TripSchemaV1.self,
    _ fill: (ModelContext) throws -> Void
  ) throws -> Tables {
    let schema = Schema(versionedSchema: version)
    let tableSchema = try schema.tableSchema(name: "trips")
    let context = context(Tables(schema: tableSchema, documentID: 1), version)
    try fill(context)
    try context.save()
    return context.container.store.current.tables
  }

  static func tables(of trips: [Trip]) throws -> Tables {
    try tables { context in trips.forEach { context.insert($0) } }
  }

  static func context(_ tables: Tables, _ version: any VersionedSchema.Type) -> ModelContext {
    ModelContext(
      ModelContainer(
        store: DocumentStore(tables),
        catalog: ModelCatalog(version.models, schema: tables.schema),
        schema: Schema(versionedSchema: version)))
  }

  /// Brings a document to an older version, with what that version cannot store.
  static func down(_ tables: Tables, to version: Int) throws -> Tables {
    try Migrator(TripMigrationPlan.self, schemaName: "trips")
      .convert(tables, to: Schema.Version(version, 0, 0), losses: .carry).tables
  }

  static func migrate(
    _ tables: Tables, to target: (any VersionedSchema.Type)? = nil
  ) throws -> (tables: Tables, report: MigrationReport) {
    try Migrator(TripMigrationPlan.self, schemaName: "trips").migrate(tables, to: target)
  }

  /// The trips of a document of version 1 in version 4, in the order of keys.
  static func migrated(_ trips: [Trip]) throws -> [TripSchemaV4.Trip] {
    let (tables, _) = try migrate(try self.tables(of: trips), to: TripSchemaV4.self)
    return try context(tables, TripSchemaV4.self).fetch(FetchDescriptor<TripSchemaV4.Trip>())
  }

  /// Whether the document stores null as the bucket list, for each trip in the order of keys.
  ///
  /// Models read such a list as empty.
  static func haveNullLists(_ tables: Tables) -> [Bool] {
    guard let hierarchy = tables.schema.hierarchyIndex(of: "Trip"),
      let column = tables.schema.hierarchies[hierarchy].columns
        .firstIndex(where: { $0.name == "bucketList" })
    else { return [] }
    return tables.tables[hierarchy].segments.flatMap { segment in
      (0..<segment.count).map { segment.value(at: $0, column: column) == .null }
    }
  }
}
