import DocumentData
import Foundation
import Testing

/// A program of random saves, and what its history must say, found by comparing all objects before and
/// after each save.
private final class HistoryProgram {
  /// Where a program's objects are.
  enum Place: String, CaseIterable { case memory, json, xml, flatJSON, flatXML, twoFiles }
  /// What its histories keep.
  enum Policy: String, CaseIterable { case none, names, values, bounded }

  private struct Expected {
    var store: String
    var number: Int64
    var author: String?
    var words: [String]
    var before: Objects
    var after: Objects
  }

  /// The objects, such as `Ship 3`, and their properties in words.
  private typealias Objects = [String: [String: String]]

  private static let bound = 4

  private let place: Place
  private let policy: Policy
  private let folder: TemporaryFolder
  private let clock = HistoryClock()
  private var random: RandomChoices
  private var container: ModelContainer
  private var contexts: [ModelContext] = []
  private var expected: [Expected] = []
  private var lastNumbers: [String: Int64] = [:]
  private var removed: [String: Int64] = [:]
  /// Tokens that the program keeps, and how many transactions had been made.
  private var tokens: [(token: DefaultHistoryToken, made: Int)] = []
  private var made = 0

  init(seed: UInt64) throws {
    random = RandomChoices(seed: seed)
    place = Place.allCases[random.number(below: Place.allCases.count)]
    policy = Policy.allCases[random.number(below: Policy.allCases.count)]
    folder = try TemporaryFolder()
    container = try Self.container(place, policy, folder)
    openContexts()
  }

  private static func container(
    _ place: Place, _ policy: Policy, _ folder: TemporaryFolder
  ) throws -> ModelContainer {
    let kept: ModelConfiguration.HistoryPolicy =
      switch policy {
      case .none: .nothing
      case .names: .names()
      case .values: .values()
      case .bounded: .values(transactions: bound)
      }
    func file(_ name: String, _ schema: Schema? = nil) -> ModelConfiguration {
      var configuration = ModelConfiguration(name, schema: schema, url: folder.file(name))
      configuration.history = kept
      return configuration
    }
    let configurations: [ModelConfiguration]
    switch place {
    case .memory:
      var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
      configuration.history = kept
      configurations = [configuration]
    case .json: configurations = [file("a.trips")]
    case .xml:
      var configuration = file("a.trips")
      configuration.format = .xml
      configurations = [configuration]
    case .flatJSON: configurations = [file("a.json")]
    case .flatXML: configurations = [file("a.xml")]
    case .twoFiles:
      configurations = [
        file("a.trips", Schema([Voyage.Ship.self, Voyage.Port.self])),
        file("b.json", Schema([Voyage.Entry.self])),
      ]
    }
    return try ModelContainer(for: Schema(Voyage.models), configurations: configurations)
  }

  private func openContexts() {
    contexts = (0..<2).map { index in
      let context = ModelContext(container)
      context.author = index == 0 ? nil : "ann"
      return context
    }
  }

  // MARK: Steps

  func run(steps: Int) throws {
    for _ in 0..<steps {
      try step()
      try check()
    }
  }

  private func step() throws {
    switch random.number(below: 12) {
    case 0 where place != .memory: try reopen()
    case 1: try deleteHistory()
    case 2: contexts[1].author = ["ann", "bob"][random.number(below: 2)]
    case 3:
      if let token = try contexts[0].history().last?.token { tokens.append((token, made)) }
    default: try save()
    }
  }

  private func reopen() throws {
    contexts = []
    container = try Self.container(place, policy, folder)
    openContexts()
  }

  private func save() throws {
    let context = contexts[random.number(below: 2)]
    let before = try objects()
    for _ in 0...random.number(below: 4) { try edit(context) }
    // A clock may be set back.
    clock.now += Double(random.number(below: 20)) - 5
    try clock.run { try context.save() }
    let after = try objects()
    let words = Self.changes(from: before, to: after)
    guard policy != .none else { return }
    for (store, own) in Dictionary(grouping: words, by: { self.store(of: $0) }) {
      let number = (lastNumbers[store] ?? 0) + 1
      lastNumbers[store] = number
      expected.append(
        Expected(
          store: store, number: number, author: context.author, words: own, before: before,
          after: after))
      made += 1
      guard policy == .bounded else { continue }
      let kept = expected.filter { $0.store == store }
      for old in kept.dropLast(Self.bound) { remove(old) }
    }
  }

  private func remove(_ old: Expected) {
    expected.removeAll { $0.store == old.store && $0.number == old.number }
    removed[old.store] = max(removed[old.store] ?? 0, old.number)
  }

