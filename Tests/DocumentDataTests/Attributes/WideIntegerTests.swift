import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Integers of 128 bits")
struct WideIntegerTests {
  private static let numbers: [Int128] = [.min, -1, 0, 1, 10, 1_000_000_000_000_000_000_000, .max]

  private static func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Census.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  @Test("every value comes back, from a column, a list, a dictionary and a struct")
  func values() throws {
    let context = try Self.context()
    for number in Self.numbers { context.insert(Census(number)) }
    try context.save()
    let other = ModelContext(context.container)
    let all = try other.fetch(FetchDescriptor<Census>(sortBy: [SortDescriptor(\.count)]))
    #expect(all.map(\.count) == Self.numbers)
    for census in all {
      #expect(census.large == UInt128(bitPattern: census.count))
      #expect(census.list == [census.count, 0])
      #expect(census.named == ["a": census.count])
      #expect(census.pair == Pair(first: census.count, second: .max))
      #expect(census.maybe == (census.count < 0 ? nil : census.count))
    }
  }

  @Test("integers of 128 bits are decimal numbers in the schema")
  func schema() throws {
    let entity = try #require(
      try Schema(Census.self).tableSchema(name: "x").entity(named: "Census"))
    #expect(entity.attribute(named: "count")?.type == .scalar(.decimal))
    #expect(entity.attribute(named: "maybe")?.isNullable ?? false)
  }

  @Test("predicates compare them, and a unique one is found again")
  func predicates() throws {
    let context = try Self.context()
    for number in Self.numbers { context.insert(Census(number)) }
    try context.save()
    let limit: Int128 = 10
    let above = try context.fetch(
      FetchDescriptor<Census>(predicate: #Predicate { $0.count > limit }))
    #expect(Set(above.map(\.count)) == [1_000_000_000_000_000_000_000, .max])
    let one = try context.fetch(
      FetchDescriptor<Census>(predicate: #Predicate { $0.count == limit }))
    #expect(one.map(\.count) == [10])
    context.insert(Census(10))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Census>()) == Self.numbers.count)
  }

  @Test("a decimal number that is no such integer is refused when the document is opened")
  func refusal() throws {
    let coding = try #require(AttributeCoding.shared(Int128.self))
    #expect(coding.canRefuse)
    #expect(try coding.decode(.text("-170141183460469231731687303715884105728")) == .min)
    for text in ["1.5", "170141183460469231731687303715884105728", "NaN", "+1", "01", ""] {
      #expect(throws: AttributeProblem.self) { try coding.decode(.text(text)) }
    }
    #expect(AttributeCoding.shared(UInt128.self)?.anyBlank as? UInt128 == 0)
  }

  @Test("a struct's member may have been narrower")
  func grown() throws {
    struct Narrow: Codable { var first: Int, second: UInt64 }
    let narrow = try #require(AttributeCoding.shared(Narrow.self))
    let wide = try #require(AttributeCoding.shared(Pair.self))
    let stored = try narrow.encode(Narrow(first: -5, second: .max))
    #expect(try wide.decode(stored) == Pair(first: -5, second: UInt128(UInt64.max)))
  }
}

private struct Pair: Codable, Equatable {
  var first: Int128
  var second: UInt128
}

@Model private class Census {
  @Attribute(.unique) var count: Int128
  var large: UInt128
  var list: [Int128]
  var named: [String: Int128]
  var pair: Pair
  var maybe: Int128?

  init(_ count: Int128) {
    self.count = count
    large = UInt128(bitPattern: count)
    list = [count, 0]
    named = ["a": count]
    pair = Pair(first: count, second: .max)
    maybe = count < 0 ? nil : count
  }
}
