import DocumentData
import DocumentTables
import Foundation
import Observation
import Testing

@Suite("One entity in several stores")
struct OverlappingStoresTests {
  typealias Trip = Offices.Trip
  typealias Stop = Offices.Stop
  typealias Person = Offices.Person
  typealias Ticket = Offices.Ticket

  private func memory(_ name: String, _ types: [any PersistentModel.Type]) -> ModelConfiguration {
    ModelConfiguration(name, schema: Schema(types), isStoredInMemoryOnly: true)
  }

  private func people(_ context: ModelContext, _ names: [String], age: Int = 1) {
    for name in names { context.insert(Person(name: name, age: age)) }
  }

  /// A store of one's own, and one that may only be read, with three trips and two people.
  private struct Packed {
    let folder: TemporaryFolder
    let main: ModelConfiguration
    let pack: ModelConfiguration
    let container: ModelContainer
    let context: ModelContext

    init(mainSchema: Schema? = Offices.whole) throws {
      folder = try TemporaryFolder()
      let file = folder.file("pack.store")
      let filling = ModelContext(
        try ModelContainer(for: Offices.whole, configurations: ModelConfiguration(url: file)))
      for (name, age) in [("Bea", 2), ("Dan", 4)] {
        filling.insert(Person(name: name, age: age))
      }
      for name in ["Nile", "Alps", "Fens"] { filling.insert(Trip(name: name)) }
      try filling.save()
      main = ModelConfiguration("main", schema: mainSchema, url: folder.file("main.store"))
      pack = ModelConfiguration("pack", schema: Offices.whole, url: file, allowsSave: false)
      container = try ModelContainer(for: Offices.whole, configurations: pack, main)
      context = ModelContext(container)
      for (name, age) in [("Ada", 1), ("Cid", 3), ("Eve", 5)] {
        context.insert(Person(name: name, age: age))
      }
      try context.save()
    }
  }

  @Test("is accepted, and a new object goes to the first that can be written")
  func insertion() throws {
    let container = try ModelContainer(
      for: Offices.whole, configurations: memory("main", [Trip.self, Person.self]),
      memory("extra", [Person.self]))
    let context = ModelContext(container)
    context.insert(Person(name: "Ada", age: 1))
    try context.save()
    #expect(container.stores.map(\.store.current.tables.rowCount) == [1, 0])
  }

  @Test(
    "a configuration without schema takes what only read-only ones name", arguments: [true, false])
  func rest(namesSchema: Bool) throws {
    let packed = try Packed(mainSchema: namesSchema ? Offices.whole : nil)
    #expect(packed.container.stores.map(\.store.current.tables.rowCount) == [5, 3])
    let entities = packed.container.stores.map {
      Set($0.store.current.tables.schema.entities.map(\.name))
    }
    #expect(entities[0] == entities[1])
  }

