import DocumentData
import DocumentTables
import Foundation
import Observation
import Testing

/// What `@Model` makes of a class, seen from code that uses the class.
@Suite struct ExpansionTests {
  @Test("a new object has the values of its initialiser and its defaults")
  func newObject() throws {
    let url = try #require(URL(string: "https://example.org/a"))
    let object = Everything(address: Address(street: "Main", zip: nil), url: url)
    #expect(object.bool)
    #expect(object.int == -3)
    #expect(object.int16 == nil)
    #expect(object.uint64 == .max)
    #expect(object.decimal == Decimal(12.5))
    #expect(object.url == url)
    #expect(object.weather == .sunny)
    #expect(object.rank == nil)
    #expect(object.numbers == [1, -2, 3])
    #expect(object.gaps == [1, nil])
    #expect(object.address.street == "Main")
  }

  @Test("changed values are read back")
  func changes() throws {
    let url = try #require(URL(string: "https://example.org/a"))
    let object = Everything(address: Address(street: "Main", zip: nil), url: url)
    object.rank = .high
    object.address.zip = 8001
    object.ranks[.rainy] = .low
    object.forecast.append(.cloudy)
    object.int += 5
    #expect(object.rank == .high)
    #expect(object.address.zip == 8001)
    #expect(object.ranks == [.rainy: .low])
    #expect(object.forecast == [.cloudy])
    #expect(object.int == 2)
  }

  @Test("initialisers set properties from one another, and methods change what others only read")
  func shapes() {
    let object = Shapes(name: "Ada")
    object.lock()
    object.default += 1
    object.class = "first"
    #expect(object.greeting == "Hello, Ada")
    #expect(object.locked == 1)
    #expect(object.computed == 2)
    #expect(object.default == 5)
    #expect(object.class == "first")
    #expect(object.pair == 1)
    #expect(object.constant == 5)
    #expect(object.expensive == 9)
    #expect(Shapes().name == "nobody")
  }

  @Test("observers of a property run around its changes, and not for their own")
  func observers() {
    let object = Watched()
    object.level = 4
    #expect(object.log == ["will 4", "did 0", "kept"])
    object.log = []
    object.level = 40
    #expect(object.level == 10)
    #expect(object.log == ["will 40", "did 4"])
    object.log = []
    object.named = "a"
    object.named = "b"
    object.silent = 1
    #expect(object.log == [">a", "a>b", "silent"])
  }

  @Test("a subclass without initialisers inherits those of its superclass")
  func inheritedInitializers() {
    let truck = Truck(plate: "ZH 1")
    #expect(truck.plate == "ZH 1")
    #expect(truck.load == 3.5)
    #expect(truck.wheels == 4)
    truck.driver = "Jo"
    truck.owner = "Ann"
    #expect(truck.driver == "Jo")
    #expect(truck.owner == "Ann")
  }

  @Test("a subclass with an initialiser keeps the values of all its levels apart")
  func levels() {
    let tank = TankTruck(plate: "ZH 2", liquid: "milk")
    tank.load = 9
    tank.wheels = 12
    #expect(tank.plate == "ZH 2")
    #expect(tank.liquid == "milk")
    #expect(tank.load == 9)
    #expect(tank.wheels == 12)
    var levels = 0
    tank._$visitLevels { _ in levels += 1 }
    #expect(levels == 3)
  }

  @Test("properties are counted from the root down")
  func counts() {
    #expect(Vehicle._$propertyCount == 3)
    #expect(Truck._$propertyCount == 5)
    #expect(TankTruck._$propertyCount == 6)
    #expect(Rooted._$propertyCount == 1)
  }

  @Test("a model knows the model that it inherits from")
  func superentities() {
    #expect(Vehicle._$superentity == nil)
    #expect(Truck._$superentity.map { $0 == Vehicle.self } ?? false)
    #expect(TankTruck._$superentity.map { $0 == Truck.self } ?? false)
    #expect(Rooted._$superentity == nil)
  }

  @Test(
    "every class makes objects for rows, also those that inherit the initialiser",
    arguments: [Vehicle.self, Truck.self, TankTruck.self, Rooted.self, Shapes.self, Coded.self]
      as [any PersistentModel.Type])
  func materializing(type: any PersistentModel.Type) {
    let object = type.init(_$materializing: _ModelState())
    #expect(Swift.type(of: object) == type)
  }

  @Test("a model may have a coding of its own and relationships to its own class")
  func codedModel() throws {
    let object = Coded(number: 3)
    object.next = object
    object.others = [object]
    let copy = try JSONDecoder().decode(Coded.self, from: JSONEncoder().encode(object))
    #expect(copy.number == 3)
    #expect(object.next === object)
    #expect(object.others.first === object)
  }

  @Test("changes are observed, and the observer may read and write the object")
  func observation() {
    let object = Watched()
    let seen = Seen()
    withObservationTracking {
      _ = object.level
    } onChange: {
      seen.values.append(1)
    }
    object.named = "not tracked"
    #expect(seen.values.isEmpty)
    object.level = 2
    #expect(seen.values == [1])
  }
}

private final class Seen: @unchecked Sendable {
  var values: [Int] = []
}
