import DocumentData
import Foundation
import Testing

@Suite("Backing data: an object's values by key path")
struct BackingDataTests {
  @Test("reads and sets properties of every kind, past their accessors")
  func access() throws {
    let object = Person(title: "a")
    let other = Person(title: "b")
    object.setValue(forKey: \.title, to: "c")
    object.setValue(forKey: \.parent, to: other)
    object.setValue(forKey: \.children, to: [other])
    // The property's observer would have changed the old friend's title.
    object.setValue(forKey: \.friend, to: other)
    object.setValue(forKey: \.friend, to: object)
    #expect(object.getValue(forKey: \.title) == "c")
    #expect(object.getValue(forKey: \.parent) === other)
    #expect(object.getValue(forKey: \.children)?.first === other)
    #expect(object.getValue(forKey: \.friend) === object)
    #expect(other.title == "b")
    object.setValue(forKey: \.children, to: nil as [Person]?)
    #expect(object.children == [])
  }

  @Test("reaches the properties of all classes of a lineage, optional and coded ones too")
  func lineage() {
    let tank = TankTruck(plate: "p", liquid: "milk")
    tank.setValue(forKey: \.load, to: 9)
    tank.setValue(forKey: \.owner, to: "o")
    tank.setValue(forKey: \.owner, to: nil as String?)
    tank.setValue(forKey: \.liquid, to: "water")
    #expect(tank.load == 9)
    #expect(tank.owner == nil)
    #expect(tank.getValue(forKey: \.liquid) == "water")
    let vehicle: Vehicle = tank
    vehicle.setValue(forKey: \.wheels, to: 18)
    #expect(vehicle.getValue(forKey: \.wheels) == 18)
    #expect(tank.wheels == 18)
  }

  @Test("changes through it are changes of the object in its context")
  func context() throws {
    let container = try makeContainer([Everything.self])
    let context = ModelContext(container)
    let url = try #require(URL(string: "a:b"))
    let object = Everything(address: Address(street: "s", zip: 1), url: url)
    context.insert(object)
    try context.save()
    let backing = object.persistentBackingData
    #expect(backing.persistentModelID == object.persistentModelID)
    #expect(backing.getValue(forKey: \.address) == Address(street: "s", zip: 1))
    #expect(backing.getValue(forKey: \.gaps) == [1, nil])
    backing.setValue(forKey: \.weather, to: .rainy)
    backing.setValue(forKey: \.int16, to: nil as Int16?)
    #expect(object.hasChanges)
    try context.save()
    #expect(try ModelContext(container).only(Everything.self).weather == .rainy)
    #expect((backing.metadata as? [Schema.PropertyMetadata])?.count == Everything._$propertyCount)
  }

  @Test("an object can be made from backing data, and shares the values that it was given")
  func making() throws {
    let backing: some BackingData<Vehicle> = Vehicle.createBackingData()
    #expect(backing.persistentModelID == nil)
    backing.setValue(forKey: \.plate, to: "p")
    backing.setValue(forKey: \.wheels, to: 3)
    backing.setValue(forKey: \.owner, to: nil as String?)
    let vehicle = Vehicle(backingData: backing)
    #expect(vehicle.plate == "p")
    vehicle.plate = "q"
    #expect(backing.getValue(forKey: \.plate) == "q")
    let context = ModelContext(try makeContainer([Vehicle.self]))
    context.insert(vehicle)
    try context.save()
    #expect(vehicle.wheels == 3)
  }

  @Test("an object takes the values of another's backing data, and stays apart from it")
  func taking() throws {
    let container = try makeContainer([Vehicle.self, Truck.self])
    let context = ModelContext(container)
    let truck = Truck(plate: "p")
    truck.load = 8
    context.insert(truck)
    try context.save()
    let copy = Truck(backingData: truck.persistentBackingData)
    #expect(copy.plate == "p")
    #expect(copy.load == 8)
    #expect(copy.modelContext == nil)
    copy.plate = "q"
    #expect(truck.plate == "p")
    truck.persistentBackingData = copy.persistentBackingData
    #expect(truck.plate == "q")
  }

