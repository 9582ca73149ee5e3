import DocumentData
import DocumentTables
import Testing
import TripDocuments

@Suite("Locations of 5.0.0")
struct LocationTests {
  private static let trees: [Tree] = [
    .bool(true), .integer(0), .integer(.min), .unsigned(.max), .double(1.5), .double(1e300),
    .double(.nan), .double(-.infinity), .text(""), .text("1.5"), .date(0), .day(0), .uuid(1),
    .data([1]), .spelled(.url, "https://example.com/"), .spelled(.decimal, "1.5"), .array([]),
    .array([.null, .double(1)]), .object([]), .members(["": .null, "a": .array([.object([])])]),
  ]

  // Opening a document relies on this: it does not decode locations (`DecodesEveryTree`).
  @Test("A location reads from a tree of any shape", arguments: trees)
  func anyTree(tree: Tree) throws {
    let coding = try #require(
      AttributeCoding<TripSchemaV5.Location?>.shared(TripSchemaV5.Location?.self))
    #expect(!coding.canRefuse)
    #expect(try coding.decode(.tree(tree)) != nil)
    for name in ["latitude", "longitude", "timeZone", "code"] {
      let location = try coding.decode(.tree(.members([name: tree, "other": tree])))
      #expect(location != nil)
    }
    let all = Tree.members([
      "latitude": .double(48.2), "longitude": .double(16.4), "timeZone": tree, "code": .null,
    ])
    #expect(try coding.decode(.tree(all))?.latitude == 48.2)
  }

  // Opening a document relies on this, too.
  @Test("A place and a price read from every value of their structures")
  func everyValue() throws {
    let numbers: [Value] = [
      .null, .double(0), .double(-0.0), .double(.nan), .double(-.infinity),
      .double(.leastNonzeroMagnitude),
      .double(.greatestFiniteMagnitude),
    ]
    let texts: [Value] = [.null, .text(""), .text("\0"), .text("e\u{301}🚢")]
    let decimals: [Value] = [
      .null, .text("NaN"), .text("0"), .text("-0.00000000000000000000000000000000000001"),
      .text("9" + String(repeating: "0", count: 120)),
    ]
    let schema = try Schema(versionedSchema: TripSchemaV6.self).tableSchema(name: "trips")
    let place = try #require(schema.structure(named: "Place"))
    let price = try #require(schema.structure(named: "Price"))
    let ofPlaces = try #require(
      AttributeCoding<TripSchemaV6.Place?>.shared(TripSchemaV6.Place?.self))
    let ofPrices = try #require(
      AttributeCoding<TripSchemaV6.Price?>.shared(TripSchemaV6.Price?.self))
    #expect(!ofPlaces.canRefuse && !ofPrices.canRefuse)
    for number in numbers {
      for text in texts {
        let value = place.tree(of: [text, number, number, text])
        #expect(try ofPlaces.decode(.tree(value)) != nil)
      }
    }
    for decimal in decimals {
      for text in texts {
        let value = price.tree(of: [decimal, text])
        #expect(try ofPrices.decode(.tree(value)) != nil)
      }
    }
  }

  @Test("A type without this promise is still decoded when a document is opened")
  func withoutPromise() throws {
    struct Spot: Codable {
      var latitude: Double
    }
    #expect(try #require(AttributeCoding<Spot>.shared(Spot.self)).canRefuse)
    #expect(try #require(AttributeCoding<Spot?>.shared(Spot?.self)).canRefuse)
  }
}
