import DocumentData
import JSONArchiveStore
import Testing

@Suite("Undo in any store")
struct UndoTests {
  private typealias Ship = Harbour.Ship

  private struct World {
    let harbours: Harbours
    let container: ModelContainer
    let context: ModelContext
    let manager = UndoManager()

    init(_ kind: StoreKind) throws {
      harbours = try Harbours(kind)
      container = try harbours.container()
      context = ModelContext(container)
      manager.groupsByEvent = false
    }

    /// What the file holds.
    func stored() throws -> [String] {
      let context = ModelContext(try harbours.container())
      var lines: [String] = []
      for ship in try context.all(Ship.self, by: \.name) {
        lines.append(
          "\(ship.name) \(ship.tons) \(ship.captain?.name ?? "-") "
            + "\(ship.cargo.map(\.label).sorted()) \(ship.voyages.map(\.number).sorted())")
      }
      for voyage in try context.fetch(
        FetchDescriptor<Harbour.Voyage>(sortBy: [SortDescriptor(\.number)]))
      {
        lines.append("\(voyage.number) \(voyage.ships.map(\.name).sorted())")
      }
      return lines
    }
  }

  @Test(
    "saved edits, insertions and deletions are undone and done again", arguments: StoreKind.allCases
  )
  func saved(_ kind: StoreKind) throws {
    let world = try World(kind)
    let ship = Ship(name: "Argo", tons: 3)
    let voyage = Harbour.Voyage(number: 1)
    world.context.insert(ship)
    world.context.insert(Harbour.Cargo(label: "fleece", ship: ship))
    world.context.insert(Harbour.Captain(name: "Jason"))
    world.context.insert(voyage)
    voyage.ships = [ship]
    try world.context.save()
    world.context.undoManager = world.manager
    var states = [try world.stored()]
    func step(_ change: () throws -> Void) throws {
      try change()
      try world.context.save()
      states.append(try world.stored())
      #expect(world.manager.undoCount == states.count - 1)
    }
    try step { ship.tons = 4 }
    try step { ship.captain = try world.context.only(Harbour.Captain.self) }
    try step {
      let second = Ship(name: "Beagle")
      voyage.ships.append(second)
    }
    try step { ship.cargo.append(Harbour.Cargo(label: "oars", ship: ship)) }
    try step { world.context.delete(voyage) }
    try step { world.context.delete(ship) }
    for expected in states.dropLast().reversed() {
      world.manager.undo()
      try world.context.save()
      #expect(try world.stored() == expected)
    }
    #expect(ship.modelContext === world.context)
    for expected in states.dropFirst() {
      world.manager.redo()
      try world.context.save()
      #expect(try world.stored() == expected)
    }
    for _ in states.dropFirst() { world.manager.undo() }
    try world.context.save()
    #expect(try world.stored() == states[0])
  }
}
