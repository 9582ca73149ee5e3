import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Which entity stands in which store")
struct StoreAssignmentTests {
  typealias Trip = Offices.Trip
  typealias LongTrip = Offices.LongTrip
  typealias Stop = Offices.Stop
  typealias Person = Offices.Person
  typealias Ticket = Offices.Ticket

  private func memory(_ name: String, _ types: (any PersistentModel.Type)...) -> ModelConfiguration
  {
    ModelConfiguration(
      name, schema: types.isEmpty ? nil : Schema(types), isStoredInMemoryOnly: true)
  }

  private func entities(_ container: ModelContainer) -> [[String]] {
    container.stores.map { $0.store.current.tables.schema.entities.map(\.name).sorted() }
  }

  @Test("what no configuration names stands in the first without schema")
  func rest() throws {
    let first = try ModelContainer(
      for: Trip.self, Person.self, configurations: memory("people", Person.self), memory("rest"))
    #expect(entities(first) == [["Person"], ["Stop", "Trip"]])
    let second = try ModelContainer(
      for: Trip.self, Person.self, configurations: memory("rest"), memory("people", Person.self))
    #expect(entities(second) == [["Stop", "Trip"], ["Person"]])
  }

  @Test("a subclass stands where its superclass does, also where only that is named")
  func subclasses() throws {
    let container = try ModelContainer(
      for: Trip.self, LongTrip.self, Person.self,
      configurations: memory("rest"), memory("trips", Trip.self))
    #expect(entities(container) == [["Person"], ["LongTrip", "Stop", "Trip"]])
  }

  @Test("assigning entities to stores changes no entity of a schema that threads share")
  func sharedSchema() throws {
    let schema = Schema([Trip.self, LongTrip.self, Person.self])
    let entity = try #require(schema.entity(for: LongTrip.self))
    // Held, so that no other list can have its address.
    let inherited = entity.inheritedProperties
    func open() {
      #expect(throws: Never.self) {
        try ModelContainer(
          for: schema, configurations: memory("trips", Trip.self, LongTrip.self), memory("rest"))
      }
    }
    open()
    #expect(address(entity.inheritedProperties) == address(inherited))
    nonisolated(unsafe) let work = open
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<50 { work() }
    }
    #expect(entity.inheritedProperties.map(\.name) == ["name", "stops"])
  }

  private func address(_ properties: [any SchemaProperty]) -> UnsafeRawPointer? {
    properties.withUnsafeBytes { $0.baseAddress }
  }

  @Test("one configuration may name all of the models")
  func all() throws {
    let container = try ModelContainer(
      for: Person.self,
      configurations: ModelConfiguration(
        for: Person.self, isStoredInMemoryOnly: true))
    #expect(entities(container) == [["Person"]])
  }

  @Test("a model that is left over is refused by name")
  func leftOver() throws {
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: Trip.self, Person.self, configurations: memory("trips", Trip.self))
    }
    #expect(error?.entity == "Person")
    #expect(error?.explanation.contains("“trips”") == true)
  }

  @Test("a configuration may not name what its container does not know")
  func notInContainer() throws {
    let error = #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try ModelContainer(
        for: Person.self, configurations: memory("trips", Trip.self), memory("rest"))
    }
    #expect(error?.entity == "Trip")
    #expect(error?.explanation.contains("“trips”") == true)
    let version = #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try ModelContainer(for: BirdsV2.Bird.self, configurations: memory("old", BirdsV1.Bird.self))
    }
    #expect(version?.explanation.contains("BirdsV1.Bird") == true)
    #expect(version?.explanation.contains("version") == true)
  }

  @Test("several configurations may claim an entity, with all that it is tied to")
  func claimedTwice() throws {
    let named = try ModelContainer(
      for: Trip.self, Person.self, configurations: memory("trips", Trip.self),
      memory("people", Person.self, Trip.self))
    #expect(entities(named) == [["Stop", "Trip"], ["Person", "Stop", "Trip"]])
    let unnamed = try ModelContainer(for: Person.self, configurations: memory("a"), memory("b"))
    #expect(entities(unnamed) == [["Person"], ["Person"]])
    let tied = try ModelContainer(
      for: Trip.self, Ticket.self, configurations: memory("trips", Trip.self),
      memory("tickets", Ticket.self))
    #expect(entities(tied) == [["Stop", "Trip"], ["Stop", "Ticket", "Trip"]])
  }

  @Test("configurations without schema take what only read-only ones name")
  func readOnly() throws {
    let pack = ModelConfiguration(
      "pack", schema: Schema(Person.self), isStoredInMemoryOnly: true, allowsSave: false)
    let container = try ModelContainer(
      for: Trip.self, Person.self, configurations: pack, memory("rest"))
    #expect(entities(container) == [["Person"], ["Person", "Stop", "Trip"]])
  }

  @Test("a relationship from one store to another is refused, naming it")
  func relationshipAcross() throws {
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: Trip.self, Ticket.self, configurations: memory("trips", Trip.self), memory("tickets"))
    }
    #expect(error?.entity == "Ticket")
    #expect(error?.property == "trip")
    #expect(error?.explanation.contains("“trips”") == true)
    #expect(error?.explanation.contains("“tickets”") == true)
  }

  @Test("one file for two stores is refused, whatever the path to it is")
  func oneFile() throws {
    let folder = try TemporaryFolder()
    let around = folder.url.appendingPathComponent("x/../a.store")
    let error = #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: Trip.self, Person.self,
        configurations: ModelConfiguration("trips", schema: Schema(Trip.self), url: around),
        ModelConfiguration("people", url: folder.file("a.store")))
    }
    #expect(error?.explanation.contains("a.store") == true)
  }
}
