import DocumentData
import JSONArchiveStore
import Testing

/// The same random edits in a document and in a JSON archive.
@Suite("Random edits in two stores")
struct RandomEditsTests {
  @Test("Both stores hold the same after each save, and refuse the same", arguments: 0..<6)
  func sameEdits(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let worlds = try StoreKind.allCases.map { try World($0) }
    for _ in 0..<60 {
      let edit = Edit(&generator)
      let outcomes = try worlds.map { try $0.apply(edit) }
      try #require(Set(outcomes).count == 1, "\(edit): \(outcomes)")
      if edit.kind == .save {
        let contents = try worlds.map { try $0.content() }
        try #require(contents[0] == contents[1], "\(edit)")
      }
    }
  }
}

/// One edit, with the numbers by which it chooses its objects.
private struct Edit {
  enum Kind: CaseIterable {
    case insertPort, insertShip, insertVoyage, insertCargo, insertCaptain, insertNote
    case rename, setPort, setShips, addVoyage, setCaptain, setShipOfCaptain, setFlags, setNote
    case deleteShip, deletePort, deleteVoyage, deleteCaptain, save, rollback, reopen
  }

  var kind: Kind
  var context: Int
  var numbers: [Int]

  init(_ generator: inout SeededGenerator) {
    // Saves are what is tested.
    kind =
      Int.random(in: 0..<4, using: &generator) == 0
      ? .save : Kind.allCases.randomElement(using: &generator) ?? .save
    context = Int.random(in: 0..<2, using: &generator)
    numbers = (0..<4).map { _ in Int.random(in: 0..<1000, using: &generator) }
  }
}

private final class World {
  private typealias Port = Harbour.Port
  private typealias Ship = Harbour.Ship
  private typealias Voyage = Harbour.Voyage
  private typealias Captain = Harbour.Captain

  private let harbours: Harbours
  private var container: ModelContainer
  private var contexts: [ModelContext]
  private var count = 0

  init(_ kind: StoreKind) throws {
    harbours = try Harbours(kind)
    container = try harbours.container()
    contexts = [ModelContext(container), ModelContext(container)]
  }

  /// What became of the edit, in words that are the same in every store.
  func apply(_ edit: Edit) throws -> String {
    let context = contexts[edit.context]
    let numbers = edit.numbers
    count += 1
    let name = "\(edit.kind) \(count)"
    switch edit.kind {
    case .insertPort: context.insert(Port(name: "port \(numbers[0] % 4)"))
    case .insertShip:
      context.insert(
        numbers[0] % 2 == 0 ? Ship(name: name) : Harbour.Ferry(name: name, passengers: count))
    case .insertVoyage: context.insert(Voyage(number: count))
    case .insertCargo:
      if let ship = try ship(context, numbers[0]) {
        context.insert(Harbour.Cargo(label: name, ship: ship))
      }
    case .insertCaptain: context.insert(Captain(name: name))
    case .insertNote: context.insert(Harbour.Note(text: name))
    case .rename: try ship(context, numbers[0])?.name = name
    case .setPort:
      try voyage(context, numbers[0])?.port = try one(ports(context), numbers[1])
    case .setShips:
      let voyage = try voyage(context, numbers[0])
      let all = try ships(context)
      voyage?.ships = all.enumerated().filter { (numbers[1] >> ($0.offset % 8)) & 1 == 1 }
        .map(\.element)
    case .addVoyage:
      if let port = try one(ports(context), numbers[0]),
        let voyage = try voyage(context, numbers[1])
      {
        if !port.voyages.contains(voyage) { port.voyages.append(voyage) }
      }
    case .setCaptain:
      try ship(context, numbers[0])?.captain = try one(captains(context), numbers[1])
    case .setShipOfCaptain:
      try one(captains(context), numbers[0])?.ship =
        numbers[1] % 3 == 0 ? nil : try ship(context, numbers[2])
    case .setFlags:
      try ship(context, numbers[0])?.flags =
        numbers[1] % 3 == 0
        ? nil : (0..<numbers[1] % 3).map { Harbour.Flag(colour: "\(name) \($0)") }
    case .setNote:
      let notes = try context.all(Harbour.Note.self, by: \.text)
      let note = one(notes, numbers[0])
      note?.about = try one(ports(context), numbers[1])
      note?.mentioned = try Array(ships(context).prefix(numbers[2] % 3))
    case .deleteShip: return try delete(ship(context, numbers[0]), in: edit.context)
    case .deletePort: return try delete(one(ports(context), numbers[0]), in: edit.context)
    case .deleteVoyage: return try delete(voyage(context, numbers[0]), in: edit.context)
    case .deleteCaptain: return try delete(one(captains(context), numbers[0]), in: edit.context)
    case .save: return save(context)
    case .rollback: context.rollback()
    case .reopen:
      if numbers[0] % 2 == 0 { container = try harbours.container() }
      contexts = [ModelContext(container), ModelContext(container)]
    }
    return context.hasChanges ? "changed" : "same"
  }

