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

  @Test("A type without this promise is still decoded when a document is opened")
  func withoutPromise() throws {
    struct Spot: Codable {
      var latitude: Double
    }
    #expect(try #require(AttributeCoding<Spot>.shared(Spot.self)).canRefuse)
    #expect(try #require(AttributeCoding<Spot?>.shared(Spot?.self)).canRefuse)
  }
}
