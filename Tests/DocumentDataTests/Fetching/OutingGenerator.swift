import DocumentData
import Foundation

/// Makes and changes outings at random, with the values that comparisons get wrong.
struct OutingGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2_654_435_761 &+ 99 }

  mutating func roll(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, count)))
  }

  mutating func pick<Element>(_ list: [Element]) -> Element? {
    list.isEmpty ? nil : list[roll(list.count)]
  }

  mutating func some<Element>(_ list: [Element], upTo most: Int) -> [Element] {
    var rest = list
    return (0..<roll(most + 1)).compactMap { _ in
      rest.isEmpty ? nil : rest.remove(at: roll(rest.count))
    }
  }

  static let texts = [
    "", "a", "Paris", "paris", "Paris by night", "café", "cafe\u{301}", "cafe", "\u{301}",
    "e\u{301}a", "éa", "👩‍👩‍👧", "👩", "a\u{0}b", "Z", "ZÜRICH", "\r\n",
  ]
  static let numbers = [
    0.0, -0.0, 1, 1.5, -3, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
    .leastNonzeroMagnitude,
  ]

  mutating func text() -> String { pick(Self.texts) ?? "" }

  mutating func optionalText() -> String? { roll(3) == 0 ? nil : text() }

  mutating func number() -> Double { pick(Self.numbers) ?? 0 }

  mutating func cabin() -> Outings.Cabin {
    Outings.Cabin(
      deck: text(), row: roll(3) == 0 ? nil : roll(4), width: number(), bunks: Int8(roll(4)),
      opens: roll(2) == 0
        ? nil : ClockTime("2026-07-01T0\(roll(9)):30:00"),
      level: pick(Outings.Level.allCases) ?? .easy)
  }

  mutating func change(_ outing: Outings.Outing) {
    outing.name = text()
    outing.place = optionalText()
    outing.days = roll(6) - 1
    outing.seats = roll(3) == 0 ? nil : roll(4)
    outing.weight = UInt8(roll(256))
    outing.price = number()
    outing.discount = roll(3) == 0 ? nil : number()
    outing.rating = Float(pick([0, 0.1, 1.5, .nan, -2]) ?? 0)
    outing.begin = Date(timeIntervalSinceReferenceDate: Double(roll(5)))
    outing.end = roll(3) == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(roll(5)))
    outing.isOpen = roll(2) == 0
    outing.isPaid = pick([nil, true, false]) ?? nil
    outing.cost = pick([0, 1.5, Decimal(roll(9)), .nan]) ?? 0
    outing.link = roll(2) == 0 ? nil : URL(string: "https://example.org/\(roll(3))")
    outing.blob = Data((0..<roll(3)).map { UInt8($0) })
    outing.level = pick(Outings.Level.allCases) ?? .easy
    outing.formerLevel = roll(2) == 0 ? nil : pick(Outings.Level.allCases)
    outing.mood = roll(2) == 0 ? .calm : .cross
    outing.spot = Outings.Spot(street: text(), floor: roll(2) == 0 ? nil : roll(3))
    outing.cabin = cabin()
    outing.formerCabin = roll(3) == 0 ? nil : cabin()
    outing.words = (0..<roll(4)).map { _ in text() }
    outing.scores = roll(2) == 0 ? [:] : ["a": roll(3), "b": roll(3)]
    if let climb = outing as? Outings.Climb { climb.height = roll(4) * 1000 }
    if let dive = outing as? Outings.Dive { dive.depth = roll(2) == 0 ? nil : roll(40) }
  }

  mutating func relate(_ outing: Outings.Outing, _ world: OutingWorld) {
    outing.guide = roll(3) == 0 ? nil : pick(world.guides)
    outing.labels = some(world.labels, upTo: 3)
    outing.remarks = roll(3) == 0 ? nil : some(world.remarks, upTo: 3)
  }

  mutating func makeOuting() -> Outings.Outing {
    switch roll(4) {
    case 0: Outings.Climb(name: "", height: 0)
    case 1: Outings.Dive(name: "")
    default: Outings.Outing(name: "")
    }
  }

  mutating func add(to world: inout OutingWorld, count: Int) {
    for _ in 0..<(count / 4) {
      let guide = Outings.Guide(name: text())
      guide.nickname = optionalText()
      guide.stars = number()
      guide.home = roll(3) == 0 ? nil : cabin()
      guide.mood = roll(2) == 0 ? .calm : .cross
      world.context.insert(guide)
      world.guides.append(guide)
      let remark = Outings.Remark(text: text())
      world.context.insert(remark)
      world.remarks.append(remark)
    }
    for number in 0..<3 {
      let label = Outings.Label(text: "label \(world.labels.count + number)")
      world.context.insert(label)
      world.labels.append(label)
    }
    for _ in 0..<count {
      let outing = makeOuting()
      world.context.insert(outing)
      change(outing)
      relate(outing, world)
      world.outings.append(outing)
      for _ in 0..<roll(4) {
        let stop = Outings.Stop(title: text())
        stop.minutes = roll(4)
        stop.note = optionalText()
        world.context.insert(stop)
        stop.outing = outing
        world.stops.append(stop)
      }
    }
  }

  /// Leaves changes of every kind pending.
  mutating func disturb(_ world: inout OutingWorld) {
    for outing in some(world.outings, upTo: world.outings.count / 2) {
      switch roll(4) {
      case 0: world.context.delete(outing)
      case 1: relate(outing, world)
      default: change(outing)
      }
    }
    for guide in some(world.guides, upTo: 3) { guide.name = text() }
    for stop in some(world.stops, upTo: 6) {
      if roll(3) == 0 { world.context.delete(stop) } else { stop.minutes = roll(4) }
    }
    add(to: &world, count: 6)
  }
}

/// The objects of one context.
struct OutingWorld {
  let context: ModelContext
  var guides: [Outings.Guide] = []
  var outings: [Outings.Outing] = []
  var stops: [Outings.Stop] = []
  var labels: [Outings.Label] = []
  var remarks: [Outings.Remark] = []

  init(_ context: ModelContext) { self.context = context }

  /// A world of saved outings.
  static func made(seed: UInt64, count: Int = 24) throws -> OutingWorld {
    var world = OutingWorld(ModelContext(try Outings.container()))
    var generator = OutingGenerator(seed: seed)
    generator.add(to: &world, count: count)
    try world.context.save()
    return world
  }
}
