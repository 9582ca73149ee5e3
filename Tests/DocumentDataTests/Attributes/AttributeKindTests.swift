import DocumentData
import DocumentTables
import Foundation
import Testing

enum Delivery: Codable, Equatable {
  case pickup
  case parcel(weight: Double, to: [String])
}

struct Ribbons: OptionSet, Codable, Hashable {
  let rawValue: Int
  static let red = Ribbons(rawValue: 1)
  static let blue = Ribbons(rawValue: 2)
}

/// Reads back something else than it writes.
struct Lossy: Codable {
  var number: Int
  init(number: Int) { self.number = number }
  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    guard number < 100 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "too large"))
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

@Suite("Kinds of attributes")
struct AttributeKindTests {
  @Model final class Parcel {
    var tags: Set<String> = []
    var days: Set<Date>?
    var moods: Set<Weather> = [.sunny]
    var delivery: Delivery = Delivery.pickup
    var deliveries: [Delivery] = []
    var ribbons: Ribbons = []
    var duration = Duration.seconds(1.5)
    var interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 60)
    var zone = TimeZone(identifier: "Europe/Zurich")
    var locale = Locale(identifier: "de_CH")
    var components = DateComponents(year: 2026, month: 11)
    var indexes = IndexSet([1, 2, 5])
    var range = 1..<4
    var point = CGPoint(x: 1, y: 2.5)
    var length = Measurement(value: 2, unit: UnitLength.meters)
    var deep: [String: [Int: [Delivery?]]] = [:]
    var maybe: [Int?]?
    @Attribute(.codable) var address: Address?
    init() {}
  }

  @Test("sets, enums with values, option sets and Foundation's value types come back equal")
  func roundTrip() throws {
    let container = try makeContainer([Parcel.self])
    let context = ModelContext(container)
    let parcel = Parcel()
    let delivery = Delivery.parcel(weight: 1.5, to: ["a", "b"])
    parcel.tags = ["b", "a", "é"]
    parcel.days = [Date(timeIntervalSinceReferenceDate: 1), .distantPast]
    parcel.delivery = delivery
    parcel.deliveries = [.pickup, delivery]
    parcel.ribbons = [.red, .blue]
    parcel.deep = ["x": [1: [nil, delivery], 2: []]]
    parcel.maybe = [nil, 1]
    parcel.address = Address(street: "s", zip: nil)
    context.insert(parcel)
    try context.save()
    let found = try ModelContext(container).only(Parcel.self)
    #expect(found.tags == ["a", "b", "é"])
    #expect(found.days == parcel.days)
    #expect(found.moods == [.sunny])
    #expect(found.delivery == delivery)
    #expect(found.deliveries == [.pickup, delivery])
    #expect(found.ribbons == [.red, .blue])
    #expect(found.duration == .seconds(1.5))
    #expect(found.interval.duration == 60)
    #expect(found.zone?.identifier == "Europe/Zurich")
    #expect(found.locale.identifier == "de_CH")
    #expect(found.components.month == 11)
    #expect(found.indexes == IndexSet([1, 2, 5]))
    #expect(found.range == 1..<4)
    #expect(found.point == CGPoint(x: 1, y: 2.5))
    #expect(found.length == parcel.length)
    #expect(found.deep == parcel.deep)
    #expect(found.maybe == [nil, 1])
    #expect(found.address == parcel.address)
  }

  @Test("a set has one form, whatever order its elements come in")
  func sets() throws {
    let coding = try #require(AttributeCoding<Set<Int>>.shared(Set<Int>.self))
    #expect(try coding.encode([3, 1, 2]) == .array([.integer(1), .integer(2), .integer(3)]))
    #expect(throws: AttributeProblem.self) {
      try coding.decode(.array([.integer(1), .integer(1)]))
    }
    #expect(coding.canRefuse)
    let own = try #require(AttributeCoding<Set<Address>>.shared(Set<Address>.self))
    let addresses: Set = [Address(street: "b", zip: 1), Address(street: "a", zip: 2)]
    #expect(try own.decode(own.encode(addresses)) == addresses)
  }

  @Model final class Fragile {
    var lossy: Lossy
    init(_ number: Int) { lossy = Lossy(number: number) }
  }

  @Test("a value that its own coding would not read back is refused by the save")
  func asymmetric() throws {
    let context = ModelContext(try makeContainer([Fragile.self]))
    let fragile = Fragile(5)
    context.insert(fragile)
    try context.save()
    fragile.lossy = Lossy(number: 500)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.property == "lossy")
    context.rollback()
    #expect(fragile.lossy.number == 5)
  }

  @Model final class Session {
    var name = ""
    @Attribute(.ephemeral) var token = UUID()
    @Attribute(.ephemeral) var address: Address = Address(street: "\(UUID())", zip: nil)
    init() {}
  }

  @Test("an ephemeral property keeps the value that its default had at the first reading")
  func ephemeral() throws {
    let container = try makeContainer([Session.self])
    let context = ModelContext(container)
    let session = Session()
    context.insert(session)
    let token = session.token
    try context.save()
    #expect(session.token == token)
    let other = ModelContext(container)
    let found = try other.only(Session.self)
    #expect(found.token == found.token)
    #expect(found.address == found.address)
    #expect(found.token != token)
    #expect(!other.hasChanges)
    found.token = token
    #expect(found.hasChanges)
    try other.save()
    #expect(found.token == token)
  }

  @Test("an object made by hand that lacks a value is refused by the save")
  func incomplete() throws {
    let context = ModelContext(try makeContainer([Vehicle.self]))
    let vehicle = Vehicle(backingData: Vehicle.createBackingData() as any BackingData<Vehicle>)
    #expect(vehicle.wheels == 4)
    context.insert(vehicle)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.property == "plate")
    vehicle.plate = "p"
    try context.save()
  }
}