  private func store(of words: String) -> String {
    let isEntry = words.split(separator: " ")[1] == "Entry"
    let stores = container.stores.map(\.store.identifier)
    return isEntry ? stores.last ?? "" : stores.first ?? ""
  }

  private func edit(_ context: ModelContext) throws {
    let ships = try context.fetch(FetchDescriptor<Voyage.Ship>())
    let ports = try context.fetch(FetchDescriptor<Voyage.Port>())
    let entries = try context.fetch(FetchDescriptor<Voyage.Entry>())
    func any<Element>(_ list: [Element]) -> Element? {
      list.isEmpty ? nil : list[random.number(below: list.count)]
    }
    switch random.number(below: 13) {
    case 0, 1: context.insert(Voyage.Ship(name: "s\(random.number(below: 9))"))
    case 2, 3: context.insert(Voyage.Port(name: "p\(random.number(below: 9))"))
    case 4: context.insert(Voyage.Entry(text: "e\(random.number(below: 9))"))
    case 5: any(ships)?.name = "s\(random.number(below: 3))"
    case 6: any(ships)?.motto = [nil, "on", ""][random.number(below: 3)]
    case 7: any(ships)?.tons = random.number(below: 3)
    case 8, 9: any(ports)?.ship = random.number(below: 3) == 0 ? nil : any(ships)
    case 10: any(entries)?.text = "e\(random.number(below: 3))"
    case 11: if let port = any(ports) { context.delete(port) }
    default: if let ship = any(ships), random.number(below: 2) == 0 { context.delete(ship) }
    }
  }

