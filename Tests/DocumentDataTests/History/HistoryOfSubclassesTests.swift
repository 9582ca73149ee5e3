import DocumentData
import Testing

@Suite("The history of subclasses")
struct HistoryOfSubclassesTests {
  @Model class Vehicle {
    @Attribute(.preserveValueOnDeletion) var name: String
    var wheels = 4

    init(name: String) { self.name = name }
  }

  @Model class Truck: Vehicle {
    @Attribute(.preserveValueOnDeletion) var tons = 1

    override init(name: String) { super.init(name: name) }
  }

  private func context() throws -> ModelContext {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.history = .values()
    return ModelContext(
      try ModelContainer(for: Vehicle.self, Truck.self, configurations: configuration))
  }

  @Test("updates and tombstones of a subclass have the properties of its superclass")
  func inherited() throws {
    let context = try context()
    let truck = Truck(name: "red")
    context.insert(truck)
    try context.save()
    truck.name = "blue"
    truck.tons = 7
    try context.save()
    context.delete(truck)
    try context.save()
    let changes = try context.history().flatMap(\.changes)
    guard case .update(let update as DefaultHistoryUpdate<Truck>) = changes[1],
      case .delete(let delete as DefaultHistoryDelete<Truck>) = changes[2]
    else {
      Issue.record("the changes are not those of a truck")
      return
    }
    #expect(update.updatedAttributes.contains(\.name))
    #expect(update.updatedAttributes.contains(\.tons))
    #expect(!update.updatedAttributes.contains(\.wheels))
    #expect(update.updatedPropertyNames == ["name", "tons"])
    #expect(update.oldValue(for: \.name) == "red")
    #expect(update.newValue(for: \.tons) == 7)
    #expect(delete.tombstone[\.name] == "blue")
  }
}
