import DocumentData
import Foundation
import JSONArchiveStore
import Testing

@Suite("Changing objects, in every store")
struct ChangingTests {
  typealias Port = Harbour.Port
  typealias Ship = Harbour.Ship
  typealias Ferry = Harbour.Ferry

  @Test(
    "Every attribute is read back exactly from a file opened anew", arguments: StoreKind.allCases)
  func attributes(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let id = UUID()
    do {
      let context = try harbours.context()
      let port = Port(name: "Äbo \u{0}\u{301}")
      port.depth = .shallow
      port.position = Harbour.Position(
        latitude: -0.0, longitude: .infinity, updated: Date(timeIntervalSinceReferenceDate: 0.1))
      port.openings = [Date(timeIntervalSinceReferenceDate: 1e-7), .distantPast]
      port.fees = ["mooring": 12.50, "": Decimal(string: "-0.000000000000000000001") ?? 0]
      port.website = URL(string: "https://example.org/%C3%A4?q=1#x")
      let ship = Ship(name: "Nan", tons: .nan)
      ship.built = Date(timeIntervalSinceReferenceDate: 0.3)
      ship.id2 = id
      ship.photo = Data([0, 255, 10])
      ship.decks = [1, nil, .min, .max]
      context.insert(port)
      context.insert(ship)
      context.insert(Harbour.Cargo(label: "most", weight: .max, ship: ship))
      try context.save()
    }
    let context = try harbours.context()
    let port = try context.only(Port.self)
    #expect(Array(port.name.unicodeScalars) == Array("Äbo \u{0}\u{301}".unicodeScalars))
    #expect(port.depth == .shallow)
    #expect(port.position?.latitude.sign == .minus)
    #expect(port.position?.longitude == .infinity)
    #expect(port.position?.updated == Date(timeIntervalSinceReferenceDate: 0.1))
    #expect(port.openings == [Date(timeIntervalSinceReferenceDate: 1e-7), .distantPast])
    #expect(port.fees == ["mooring": 12.5, "": Decimal(string: "-0.000000000000000000001") ?? 0])
    #expect(port.website == URL(string: "https://example.org/%C3%A4?q=1#x"))
    let ship = try context.only(Ship.self)
    #expect(ship.tons.isNaN)
    #expect(ship.built == Date(timeIntervalSinceReferenceDate: 0.3))
    #expect(ship.id2 == id)
    #expect(ship.photo == Data([0, 255, 10]))
    #expect(ship.decks == [1, nil, .min, .max])
    #expect(try context.only(Harbour.Cargo.self).weight == .max)
  }

  @Test("Objects keep their identity when they are saved", arguments: StoreKind.allCases)
  func identity(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try harbours.context()
    let ship = Ship(name: "Ida")
    let set: Set = [ship]
    let hash = ship.hashValue
    context.insert(ship)
    try context.save()
    #expect(set.contains(ship))
    #expect(ship.hashValue == hash)
    let id = ship.persistentModelID
    #expect(id.storeIdentifier != nil)
    #expect(try context.only(Ship.self) === ship)
    let registered: Ship? = context.registeredModel(for: id)
    #expect(registered === ship)
    ship.name = "Ina"
    try context.save()
    #expect(ship.persistentModelID == id)
    let again = try harbours.context()
    #expect(try again.only(Ship.self).persistentModelID == id)
  }

  @Test("A change of one property leaves the others", arguments: StoreKind.allCases)
  func update(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try harbours.context()
    let ship = Ship(name: "Ida", tons: 3)
    context.insert(ship)
    try context.save()
    ship.name = "Ina"
    #expect(context.changedModelsArray.count == 1)
    try context.save()
    #expect(!context.hasChanges)
    let read = try harbours.context().only(Ship.self)
    #expect(read.name == "Ina")
    #expect(read.tons == 3)
  }

  @Test(
    "A deleted object is gone, and its last values stay readable", arguments: StoreKind.allCases)
  func deletion(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try harbours.context()
    let ship = Ship(name: "Ida")
    context.insert(ship)
    context.insert(Ship(name: "Ina"))
    try context.save()
    context.delete(ship)
    #expect(ship.isDeleted)
    #expect(try context.fetchCount(FetchDescriptor<Ship>()) == 1)
    try context.save()
    #expect(ship.modelContext == nil)
    #expect(ship.name == "Ida")
    #expect(try harbours.context().only(Ship.self).name == "Ina")
  }

  @Test("A rollback forgets inserted, changed and deleted objects", arguments: StoreKind.allCases)
  func rollback(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try harbours.context()
    let kept = Ship(name: "Ida")
    let deleted = Ship(name: "Ina")
    context.insert(kept)
    context.insert(deleted)
    try context.save()
    kept.name = "Eva"
    context.delete(deleted)
    context.insert(Ship(name: "Uta"))
    context.rollback()
    #expect(!context.hasChanges)
    #expect(try context.all(Ship.self, by: \.name).map(\.name) == ["Ida", "Ina"])
    try context.save()
    #expect(try harbours.context().fetchCount(FetchDescriptor<Ship>()) == 2)
  }

  @Test(
    "A new object with a unique value that is taken becomes the older one",
    arguments: StoreKind.allCases)
  func upsert(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    do {
      let context = try harbours.context()
      context.insert(Port(name: "Oslo"))
      try context.save()
    }
    // Nothing has been fetched by the context that inserts the second.
    let context = try harbours.context()
    let port = Port(name: "Oslo")
    port.depth = .shallow
    context.insert(port)
    try context.save()
    let id = port.persistentModelID
    #expect(try context.only(Port.self).persistentModelID == id)
    #expect(try context.only(Port.self).depth == .shallow)
    #expect(try harbours.context().only(Port.self).depth == .shallow)
  }

  @Test("Objects of subclasses are objects of their class", arguments: StoreKind.allCases)
  func inheritance(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    do {
      let context = try harbours.context()
      context.insert(Ship(name: "A"))
      context.insert(Ferry(name: "B", passengers: 7))
      try context.save()
    }
    let context = try harbours.context()
    #expect(try context.all(Ship.self, by: \.name).map { $0 is Ferry } == [false, true])
    #expect(try context.only(Ferry.self).passengers == 7)
    #expect(try context.fetchCount(FetchDescriptor<Ship>()) == 2)
    let ferries = #Predicate<Ship> { $0 is Ferry }
    #expect(try context.fetchCount(FetchDescriptor(predicate: ferries)) == 1)
    try context.delete(model: Ship.self, includeSubclasses: false)
    try context.save()
    #expect(try harbours.context().only(Ship.self) is Ferry)
    try context.delete(model: Ship.self)
    try context.save()
    #expect(try harbours.context().fetchCount(FetchDescriptor<Ship>()) == 0)
  }

  @Test(
    "A container that is erased has no objects and keeps on working", arguments: StoreKind.allCases)
  func erasing(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let container = try harbours.container()
    let context = ModelContext(container)
    let ship = Ship(name: "Ida")
    context.insert(ship)
    try context.save()
    try container.erase()
    #expect(try context.fetchCount(FetchDescriptor<Ship>()) == 0)
    context.insert(Ship(name: "Ina"))
    try context.save()
    #expect(try harbours.context().only(Ship.self).name == "Ina")
  }
}