  private func deleteHistory() throws {
    guard let limit = any(expected.map(\.number)) else { return }
    let author = "ann"
    let isByAuthor = random.number(below: 3) == 0
    try contexts[0].deleteHistory(
      .documents(
        #Predicate {
          $0.transactionIdentifier <= limit && (!isByAuthor || $0.author == author)
        }))
    for old in expected where old.number <= limit && (!isByAuthor || old.author == author) {
      remove(old)
    }
  }

  private func any<Element>(_ list: [Element]) -> Element? {
    list.isEmpty ? nil : list[random.number(below: list.count)]
  }

  // MARK: The model

  /// All objects, as a context of its own reads them.
  private func objects() throws -> Objects {
    let context = ModelContext(container)
    var objects: Objects = [:]
    for ship in try context.fetch(FetchDescriptor<Voyage.Ship>()) {
      objects["Ship \(ship.persistentModelID.key)"] = [
        "name": ship.name, "tons": "\(ship.tons)", "motto": ship.motto ?? "nil",
        "ports": "\(ship.ports.map(\.persistentModelID.key).sorted())",
      ]
    }
    for port in try context.fetch(FetchDescriptor<Voyage.Port>()) {
      objects["Port \(port.persistentModelID.key)"] = [
        "name": port.name, "ship": port.ship.map { "\($0.persistentModelID.key)" } ?? "nil",
      ]
    }
    for entry in try context.fetch(FetchDescriptor<Voyage.Entry>()) {
      objects["Entry \(entry.persistentModelID.key)"] = ["text": entry.text]
    }
    return objects
  }

  private static let order = ["name", "tons", "motto", "ports", "ship", "text"]

  private static func changes(from before: Objects, to after: Objects) -> [String] {
    var words: [String] = []
    for (object, values) in after {
      guard let old = before[object] else {
        words.append("insert \(object)")
        continue
      }
      let changed = order.filter { values[$0] != old[$0] }
      if !changed.isEmpty {
        words.append("update \(object): \(changed.joined(separator: ", "))")
      }
    }
    for object in before.keys where after[object] == nil { words.append("delete \(object)") }
    return words.sorted()
  }

  // MARK: Checks

  private func check() throws {
    let context = contexts[random.number(below: 2)]
    let found = try context.history()
    #expect(found.map(\.token) == found.map(\.token).sorted())
    let (left, right) = (found.map(words).sorted(), expected.map(words).sorted())
    #expect(left == right, "\(place) \(policy)")
    for (store, own) in Dictionary(grouping: found, by: \.storeIdentifier) {
      #expect(own.map(\.transactionIdentifier) == own.map(\.transactionIdentifier).sorted())
      #expect(own.map(\.timestamp) == own.map(\.timestamp).sorted(), "\(store)")
    }
    if let last = found.last { #expect(try context.history(after: last.token).isEmpty) }
    try checkTokens(context)
    checkValues(found)
    if policy != .none {
      for token in [nil] + tokens.map(\.token) {
        try checkBalance(since: token, context)
      }
    }
  }

  private func words(_ transaction: DefaultHistoryTransaction) -> String {
    words(
      transaction.storeIdentifier, transaction.transactionIdentifier, transaction.author,
      transaction.words.sorted())
  }

  private func words(_ expected: Expected) -> String {
    words(expected.store, expected.number, expected.author, expected.words)
  }

  private func words(
    _ store: String, _ number: Int64, _ author: String?, _ changes: [String]
  ) -> String {
    "\(store) \(number) \(author ?? "nil"): \(changes.joined(separator: "; "))"
  }

  private func checkTokens(_ context: ModelContext) throws {
    for (token, _) in tokens {
      let copy = try JSONDecoder().decode(
        DefaultHistoryToken.self, from: JSONEncoder().encode(token))
      let isExpired = removed.contains { store, number in
        token.tokenValue?[store] ?? 0 < number
      }
      if isExpired {
        #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: copy) }
      } else {
        let after = expected.filter { token.tokenValue?[$0.store] ?? 0 < $0.number }
        let found = try context.history(after: copy)
        #expect(found.map(words).sorted() == after.map(words).sorted(), "\(place) \(policy)")
        let until = try context.history(#Predicate { $0.token <= copy })
        #expect(until.count + found.count == expected.count)
      }
    }
  }

  // MARK: The balance

  /// The changes of one object, or of one of its properties, in the order of the saves.
  private struct Change {
    var save: Expected
    var kind: Substring
    var properties: [Substring]
    var isChosen: Bool
  }

  /// What the saves after a token, of some authors, have changed on balance: the words, and the old and the
  /// new value of each property.
  private func balance(
    since token: DefaultHistoryToken?, _ isChosen: (String?) -> Bool
  ) -> (words: [String], values: [String: (old: String?, new: String?)]) {
    var objects: [Substring: [Change]] = [:]
    for save in expected where token?.tokenValue?[save.store] ?? 0 < save.number {
      for words in save.words {
        let parts = words.split(separator: ":")
        let names = parts[0].split(separator: " ", maxSplits: 1)
        let properties = parts.count > 1 ? parts[1].dropFirst().split(separator: ",") : []
        objects[names[1], default: []].append(
          Change(
            save: save, kind: names[0],
            properties: properties.map { $0.first == " " ? $0.dropFirst() : $0 },
            isChosen: isChosen(save.author)))
      }
    }
    var words: [String] = []
    var values: [String: (old: String?, new: String?)] = [:]
    for (object, changes) in objects {
      let chosen = changes.filter(\.isChosen)
      guard let first = chosen.first, let last = chosen.last else { continue }
      switch (first.kind == "insert", last.kind == "delete") {
      case (true, true): continue
      case (true, false): words.append("insert \(object)")
      case (false, true): words.append("delete \(object)")
      case (false, false):
        var changed: [String] = []
        for property in Self.order.map({ Substring($0) }) {
          let own = changes.enumerated().filter { $0.element.properties.contains(property) }
          guard let first = own.first(where: { $0.element.isChosen }),
            let last = own.last(where: { $0.element.isChosen })
          else { continue }
          let between = own.filter { first.offset...last.offset ~= $0.offset }
          let old = first.element.save.before["\(object)"]?["\(property)"]
          let new = last.element.save.after["\(object)"]?["\(property)"]
          // Ships do not store their ports.
          let isKnown = policy != .names && property != "ports"
          if isKnown, old == new, between.allSatisfy(\.element.isChosen) { continue }
          changed.append("\(property)")
          if isKnown { values["\(object) \(property)"] = (old, new) }
        }
        if changed.isEmpty { continue }
        words.append("update \(object): \(changed.joined(separator: ", "))")
      }
    }
    return (words.sorted(), values)
  }

  private func checkBalance(since token: DefaultHistoryToken?, _ context: ModelContext) throws {
    let isExpired = removed.contains { store, number in
      token.map { $0.tokenValue?[store] ?? 0 < number } ?? false
    }
    if isExpired {
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try context.fetchNetHistory(since: token)
      }
      return
    }
    let filters: [(String?) -> Bool] = [{ _ in true }, { $0 == "ann" }, { $0 != "ann" }]
    for isChosen in filters {
      let net = try context.fetchNetHistory(since: token, authors: isChosen)
      let (words, values) = balance(since: token, isChosen)
      #expect(net.words.sorted() == words, "\(place) \(policy)")
      #expect(net.changes.count == Set(net.changes.map(\.changedPersistentIdentifier)).count)
      #expect(net.unknownChanges.isEmpty && net.unlistedChanges.isEmpty)
      if let end = net.token { #expect(try context.fetchNetHistory(since: end).changes.isEmpty) }
      var found: [String: (old: String?, new: String?)] = [:]
      for change in net.changes {
        let object =
          "\(change.changedPersistentIdentifier.entityName) \(change.changedPersistentIdentifier.key)"
        switch change {
        case .update(let update as DefaultHistoryUpdate<Voyage.Ship>):
          if let old = update.oldValue(for: \.name) {
            found["\(object) name"] = (old, update.newValue(for: \.name))
          }
          if let old = update.oldValue(for: \.tons) {
            found["\(object) tons"] = ("\(old)", update.newValue(for: \.tons).map { "\($0)" })
          }
          if let old = update.oldValue(for: \.motto) {
            found["\(object) motto"] = (
              old ?? "nil", update.newValue(for: \.motto).map { $0 ?? "nil" }
            )
          }
        case .update(let update as DefaultHistoryUpdate<Voyage.Port>):
          guard let old = update.oldIdentifiers(for: \.ship) else { continue }
          func words(_ identifiers: [PersistentIdentifier]?) -> String? {
            identifiers.map { $0.first.map { "\($0.key)" } ?? "nil" }
          }
          found["\(object) ship"] = (words(old), words(update.newIdentifiers(for: \.ship)))
        case .update(let update as DefaultHistoryUpdate<Voyage.Entry>):
          if let old = update.oldValue(for: \.text) {
            found["\(object) text"] = (old, update.newValue(for: \.text))
          }
        default: break
        }
      }
      #expect(
        found.mapValues { "\($0)" }
          == values.filter { !$0.key.hasPrefix("Port") || !$0.key.hasSuffix("name") }.mapValues {
            "\($0)"
          })
    }
  }

  private func checkValues(_ found: [DefaultHistoryTransaction]) {
    for transaction in found {
      guard
        let own = expected.first(where: {
          $0.store == transaction.storeIdentifier && $0.number == transaction.transactionIdentifier
        })
      else { continue }
      for change in transaction.changes {
        let identifier = change.changedPersistentIdentifier
        let object = "\(identifier.entityName) \(identifier.key)"
        switch change {
        case .update(let update as DefaultHistoryUpdate<Voyage.Ship>) where policy == .names:
          #expect(update.oldValue(for: \.name) == nil)
          #expect(update.newValue(for: \.name) == nil)
        case .update(let update as DefaultHistoryUpdate<Voyage.Ship>):
          for (name, keyPath) in [("name", \Voyage.Ship.name)]
          where update.updatedPropertyNames.contains(name) {
            #expect(update.oldValue(for: keyPath) == own.before[object]?[name])
            #expect(update.newValue(for: keyPath) == own.after[object]?[name])
          }
          if update.updatedPropertyNames.contains("motto") {
            #expect((update.oldValue(for: \.motto) ?? "?") ?? "nil" == own.before[object]?["motto"])
            #expect((update.newValue(for: \.motto) ?? "?") ?? "nil" == own.after[object]?["motto"])
          }
        case .update(let update as DefaultHistoryUpdate<Voyage.Port>) where policy == .names:
          #expect(update.oldIdentifiers(for: \.ship) == nil)
        case .update(let update as DefaultHistoryUpdate<Voyage.Port>):
          guard update.updatedPropertyNames.contains("ship") else { continue }
          for (found, objects) in [
            (update.oldIdentifiers(for: \.ship), own.before),
            (update.newIdentifiers(for: \.ship), own.after),
          ] {
            let keys = found?.map { "\($0.key)" }
            #expect(keys == (objects[object]?["ship"]).map { $0 == "nil" ? [] : [$0] })
          }
        case .delete(let delete as DefaultHistoryDelete<Voyage.Ship>):
          #expect(delete.tombstone[\.name] as? String == own.before[object]?["name"])
        default: break
        }
      }
    }
  }
}

@Suite("Histories of random programs")
struct HistoryModelTests {
  private static var seeds: Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["TRIPDOCUMENTS_FIRST_PROGRAM"].flatMap(UInt64.init) ?? 0
    return first..<(first + (environment["TRIPDOCUMENTS_PROGRAMS"].flatMap(UInt64.init) ?? 24))
  }

  @Test(
    "say what a comparison of all objects before and after each save finds",
    arguments: HistoryModelTests.seeds)
  func programs(seed: UInt64) throws {
    try HistoryProgram(seed: seed).run(steps: 30)
  }
}
