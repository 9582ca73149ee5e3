import DocumentData
import Testing

@Suite("Batches from a custom store")
struct CustomStoreFetchTests {
  typealias Player = Club.Player

  /// A store with saved players, and one that waits to be saved.
  private func context() throws -> ModelContext {
    let configuration = MemoryConfiguration()
    let first = try configuration.context()
    for number in 0..<9 { first.insert(Player(name: "\(number)", age: 20 + number)) }
    try first.save()
    let context = try configuration.context()
    context.insert(Player(name: "new", age: 40))
    return context
  }

  @Test("hold the objects and identifiers that a fetch finds")
  func collections() throws {
    let context = try context()
    let descriptor = FetchDescriptor<Player>(
      predicate: #Predicate { $0.age > 25 }, sortBy: [SortDescriptor(\.age, order: .reverse)])
    let found = try context.fetch(descriptor, batchSize: 2)
    #expect(found.map(\.age) == [40, 28, 27, 26])
    let identifiers = try context.fetchIdentifiers(descriptor, batchSize: 3)
    #expect(Array(identifiers) == found.map(\.persistentModelID))
    #expect(try context.fetchCount(descriptor) == 4)
  }

  @Test("are gone through object by object")
  func enumeration() throws {
    let context = try context()
    var ages: [Int] = []
    try context.enumerate(FetchDescriptor<Player>(sortBy: [SortDescriptor(\.age)]), batchSize: 4) {
      ages.append($0.age)
    }
    #expect(ages == Array(20..<29) + [40])
    #expect(throws: SwiftDataError.mutationDuringEnumeration) {
      try context.enumerate(FetchDescriptor<Player>(), batchSize: 4) { $0.age = 1 }
    }
  }

  @Test("refuse key paths that lead to no property")
  func keyPaths() throws {
    let context = try context()
    var descriptor = FetchDescriptor<Player>()
    descriptor.relationshipKeyPathsForPrefetching = [\.age]
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(descriptor) }
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchCount(descriptor) }
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchIdentifiers(descriptor) }
  }
}
