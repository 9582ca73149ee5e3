import DocumentData
import DocumentMigration
import DocumentTables
import Testing

private enum Before: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Journey.self, Flight.self, Stop.self] }

  @Model class Journey {
    #Unique<Journey>([\.name])
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Stop.journey) var stops: [Stop] = []
    init(name: String) { self.name = name }
  }

  @Model class Flight: Journey {
    var number: Int = 0
  }

  @Model class Stop {
    var place: String
    var journey: Journey?
    init(place: String) { self.place = place }
  }
}

/// Both the class at the root and the one below it have another name; so has what leads to them.
private enum After: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self, Hop.self, Stop.self] }

  @Model(originalName: "Journey") class Trip {
    #Unique<Trip>([\.name])
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    init(name: String) { self.name = name }
  }

  @Model(originalName: "Flight") class Hop: Trip {
    var number: Int = 0
  }

  @Model(originalName: nil) class Stop {
    var place: String
    @Relationship(originalName: "journey") var trip: Trip?
    init(place: String) { self.place = place }
  }
}

/// The same as ``After``, with nothing said of the names before.
private enum Unstated: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model class Trip {
    var name: String = ""
    init() {}
  }
}

private enum Renaming: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Before.self, After.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: Before.self, toVersion: After.self)]
  }
}

@Suite("A class that got another name")
struct RenamedEntityTests {
  private func older() throws -> Tables {
    try Birds.tables(Before.self) { context in
      let camino = Before.Journey(name: "Camino")
      let azores = Before.Flight(name: "Azores")
      azores.number = 7
      context.insert(camino)
      context.insert(azores)
      for place in ["Irun", "Santiago"] { camino.stops.append(Before.Stop(place: place)) }
    }
  }

  @Test("keeps its objects, subclasses and what refers to them, and touches no row")
  func up() throws {
    let (tables, report) = try Birds.migrate(Renaming.self, try older())
    #expect(
      report.description == """
        1.0.0 → 2.0.0 (lightweight)
          schema: Flight is now Hop
          schema: Journey is now Trip
          schema: Stop.journey is now Stop.trip
        """)
    #expect(TablesCheck.findings(tables).isEmpty)
    let context = Birds.context(tables, After.self)
    let trips = try context.fetch(FetchDescriptor<After.Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map(\.name) == ["Azores", "Camino"])
    #expect((trips.first as? After.Hop)?.number == 7)
    #expect(trips.last?.stops.map(\.place) == ["Irun", "Santiago"])
    #expect(trips.last?.stops.allSatisfy { $0.trip === trips.last } == true)
  }

  @Test("gets the older name back on the way down, with nothing lost")
  func down() throws {
    let original = try older()
    let newer = try Birds.migrate(Renaming.self, original).tables
    let back = try Migrator(Renaming.self, schemaName: "birds")
      .convert(newer, to: Schema.Version(1, 0, 0), losses: .refuse).tables
    #expect(TablesDump.text(back, all: true) == TablesDump.text(original, all: true))
  }

  @Test("is another entity without its original name, and the step says what to state")
  func unstated() throws {
    let difference = try SchemaDifference(
      from: try Schema(versionedSchema: Before.self).tableSchema(name: "birds"),
      to: try Schema(versionedSchema: Unstated.self).tableSchema(name: "birds"))
    #expect(
      difference.steps.first { $0.hint != nil }?.hint == """
        Trip is new and has some of its attributes: give it the original name Journey, if it is the \
        same entity
        """)
  }

  @Test("tells its original name to its schema, also through coding")
  func schema() throws {
    let schema = try Schema(versionedSchema: After.self).tableSchema(name: "birds")
    #expect(schema.entities.map(\.originalName) == ["Flight", nil, "Journey"])
  }
}
