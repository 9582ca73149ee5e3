import DocumentData
import JSONArchiveStore
import Observation
import Testing

@Suite("Several contexts of one container, in every store")
struct SeveralContextsTests {
  typealias Port = Harbour.Port
  typealias Ship = Harbour.Ship
  typealias Voyage = Harbour.Voyage

  @Test("A context sees what another has saved", arguments: StoreKind.allCases)
  func saves(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let container = try harbours.container()
    let first = ModelContext(container)
    let second = ModelContext(container)
    let port = Port(name: "Oslo")
    first.insert(port)
    try first.save()
    let seen = try second.only(Port.self)
    #expect(seen !== port)
    #expect(seen.persistentModelID == port.persistentModelID)
    seen.name = "Bergen"
    seen.voyages = [Voyage(number: 1)]
    try second.save()
    #expect(try first.only(Port.self) === port)
    #expect(port.name == "Bergen")
    #expect(port.voyages.map(\.number) == [1])
    first.delete(port)
    try first.save()
    #expect(try second.fetchCount(FetchDescriptor<Port>()) == 0)
    #expect(seen.name == "Bergen")
    #expect(seen.modelContext == nil)
    #expect(try second.only(Voyage.self).port == nil)
  }

  @Test("Changes of different properties of one object both stay", arguments: StoreKind.allCases)
  func bothStay(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let container = try harbours.container()
    let first = ModelContext(container)
    first.insert(Ship(name: "Ida", tons: 1))
    try first.save()
    let second = ModelContext(container)
    try first.only(Ship.self).name = "Ina"
    try second.only(Ship.self).tons = 2
    try first.save()
    try second.save()
    let read = try harbours.context().only(Ship.self)
    #expect(read.name == "Ina")
    #expect(read.tons == 2)
  }

  @Test(
    "An edit of an object that another context has deleted is refused",
    arguments: StoreKind.allCases)
  func deleted(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let container = try harbours.container()
    let first = ModelContext(container)
    first.insert(Ship(name: "Ida"))
    try first.save()
    let second = ModelContext(container)
    let ship = try second.only(Ship.self)
    first.delete(try first.only(Ship.self))
    try first.save()
    ship.name = "Ina"
    #expect(throws: SwiftDataError.concurrentDeletion) { try second.save() }
    second.rollback()
    #expect(!second.hasChanges)
  }

  @Test("Both give members to one to-many", arguments: StoreKind.allCases)
  func members(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let container = try harbours.container()
    let first = ModelContext(container)
    first.insert(Port(name: "Oslo"))
    try first.save()
    let second = ModelContext(container)
    try first.only(Port.self).voyages.append(Voyage(number: 1))
    try second.only(Port.self).voyages.append(Voyage(number: 2))
    try first.save()
    try second.save()
    #expect(try harbours.context().only(Port.self).voyages.map(\.number).sorted() == [1, 2])
    #expect(try first.only(Port.self).voyages.count == 2)
  }

  @Test("Observers hear of another context's save", arguments: StoreKind.allCases)
  func observation(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let container = try harbours.container()
    let first = ModelContext(container)
    first.insert(Ship(name: "Ida"))
    try first.save()
    let ship = try first.only(Ship.self)
    let fired = Fired()
    withObservationTracking {
      _ = ship.name
    } onChange: {
      fired.count += 1
    }
    let second = ModelContext(container)
    try second.only(Ship.self).name = "Ina"
    #expect(fired.count == 0)
    try second.save()
    #expect(try first.only(Ship.self).name == "Ina")
    #expect(fired.count == 1)
  }

  private final class Fired: @unchecked Sendable {
    // Used by one thread only.
    var count = 0
  }
}