  private func save(_ context: ModelContext) -> String {
    do {
      try context.save()
      return "saved"
    } catch {
      context.rollback()
      return (error as? SwiftDataError).map { "\($0.entity ?? "").\($0.property ?? "")" }
        ?? "\(error)"
    }
  }

  /// Whether an edit of a deleted object is refused depends on whether it changed the order of a
  /// to-many, which stores keep in different ways: so the other context has no edits.
  private func delete<T: PersistentModel>(_ object: T?, in index: Int) -> String {
    guard let object else { return "nothing" }
    contexts[1 - index].rollback()
    contexts[index].delete(object)
    return save(contexts[index])
  }

  private func one<T>(_ objects: [T], _ number: Int) -> T? {
    objects.isEmpty ? nil : objects[number % objects.count]
  }

  private func ports(_ context: ModelContext) throws -> [Port] {
    // Two that are not saved may have one name.
    try context.all(Port.self, by: \.name)
  }

  private func ships(_ context: ModelContext) throws -> [Ship] {
    try context.all(Ship.self, by: \.name)
  }

  private func ship(_ context: ModelContext, _ number: Int) throws -> Ship? {
    one(try ships(context), number)
  }

  private func voyage(_ context: ModelContext, _ number: Int) throws -> Voyage? {
    one(try context.fetch(FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.number)])), number)
  }

  private func captains(_ context: ModelContext) throws -> [Captain] {
    try context.all(Captain.self, by: \.name)
  }

  /// What the file holds, read from both ends of every relationship.
  func content() throws -> [String] {
    let context = try harbours.context()
    var lines: [String] = []
    for port in try ports(context) {
      lines.append("\(port.name): \(port.voyages.map(\.number).sorted())")
    }
    for voyage in try context.fetch(FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.number)])) {
      let ships = voyage.ships.map(\.name).sorted()
      lines.append("\(voyage.number): \(voyage.port?.name ?? "-") \(ships)")
    }
    for ship in try ships(context) {
      let flags = ship.flags.map { $0.map(\.colour).sorted().description } ?? "nil"
      lines.append(
        "\(ship.name) \(ship is Harbour.Ferry): \(ship.captain?.name ?? "-") \(flags) "
          + "\(ship.cargo.map(\.label).sorted()) \(ship.voyages.map(\.number).sorted())")
    }
    for captain in try captains(context) {
      lines.append("\(captain.name): \(captain.ship?.name ?? "-")")
    }
    for cargo in try context.all(Harbour.Cargo.self, by: \.label) {
      lines.append("\(cargo.label): \(cargo.ship.name)")
    }
    for flag in try context.all(Harbour.Flag.self, by: \.colour) {
      lines.append("\(flag.colour): \(flag.ship?.name ?? "-")")
    }
    for note in try context.all(Harbour.Note.self, by: \.text) {
      lines.append(
        "\(note.text): \(note.about?.name ?? "-") \(note.mentioned.map(\.name).sorted())")
    }
    return lines
  }
}

/// A small generator whose numbers depend on its seed alone.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0xD134_2543_DE82_EF95 &+ 0x1234_5678 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