  @Test(
    "a fetch sorts, limits and counts the objects of all",
    arguments: [nil, 2, 4, 9], [nil, 1, 4, 7])
  func fetching(limit: Int?, offset: Int?) throws {
    let context = try Packed().context
    context.insert(Person(name: "Ben", age: 9))
    var sorted = FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name, order: .reverse)])
    sorted.fetchLimit = limit
    sorted.fetchOffset = offset
    let names = Array(
      ["Eve", "Dan", "Cid", "Ben", "Bea", "Ada"].dropFirst(offset ?? 0).prefix(limit ?? 9))
    #expect(try context.fetch(sorted).map(\.name) == names)
    #expect(try context.fetch(sorted, batchSize: 2).map(\.name) == names)
    #expect(try context.fetchCount(sorted) == names.count)
    let identifiers = try context.fetchIdentifiers(sorted)
    #expect(try Array(context.fetchIdentifiers(sorted, batchSize: 2)) == identifiers)
    #expect(identifiers.map { (context.model(for: $0) as? Person)?.name } == names)
    var enumerated: [String] = []
    try context.enumerate(sorted, batchSize: 2) { enumerated.append($0.name) }
    #expect(enumerated == names)
    var unsorted = sorted
    unsorted.sortBy = []
    let found = try context.fetch(unsorted).map(\.name)
    let inStores = ["Bea", "Dan", "Ada", "Cid", "Eve", "Ben"]
    #expect(found == Array(inStores.dropFirst(offset ?? 0).prefix(limit ?? 9)))
    #expect(
      try context.fetchIdentifiers(unsorted).map { (context.model(for: $0) as? Person)?.name }
        == found)
    #expect(try context.fetchCount(unsorted) == found.count)
  }

  @Test("a predicate on a unique key finds the objects of all", arguments: ["Ada", "Bea", "Zoe"])
  func lookingUp(name: String) throws {
    let packed = try Packed()
    let found = try packed.context.fetch(
      FetchDescriptor<Person>(predicate: #Predicate { $0.name == name }))
    #expect(found.map(\.name) == (name == "Zoe" ? [] : [name]))
    packed.context.insert(Person(name: "Bea", age: 7))
    try packed.context.save()
    // Unique keys are those of a store.
    #expect(
      try packed.context.fetchCount(
        FetchDescriptor<Person>(predicate: #Predicate { $0.name == "Bea" })) == 2)
  }

  @Test("identifiers tell the store")
  func identifiers() throws {
    let packed = try Packed()
    let stores = packed.container.stores.map(\.store.identifier)
    for person in try packed.context.all(Person.self) {
      let isPacked = ["Bea", "Dan"].contains(person.name)
      #expect(person.persistentModelID.storeIdentifier == stores[isPacked ? 0 : 1])
      let found: Person? = packed.context.registeredModel(for: person.persistentModelID)
      #expect(found === person)
    }
  }

  @Test("changes and deletions of what may not be written are refused by name")
  func readOnly() throws {
    let packed = try Packed()
    let context = packed.context
    let bea = try #require(try context.all(Person.self).first { $0.name == "Bea" })
    let ada = try #require(try context.all(Person.self).first { $0.name == "Ada" })
    ada.age = 10
    for change in [{ bea.age = 20 }, { context.delete(bea) }] {
      change()
      let error = #expect(throws: SwiftDataError.readOnlyStore) { try context.save() }
      #expect(error?.explanation.contains("“pack”") == true)
      #expect(error?.entity == "Person")
      #expect(error?.object == bea.persistentModelID.key)
      context.rollback()
      ada.age = 10
    }
    try context.save()
    #expect(
      try ModelContext(packed.container).fetchCount(
        FetchDescriptor<Person>(predicate: #Predicate { $0.age == 10 })) == 1)
    try context.delete(model: Person.self, where: #Predicate { $0.age > 2 })
    #expect(
      Set(context.deletedModelsArray.compactMap { ($0 as? Person)?.name }) == [
        "Ada", "Cid", "Dan", "Eve",
      ])
    #expect(throws: SwiftDataError.readOnlyStore) { try context.save() }
    context.rollback()
    try context.delete(
      model: Person.self, where: #Predicate { $0.name != "Bea" && $0.name != "Dan" })
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 2)
  }

  @Test("a new object goes where its related objects are, or where it is told")
  func placing() throws {
    let first = memory("first", [Trip.self, Person.self])
    let second = memory("second", [Trip.self])
    let container = try ModelContainer(for: Offices.whole, configurations: first, second)
    let context = ModelContext(container)
    let trip = Trip(name: "Nile")
    context.insert(trip, into: second)
    let stop = Stop(place: "Luxor")
    stop.trip = trip
    context.insert(stop)
    try context.save()
    #expect(container.stores.map(\.store.current.tables.rowCount) == [0, 2])
    let later = Stop(place: "Aswan")
    trip.stops.append(later)
    context.insert(later)
    try context.save()
    #expect(container.stores.map(\.store.current.tables.rowCount) == [0, 3])
    context.insert(Person(name: "Ada", age: 1), into: second)
    let error = #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
    #expect(error?.explanation.contains("“second”") == true)
    #expect(error?.entity == "Person")
    context.insert(Trip(name: "Alps"), into: memory("third", [Trip.self]))
    #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
    #expect(container.stores.map(\.store.current.tables.rowCount) == [0, 3])
  }

  @Test("a relation across stores is refused, naming both")
  func acrossStores() throws {
    let first = memory("first", [Trip.self])
    let second = memory("second", [Trip.self])
    let container = try ModelContainer(for: Trip.self, configurations: first, second)
    let context = ModelContext(container)
    let here = Trip(name: "Nile")
    let there = Stop(place: "Luxor")
    context.insert(here)
    context.insert(there, into: second)
    try context.save()
    here.stops = [there]
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.explanation.contains("“first”") == true)
    #expect(error?.explanation.contains("“second”") == true)
    #expect(error?.entity == "Trip")
    #expect(error?.property == "stops")
    #expect(there.trip == nil)
    #expect(here.stops.isEmpty)
    try context.save()
  }

  @Test("an observer of results hears of all")
  func observing() throws {
    let packed = try Packed()
    let observer = try ResultsObserver<Person, Never>(
      sortBy: [SortDescriptor(\.name)], modelContext: packed.context)
    #expect(observer.results.map(\.name) == ["Ada", "Bea", "Cid", "Dan", "Eve"])
    nonisolated(unsafe) var heard = 0
    withObservationTracking {
      _ = observer.results
    } onChange: {
      heard += 1
    }
    let other = ModelContext(packed.container)
    other.insert(Person(name: "Abe", age: 1))
    try other.save()
    #expect(heard == 1)
    #expect(observer.results.first?.name == "Abe")
  }

  @Test("duplicates are found in each store by itself, and merged where it may be written")
  func duplicates() throws {
    let packed = try Packed()
    for name in ["Nile", "Nile", "Alps"] { packed.context.insert(Trip(name: name)) }
    try packed.context.save()
    #expect(try packed.context.duplicates(of: Trip.self, by: [\.name]).map(\.count) == [2])
    #expect(try packed.context.mergeDuplicates(of: Trip.self, by: [\.name]) == 1)
    #expect(try packed.context.fetchCount(FetchDescriptor<Trip>()) == 5)
  }

  @Test("copies of one document are refused, where identifiers would not tell objects apart")
  func copies() throws {
    let packed = try Packed()
    let copy = packed.folder.file("copy.store")
    try FileManager.default.copyItem(at: packed.folder.file("pack.store"), to: copy)
    let error = #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: Offices.whole, configurations: packed.pack,
        ModelConfiguration("copy", schema: Offices.whole, url: copy))
    }
    #expect(error?.explanation.contains("“pack” and “copy”") == true)
  }

  @Test("a store that is read by one container and written by another is one")
  func shared() throws {
    let packed = try Packed()
    let writer = ModelContext(
      try ModelContainer(
        for: Offices.whole, configurations: ModelConfiguration(url: packed.pack.url)))
    writer.insert(Person(name: "Fay", age: 6))
    try writer.save()
    #expect(try packed.context.fetchCount(FetchDescriptor<Person>()) == 6)
  }
}
