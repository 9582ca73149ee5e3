import Foundation
import Testing

@testable import DocumentData

@Suite("Taking an object whose context is gone, in stores of every kind")
struct TakingInStoresTests {
  @Test("of several stores each takes its own objects")
  func severalStores() throws {
    let container = try Offices.container()
    let first = ModelContext(container)
    let trip = Offices.Trip(name: "Alps")
    trip.stops = [Offices.Stop(place: "Chur")]
    first.insert(trip)
    first.insert(Offices.Person(name: "Ada", age: 36))
    try first.save()
    func fetched() throws -> (Offices.Trip, Offices.Person) {
      let context = ModelContext(container)
      return (try context.only(Offices.Trip.self), try context.only(Offices.Person.self))
    }
    let (taken, person) = try fetched()
    taken.name = "Andes"
    person.age = 37
    taken.stops = []
    let context = ModelContext(container)
    context.insert(taken)
    context.insert(person)
    #expect(taken.modelContext === context)
    #expect(person.modelContext === context)
    try context.save()
    let (saved, savedPerson) = try fetched()
    #expect(saved.name == "Andes")
    #expect(saved.stops.isEmpty)
    #expect(savedPerson.age == 37)
    ModelContext(container).delete(savedPerson)
    let last = ModelContext(container)
    last.delete(savedPerson)
    try last.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Offices.Person>()) == 0)
  }

  @Test("a custom store gets the changes of the object, under its identifier")
  func customStore() throws {
    let configuration = MemoryConfiguration()
    let container = try configuration.context().container
    func fetched() throws -> Club.Team { try ModelContext(container).only(Club.Team.self) }
    do {
      let context = ModelContext(container)
      let team = Club.Team(name: "Reds")
      team.players = [Club.Player(name: "Al")]
      context.insert(team)
      try context.save()
    }
    let team = try fetched()
    let id = team.persistentModelID
    team.name = "Blues"
    team.players.append(Club.Player(name: "Bo"))
    let context = ModelContext(container)
    context.insert(team)
    try context.save()
    #expect(team.persistentModelID == id)
    #expect(try fetched().name == "Blues")
    #expect(try fetched().players.map(\.name) == ["Al", "Bo"])
    let deleted = try fetched()
    let last = ModelContext(container)
    last.delete(deleted)
    try last.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Club.Team>()) == 0)
  }
}
