import DocumentData
import DocumentTables
import Foundation
import Testing

/// Values of properties on their way into the tables and out of them.
@Suite struct AttributeCodingTests {
  private func roundTrip<Content: Equatable>(
    _ content: Content, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let coding = try #require(
      AttributeCoding<Content>.shared(Content.self), sourceLocation: sourceLocation)
    let value = try coding.encode(content)
    #expect(value == expected, sourceLocation: sourceLocation)
    #expect(try coding.decode(value) == content, sourceLocation: sourceLocation)
  }

  @Test("scalars are held by themselves")
  func scalars() throws {
    try roundTrip(true, .bool(true))
    try roundTrip(Int.min, .integer(.min))
    try roundTrip(UInt32.max, .integer(4_294_967_295))
    try roundTrip(UInt64(7), .unsigned(7))
    try roundTrip(UInt64.max, .unsigned(.max))
    try roundTrip(Float(0.1), .double(Double(Float(0.1))))
    try roundTrip("é", .text("é"))
    try roundTrip(Date(timeIntervalSinceReferenceDate: 1.5), .date(1.5))
    let uuid = try #require(UUID(uuidString: "00000000-0000-0000-0000-0000000000FF"))
    try roundTrip(uuid, .uuid(255))
    try roundTrip(Data([1, 2]), .data([1, 2]))
    try roundTrip(Decimal(12.5), .text("12.5"))
    try roundTrip(try #require(URL(string: "https://a.b/c")), .text("https://a.b/c"))
    try roundTrip(Int?.none, .null)
    try roundTrip(Int?.some(3), .integer(3))
  }

  @Test("lists and dictionaries of scalars are arrays and trees")
  func containers() throws {
    try roundTrip([1, 2], .array([.integer(1), .integer(2)]))
    try roundTrip([1, nil], .array([.integer(1), .null]))
    try roundTrip([Int]?.none, .null)
    try roundTrip(
      [["a"], []], .tree(.array([.array([.text("a")]), .array([])])))
    try roundTrip(
      ["b": 1, "a": 2],
      .tree(.object([TreeMember("a", .integer(2)), TreeMember("b", .integer(1))])))
    try roundTrip(
      [2: "x", 1: nil],
      .tree(
        .array([
          .object([TreeMember("key", .integer(1)), TreeMember("value", .null)]),
          .object([TreeMember("key", .integer(2)), TreeMember("value", .text("x"))]),
        ])))
  }

  @Test("an enum is held as its raw value, alone and in containers")
  func enums() throws {
    try roundTrip(Weather.rainy, .text("rainy"))
    try roundTrip(Rank?.some(.high), .integer(2))
    try roundTrip([Weather.rainy, .sunny], .array([.text("rainy"), .text("sunny")]))
    try roundTrip([Weather.sunny: Rank.low], .tree(.object([TreeMember("sunny", .integer(1))])))
  }

  @Test("a Codable struct is a typed tree with the values that the format knows")
  func structs() throws {
    try roundTrip(
      Address(street: "Main", zip: 1),
      .tree(.object([TreeMember("street", .text("Main")), TreeMember("zip", .integer(1))])))
    try roundTrip(
      Address(street: "Main", zip: nil), .tree(.object([TreeMember("street", .text("Main"))])))
    let url = try #require(URL(string: "https://a.b/c"))
    let sample = Sample(
      date: Date(timeIntervalSinceReferenceDate: 2), uuid: UUID(uuid: zeroBytes), data: Data([9]),
      decimal: 1.5, url: url, float: 0.5, big: .max, shape: .square(side: 2),
      byName: ["z": [1], "a": []], byNumber: [3: true], addresses: [Address(street: "", zip: 0)])
    let coding = try #require(AttributeCoding<Sample>.shared(Sample.self))
    let value = try coding.encode(sample)
    guard case .tree(let tree) = value else {
      Issue.record("a struct is no tree")
      return
    }
    #expect(tree["date"] == .date(2))
    #expect(tree["uuid"] == .uuid(0))
    #expect(tree["data"] == .data([9]))
    #expect(tree["decimal"] == .spelled(.decimal, "1.5"))
    #expect(tree["url"] == .spelled(.url, "https://a.b/c"))
    #expect(tree["big"] == .unsigned(.max))
    #expect(tree["float"] == .double(0.5))
    #expect(try coding.decode(value) == sample)
  }

  @Test("nested containers, super encoders and classes keep their places")
  func nestedContainers() throws {
    let coding = try #require(AttributeCoding<Derived>.shared(Derived.self))
    let value = try coding.encode(Derived(base: 1, list: [2, 3], own: "x"))
    #expect(
      value
        == .tree(
          .members([
            "nested": .members(["list": .array([.integer(2), .integer(3), .null])]),
            "own": .text("x"), "super": .members(["base": .integer(1)]),
          ])))
    let copy = try coding.decode(value)
    #expect(copy.base == 1)
    #expect(copy.list == [2, 3])
    #expect(copy.own == "x")
  }

  @Test("a number that became a Double is read where it is the same")
  func widened() throws {
    let coding = try #require(AttributeCoding<Widened>.shared(Widened.self))
    #expect(try coding.decode(.tree(.members(["number": .integer(3)]))).number == 3)
    #expect(throws: AttributeProblem.self) {
      try coding.decode(.tree(.members(["number": .integer(.max)])))
    }
  }

  @Test("a value that is none of the type is refused with its place")
  func refusals() throws {
    let address = try #require(AttributeCoding<[Address]>.shared([Address].self))
    let bad = Value.tree(.array([.members(["street": .integer(1)])]))
    let problem = #expect(throws: AttributeProblem.self) { try address.decode(bad) }
    #expect(problem?.code == .notDecodable)
    #expect(problem?.path == "street")
    let missing = #expect(throws: AttributeProblem.self) {
      try AttributeCoding<Address>.shared(Address.self)?.decode(.tree(.object([])))
    }
    #expect(missing?.path == "street")
    let weather = try #require(AttributeCoding<Weather>.shared(Weather.self))
    #expect(throws: AttributeProblem.self) { try weather.decode(.text("hail")) }
    let null = #expect(throws: AttributeProblem.self) { try weather.decode(.null) }
    #expect(null?.code == .missing)
    let int8 = try #require(AttributeCoding<Int8>.shared(Int8.self))
    #expect(throws: AttributeProblem.self) { try int8.decode(.integer(128)) }
    #expect(throws: AttributeProblem.self) { try int8.decode(.text("1")) }
    let float = try #require(AttributeCoding<Float>.shared(Float.self))
    #expect(throws: AttributeProblem.self) { try float.decode(.double(0.1)) }
  }

  @Test("values deeper than the bound are refused on the way in and on the way out")
  func depth() throws {
    let coding = try #require(AttributeCoding<Chain>.shared(Chain.self))
    let flat = try coding.encode(Chain(depth: 60))
    #expect(try coding.decode(flat).depth == 60)
    let problem = #expect(throws: AttributeProblem.self) { try coding.encode(Chain(depth: 70)) }
    #expect(problem?.code == .notEncodable)
    var tree = Tree.members([:])
    for _ in 0..<70 { tree = .members(["next": .array([tree])]) }
    #expect(throws: AttributeProblem.self) { try coding.decode(.tree(tree)) }
  }

  @Test("a type that is no attribute has no coding")
  func unsupported() {
    #expect(AttributeCoding<Plain>.shared(Plain.self) == nil)
    #expect(AttributeCoding<[Plain]>.shared([Plain].self) == nil)
    #expect(AttributeCoding<Vehicle?>.shared(Vehicle?.self) == nil)
  }
}

