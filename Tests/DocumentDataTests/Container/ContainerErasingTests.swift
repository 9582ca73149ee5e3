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
    #expect(folder.names == ["people.store", "trips.store"])
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
    // Of another schema, so that it does not share the store.
    let second = ModelContext(
      try ModelContainer(
        for: Person.self, Trip.self,
        configurations: ModelConfiguration(url: folder.file("people.store"))))
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

@Suite("What contexts hear of the erasing of their container")
struct InvalidationTests {
  typealias Person = Offices.Person

  private final class Heard {
    var invalidated: [[PersistentIdentifier]] = []
    var others = 0
  }

  private func observe(_ context: ModelContext, _ heard: Heard) -> any NSObjectProtocol {
    // Posted on the thread that uses the context, which is that of the test.
    nonisolated(unsafe) let box = heard
    return NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.invalidatedAllIdentifiers.rawValue
      if let found = notification.userInfo?[key] as? [PersistentIdentifier] {
        box.invalidated.append(found)
      } else {
        box.others += 1
      }
    }
  }

  private func listen(to context: ModelContext, _ body: () throws -> Void) rethrows -> Heard {
    let heard = Heard()
    let token = observe(context, heard)
    defer { NotificationCenter.default.removeObserver(token) }
    try body()
    return heard
  }

  @Test("each context names the objects that it holds, once, and they read as deleted")
  func otherContexts() throws {
    let container = try Offices.container()
    let context = ModelContext(container)
    let people = ["Ada", "Ben"].map { Person(name: $0, age: 1) }
    let set = Set(people)
    people.forEach(context.insert)
    try context.save()
    let other = ModelContext(container)
    let held = try #require(try other.all(Person.self).first { $0.name == "Ben" })
    let heard = try listen(to: other) {
      try container.erase()
      #expect(held.modelContext == nil)
      #expect(held.name == "Ben")
      #expect(try other.all(Person.self).isEmpty)
      #expect(try other.all(Person.self).isEmpty)
    }
    #expect(heard.invalidated == [[held.persistentModelID]])
    #expect(heard.others == 0)
    let own = try listen(to: context) { _ = try context.fetchCount(FetchDescriptor<Person>()) }
    #expect(own.invalidated == [people.map(\.persistentModelID)])
    for person in people + [held] {
      #expect(person.modelContext == nil)
      #expect(!person.hasChanges)
      #expect(!person.isDeleted)
      #expect(person.age == 1)
      person.age = 2
    }
    #expect(people.allSatisfy(set.contains))
    #expect(held != people[1])
    #expect(!context.hasChanges)
    context.insert(Person(name: "Cid", age: 3))
    #expect(throws: Never.self) { try context.save() }
  }

  @Test("a context that held nothing, or only new objects, says nothing")
  func nothingHeld() throws {
    let container = try Offices.container()
    let context = ModelContext(container)
    let heard = try listen(to: context) {
      let new = Person(name: "Ada", age: 1)
      context.insert(new)
      try container.erase()
      #expect(try context.all(Person.self) == [new])
      #expect(new.modelContext === context)
    }
    #expect(heard.invalidated.isEmpty)
  }

  @Test("the main context says so by itself")
  @MainActor func mainContext() async throws {
    let container = try Offices.container()
    let context = container.mainContext
    let ada = Person(name: "Ada", age: 1)
    context.insert(ada)
    try context.save()
    let identifier = ada.persistentModelID
    let heard = Heard()
    let token = observe(context, heard)
    defer { NotificationCenter.default.removeObserver(token) }
    try container.erase()
    while heard.invalidated.isEmpty { await Task.yield() }
    #expect(heard.invalidated == [[identifier]])
    #expect(ada.modelContext == nil)
  }
}