  @Test("a kind of backing data of one's own makes objects too")
  func foreign() throws {
    var backing = RecordedBackingData(Person(title: "t"))
    backing.persistentModelID = nil
    let person = Person(backingData: backing)
    #expect(person.title == "t")
    #expect(person.children == [])
    #expect(backing.log.names == ["title", "parent", "children", "friend"])
  }

  @Test("a snapshot can read the values of an object that it knows by its schema alone")
  func snapshot() throws {
    let vehicle = Vehicle(plate: "p")
    func texts<Backing: BackingData>(_ backing: Backing) -> [String: String] {
      var texts: [String: String] = [:]
      for property in Backing.Model.schemaMetadata {
        guard let keyPath = property.keypath as? KeyPath<Backing.Model, String> else { continue }
        texts[property.name] = backing.getValue(forKey: keyPath)
      }
      return texts
    }
    let backing: any BackingData = vehicle.persistentBackingData
    #expect(texts(backing) == ["plate": "p"])
  }

  @Test("the root of a lineage is known as a type")
  func root() {
    #expect(TankTruck.Root.self == Vehicle.self)
    #expect(Person.Root.self == Person.self)
  }
}

/// Lets another object answer, and writes down what it was asked.
private struct RecordedBackingData: BackingData {
  final class Log {
    var names: [String] = []
  }

  let log = Log()
  private let wrapped: any BackingData<Person>
  var persistentModelID: PersistentIdentifier?
  var metadata: Any { wrapped.metadata }

  init(for modelType: Person.Type) { wrapped = modelType.createBackingData() }

  init(_ person: Person) { wrapped = person.persistentBackingData }

  private func note(_ keyPath: AnyKeyPath) {
    log.names += Person.schemaMetadata.filter { $0.keypath == keyPath }.map(\.name)
  }

  func getValue<Value: Decodable>(forKey keyPath: KeyPath<Person, Value>) -> Value {
    note(keyPath)
    return wrapped.getValue(forKey: keyPath)
  }

  func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Person, Value>) -> Value {
    note(keyPath)
    return wrapped.getValue(forKey: keyPath)
  }

  func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Person, Value?>) -> Value? {
    note(keyPath)
    return wrapped.getValue(forKey: keyPath)
  }

  func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Person, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    note(keyPath)
    return wrapped.getValue(forKey: keyPath)
  }

  func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Person, Value>) -> Value
  where Value: RelationshipCollection & Decodable, OtherModel == Value.PersistentElement {
    note(keyPath)
    return wrapped.getValue(forKey: keyPath)
  }

  func getTransformableValue<Value>(forKey keyPath: KeyPath<Person, Value>) -> Value {
    wrapped.getTransformableValue(forKey: keyPath)
  }

  func setValue<Value: Encodable>(forKey keyPath: KeyPath<Person, Value>, to value: Value) {
    wrapped.setValue(forKey: keyPath, to: value)
  }

  func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Person, Value>, to value: Value) {
    wrapped.setValue(forKey: keyPath, to: value)
  }

  func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Person, Value?>, to value: Value?
  ) {
    wrapped.setValue(forKey: keyPath, to: value)
  }

  func setValue<Value, OtherModel>(forKey keyPath: KeyPath<Person, Value>, to value: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    wrapped.setValue(forKey: keyPath, to: value)
  }

  func setValue<Value, OtherModel>(forKey keyPath: KeyPath<Person, Value>, to value: Value)
  where Value: RelationshipCollection & Encodable, OtherModel == Value.PersistentElement {
    wrapped.setValue(forKey: keyPath, to: value)
  }

  func setTransformableValue<Value>(forKey keyPath: KeyPath<Person, Value>, to value: Value) {
    wrapped.setTransformableValue(forKey: keyPath, to: value)
  }
}
