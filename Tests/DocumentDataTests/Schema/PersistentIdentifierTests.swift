import DocumentData
import Foundation
import Testing

@Suite("Identifiers of objects")
struct PersistentIdentifierTests {
  private struct Compound: Codable, Hashable, Comparable, CustomStringConvertible {
    var number: Int
    var text: String
    var description: String { "\(number)/\(text)" }
    static func < (left: Compound, right: Compound) -> Bool { left.number < right.number }
  }

  private func identifier<Key: Comparable & CustomStringConvertible & Codable & Hashable>(
    _ key: Key, store: String = "store"
  ) throws -> PersistentIdentifier {
    try .identifier(for: store, entityName: "Trip", primaryKey: key)
  }

  @Test("a custom store names its objects by keys of any type, and gets them back")
  func keys() throws {
    let uuid = UUID()
    #expect(try identifier(7).primaryKey(as: Int.self) == 7)
    #expect(try identifier(UInt64.max).primaryKey(as: UInt64.self) == .max)
    #expect(try identifier("a\"b").primaryKey(as: String.self) == "a\"b")
    #expect(try identifier(uuid).primaryKey(as: UUID.self) == uuid)
    let compound = Compound(number: 1, text: "x/y")
    #expect(try identifier(compound).primaryKey(as: Compound.self) == compound)
    #expect(try identifier("a").primaryKey(as: Int.self) == nil)
    #expect(try identifier(7).entityName == "Trip")
    #expect(try identifier(7).storeIdentifier == "store")
  }

  @Test("identifiers are equal where store, entity and key are")
  func equality() throws {
    #expect(try identifier(7) == identifier(Int8(7)))
    #expect(try identifier(7) != identifier("7"))
    #expect(try identifier(7) != identifier(8))
    #expect(try identifier(7) != identifier(7, store: "other"))
    #expect(
      try identifier(7)
        != PersistentIdentifier.identifier(for: "store", entityName: "Stay", primaryKey: 7))
  }

  @Test("a decoded identifier equals the one that was encoded, whatever its key")
  func coding() throws {
    let model = Vehicle(plate: "x")
    let all = [
      try identifier(7), try identifier("7"), try identifier(UUID()), try identifier(UInt64.max),
      try identifier(Compound(number: 2, text: "é")), model.persistentModelID,
    ]
    let data = try JSONEncoder().encode(all)
    #expect(try JSONDecoder().decode([PersistentIdentifier].self, from: data) == all)
  }

  @Test("an integer key makes the identifier that a document's own object has")
  func sameAsDocument() throws {
    let context = ModelContext(try makeContainer([Vehicle.self]))
    let vehicle = Vehicle(plate: "x")
    #expect(vehicle.persistentModelID.storeIdentifier == nil)
    context.insert(vehicle)
    let id = vehicle.persistentModelID
    let store = try #require(id.storeIdentifier)
    let key = try #require(id.primaryKey(as: Int.self))
    #expect(
      try PersistentIdentifier.identifier(for: store, entityName: "Vehicle", primaryKey: key) == id)
  }

  @Test("identifiers are ordered by entity, store and key, numbers by size")
  func order() throws {
    let keys = [try identifier("b"), try identifier(10), try identifier("a"), try identifier(9)]
    #expect(
      keys.sorted() == [try identifier(9), try identifier(10), try identifier("a"), keys[0]])
  }
}
