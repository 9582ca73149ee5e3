import DocumentData
import Foundation
import Testing

@Suite("Fetching the history of a document")
struct HistoryFetchTests {
  private let clock = HistoryClock()

  @Test(
    "a transaction says when, by whom and by which program a save was made, and what it changed")
  func transaction() throws {
    let context = ModelContext(try Voyage.container())
    context.author = "ann"
    let ship = Voyage.Ship(name: "Ark")
    try clock.run {
      context.insert(ship)
      context.insert(Voyage.Port(name: "Ur"))
      try context.save()
    }
    clock.now = 2000.25
    try clock.run(as: "widget") {
      context.author = nil
      ship.name = "Argo"
      ship.motto = "on"
      try context.save()
      context.delete(ship)
      try context.save()
    }
    let found = try context.history()
    #expect(
      found.map(\.words) == [
        ["insert Port 2", "insert Ship 1"], ["update Ship 1: name, motto"], ["delete Ship 1"],
      ])
    #expect(found.map(\.author) == ["ann", nil, nil])
    #expect(found.map(\.timestamp.timeIntervalSinceReferenceDate) == [1000, 2000.25, 2000.25])
    #expect(found.map(\.transactionIdentifier) == [1, 2, 3])
    #expect(found.map(\.id) == [1, 2, 3])
    #expect(found.map(\.bundleIdentifier) == ["app", "widget", "widget"])
    #expect(found.map(\.processIdentifier) == ["app-7", "widget-7", "widget-7"])
    #expect(Set(found.map(\.storeIdentifier)) == [context.container.store.identifier])
    #expect(found.map(\.schemaVersion) == Array(repeating: Schema.Version(1, 0, 0), count: 3))
    #expect(found.allSatisfy { $0.migratedFrom == nil && $0.unknownChanges.isEmpty })
    #expect(found.allSatisfy { $0.unlistedChanges.isEmpty })
  }

  @Test("changes are found by their class, and identifiers lead to the objects")
  func casts() throws {
    let context = ModelContext(try Voyage.container())
    let ship = Voyage.Ship(name: "Ark")
    context.insert(ship)
    context.insert(Voyage.Entry(text: "e"))
    try context.save()
    ship.tons = 5
    try context.save()
    let changes = try context.history().flatMap(\.changes)
    var seen: [String] = []
    for change in changes {
      switch change {
      case .insert(let insert):
        if insert is any HistoryInsert<Voyage.Ship> { seen.append("ship") }
        if insert is any HistoryInsert<Voyage.Entry> { seen.append("entry") }
        if insert is any HistoryInsert<Voyage.Port> { seen.append("port") }
      case .update(let update as DefaultHistoryUpdate<Voyage.Ship>):
        let attributes: [any DefaultHistoryUpdate<Voyage.Ship>.PropertyUpdate] =
          update.updatedAttributes
        #expect(attributes.contains(\.tons))
        #expect(!update.updatedAttributes.contains(\.name))
        #expect(update.changedPersistentIdentifier == ship.persistentModelID)
        seen.append("tons")
      default: seen.append("?")
      }
    }
    #expect(seen == ["entry", "ship", "tons"])
    let identifiers = changes.map(\.changedPersistentIdentifier)
    #expect(context.model(for: identifiers[2]) === ship)
    let numbers = changes.compactMap { change -> Int64? in
      switch change {
      case .insert(let change): change.changeIdentifier as? Int64
      case .update(let change): change.changeIdentifier as? Int64
      case .delete(let change): change.changeIdentifier as? Int64
      }
    }
    #expect(numbers == [1, 2, 1])
  }

  @Test("a change of a relationship is a change of the objects at both ends")
  func relationships() throws {
    let context = ModelContext(try Voyage.container())
    let ship = Voyage.Ship(name: "Ark")
    let port = Voyage.Port(name: "Ur")
    context.insert(ship)
    context.insert(port)
    try context.save()
    port.ship = ship
    try context.save()
    #expect(try context.history().last?.words == ["update Port 2: ship", "update Ship 1: ports"])
  }

  @Test("a tombstone has the preserved values that are not nil, by key path and in order")
  func tombstones() throws {
    let context = ModelContext(try Voyage.container())
    let ship = Voyage.Ship(name: "Ark")
    ship.motto = "secret"
    let other = Voyage.Ship(name: "Argo")
    other.launched = Date(timeIntervalSinceReferenceDate: 7)
    for ship in [ship, other] { context.insert(ship) }
    try context.save()
    context.delete(ship)
    context.delete(other)
    try context.save()
    let deletes = try #require(try context.history().last).changes.compactMap { change in
      if case .delete(let delete) = change {
        return (delete as? DefaultHistoryDelete<Voyage.Ship>)?.tombstone
      }
      return nil
    }
    try #require(deletes.count == 2)
    #expect(deletes[0][\.name] as? String == "Ark")
    #expect(deletes[0][\.launched] == nil)
    #expect(deletes[0][\.motto] == nil)
    #expect(deletes[0].map { "\($0)" } == ["Ark"])
    #expect(deletes[1][\.launched] as? Date == Date(timeIntervalSinceReferenceDate: 7))
    #expect(deletes[1].count(where: { _ in true }) == 2)
  }

  @Test("a tombstone unwraps optional values, with and without a type")
  func optionals() throws {
    let ship = Voyage.Ship(name: "Ark")
    ship.launched = Date(timeIntervalSinceReferenceDate: 7)
    let context = ModelContext(try Voyage.container())
    context.insert(ship)
    try context.save()
    context.delete(ship)
    try context.save()
    guard
      case .delete(let delete as DefaultHistoryDelete<Voyage.Ship>)? = try context.history().last?
        .changes.first
    else { throw CocoaError(.fileNoSuchFile) }
    let launched: Date? = delete.tombstone[\.launched]
    #expect(launched == Date(timeIntervalSinceReferenceDate: 7))
    #expect(delete.tombstone[\.launched] as? Date == launched)
    // As programs print it: one optional, not two.
    #expect("\(delete.tombstone[\.launched] as Any)" == "\(launched as Any)")
    #expect("\(delete.tombstone[\.name] as Any)" == "Optional(\"Ark\")")
  }

  @Test("changes are in an order in which they can be applied: a deleted object's key is free")
  func orderOfChanges() throws {
    let container = try ModelContainer(
      for: Schema(Fleet.models), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let (old, other) = (Fleet.Ship("k"), Fleet.Ship("other"))
    context.insert(old)
    context.insert(other)
    try context.save()
    context.delete(old)
    context.insert(Fleet.Ship("k"))
    other.title = "changed"
    try context.save()
    let changes = try #require(try context.history().last).changes
    let kinds = changes.map { change in
      switch change {
      case .delete(let change): "delete \(change.changeIdentifier)"
      case .insert(let change): "insert \(change.changeIdentifier)"
      case .update(let change): "update \(change.changeIdentifier)"
      }
    }
    #expect(kinds == ["delete 1", "insert 2", "update 3"])
  }

  @Test("changes are equal if transaction, number and object are")
  func equalChanges() throws {
    let context = ModelContext(try Voyage.container())
    let entry = try context.saveEntry()
    try context.saveEntry()
    entry.text = "b"
    try context.save()
    context.delete(entry)
    try context.save()
    func inserts() throws -> [DefaultHistoryInsert<Voyage.Entry>] {
      try context.history().flatMap(\.changes).compactMap { change in
        if case .insert(let insert as DefaultHistoryInsert<Voyage.Entry>) = change { return insert }
        return nil
      }
    }
    #expect(try inserts() == inserts())
    #expect(Set(try inserts() + inserts()).count == 2)
    func others() throws -> Set<AnyHashable> {
      Set(
        try context.history().flatMap(\.changes).compactMap { change -> AnyHashable? in
          switch change {
          case .update(let update as DefaultHistoryUpdate<Voyage.Entry>): AnyHashable(update)
          case .delete(let delete as DefaultHistoryDelete<Voyage.Entry>): AnyHashable(delete)
          default: nil
          }
        })
    }
    #expect(try others() == others())
    #expect(try others().count == 2)
  }

  @Test("a predicate selects by token, author, number and time, with this package's macro")
  func predicates() throws {
    let context = ModelContext(try Voyage.container())
    try clock.run {
      for (index, author) in ["ann", nil, "bob", "ann"].enumerated() {
        clock.now = Double(100 * index)
        context.author = author
        try context.saveEntry()
      }
    }
    let all = try context.history()
    let token = all[0].token
    let author = "ann"
    let date = Date(timeIntervalSinceReferenceDate: 150)
    let last: Int64 = 1
    func numbers(_ predicate: Predicate<DefaultHistoryTransaction>) throws -> [Int64] {
      try context.history(predicate).map(\.transactionIdentifier)
    }
    #expect(try numbers(#Predicate { $0.token > token }) == [2, 3, 4])
    #expect(try numbers(#Predicate { ($0.token > token) && ($0.author == author) }) == [4])
    #expect(try numbers(#Predicate { $0.token <= token }) == [1])
    #expect(try numbers(#Predicate { $0.token == token }) == [1])
    #expect(try numbers(#Predicate { $0.token != token }) == [2, 3, 4])
    #expect(try numbers(#Predicate { $0.timestamp > date }) == [3, 4])
    #expect(
      try numbers(
        #Predicate {
          $0.transactionIdentifier > last && ($0.author == nil || $0.author != author)
        }) == [2, 3])
    let tokens = [all[1].token, all[3].token]
    #expect(try numbers(#Predicate { tokens.contains($0.token) }) == [2, 4])
    let end = all[2].token
    #expect(try numbers(#Predicate { $0.token > token && $0.token <= end }) == [2, 3])
  }

  @Test("a predicate may read the token of a captured transaction, which is checked too")
  func capturedTransaction() throws {
    let context = ModelContext(try Voyage.container())
    for _ in 0..<3 { try context.saveEntry() }
    let first = try context.history()[0]
    let after: Predicate<DefaultHistoryTransaction> = #Predicate { $0.token > first.token }
    #expect(try context.history(after).map(\.transactionIdentifier) == [2, 3])
    try context.deleteHistory(.documents(#Predicate { $0.transactionIdentifier == 2 }))
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after) }
    let number: Predicate<DefaultHistoryTransaction> = #Predicate { $0.id > first.id }
    #expect(try context.history(number).map(\.transactionIdentifier) == [3])
  }

  @Test("a predicate that Foundation's macro expands to selects in the same way")
  func foundation() throws {
    let context = ModelContext(try Voyage.container())
    for _ in 0..<3 { try context.saveEntry() }
    let token = try context.history()[1].token
    let predicate = Foundation.Predicate<DefaultHistoryTransaction>({
      PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_KeyPath(
          root: PredicateExpressions.build_Arg($0), keyPath: \.token),
        rhs: PredicateExpressions.build_Arg(token), op: .greaterThan)
    })
    #expect(try context.history(predicate).map(\.transactionIdentifier) == [3])
  }

  @Test("an order and a limit find the latest token without the changes")
  func orderAndLimit() throws {
    let context = ModelContext(try Voyage.container())
    for _ in 0..<5 { try context.saveEntry() }
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    descriptor.sortBy = [.init(\.transactionIdentifier, order: .reverse)]
    descriptor.fetchLimit = 1
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [5])
    descriptor.sortBy = [SortDescriptor(\.token, order: .reverse)]
    descriptor.fetchLimit = 2
    let newest = try context.fetchHistory(descriptor)
    #expect(newest.map(\.transactionIdentifier) == [5, 4])
    #expect(newest.map(\.token) == [4, 3].map { try? context.history()[$0].token })
    let third = try context.history()[2].token
    descriptor.predicate = #Predicate { $0.token <= third }
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [3, 2])
    descriptor = HistoryDescriptor(
      predicate: #Predicate { $0.transactionIdentifier > 1 }, sortBy: [])
    descriptor.fetchLimit = 2
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [2, 3])
    descriptor.fetchLimit = .max
    #expect(try context.fetchHistory(descriptor).count == 4)
  }

  @Test("unsaved changes, rollbacks and saves without changes make no transaction")
  func unsaved() throws {
    let context = ModelContext(try Voyage.container())
    context.insert(Voyage.Entry(text: "e"))
    #expect(try context.history().isEmpty)
    context.rollback()
    try context.save()
    #expect(try context.history().isEmpty)
    let entry = try context.saveEntry()
    entry.text = "f"
    entry.text = "e"
    try context.save()
    #expect(try context.history().count == 1)
  }

  @Test("transactions of one save are equal, whichever fetch returns them")
  func equality() throws {
    let context = ModelContext(try Voyage.container())
    for _ in 0..<2 { try context.saveEntry() }
    let (first, second) = (try context.history(), try context.history())
    #expect(first == second)
    #expect(first[0] != first[1])
    #expect(Set(first + second).count == 2)
  }

  @Test("a store that records nothing has an empty history")
  func none() throws {
    let context = ModelContext(try Voyage.container(.nothing))
    try context.saveEntry()
    #expect(try context.history().isEmpty)
  }

  @Test("old and new values are there if the policy keeps them, typed by key path")
  func values() throws {
    let context = ModelContext(try Voyage.container(.values()))
    let ship = Voyage.Ship(name: "Ark", tons: 5)
    let port = Voyage.Port(name: "Ur")
    context.insert(ship)
    context.insert(port)
    try context.save()
    ship.tons = 6
    ship.motto = "on"
    ship.rig = .brig
    port.ship = ship
    try context.save()
    context.delete(port)
    context.delete(ship)
    try context.save()
    let found = try context.history()
    let updates = found[1].changes.compactMap { change in
      if case .update(let update) = change { return update }
      return nil
    }
    let update = try #require(updates.last as? DefaultHistoryUpdate<Voyage.Ship>)
    #expect(update.updatedPropertyNames == ["motto", "ports", "rig", "tons"])
    #expect(update.oldValue(for: \.tons) == 5)
    #expect(update.newValue(for: \.tons) == 6)
    #expect(update.oldValue(for: \.motto) == .some(.none))
    #expect(update.newValue(for: \.motto) == "on")
    #expect(update.oldValue(for: \.rig) == .sloop)
    #expect(update.newValue(for: \.rig) == .brig)
    #expect(update.newValue(for: \.name) == nil)
    let moved = try #require(updates.first as? DefaultHistoryUpdate<Voyage.Port>)
    #expect(moved.oldIdentifiers(for: \.ship) == [])
    #expect(moved.newIdentifiers(for: \.ship) == [update.changedPersistentIdentifier])
    #expect(moved.newIdentifiers(for: \.name) == nil)
    let tombstone = try #require(
      found[2].changes.compactMap { change in
        if case .delete(let delete as DefaultHistoryDelete<Voyage.Ship>) = change {
          return delete.tombstone
        }
        return nil
      }.first)
    #expect(tombstone[\.tons] as? Int == 6)
    #expect(tombstone[\.rig] as? Voyage.Rig == .brig)
    #expect(tombstone[\.motto] as? String == "on")
  }

  @Test("names are all that a store keeps of updates by default")
  func names() throws {
    let context = ModelContext(try Voyage.container())
    let entry = try context.saveEntry("a")
    entry.text = "b"
    try context.save()
    guard
      case .update(let change)? = try context.history().last?.changes.first,
      let update = change as? DefaultHistoryUpdate<Voyage.Entry>
    else { throw CocoaError(.fileNoSuchFile) }
    #expect(update.updatedPropertyNames == ["text"])
    #expect(update.oldValue(for: \.text) == nil)
    #expect(update.newValue(for: \.text) == nil)
  }
}
