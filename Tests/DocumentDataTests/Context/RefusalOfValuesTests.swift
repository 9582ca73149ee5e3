import DocumentData
import DocumentTables
import Foundation
import Synchronization
import Testing

@Suite("Values that cannot be handed out or stored")
struct RefusalOfValuesTests {
  @Model final class Score {
    var points: [String: Int] = [:]

    init() {}
  }

  /// A struct that counts how often it is decoded.
  struct Spot: Codable {
    static let decoded = Mutex(0)
    var number = 0

    init() {}

    init(from decoder: any Decoder) throws {
      Self.decoded.withLock { $0 += 1 }
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      if number < 0 {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "below zero"))
      }
    }
  }

  /// An enumeration without a list of its cases, so that documents may have other words.
  enum Kind: String, Codable {
    case a, b
  }

  @Model final class Place {
    var spot = Spot()
    var kind = Kind.a

    init() {}
  }

  @Test("a document whose dictionary holds another type is refused when it is opened")
  func dictionaryOfAnotherType() throws {
    let schema = try Schema(Score.self).tableSchema(name: "scores")
    let layout = try #require(schema.hierarchies.first)
    let builder = SegmentBuilder(layout)
    builder.append(
      key: 1, discriminator: 0, values: [.tree(.members(["a": .text("not a number")]))])
    var tables = Tables(schema: schema, documentID: 1, nextKey: 2)
    tables.tables[0] = Table(segments: [builder.finish()])
    let error = try #require(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelCatalog([Score.self], schema: schema).proveDecodable(tables)
    }
    #expect(error.entity == "Score")
    #expect(error.property == "points")
    #expect(error.object == 1)
  }

  @Test("equal values are decoded once, and one that a type rejects is found among accepted ones")
  func equalValues() throws {
    let schema = try Schema(Place.self).tableSchema(name: "places")
    let layout = try #require(schema.hierarchies.first)
    func tables(_ places: [(spot: Int64, kind: String)]) -> Tables {
      let builder = SegmentBuilder(layout)
      for (index, place) in places.enumerated() {
        builder.append(
          key: Int64(index + 1), discriminator: 0,
          values: layout.columns.map { column in
            column.name == "kind"
              ? .text(place.kind) : .tree(.members(["number": .integer(place.spot)]))
          })
      }
      var tables = Tables(schema: schema, documentID: 1, nextKey: 1000)
      tables.tables[0] = Table(segments: [builder.finish()])
      return tables
    }
    func problem(_ places: [(spot: Int64, kind: String)]) throws -> (String?, Int64?)? {
      do {
        _ = try ModelCatalog([Place.self], schema: schema).proveDecodable(tables(places))
        return nil
      } catch let error as SwiftDataError {
        return (error.property, error.object)
      }
    }
    let good = (0..<300).map { (spot: Int64($0 % 3), kind: ["a", "b"][$0 % 2]) }
    Spot.decoded.withLock { $0 = 0 }
    #expect(try problem(good) == nil)
    #expect(Spot.decoded.withLock { $0 } == 3)
    var places = good
    places[250].spot = -1
    #expect(try #require(try problem(places)) == ("spot", 251))
    places = good
    places[299].kind = "other"
    #expect(try #require(try problem(places)) == ("kind", 300))
  }

  @Test("a document that has used up its keys refuses the save and stays as it was")
  func noKeysLeft() throws {
    let schema = try Schema(Score.self).tableSchema(name: "scores")
    let last = CanonicalJSON.largestExactInteger
    let container = ModelContainer(
      store: DocumentStore(Tables(schema: schema, documentID: 1, nextKey: last - 1)),
      catalog: ModelCatalog([Score.self], schema: schema), schema: Schema(Score.self))
    let context = ModelContext(container)
    context.insert(Score())
    try context.save()
    context.insert(Score())
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(container.store.current.tables.rowCount == 1)
  }
}
