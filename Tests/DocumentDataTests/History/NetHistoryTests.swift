import DocumentData
import Foundation
import Testing

@Suite("What changed on balance")
struct NetHistoryTests {
  private let context: ModelContext

  init() throws { context = ModelContext(try Voyage.container(.values())) }

  private func save(_ author: String? = nil, _ edit: () -> Void) throws {
    context.author = author
    edit()
    try context.save()
  }

  /// A saved ship, and the token behind it.
  private func ship(_ name: String = "Ark") throws -> (Voyage.Ship, DefaultHistoryToken) {
    let ship = Voyage.Ship(name: name)
    try save { context.insert(ship) }
    return (ship, try #require(try context.fetchNetHistory().token))
  }

  private func update(_ net: NetHistory) throws -> DefaultHistoryUpdate<Voyage.Ship> {
    guard case .update(let update as DefaultHistoryUpdate<Voyage.Ship>)? = net.changes.last,
      net.changes.count == 1
    else { throw CocoaError(.fileNoSuchFile) }
    return update
  }

  // MARK: Values

  @Test("has the first old and the last new value of each property")
  func values() throws {
    let (ship, token) = try ship()
    try save { ship.tons = 200 }
    try save { ship.name = "Argo" }
    try save { ship.tons = 300 }
    let net = try context.fetchNetHistory(since: token)
    #expect(net.words == ["update Ship 1: name, tons"])
    let update = try update(net)
    #expect(update.oldValue(for: \.tons) == 100)
    #expect(update.newValue(for: \.tons) == 300)
    #expect(update.oldValue(for: \.name) == "Ark")
    #expect(update.newValue(for: \.name) == "Argo")
    #expect(update.oldValue(for: \.motto) == nil)
    #expect(update.updatedPropertyNames == ["name", "tons"])
    #expect(update.changeIdentifier == 1)
    #expect(update.transactionIdentifier == 4)
  }

  @Test("leaves out a property that has its old value again, and an object without other changes")
  func unchanged() throws {
    let (ship, token) = try ship()
    try save {
      ship.tons = 200
      ship.name = "Argo"
    }
    try save { ship.tons = 100 }
    #expect(try context.fetchNetHistory(since: token).words == ["update Ship 1: name"])
    try save { ship.name = "Ark" }
    let net = try context.fetchNetHistory(since: token)
    #expect(net.changes.isEmpty)
    #expect(net.token?.tokenValue?.values.first == 4)
  }

  @Test("tells nil from a value that is not known")
  func null() throws {
    let (ship, token) = try ship()
    try save { ship.motto = "on" }
    let update = try update(try context.fetchNetHistory(since: token))
    #expect(update.oldValue(for: \.motto) == .some(.none))
    #expect(update.newValue(for: \.motto) == "on")
    try save { ship.motto = nil }
    #expect(try context.fetchNetHistory(since: token).changes.isEmpty)
  }

  @Test("reports a value that came back where the history keeps names only")
  func names() throws {
    let context = ModelContext(try Voyage.container(.names()))
    let ship = Voyage.Ship(name: "Ark")
    context.insert(ship)
    try context.save()
    let token = try context.fetchNetHistory().token
    for name in ["Argo", "Ark"] {
      ship.name = name
      try context.save()
    }
    let net = try context.fetchNetHistory(since: token)
    #expect(net.words == ["update Ship 1: name"])
    let update = try update(net)
    #expect(update.oldValue(for: \.name) == nil)
    #expect(update.newValue(for: \.name) == nil)
    context.delete(ship)
    try context.save()
    guard
      case .delete(let delete as DefaultHistoryDelete<Voyage.Ship>)? = try context.fetchNetHistory(
        since: token
      ).changes.first
    else { throw CocoaError(.fileNoSuchFile) }
    #expect(delete.tombstone[\.name] == "Ark")
    #expect(delete.tombstone[\.tons] == nil)
  }

  @Test("does not know a value that was too large to be kept, on either side")
  func tooLarge() throws {
    let (ship, token) = try ship()
    let large = String(repeating: "a", count: 70_000)
    try save { ship.motto = large }
    #expect(try context.fetchNetHistory(since: token).words == ["update Ship 1: motto"])
    try save { ship.motto = "small" }
    try save { ship.motto = "other" }
    let after = try update(try context.fetchNetHistory(since: token))
    #expect(after.oldValue(for: \.motto) == nil)
    #expect(after.newValue(for: \.motto) == "other")
    try save { ship.motto = large }
    let back = try update(try context.fetchNetHistory(since: token))
    #expect(back.newValue(for: \.motto) == nil)
    try save { ship.motto = nil }
    // Whether nil was there before is not known.
    #expect(try context.fetchNetHistory(since: token).words == ["update Ship 1: motto"])
  }

  // MARK: Existence

  @Test("has nothing of an object that came and went")
  func cameAndWent() throws {
    let (_, token) = try ship()
    let other = Voyage.Ship(name: "Argo")
    try save { context.insert(other) }
    try save { other.tons = 7 }
    #expect(try context.fetchNetHistory(since: token).words == ["insert Ship 2"])
    try save { context.delete(other) }
    #expect(try context.fetchNetHistory(since: token).changes.isEmpty)
  }

  @Test("has a deletion with the values at the deletion, whatever came before")
  func deleted() throws {
    let (ship, token) = try ship()
    try save { ship.name = "Argo" }
    try save { context.delete(ship) }
    guard
      case .delete(let delete as DefaultHistoryDelete<Voyage.Ship>)? = try context.fetchNetHistory(
        since: token
      ).changes.first
    else { throw CocoaError(.fileNoSuchFile) }
    #expect(delete.tombstone[\.name] == "Argo")
    #expect(delete.tombstone[\.tons] == 100)
    #expect(delete.transactionIdentifier == 3)
    #expect(try context.fetchNetHistory().changes.isEmpty)
  }

  @Test("updates an object that was deleted and inserted again, in every property")
  func undone() throws {
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    let (ship, token) = try ship()
    manager.beginUndoGrouping()
    context.delete(ship)
    manager.endUndoGrouping()
    try save {}
    manager.undo()
    try save {}
    let net = try context.fetchNetHistory(since: token)
    #expect(net.words == ["update Ship 1: name, launched, tons, motto, rig, ports"])
    var change = try update(net)
    #expect(change.oldValue(for: \.name) == "Ark")
    #expect(change.newValue(for: \.name) == nil)
    // A later change tells the value.
    try save { ship.name = "Argo" }
    change = try update(try context.fetchNetHistory(since: token))
    #expect(change.oldValue(for: \.name) == "Ark")
    #expect(change.newValue(for: \.name) == "Argo")
    try save { ship.name = "Ark" }
    #expect(
      try context.fetchNetHistory(since: token).words
        == ["update Ship 1: launched, tons, motto, rig, ports"])
    try save { context.delete(ship) }
    #expect(try context.fetchNetHistory(since: token).words == ["delete Ship 1"])
    #expect(try context.fetchNetHistory().changes.isEmpty)
  }

