import DocumentData
import Foundation
import Testing

@Suite("Grouped fetches")
struct GroupedFetchTests {
  typealias Outing = Outings.Outing
  typealias Stop = Outings.Stop

  /// Whether and how a context has unsaved changes.
  enum Changes: CaseIterable { case none, pending, excluded }

  static let seeds: [UInt64] = Array(1...6)

  private func world(_ seed: UInt64, _ changes: Changes) throws -> OutingWorld {
    var world = try OutingWorld.made(seed: seed)
    if changes != .none {
      var generator = OutingGenerator(seed: seed + 100)
      generator.disturb(&world)
    }
    return world
  }

  private func descriptor<T>(_ type: T.Type, _ changes: Changes) -> FetchDescriptor<T> {
    var descriptor = FetchDescriptor<T>()
    descriptor.includePendingChanges = changes != .excluded
    return descriptor
  }

  /// The objects that a descriptor requests, with the values that count: the saved ones if it excludes
  /// changes.
  private func objects<T: PersistentModel>(
    _ world: OutingWorld, _ descriptor: FetchDescriptor<T>, _ changes: Changes
  ) throws -> [T] {
    guard changes == .excluded else { return try world.context.fetch(descriptor) }
    let other = ModelContext(world.context.container)
    return try other.fetch(descriptor)
  }

  /// A value whose equality is that of keys.
  private func normal(_ value: Any) -> AnyHashable {
    switch value {
    case let number as Double where number.isNaN: "NaN"
    case let number as Decimal where number.isNaN: "NaN"
    case let model as any PersistentModel: model.persistentModelID
    // Texts inside lists and trees are equal if their scalars are.
    case let texts as [String]: texts.map { Array($0.utf8) }
    case let spot as Outings.Spot: "\(Array(spot.street.utf8)) \(spot.floor ?? -1)"
    case let value as AnyHashable: value
    default: "\(value)"
    }
  }

