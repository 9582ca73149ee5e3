import DocumentData
import JSONArchiveStore
import Testing

@Suite("Relationships, in every store")
struct RelationshipTests {
  typealias Port = Harbour.Port
  typealias Ship = Harbour.Ship
  typealias Voyage = Harbour.Voyage
  typealias Cargo = Harbour.Cargo
  typealias Captain = Harbour.Captain
  typealias Flag = Harbour.Flag
  typealias Note = Harbour.Note

  @Test(
    "A graph is saved with its root and read back from either end", arguments: StoreKind.allCases)
  func graph(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    do {
      let context = try harbours.context()
      let ship = Ship(name: "Ida")
      ship.captain = Captain(name: "Bo")
      ship.captain?.licence = Harbour.Licence(number: 7)
      ship.cargo = [Cargo(label: "tea", ship: ship), Cargo(label: "salt", ship: ship)]
      let first = Voyage(number: 1)
      first.port = Port(name: "Oslo")
      let second = Voyage(number: 2)
      ship.voyages = [second, first]
      context.insert(ship)
      try context.save()
    }
    let top = try harbours.context().only(Ship.self)
    #expect(top.captain?.name == "Bo")
    #expect(top.captain?.licence?.number == 7)
    #expect(top.captain?.licence?.captain === top.captain)
    #expect(top.cargo.map(\.label) == ["tea", "salt"])
    #expect(top.voyages.map(\.number) == [2, 1])
    #expect(top.voyages.last?.port?.name == "Oslo")
    // From the other end, in a context that has seen nothing.
    let port = try harbours.context().only(Port.self)
    #expect(port.voyages.first?.ships.first?.cargo.count == 2)
    #expect(port.voyages.first?.ships.first?.captain?.ship?.name == "Ida")
    let cargo = try harbours.context().fetch(FetchDescriptor<Cargo>())
    #expect(cargo.map(\.ship.name) == ["Ida", "Ida"])
  }

  @Test(
    "Both ends change with one, whether they have been read or not", arguments: StoreKind.allCases)
  func bothEnds(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    do {
      let context = try harbours.context()
      let oslo = Port(name: "Oslo")
      oslo.voyages = [Voyage(number: 1), Voyage(number: 2), Voyage(number: 3)]
      context.insert(oslo)
      context.insert(Port(name: "Bergen"))
      try context.save()
    }
    do {
      let context = try harbours.context()
      let bergen = try #require(try context.all(Port.self, by: \.name).first)
      let voyage = try #require(
        try context.fetch(FetchDescriptor<Voyage>()).first { $0.number == 2 })
      voyage.port = bergen
      try context.save()
      #expect(bergen.voyages.map(\.number) == [2])
    }
    let ports = try harbours.context().all(Port.self, by: \.name)
    #expect(ports.map { $0.voyages.map(\.number) } == [[2], [1, 3]])
    #expect(ports.last?.voyages.allSatisfy { $0.port?.name == "Oslo" } == true)
  }

  @Test("The order of a to-many stays", arguments: StoreKind.allCases)
  func order(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    do {
      let context = try harbours.context()
      let port = Port(name: "Oslo")
      port.voyages = [5, 3, 4, 1].map { Voyage(number: $0) }
      context.insert(port)
      try context.save()
    }
    do {
      let context = try harbours.context()
      let port = try context.only(Port.self)
      #expect(port.voyages.map(\.number) == [5, 3, 4, 1])
      port.voyages.reverse()
      try context.save()
    }
    let context = try harbours.context()
    let port = try context.only(Port.self)
    #expect(port.voyages.map(\.number) == [1, 4, 3, 5])
    context.delete(port.voyages[1])
    try context.save()
    #expect(try harbours.context().only(Port.self).voyages.map(\.number) == [1, 3, 5])
  }

  @Test("A to-many that is nil or empty reads as empty", arguments: StoreKind.allCases)
  func nilAndEmpty(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    do {
      let context = try harbours.context()
      let names = ["nil", "empty", "one"]
      let ships = names.map { Ship(name: $0) }
      ships[1].flags = []
      ships[2].flags = [Flag(colour: "red")]
      for ship in ships { context.insert(ship) }
      try context.save()
    }
    let context = try harbours.context()
    let ships = try context.fetch(FetchDescriptor<Ship>())
    let counts = Dictionary(uniqueKeysWithValues: ships.map { ($0.name, $0.flags?.count) })
    #expect(counts == ["nil": 0, "empty": 0, "one": 1])
  }

  @Test("A cascade deletes what has not been read", arguments: StoreKind.allCases)
  func cascade(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    do {
      let context = try harbours.context()
      let ship = Ship(name: "Ida")
      let other = Ship(name: "Ina")
      context.insert(Cargo(label: "tea", ship: ship))
      context.insert(Cargo(label: "salt", ship: ship))
      context.insert(Cargo(label: "rye", ship: other))
      try context.save()
    }
    do {
      let context = try harbours.context()
      let ships = try context.all(Ship.self, by: \.name)
      context.delete(try #require(ships.first))
      try context.save()
    }
    let context = try harbours.context()
    #expect(try context.only(Cargo.self).label == "rye")
    #expect(try context.only(Ship.self).cargo.count == 1)
  }

  @Test(
    "Deleting an object empties the relationships to it, also those without inverse",
    arguments: StoreKind.allCases)
  func nullify(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    do {
      let context = try harbours.context()
      let port = Port(name: "Oslo")
      port.voyages = [Voyage(number: 1)]
      let ship = Ship(name: "Ida")
      let note = Note(text: "n")
      note.about = port
      note.mentioned = [ship]
      context.insert(note)
      try context.save()
    }
    do {
      let context = try harbours.context()
      context.delete(try context.only(Port.self))
      context.delete(try context.only(Ship.self))
      try context.save()
    }
    let context = try harbours.context()
    #expect(try context.only(Note.self).about == nil)
    #expect(try context.only(Note.self).mentioned.isEmpty)
    #expect(try context.only(Voyage.self).port == nil)
  }

  @Test(
    "A relationship that denies deletion makes the save fail and nothing change",
    arguments: StoreKind.allCases)
  func deny(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try harbours.context()
    let licence = Harbour.Licence(number: 7)
    licence.captain = Captain(name: "Bo")
    context.insert(licence)
    try context.save()
    context.delete(licence)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(licence.captain?.name == "Bo")
    #expect(try harbours.context().only(Harbour.Licence.self).captain != nil)
  }

  @Test("A required relationship that is nil makes the save fail", arguments: StoreKind.allCases)
  func required(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    let context = try harbours.context()
    let ship = Ship(name: "Ida")
    let cargo = Cargo(label: "tea", ship: ship)
    context.insert(cargo)
    try context.save()
    ship.cargo = []
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(cargo.ship === ship)
    #expect(ship.cargo.count == 1)
  }

  @Test("One-to-one: giving an object away takes it from its holder", arguments: StoreKind.allCases)
  func oneToOne(_ kind: StoreKind) throws {
    let harbours = try Harbours(kind)
    do {
      let context = try harbours.context()
      let ship = Ship(name: "Ida")
      ship.captain = Captain(name: "Bo")
      context.insert(ship)
      context.insert(Ship(name: "Ina"))
      try context.save()
    }
    do {
      let context = try harbours.context()
      let captain = try context.only(Captain.self)
      captain.ship = try context.all(Ship.self, by: \.name).last
      try context.save()
    }
    let ships = try harbours.context().all(Ship.self, by: \.name)
    #expect(ships.map { $0.captain?.name } == [nil, "Bo"])
  }
}