  @Test("lists deletions, then insertions, then updates, with numbers from 1")
  func order() throws {
    let (ship, _) = try ship()
    let (other, token) = try self.ship("Argo")
    try save { ship.tons = 1 }
    try save { context.insert(Voyage.Entry(text: "e")) }
    try save { context.delete(other) }
    let net = try context.fetchNetHistory(since: token)
    #expect(net.words == ["delete Ship 2", "insert Entry 3", "update Ship 1: tons"])
    let numbers = net.changes.map { change in
      switch change {
      case .insert(let insert): insert.changeIdentifier as? Int64
      case .update(let update): update.changeIdentifier as? Int64
      case .delete(let delete): delete.changeIdentifier as? Int64
      }
    }
    #expect(numbers == [1, 2, 3])
  }

  // MARK: Authors

  @Test("counts the saves of the chosen authors only, and its token covers the others")
  func authors() throws {
    let (ship, token) = try ship()
    try save("ann") { ship.tons = 1 }
    try save("bob") { ship.name = "Argo" }
    try save("ann") { ship.tons = 2 }
    try save("bob") { ship.motto = "on" }
    let net = try context.fetchNetHistory(since: token) { $0 == "ann" }
    #expect(net.words == ["update Ship 1: tons"])
    #expect(try update(net).oldValue(for: \.tons) == 100)
    #expect(try update(net).newValue(for: \.tons) == 2)
    #expect(try context.fetchNetHistory(since: net.token).changes.isEmpty)
    #expect(
      try context.fetchNetHistory(since: token) { $0 != "ann" }.words
        == ["update Ship 1: name, motto"])
    #expect(try context.fetchNetHistory { $0 == nil }.words == ["insert Ship 1"])
  }

  @Test("asks once for each author")
  func askedOnce() throws {
    let (ship, _) = try ship()
    for tons in 0..<9 { try save(["ann", "bob"][tons % 2]) { ship.tons = tons } }
    var asked: [String?] = []
    _ = try context.fetchNetHistory { author in
      asked.append(author)
      return true
    }
    #expect(asked == [nil, "ann", "bob"])
  }

  @Test(
    "reports equal values if another author changed the property between, as others have seen it")
  func interrupted() throws {
    let (ship, token) = try ship()
    try save("ann") { ship.tons = 1 }
    try save("sync") { ship.tons = 2 }
    #expect(try context.fetchNetHistory(since: token) { $0 == "ann" }.words.count == 1)
    try save("ann") { ship.tons = 100 }
    let net = try context.fetchNetHistory(since: token) { $0 == "ann" }
    #expect(net.words == ["update Ship 1: tons"])
    #expect(try update(net).oldValue(for: \.tons) == 100)
    #expect(try update(net).newValue(for: \.tons) == 100)
    // With all authors, nothing came between.
    #expect(try context.fetchNetHistory(since: token).changes.isEmpty)
  }

  @Test("is not interrupted by others' changes of other properties, objects and times")
  func notInterrupted() throws {
    let (ship, token) = try ship()
    let (other, _) = try self.ship("Argo")
    try save("sync") { ship.tons = 5 }
    try save("ann") { ship.tons = 1 }
    try save("sync") { ship.name = "x" }
    try save("sync") { other.tons = 9 }
    try save("ann") { ship.tons = 5 }
    try save("sync") { ship.tons = 7 }
    #expect(try context.fetchNetHistory(since: token) { $0 == "ann" }.changes.isEmpty)
  }

  @Test("reports what an author did to an object that another has deleted or made")
  func existenceOfOthers() throws {
    let (ship, token) = try ship()
    let other = Voyage.Ship(name: "Argo")
    try save("ann") {
      ship.tons = 1
      context.insert(other)
    }
    try save("sync") {
      context.delete(ship)
      context.delete(other)
    }
    #expect(
      try context.fetchNetHistory(since: token) { $0 == "ann" }.words
        == ["insert Ship 2", "update Ship 1: tons"])
    #expect(
      try context.fetchNetHistory(since: token) { $0 == "sync" }.words
        == ["delete Ship 1", "delete Ship 2"])
  }

  // MARK: Models, relationships, stores

  @Test("counts the chosen classes only, with their subclasses")
  func models() throws {
    let ship = Voyage.Ship(name: "Ark")
    try save {
      ship.ports = [Voyage.Port(name: "Aden")]
      context.insert(ship)
    }
    try context.saveEntry()
    #expect(
      try context.fetchNetHistory(of: [Voyage.Ship.self, Voyage.Entry.self]).words
        == ["insert Entry 3", "insert Ship 1"])
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetchNetHistory(of: [Flotilla.V1.Vessel.self])
    }
    #expect(error?.entity == "Vessel")
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.history = .values()
    let other = ModelContext(
      try ModelContainer(for: Vehicle.self, Truck.self, configurations: configuration))
    let truck = Truck(name: "red")
    other.insert(truck)
    other.insert(Vehicle(name: "car"))
    try other.save()
    let token = try other.fetchNetHistory().token
    truck.name = "blue"
    truck.tons = 7
    try other.save()
    truck.tons = 1
    try other.save()
    #expect(try other.fetchNetHistory(of: [Vehicle.self]).words.count == 2)
    #expect(try other.fetchNetHistory(of: [Truck.self]).words == ["insert Truck 1"])
    guard
      case .update(let update as DefaultHistoryUpdate<Truck>)? = try other.fetchNetHistory(
        since: token, of: [Vehicle.self]
      ).changes.first
    else { throw CocoaError(.fileNoSuchFile) }
    #expect(update.updatedAttributes.contains(\.name))
    #expect(update.updatedAttributes.count == 1)
    #expect(update.newValue(for: \.name) == "blue")
  }

  @Model class Vehicle {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model class Truck: Vehicle {
    var tons = 1
    override init(name: String) { super.init(name: name) }
  }

  @Test(
    "knows the objects of a relationship at the end that stores it, and only a change at the other")
  func relationships() throws {
    let (ship, _) = try ship()
    let (other, _) = try self.ship("Argo")
    let port = Voyage.Port(name: "Aden")
    try save {
      context.insert(port)
      port.ship = ship
    }
    let token = try context.fetchNetHistory().token
    try save { port.ship = other }
    try save { port.ship = nil }
    let net = try context.fetchNetHistory(since: token)
    #expect(
      net.words.sorted() == [
        "update Port 3: ship", "update Ship 1: ports", "update Ship 2: ports",
      ])
    for case .update(let update as DefaultHistoryUpdate<Voyage.Port>) in net.changes {
      #expect(update.oldIdentifiers(for: \.ship) == [ship.persistentModelID])
      #expect(update.newIdentifiers(for: \.ship) == [])
    }
    try save { port.ship = ship }
    #expect(
      try context.fetchNetHistory(since: token).words.sorted()
        == ["update Ship 1: ports", "update Ship 2: ports"])
  }

  @Test("does not take the order of a list for its members")
  func orders() throws {
    let (ship, _) = try ship()
    let ports = ["a", "b", "c"].map { Voyage.Port(name: $0) }
    try save { ship.ports = ports }
    let token = try context.fetchNetHistory().token
    try save { ship.ports = [ports[2], ports[0]] }
    try save { ship.ports = [ports[0], ports[2]] }
    let net = try context.fetchNetHistory(since: token)
    #expect(net.words.sorted() == ["update Port 3: ship", "update Ship 1: ports"])
  }

  @Test("covers all stores of a container with one token")
  func stores() throws {
    let folder = try TemporaryFolder()
    func file(_ name: String, _ types: [any PersistentModel.Type]) -> ModelConfiguration {
      var configuration = ModelConfiguration(name, schema: Schema(types), url: folder.file(name))
      configuration.history = .values()
      return configuration
    }
    let container = try ModelContainer(
      for: Schema(Voyage.models),
      configurations: [
        file("a.trips", [Voyage.Ship.self, Voyage.Port.self]), file("b.trips", [Voyage.Entry.self]),
      ])
    let context = ModelContext(container)
    #expect(try context.fetchNetHistory().token == nil)
    let entry = try context.saveEntry()
    let ship = Voyage.Ship(name: "Ark")
    context.insert(ship)
    try context.save()
    let token = try #require(try context.fetchNetHistory().token)
    #expect(token.tokenValue?.values.sorted() == [1, 1])
    entry.text = "x"
    ship.name = "Argo"
    try context.save()
    let words = ["update Entry 1: text", "update Ship 1: name"]
    #expect(try context.fetchNetHistory(since: token).words.sorted() == words)
    // A token of fetched transactions is as good.
    let last = try #require(try context.history().last?.token)
    #expect(try context.fetchNetHistory(since: last).changes.isEmpty)
    #expect(try context.history(after: token).count == 2)
  }

  // MARK: Tokens and gaps

  @Test(
    "throws for a token after which saves were removed, and begins at the first kept one without")
  func expired() throws {
    let (ship, token) = try ship()
    try save("ann") { ship.tons = 1 }
    try save("bob") { ship.tons = 2 }
    try context.deleteHistory(.documents(#Predicate { $0.author == "ann" }))
    let error = #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchNetHistory(since: token)
    }
    #expect(error?.explanation.contains("were removed") == true)
    let other = try Voyage.container()
    let stranger = ModelContext(other)
    try stranger.saveEntry()
    let foreign = try #require(try stranger.fetchNetHistory().token)
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchNetHistory(since: foreign)
    }
    #expect(try context.fetchNetHistory { $0 == "bob" }.words == ["update Ship 1: tons"])
  }

  @Test("does not compare values across removed saves")
  func removedBetween() throws {
    let (ship, _) = try ship()
    try save("ann") { ship.tons = 1 }
    try save("bob") { ship.tons = 2 }
    try save("ann") { ship.tons = 100 }
    try context.deleteHistory(.documents(#Predicate { $0.author == "bob" }))
    #expect(try context.fetchNetHistory { $0 == "ann" }.words == ["update Ship 1: tons"])
  }

  @Test("knows what a program without a history changes while the document is open")
  func gapWhileOpen() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("voyage.json")
    let first = ModelContext(try Voyage.container(at: file, .values()))
    let ship = Voyage.Ship(name: "Ark")
    first.insert(ship)
    try first.save()
    let token = try first.fetchNetHistory().token
    ship.name = "Argo"
    try first.save()
    try Self.rename("Argo", to: "Alma", in: file, writing: file)
    let context = ModelContext(try Voyage.container(at: file))
    #expect(try context.only(Voyage.Ship.self).name == "Alma")
    let net = try context.fetchNetHistory(since: token)
    #expect(net.words == ["update Ship 1: name"] && net.unknownChanges == [])
    // The values between are known, so the name that the ship had is no change.
    try context.only(Voyage.Ship.self).name = "Ark"
    try context.save()
    let back = try context.fetchNetHistory(since: token)
    #expect(back.words == [] && back.unknownChanges == [])
    withExtendedLifetime(first) {}
  }

  /// Writes a file with another name of its ship, as a program does that records no history.
  private static func rename(_ name: String, to other: String, in file: URL, writing copy: URL)
    throws
  {
    let text = try String(contentsOf: file, encoding: .utf8)
    // The first place is the record of the ship, the others are those of the history.
    let place = try #require(text.range(of: "\"\(name)\""))
    try Data(text.replacingCharacters(in: place, with: "\"\(other)\"").utf8).write(to: copy)
  }

  @Test(
    "names the entities that a program without a history changed, and compares no values across it")
  func gap() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("voyage.json")
    var token: DefaultHistoryToken?
    do {
      let context = ModelContext(try Voyage.container(at: file, .values()))
      let ship = Voyage.Ship(name: "Ark")
      context.insert(ship)
      try context.save()
      token = try context.fetchNetHistory().token
      ship.name = "Argo"
      try context.save()
    }
    // A file that was never open: a document that is still open would know what changed.
    let copy = folder.file("copy.json")
    try Self.rename("Argo", to: "Alma", in: file, writing: copy)
    let context = ModelContext(try Voyage.container(at: copy))
    try context.only(Voyage.Ship.self).name = "Ark"
    try context.save()
    let net = try context.fetchNetHistory(since: token)
    #expect(net.words == ["update Ship 1: name"])
    #expect(net.unknownChanges == ["Ship"])
    #expect(try context.fetchNetHistory(since: token, of: [Voyage.Port.self]).unknownChanges == [])
    #expect(try context.fetchNetHistory(since: token) { $0 != nil }.unknownChanges == [])
  }

  @Test("has no history to answer from in a container of custom stores")
  func customStores() throws {
    let context = try MemoryConfiguration().context()
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.fetchNetHistory()
    }
  }

  // MARK: Versions

  @Test(
    "joins changes that several versions of the models have saved, in the words of the present one")
  func versions() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("fleet.trips")
    try Flotilla.writeFirst(to: file)
    do {
      let context = try Flotilla.context(Flotilla.V2.self, at: file)
      let ship = try context.only(Flotilla.V2.Ship.self)
      #expect(try context.fetchNetHistory().words == ["insert Ship 1"])
      #expect(
        try context.fetchNetHistory().unlistedChanges.map(\.identifier.entityName) == ["Cargo"])
      #expect(try context.fetchNetHistory(of: [Flotilla.V2.Ship.self]).unlistedChanges == [])
      ship.name = "Ark"
      ship.tons = 0
      try context.save()
    }
    let first = try #require(
      try Flotilla.context(Flotilla.V2.self, at: file).history().first?.token)
    // The first version set both values, the second set them back.
    let second = try Flotilla.context(Flotilla.V2.self, at: file)
    #expect(try second.fetchNetHistory(since: first).words == ["delete Ship 2"])
    #expect(try second.fetchNetHistory(since: first).unlistedChanges.map(\.kind) == [.update])
    // The closure of the stage to the third version may have changed anything.
    let third = try Flotilla.context(Flotilla.V3.self, at: file)
    let ship = try third.only(Flotilla.V3.Ship.self)
    ship.label = "Ark II"
    try third.save()
    let net = try third.fetchNetHistory(since: first)
    // The save of the closure is a transaction, too.
    #expect(net.words == ["delete Ship 2", "update Ship 1: label, tons"])
    #expect(net.unknownChanges == ["Ship"])
    guard case .update(let update as DefaultHistoryUpdate<Flotilla.V3.Ship>)? = net.changes.last
    else { throw CocoaError(.fileNoSuchFile) }
    #expect(update.oldValue(for: \.label) == "Ark")
    #expect(update.newValue(for: \.label) == "Ark II")
    #expect(update.oldValue(for: \.tons) == 0)
    #expect(update.newValue(for: \.tons) == 1)
    #expect(update.updatedPropertyNames == ["label", "tons"])
  }
}
