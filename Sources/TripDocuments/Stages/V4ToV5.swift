import DocumentData

extension TripMigrationPlan {
  /// The stage in which dates become days, and a trip may have several stays.
  ///
  /// The schema change and the conversion of dates describe the way up, so documents are migrated
  /// segment by segment. The way down looks for reasons that 4.0.0 does not know and, after the
  /// dates are what they were, for trips that would be equal there (spec 7.4.4).
  static let v4ToV5 = MigrationStage.custom(
    fromVersion: TripSchemaV4.self, toVersion: TripSchemaV5.self,
    willMigrate: nil, didMigrate: nil,
    willRevert: { context in
      try TripSchemaV5.forgetOtherReasons(in: context)
      try context.save()
    },
    didRevert: { context in
      try TripSchemaV4.giveNamesOfTheirOwn(in: context)
      try context.save()
    }
  ).convertingDatesToDays()
}

extension TripSchemaV5 {
  /// Replaces the reasons that 4.0.0 does not have by `unknown`.
  static func forgetOtherReasons(in context: ModelContext) throws {
    let known = Set(TripSchemaV4.PersonalTrip.Reason.allCases.map(\.rawValue))
    try context.enumerate(FetchDescriptor<PersonalTrip>(), allowEscapingMutations: true) { trip in
      if !known.contains(trip.reason.rawValue) { trip.reason = .unknown }
    }
  }
}

extension TripSchemaV4 {
  /// Gives names of their own to trips with equal names and dates; the first is the one with the
  /// greatest key.
  static func giveNamesOfTheirOwn(in context: ModelContext) throws {
    var names = TripNames()
    for group in try context.duplicates(of: Trip.self, by: [\.name, \.startDate, \.endDate]) {
      // Groups are in the order of keys; identifiers of different entities are not.
      try names.distinguish(group.reversed(), by: \.name) { name in
        var stored = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })
        stored.includePendingChanges = false
        return try context.fetchCount(stored) > 0
      }
    }
  }
}
