import DocumentData
import Foundation

enum JourneySchemaV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Journey.self] }

  @Model class Journey {
    #Unique<Journey>([\.name])

    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Stop.journey) var stops: [Stop] = []

    init(name: String) { self.name = name }
  }

  @Model class Stop {
    var place: String
    var journey: Journey?

    init(place: String) { self.place = place }
  }
}

enum JourneySchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] {
    [Journey.self, Stop.self, Guide.self, Cruise.self]
  }

  @Model class Journey {
    #Unique<Journey>([\.name, \.start])
    #Index<Journey>([\.name], [\.start, \.name])

    var name: String
    @Attribute(originalName: "begin") var start: Date
    // The spelling of 2023.
    @Relationship(.cascade) var stops: [Stop]? = []
    @Relationship(minimumModelCount: 1, maximumModelCount: 3, originalName: "leaders")
    var guides: [Guide] = []
    @Relationship(.unique, deleteRule: .deny) var captain: Guide?
    var following: Journey?
    var preceding: Journey?

    init(name: String, start: Date) {
      self.name = name
      self.start = start
    }
  }

  @Model class Stop {
    var place: String
    var journey: Journey?
    var before: Stop?
    var after: Stop?

    init(place: String) { self.place = place }
  }

  @Model class Guide {
    var name: String
    var journeys: [Journey] = []
    @Relationship(inverse: \Guide.pupils) var teacher: Guide?
    var pupils: [Guide] = []

    init(name: String) { self.name = name }
  }

  @Model class Cruise: Journey {
    #Index<Cruise>(.binary([\.ship, \.name]))

    var ship: String = "Beagle"
    var port: Port?
  }

  @Model class Port {
    var name: String = ""
    var cruises: [Cruise] = []
    init() {}
  }
}

enum JourneyPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [JourneySchemaV1.self, JourneySchemaV2.self] }

  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: JourneySchemaV1.self, toVersion: JourneySchemaV2.self,
        willMigrate: { context in _ = context }, didMigrate: nil),
      .lightweight(fromVersion: JourneySchemaV1.self, toVersion: JourneySchemaV2.self),
    ]
  }
}