private let zeroBytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

private enum Figure: Codable, Equatable {
  case round
  case square(side: Int)
}

private struct Sample: Codable, Equatable {
  var date: Date
  var uuid: UUID
  var data: Data
  var decimal: Decimal
  var url: URL
  var float: Float
  var big: UInt64
  var shape: Figure
  var byName: [String: [Int]]
  var byNumber: [Int: Bool]
  var addresses: [Address]
}

private struct Widened: Codable {
  var number: Double
}

/// As deep as its depth says, through a list at each level.
private struct Chain: Codable {
  var next: [Chain]?

  init(depth: Int) {
    var chain = Chain()
    for _ in 0..<(depth / 2) { chain = Chain(wrapping: chain) }
    self = chain
  }

  private init() {}

  private init(wrapping chain: Chain) { next = [chain] }

  var depth: Int {
    var count = 0
    var current: Chain? = self
    while let chain = current {
      current = chain.next?.first
      count += 2
    }
    return count - 2
  }
}

private class Base: Codable {
  var base: Int
  init(base: Int) { self.base = base }
}

private final class Derived: Base {
  var list: [Int] = []
  var own: String

  enum CodingKeys: CodingKey { case nested, own }
  enum NestedKeys: CodingKey { case list }

  init(base: Int, list: [Int], own: String) {
    self.list = list
    self.own = own
    super.init(base: base)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    own = try container.decode(String.self, forKey: .own)
    let nested = try container.nestedContainer(keyedBy: NestedKeys.self, forKey: .nested)
    var items = try nested.nestedUnkeyedContainer(forKey: .list)
    while !items.isAtEnd {
      if try items.decodeNil() { continue }
      list.append(try items.decode(Int.self))
    }
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var nested = container.nestedContainer(keyedBy: NestedKeys.self, forKey: .nested)
    var items = nested.nestedUnkeyedContainer(forKey: .list)
    for item in list { try items.encode(item) }
    try items.encodeNil()
    try container.encode(own, forKey: .own)
    try super.encode(to: container.superEncoder())
  }
}