  /// Expects that a fetch gives the groups of a plain computation over objects.
  private func expectGroups<T: PersistentModel, Key>(
    _ world: OutingWorld, _ changes: Changes, _ key: FetchGroupKey<T, Key>,
    _ location: SourceLocation = #_sourceLocation, _ plain: (T) -> Key
  ) throws {
    let descriptor = descriptor(T.self, changes)
    let groups = try world.context.fetchGroups(descriptor, by: key, aggregates: .count)
    var expected: [AnyHashable: Int] = [:]
    for object in try objects(world, descriptor, changes) {
      expected[normal(plain(object)), default: 0] += 1
    }
    var found: [AnyHashable: Int] = [:]
    for group in groups {
      #expect(
        found.updateValue(group.values, forKey: normal(group.key)) == nil, sourceLocation: location)
    }
    #expect(found == expected, sourceLocation: location)
  }

  @Test("by attributes give what a plain computation gives", arguments: seeds, Changes.allCases)
  func attributeKeys(_ seed: UInt64, _ changes: Changes) throws {
    let world = try world(seed, changes)
    try expectGroups(world, changes, .key(\Outing.name)) { $0.name }
    try expectGroups(world, changes, .key(\Outing.place)) { $0.place }
    try expectGroups(world, changes, .key(\Outing.days)) { $0.days }
    try expectGroups(world, changes, .key(\Outing.seats)) { $0.seats }
    try expectGroups(world, changes, .key(\Outing.price)) { $0.price }
    try expectGroups(world, changes, .key(\Outing.isPaid)) { $0.isPaid }
    try expectGroups(world, changes, .key(\Outing.end)) { $0.end }
    try expectGroups(world, changes, .key(\Outing.cost)) { $0.cost }
    try expectGroups(world, changes, .key(\Outing.link)) { $0.link }
    try expectGroups(world, changes, .key(\Outing.blob)) { $0.blob }
    try expectGroups(world, changes, .key(\Outing.level)) { $0.level }
    try expectGroups(world, changes, .key(\Outing.formerLevel)) { $0.formerLevel }
    try expectGroups(world, changes, .key(\Outing.words)) { $0.words }
    try expectGroups(world, changes, .key(\Outing.spot)) { $0.spot }
    try expectGroups(world, changes, .key(\Outings.Climb.height)) { $0.height }
    try expectGroups(world, changes, .key(\Outings.Climb.name)) { $0.name }
  }

  @Test("by computed keys and relationships do, too", arguments: seeds, Changes.allCases)
  func computedKeys(_ seed: UInt64, _ changes: Changes) throws {
    let world = try world(seed, changes)
    try expectGroups(world, changes, .key(\Outing.shout)) { $0.shout }
    try expectGroups(world, changes, .key(\Outing.seats) { ($0 ?? 1) % 2 }) { ($0.seats ?? 1) % 2 }
    try expectGroups(
      world, changes, .key(\Outing.end) { $0.map { $0 > Date(timeIntervalSinceReferenceDate: 2) } }
    ) { $0.end.map { $0 > Date(timeIntervalSinceReferenceDate: 2) } }
    try expectGroups(world, changes, .key(\Outing.formerCabin?.row)) { $0.formerCabin?.row }
    try expectGroups(world, changes, .expression(#Expression<Outing, String> { $0.cabin.deck })) {
      $0.cabin.deck
    }
    try expectGroups(world, changes, .expression(#Expression<Outing, Int?> { $0.formerCabin?.row }))
    {
      $0.formerCabin?.row
    }
    try expectGroups(
      world, changes, .expression(#Expression<Outing, Int?> { $0.formerCabin?.row }) { $0 ?? -1 }
    ) { $0.formerCabin?.row ?? -1 }
    try expectGroups(
      world, changes, .expression(#Expression<Outing, Int> { $0.formerCabin?.row ?? $0.days })
    ) { $0.formerCabin?.row ?? $0.days }
    try expectGroups(world, changes, .expression(#Expression<Outing, Int> { $0.days + 1 })) {
      $0.days + 1
    }
    try expectGroups(
      world, changes, .expression(#Expression<Outing, Int> { $0.days * $0.name.count })
    ) {
      $0.days * $0.name.count
    }
    try expectGroups(
      world, changes, .expression(#Expression<Outing, Int?> { $0.seats.flatMap { $0 + 1 } })
    ) {
      $0.seats.map { $0 + 1 }
    }
    try expectGroups(
      world, changes, .expression(#Expression<Outing, Int?> { $0.seats.flatMap { _ in 5 } })
    ) { $0.seats.map { _ in 5 } }
    try expectGroups(world, changes, .expression(#Expression<Outing, Bool> { $0.days > 2 })) {
      $0.days > 2
    }
    try expectGroups(world, changes, .expression(#Expression<Outing, Int> { $0.labels.count })) {
      $0.labels.count
    }
    try expectGroups(world, changes, .expression(#Expression<Outing, String?> { $0.guide?.name })) {
      $0.guide?.name
    }
    try expectGroups(
      world, changes, .expression(#Expression<Outing, String?> { $0.guide?.nickname })
    ) {
      $0.guide?.nickname
    }
    try expectGroups(
      world, changes, .expression(#Expression<Outing, String?> { $0.guide?.home?.deck })
    ) { $0.guide?.home?.deck }
    try expectGroups(
      world, changes, .expression(#Expression<Stop, String?> { $0.outing?.guide?.name })
    ) { $0.outing?.guide?.name }
    try expectGroups(
      world, changes, .expression(#Expression<Outing, Int?> { ($0 as? Outings.Climb)?.height })
    ) { ($0 as? Outings.Climb)?.height }
    try expectGroups(world, changes, .key(\Outing.guide) { $0?.name }) { $0.guide?.name }
  }

  @Test("by a relationship give the context's own objects", arguments: seeds, Changes.allCases)
  func relationshipKeys(_ seed: UInt64, _ changes: Changes) throws {
    let world = try world(seed, changes)
    try expectGroups(world, changes, .key(\Outing.guide)) { $0.guide }
    try expectGroups(world, changes, .key(\Stop.outing)) { $0.outing }
    try expectGroups(
      world, changes, .expression(#Expression<Stop, Outings.Guide?> { $0.outing?.guide })
    ) {
      $0.outing?.guide
    }
    let groups = try world.context.fetchGroups(
      FetchDescriptor<Outing>(), by: \.guide, aggregates: .count)
    for group in groups where group.key != nil {
      #expect(group.key?.modelContext === world.context)
      #expect(group.values == group.key?.outings.count)
    }
  }

  @Test("compute what a plain computation gives", arguments: seeds, Changes.allCases)
  func aggregates(_ seed: UInt64, _ changes: Changes) throws {
    let world = try world(seed, changes)
    let descriptor = descriptor(Outing.self, changes)
    let counts = try world.context.fetchGroups(
      descriptor, by: \.isOpen, \.level,
      aggregates: .count, .count(of: \.seats), .countDistinct(of: \.place),
      .countDistinct(#Expression { (outing: Outing) in outing.guide?.name }),
      .countDistinct(of: \.guide))
    let extremes = try world.context.fetchGroups(
      descriptor, by: \.isOpen, \.level,
      aggregates: .min(of: \.days), .max(of: \.seats), .min(of: \.price), .max(of: \.discount),
      .min(of: \.name), .max(of: \.place))
    let others = try world.context.fetchGroups(
      descriptor, by: \.isOpen, \.level,
      aggregates: .max(of: \.formerLevel), .min(of: \.begin), .max(of: \.cost),
      .min(#Expression { (outing: Outing) in outing.formerCabin?.row }),
      .max(#Expression { (outing: Outing) in outing.guide?.name }))
    let sums = try world.context.fetchGroups(
      descriptor, by: \.isOpen, \.level,
      aggregates: .sum(of: \.days), .sum(of: \.weight), .sum(of: \.seats), .sum(of: \.cost),
      .sum(of: \.rating), .sum(#Expression { (outing: Outing) in outing.days * 2 }),
      .sum(#Expression { (outing: Outing) in outing.formerCabin?.row }))
    let averages = try world.context.fetchGroups(
      descriptor, by: \.isOpen, \.level,
      aggregates: .average(of: \.seats), .average(of: \.cost), .average(of: \.rating))
    struct Pair: Hashable {
      var isOpen: Bool
      var level: Outings.Level
    }
    let expected = Dictionary(grouping: try objects(world, descriptor, changes)) {
      Pair(isOpen: $0.isOpen, level: $0.level)
    }
    #expect(counts.count == expected.count)
    #expect(extremes.count == expected.count)
    #expect(sums.count == expected.count)
    #expect(others.count == expected.count)
    #expect(averages.count == expected.count)
    for group in counts {
      let all = try #require(expected[Pair(isOpen: group.key.0, level: group.key.1)])
      let (count, seats, places, names, guides) = group.values
      #expect(count == all.count)
      #expect(seats == all.compactMap(\.seats).count)
      #expect(places == Set(all.compactMap(\.place)).count)
      #expect(names == Set(all.compactMap(\.guide?.name)).count)
      #expect(guides == Set(all.compactMap(\.guide?.persistentModelID)).count)
    }
    for group in extremes {
      let all = try #require(expected[Pair(isOpen: group.key.0, level: group.key.1)])
      let (days, seats, price, discount, name, place) = group.values
      #expect(days == all.map(\.days).min())
      #expect(seats == all.compactMap(\.seats).max())
      #expect(number(price) == numbers(all.map(\.price)).min())
      #expect(number(discount) == numbers(all.compactMap(\.discount)).max())
      #expect(name == all.map(\.name).min())
      #expect(place == all.compactMap(\.place).max())
    }
    for group in others {
      let all = try #require(expected[Pair(isOpen: group.key.0, level: group.key.1)])
      let (level, begin, cost, row, name) = group.values
      #expect(level == all.compactMap(\.formerLevel).max())
      #expect(begin == all.map(\.begin).min())
      let costs = all.map(\.cost).filter { !$0.isNaN }
      if let most = costs.max() { #expect(cost == most) } else { #expect(cost?.isNaN == true) }
      #expect(row == all.compactMap { $0.formerCabin?.row }.min())
      #expect(name == all.compactMap { $0.guide?.name }.max())
    }
    for group in sums {
      let all = try #require(expected[Pair(isOpen: group.key.0, level: group.key.1)])
      let (days, weight, seats, cost, rating, twice, rows) = group.values
      #expect(days == all.reduce(0) { $0 + $1.days })
      #expect(weight == all.reduce(0) { $0 + Int($1.weight) })
      #expect(seats == all.compactMap(\.seats).reduce(0, +))
      #expect(isSame(cost, all.reduce(Decimal(0)) { $0 + $1.cost }))
      #expect(isNear(rating, all.reduce(0.0) { $0 + Double($1.rating) }))
      #expect(twice == 2 * days)
      #expect(rows == all.compactMap { $0.formerCabin?.row }.reduce(0, +))
    }
    for group in averages {
      let all = try #require(expected[Pair(isOpen: group.key.0, level: group.key.1)])
      let (seats, cost, rating) = group.values
      let known = all.compactMap(\.seats)
      if known.isEmpty { #expect(seats == nil) }
      if let seats { #expect(isNear(seats, Double(known.reduce(0, +)) / Double(known.count))) }
      let costs = all.reduce(Decimal(0)) { $0 + $1.cost }
      #expect(isSame(try #require(cost), costs / Decimal(all.count)))
      let ratings = all.reduce(0.0) { $0 + Double($1.rating) }
      #expect(isNear(try #require(rating), ratings / Double(all.count)))
    }
  }

  /// The numbers without NaN, or −77 for each if there is nothing else.
  private func numbers(_ numbers: [Double]) -> [Double] {
    numbers.allSatisfy(\.isNaN) ? numbers.map { _ in -77 } : numbers.filter { !$0.isNaN }
  }

  private func number(_ number: Double?) -> Double? { number.map { $0.isNaN ? -77 : $0 } }

  private func isSame(_ left: Decimal, _ right: Decimal) -> Bool {
    left.isNaN ? right.isNaN : left == right
  }

  private func isNear(_ left: Double, _ right: Double) -> Bool {
    left.isNaN ? right.isNaN : abs(left - right) < 1e-9
  }

  @Test("count the objects that a fetch finds", arguments: seeds, Changes.allCases)
  func descriptors(_ seed: UInt64, _ changes: Changes) throws {
    let world = try world(seed, changes)
    var descriptors = [descriptor(Outing.self, changes)]
    func add(_ change: (inout FetchDescriptor<Outing>) -> Void) {
      var next = descriptors[0]
      change(&next)
      descriptors.append(next)
    }
    add { $0.predicate = #Predicate { $0.days > 1 } }
    add { $0.predicate = #Predicate { $0.days > 10 } }
    add { $0.predicate = #Predicate { $0.days > 1 && $0.shout != "A" } }
    add { $0.predicate = #Predicate { $0.guide?.name == "a" || $0.place == nil } }
    add { $0.fetchLimit = 7 }
    add { descriptor in
      descriptor.fetchLimit = 9
      descriptor.fetchOffset = 3
      descriptor.sortBy = [SortDescriptor(\.days, order: .reverse), SortDescriptor(\.begin)]
    }
    add { $0.fetchOffset = 1000 }
    for descriptor in descriptors {
      let days = try objects(world, descriptor, changes).map(\.days)
      let (count, sum, least) = try world.context.fetchAggregates(
        descriptor, .count, .sum(of: \.days), .min(of: \.days))
      #expect(count == days.count)
      #expect(sum == days.reduce(0, +))
      #expect(least == days.min())
      let groups = try world.context.fetchGroups(descriptor, by: \.days, aggregates: .count)
      #expect(
        Dictionary(uniqueKeysWithValues: groups.map { ($0.key, $0.values) })
          == Dictionary(days.map { ($0, 1) }, uniquingKeysWith: +))
    }
  }

  @Test("are in the order of their keys, nil first")
  func order() throws {
    let context = ModelContext(try Outings.container())
    let levels: [Outings.Level?] = [.mad, nil, .easy, .hard, .mad]
    for (number, level) in levels.enumerated() {
      let outing = Outing(name: ["b", "é", "a", "Z", "e\u{301}"][number])
      outing.formerLevel = level
      outing.price = [1, .nan, -1, -0.0, 0][number]
      outing.cost = [9, 10, Decimal(string: "-1.5") ?? 0, 9, 0][number]
      context.insert(outing)
    }
    let all = FetchDescriptor<Outing>()
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let levels = try context.fetchGroups(all, by: \.formerLevel).map { $0.key }
      #expect(levels == [nil, .easy, .hard, .mad])
      let names = try context.fetchGroups(all, by: \.name).map { $0.key }
      #expect(names == ["Z", "a", "b", "é"])
      let costs = try context.fetchGroups(all, by: \.cost).map { $0.key }
      #expect(costs == [Decimal(string: "-1.5"), 0, 9, 10])
      let prices = try context.fetchGroups(all, by: \.price).map { $0.key }
      #expect(prices.first?.isNaN == true)
      #expect(prices.dropFirst() == [-1, 0, 1])
      let two = try context.fetchGroups(
        all, by: .key(\.name) { $0.count }, .key(\.formerLevel), aggregates: .count)
      #expect(two.map { $0.key.0 } == [1, 1, 1, 1])
      #expect(two.map { $0.key.1 } == [nil, .easy, .hard, .mad])
      #expect(two.map { $0.values } == [1, 1, 1, 2])
    }
  }

  @Test("of no objects are none, and aggregates of no objects are 0 or nil")
  func noObjects() throws {
    let context = ModelContext(try Outings.container())
    #expect(try context.fetchGroups(FetchDescriptor<Outing>(), by: \.days).isEmpty)
    let values = try context.fetchAggregates(
      FetchDescriptor<Outing>(), .count, .countDistinct(of: \.name), .min(of: \.name),
      .max(of: \.seats), .sum(of: \.seats), .sum(of: \.cost), .average(of: \.days),
      .average(of: \.cost))
    #expect(values.0 == 0 && values.1 == 0 && values.2 == nil && values.3 == nil)
    #expect(values.4 == 0 && values.5 == 0 && values.6 == nil && values.7 == nil)
    let price = try context.fetchAggregates(FetchDescriptor<Outing>(), .sum(of: \.price))
    #expect(price == 0)
  }

  @Test(
    "throw where a sum is outside the range of its type, and never trap", arguments: [false, true])
  func overflow(_ isSaved: Bool) throws {
    let context = ModelContext(try Outings.container())
    for days in [Int.max, 1, Int.max] {
      let outing = Outing(name: "")
      outing.days = days
      outing.cost = Decimal(string: "300000000000000000000000000000000000001") ?? 0
      outing.price = .greatestFiniteMagnitude
      context.insert(outing)
    }
    if isSaved { try context.save() }
    let all = FetchDescriptor<Outing>()
    #expect(throws: SwiftDataError.unrepresentableResult) {
      try context.fetchAggregates(all, .sum(of: \.days))
    }
    let average = try context.fetchAggregates(all, .average(of: \.days))
    #expect(average == 6_148_914_691_236_517_205.0)
    #expect(throws: SwiftDataError.unrepresentableResult) {
      try context.fetchAggregates(all, .sum(of: \.cost))
    }
    let price = try context.fetchAggregates(all, .sum(of: \.price))
    #expect(price == .infinity)
    let less = Outing(name: "")
    less.days = -Int.max - 1
    context.insert(less)
    let days = try context.fetchAggregates(all, .sum(of: \.days))
    #expect(days == Int.max)
  }

  @Test("leave out values of operations that have none, and refuse keys without a value")
  func missingValues() throws {
    let context = ModelContext(try Outings.container())
    for days in 0..<4 {
      let outing = Outing(name: "")
      outing.days = days
      context.insert(outing)
    }
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let (count, sum) = try context.fetchAggregates(
        FetchDescriptor<Outing>(), .count(#Expression { (outing: Outing) in 6 / outing.days }),
        .sum(#Expression { (outing: Outing) in 6 / outing.days }))
      #expect(count == 3)
      #expect(sum == 11)
      #expect(throws: SwiftDataError.unrepresentableResult) {
        try context.fetchGroups(
          FetchDescriptor<Outing>(),
          by: .expression(#Expression { (outing: Outing) in 6 / outing.days }))
      }
    }
  }

  @Test("throw the errors of a key's function")
  func throwingFunction() throws {
    struct Refused: Error {}
    let context = ModelContext(try Outings.container())
    context.insert(Outing(name: ""))
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      #expect(throws: Refused.self) {
        try context.fetchGroups(
          FetchDescriptor<Outing>(), by: .key(\.name) { _ -> Int in throw Refused() })
      }
    }
  }

  @Test("refuse keys that no attribute can have")
  func unsupportedKeys() throws {
    struct Opaque {}
    let context = ModelContext(try Outings.container())
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetchGroups(FetchDescriptor<Outing>(), by: .key(\.name) { _ in Opaque() })
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetchGroups(FetchDescriptor<Outing>(), by: \.labels)
    }
  }

  @Test("read columns, where these decide keys and values")
  func columns() throws {
    let context = try OutingWorld.made(seed: 3).context
    func count<Key>(_ key: FetchGroupKey<Outing, Key>) throws -> Int {
      try context.evaluatedCount(of: key)
    }
    #expect(try count(.key(\.name)) == 0)
    #expect(try count(.key(\.guide)) == 0)
    #expect(try count(.key(\.end) { $0 != nil }) == 0)
    #expect(try count(.expression(#Expression<Outing, String?> { $0.guide?.home?.deck })) == 0)
    #expect(try count(.expression(#Expression<Outing, Int?> { $0.formerCabin?.row })) == 0)
    #expect(try count(.expression(#Expression<Outing, Int> { $0.days + 1 })) == 0)
    #expect(
      try count(.expression(#Expression<Outing, Int?> { ($0 as? Outings.Climb)?.height })) == 0)
    #expect(try count(.key(\.shout)) == 1)
    #expect(try count(.key(\.formerCabin?.row)) == 1)
    #expect(
      try count(.expression(#Expression<Outing, Int?> { $0.seats.flatMap { _ in 5 } })) == 1)
    #expect(
      try context.evaluatedCount(
        of: .key(\Outing.name), aggregates: .count, .sum(of: \.seats),
        .min(#Expression { (outing: Outing) in outing.cabin.width }),
        .countDistinct(#Expression { (outing: Outing) in outing.guide?.nickname }),
        .sum(#Expression { (outing: Outing) in outing.seats.flatMap { $0 + 1 } })) == 0)
  }

  @Test("call a key's function once for each value of a stored property")
  func calls() throws {
    let context = ModelContext(try Outings.container())
    for number in 0..<50 {
      let outing = Outing(name: "")
      outing.days = number % 5
      context.insert(outing)
    }
    try context.save()
    var calls = 0
    let groups = try context.fetchGroups(
      FetchDescriptor<Outing>(),
      by: .key(\.days) { days in
        calls += 1
        return days % 2
      }, aggregates: .count)
    #expect(groups.map(\.values) == [30, 20])
    #expect(calls == 5)
  }
}

@Suite("Grouped fetches from other stores")
struct GroupedFetchStoreTests {
  typealias Player = Club.Player

  @Test("A custom store's objects are grouped with pending changes")
  func customStore() throws {
    let configuration = MemoryConfiguration()
    let first = try configuration.context()
    for number in 0..<9 { first.insert(Player(name: "\(number)", age: 20 + number % 3)) }
    try first.save()
    let context = try configuration.context()
    context.insert(Player(name: "new", age: 20))
    let groups = try context.fetchGroups(
      FetchDescriptor<Player>(), by: \.age, aggregates: .count, .min(of: \.name))
    #expect(groups.map(\.key) == [20, 21, 22])
    #expect(groups.map(\.values.0) == [4, 3, 3])
    #expect(groups.map(\.values.1) == ["0", "1", "2"])
    var saved = FetchDescriptor<Player>()
    saved.includePendingChanges = false
    let count = try context.fetchAggregates(saved, .count)
    #expect(count == 9)
  }

  @Test("Objects of several stores are grouped together")
  func severalStores() throws {
    typealias Person = Offices.Person
    func memory(_ name: String, _ types: [any PersistentModel.Type]) -> ModelConfiguration {
      ModelConfiguration(name, schema: Schema(types), isStoredInMemoryOnly: true)
    }
    let second = memory("extra", [Person.self])
    let context = ModelContext(
      try ModelContainer(
        for: Offices.whole,
        configurations: memory("main", [Offices.Trip.self, Person.self]), second))
    for (name, age) in [("Ada", 1), ("Bea", 2), ("Cid", 1)] {
      context.insert(Person(name: name, age: age), into: second)
    }
    context.insert(Person(name: "Dan", age: 2))
    try context.save()
    context.insert(Person(name: "Eve", age: 3))
    let groups = try context.fetchGroups(
      FetchDescriptor<Person>(), by: .key(\.age), aggregates: .count, .max(of: \.name))
    #expect(groups.map { $0.key } == [1, 2, 3])
    #expect(groups.map { $0.values.0 } == [2, 2, 1])
    #expect(groups.map { $0.values.1 } == ["Cid", "Dan", "Eve"])
  }
}
