import TripDocuments

/// The stages as talks about SwiftData show them: fetch everything, find what is there twice with a
/// set, delete it.
enum PlainTripPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { Series.fourth.plan.schemas }

  static var stages: [MigrationStage] { [v1ToV2, v2ToV3, v3ToV4] }

  private static let v1ToV2 = MigrationStage.custom(
    fromVersion: TripSchemaV1.self, toVersion: TripSchemaV2.self,
    willMigrate: { context in
      let trips = try context.fetch(FetchDescriptor<TripSchemaV1.Trip>())
      var names: Set<String> = []
      for trip in trips where !names.insert(trip.name).inserted { context.delete(trip) }
      try context.save()
    },
    didMigrate: nil)

  private static let v2ToV3 = MigrationStage.custom(
    fromVersion: TripSchemaV2.self, toVersion: TripSchemaV3.self,
    willMigrate: { context in
      struct Key: Hashable {
        let name: String
        let startDate: Date
        let endDate: Date
      }
      let trips = try context.fetch(FetchDescriptor<TripSchemaV2.Trip>())
      var keys: Set<Key> = []
      for trip in trips {
        let key = Key(name: trip.name, startDate: trip.startDate, endDate: trip.endDate)
        if !keys.insert(key).inserted { context.delete(trip) }
      }
      try context.save()
    },
    didMigrate: nil)

  private static let v3ToV4 = MigrationStage.lightweight(
    fromVersion: TripSchemaV3.self, toVersion: TripSchemaV4.self)
}
