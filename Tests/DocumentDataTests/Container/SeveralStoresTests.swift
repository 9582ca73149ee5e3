import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Several stores in one container")
struct SeveralStoresTests {
  typealias Trip = Offices.Trip
  typealias LongTrip = Offices.LongTrip
  typealias Stop = Offices.Stop
  typealias Person = Offices.Person

  private func fill(_ context: ModelContext) {
    let trip = LongTrip(name: "Nile", days: 9)
    trip.stops = [Stop(place: "Luxor")]
    context.insert(Person(name: "Ada", age: 36))
    context.insert(trip)
    context.insert(Trip(name: "Alps"))
  }

  @Test("each object stands in the store of its class, and contexts see all of them")
  func routing() throws {
    let container = try Offices.container()
    let context = ModelContext(container)
    fill(context)
    #expect(
      context.insertedModelsArray.map { String(describing: type(of: $0)) }
        == ["LongTrip", "Stop", "Trip", "Person"])
    try context.save()
    #expect(!context.hasChanges)
    #expect(container.stores.map(\.store.current.tables.rowCount) == [3, 1])
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Nile", "Alps"])
    #expect(try other.fetchCount(FetchDescriptor<Person>()) == 1)
    #expect(try other.only(Stop.self).trip?.name == "Nile")
  }

  @Test("changes and deletions in both stores are saved by one save and dropped by one rollback")
  func editing() throws {
    let container = try Offices.container()
    let context = ModelContext(container)
    fill(context)
    try context.save()
    let person = try context.only(Person.self)
    let stop = try context.only(Stop.self)
    person.age = 37
    context.delete(stop)
    #expect(context.changedModelsArray.contains { $0 === person })
    #expect(context.deletedModelsArray.contains { $0 === stop })
    context.rollback()
    #expect(!context.hasChanges)
    #expect(person.age == 36)
    #expect(!stop.isDeleted)
    person.age = 38
    context.delete(stop)
    try context.save()
    let other = ModelContext(container)
    #expect(try other.only(Person.self).age == 38)
    #expect(try other.all(Stop.self).isEmpty)
  }

  @Test("an identifier finds its object in its own store only")
  func identifiers() throws {
    let context = ModelContext(try Offices.container())
    fill(context)
    try context.save()
    let person = try context.only(Person.self)
    let trips = try context.all(Trip.self)
    let found: Person? = context.registeredModel(for: person.persistentModelID)
    #expect(found === person)
    for trip in trips {
      let found: Trip? = context.registeredModel(for: trip.persistentModelID)
      #expect(found === trip)
    }
    let elsewhere = ModelContext(try Offices.container())
    let absent: Person? = elsewhere.registeredModel(for: person.persistentModelID)
    #expect(absent == nil)
  }

  @Test("nothing is saved where the changes to one of the stores break a rule")
  func checkedBefore() throws {
    let container = try Offices.container()
    let context = ModelContext(container)
    context.insert(Person(name: "Ada", age: 1))
    context.insert(Person(name: "Ben", age: 2))
    try context.save()
    let second = try #require(try context.all(Person.self).last)
    second.name = "Ada"
    context.insert(Trip(name: "Nile"))
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.entity == "Person")
    #expect(try ModelContext(container).all(Trip.self).isEmpty)
    second.name = "Cid"
    try context.save()
    #expect(try ModelContext(container).only(Trip.self).name == "Nile")
  }

  @Test("where the second store cannot be written, the error says what is saved and what is not")
  func secondFails() throws {
    let folder = try TemporaryFolder()
    let missing = folder.file("missing")
    try Data("no folder".utf8).write(to: missing)
    let container = try ModelContainer(
      for: Offices.whole,
      configurations: ModelConfiguration(
        "trips", schema: Offices.trips, url: folder.file("trips.store")),
      ModelConfiguration("people", url: missing.appendingPathComponent("people.store")))
    let context = ModelContext(container)
    fill(context)
    let error = #expect(throws: SwiftDataError.saveFailure) { try context.save() }
    let words = try #require(error).explanation
    #expect(words.contains("“trips” are saved"))
    #expect(words.contains("“people” stay pending"))
    #expect(context.insertedModelsArray.count == 1)
    #expect(folder.names == ["missing", "trips.store"])
    try FileManager.default.removeItem(at: missing)
    try context.save()
    let again = ModelContext(
      try ModelContainer(
        for: Offices.whole,
        configurations: ModelConfiguration(
          "trips", schema: Offices.trips, url: folder.file("trips.store")),
        ModelConfiguration("people", url: missing.appendingPathComponent("people.store"))))
    #expect(try again.only(Person.self).name == "Ada")
    #expect(try again.fetchCount(FetchDescriptor<Trip>()) == 2)
  }

  @Test("a store that may not be written refuses the save before another is written")
  func readOnlyStore() throws {
    let container = try ModelContainer(
      for: Offices.whole,
      configurations: ModelConfiguration(
        "trips", schema: Offices.trips, isStoredInMemoryOnly: true),
      ModelConfiguration("people", isStoredInMemoryOnly: true, allowsSave: false))
    let context = ModelContext(container)
    fill(context)
    #expect(throws: SwiftDataError.readOnlyStore) { try context.save() }
    #expect(container.stores.map(\.store.current.tables.rowCount) == [0, 0])
  }

  @Test("a class that no store knows is refused at the save, by name")
  func unknownClass() throws {
    let context = ModelContext(try Offices.container())
    context.insert(Offices.Ticket(price: 1))
    let error = #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
    #expect(error?.entity == "Ticket")
    #expect(error?.explanation.contains("Ticket.self") == true)
    #expect(!context.hasChanges)
  }
}
