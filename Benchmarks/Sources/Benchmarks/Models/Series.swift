import DocumentData
import TripDocuments

/// The trips that are measured.
///
/// Figures of 4.0.0 stay comparable with figures of before. The peers of each series store the same values.
enum Series: String, CaseIterable {
  case newest
  case fourth = "4.0.0"

  var version: String {
    switch self {
    case .newest: TripSchema.versionIdentifier.description
    case .fourth: rawValue
    }
  }

  /// The stages from 1.0.0 up to the version.
  var plan: any SchemaMigrationPlan.Type {
    switch self {
    case .newest: TripMigrationPlan.self
    case .fourth: PlanToFourth.self
    }
  }

  private enum PlanToFourth: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { Array(TripMigrationPlan.schemas.prefix(4)) }
    static var stages: [MigrationStage] { Array(TripMigrationPlan.stages.prefix(3)) }
  }

  private var opening: SchemaOpening {
    let schema =
      switch self {
      case .newest: Schema(versionedSchema: TripSchema.self)
      case .fourth: Schema(versionedSchema: TripSchemaV4.self)
      }
    return SchemaOpening(schema, plan: plan, schemaName: TripMigrationPlan.schemaName)
  }

  /// Opens a document as `TripDocument` does, up to the version.
  func document(_ path: String) async throws -> ModelDocument {
    try await ModelDocument(contentsOf: path, opening, .standard)
  }

  /// Reads the trips of a name as `TripDocument` does, and counts them.
  func countTrips(named name: String, in path: String) async throws -> Int {
    let handle = try await DocumentHandle(contentsOf: path, opening, verifiesIndexes: false)
    switch self {
    case .newest:
      let subset = try await handle.objects(where: \TripSchema.Trip.name, equals: name)
      return try ModelContext(subset.modelContainer)
        .fetchCount(FetchDescriptor<TripSchema.Trip>())
    case .fourth:
      let subset = try await handle.objects(where: \TripSchemaV4.Trip.name, equals: name)
      return try ModelContext(subset.modelContainer)
        .fetchCount(FetchDescriptor<TripSchemaV4.Trip>())
    }
  }

  /// The trip behind a part of the others: half of them, or a third.
  func trip(behindOneOf divisor: Int, in context: ModelContext) throws -> (any MeasuredTrip)? {
    func find<Trip: MeasuredTrip>(_ type: Trip.Type) throws -> (any MeasuredTrip)? {
      var descriptor = FetchDescriptor<Trip>()
      descriptor.fetchOffset = try context.fetchCount(descriptor) / divisor
      descriptor.fetchLimit = 1
      return try context.fetch(descriptor).first
    }
    return switch self {
    case .newest: try find(TripSchema.Trip.self)
    case .fourth: try find(TripSchemaV4.Trip.self)
    }
  }
}

/// What jobs read and change of a trip of any version.
protocol MeasuredTrip: PersistentModel {
  var name: String { get }
  var destination: String { get set }
}

extension TripSchema.Trip: MeasuredTrip {}
extension TripSchemaV4.Trip: MeasuredTrip {}
