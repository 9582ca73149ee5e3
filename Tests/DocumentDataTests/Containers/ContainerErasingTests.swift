import DocumentData
import Foundation
import Testing

@Suite("Erasing a container")
struct ContainerErasingTests {
  typealias Person = Offices.Person
  typealias Trip = Offices.Trip

  private func container(_ folder: TemporaryFolder) throws -> ModelContainer {
    try ModelContainer(
      for: Offices.whole,
      configurations: ModelConfiguration(
        "trips", schema: Offices.trips, url: folder.file("trips.store")),
      ModelConfiguration("people", url: folder.file("people.store")))
  }

  @Test("the objects and the files go, and the next save makes the files anew")
  func erase() throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let ada = Person(name: "Ada", age: 36)
    context.insert(ada)
    context.insert(Trip(name: "Nile"))
    try context.save()
    let identifier = ada.persistentModelID
    #expect(folder.names == ["people.store", "trips.store"])
    try container.erase()
    #expect(folder.names == [])
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 0)
    #expect(try context.all(Trip.self).isEmpty)
    #expect(ada.modelContext == nil)
    #expect(ada.name == "Ada")
    let ben = Person(name: "Ben", age: 1)
    context.insert(ben)
    try context.save()
    #expect(folder.names == ["people.store"])
    #expect(ben.persistentModelID != identifier)
    #expect(try ModelContext(self.container(folder)).only(Person.self).name == "Ben")
  }

  @Test("what was inserted and not saved stays, an edit of an erased object says where it is gone")
  func pendingChanges() throws {
    let container = try Offices.container()
    let context = ModelContext(container)
    let ada = Person(name: "Ada", age: 36)
    context.insert(ada)
    try context.save()
    ada.age = 37
    context.insert(Trip(name: "Nile"))
    try container.erase()
    #expect(throws: SwiftDataError.concurrentDeletion) { try context.save() }
    ada.age = 38
    context.rollback()
    context.insert(Trip(name: "Alps"))
    try context.save()
    #expect(try context.all(Trip.self).map(\.name) == ["Alps"])
    #expect(try context.all(Person.self).isEmpty)
  }

  @Test("a container without files yet, or in memory, can be erased")
  func nothingToErase() throws {
    let folder = try TemporaryFolder()
    try container(folder).erase()
    #expect(folder.names == [])
    let container = try Offices.container()
    let context = ModelContext(container)
    context.insert(Trip(name: "Nile"))
    try context.save()
    try container.erase()
    #expect(try ModelContext(container).all(Trip.self).isEmpty)
  }

  @Test("a file that another program has changed is not removed")
  func changedMeanwhile() throws {
    let folder = try TemporaryFolder()
    let first = try container(folder)
    let context = ModelContext(first)
    context.insert(Person(name: "Ada", age: 36))
    try context.save()
    let second = ModelContext(try container(folder))
    second.insert(Person(name: "Ben", age: 1))
    try second.save()
    let error = #expect(throws: SwiftDataError.saveFailure) { try first.erase() }
    #expect(error?.explanation.contains("people.store") == true)
    #expect(folder.names == ["people.store"])
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 1)
  }

  @Test("where one store may not be written, nothing is erased")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let context = ModelContext(try container(folder))
    context.insert(Person(name: "Ada", age: 36))
    context.insert(Trip(name: "Nile"))
    try context.save()
    let container = try ModelContainer(
      for: Offices.whole,
      configurations: ModelConfiguration(
        "trips", schema: Offices.trips, url: folder.file("trips.store")),
      ModelConfiguration("people", url: folder.file("people.store"), allowsSave: false))
    let error = #expect(throws: SwiftDataError.readOnlyStore) { try container.erase() }
    #expect(error?.explanation.contains("people") == true)
    #expect(folder.names == ["people.store", "trips.store"])
  }
}
