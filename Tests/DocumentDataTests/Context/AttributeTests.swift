import DocumentData
import Foundation
import Testing

@Suite("Attributes of stored objects")
struct AttributeTests {
  typealias Profile = Library.Profile

  @Test("Codable structs, enums, arrays and dictionaries come back equal")
  func values() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let profile = Profile(mood: .cross, place: .init(street: "s", floor: 2))
    profile.former = [.init(street: "x"), .init(street: "y", floor: -1)]
    profile.scores = ["a": 1, "é": 2]
    profile.words = ["", "\u{0}", "🛶"]
    context.insert(profile)
    #expect(profile.place.floor == 2)
    try context.save()
    for found in [profile, try ModelContext(container).only(Profile.self)] {
      #expect(found.mood == .cross)
      #expect(found.place == .init(street: "s", floor: 2))
      #expect(found.former == [.init(street: "x"), .init(street: "y", floor: -1)])
      #expect(found.scores == ["a": 1, "é": 2])
      #expect(found.words == ["", "\u{0}", "🛶"])
    }
    profile.place.floor = nil
    profile.scores["b"] = 3
    profile.words = nil
    try context.save()
    let found = try ModelContext(container).only(Profile.self)
    #expect(found.place.floor == nil)
    #expect(found.scores.count == 3)
    #expect(found.words == nil)
    profile.words = []
    try context.save()
    #expect(try ModelContext(container).only(Profile.self).words == [])
  }

  @Test("ephemeral and transient properties live with their object alone")
  func unstored() throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let profile = Profile(mood: .calm, place: .init(street: "s"))
    profile.clicks = 9
    profile.hint = "h"
    profile.cache = 8
    context.insert(profile)
    try context.save()
    #expect(profile.clicks == 9)
    #expect(profile.hint == "h")
    let found = try ModelContext(container).only(Profile.self)
    #expect(found.clicks == 3)
    #expect(found.hint == nil)
    #expect(found.cache == 7)
    found.clicks += 1
    #expect(found.clicks == 4)
    profile.clicks = 10
    context.rollback()
    #expect(profile.clicks == 10)
    #expect(!context.hasChanges)
  }

  @Test("every kind of attribute of a model comes back as it was")
  func everything() throws {
    let container = try makeContainer([Everything.self])
    let context = ModelContext(container)
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    let object = Everything(address: Address(street: "s", zip: 1), url: url)
    object.int16 = .min
    object.data = Data([0, 255])
    object.rank = .high
    object.forecast = [.rainy, .sunny]
    object.gaps = [nil, 3]
    object.nested = [["a"], []]
    object.byDay = [1: nil, 2: 0.5]
    object.ranks = [.cloudy: .low]
    object.date = Date(timeIntervalSinceReferenceDate: -1e-9)
    object.float = .nan
    context.insert(object)
    try context.save()
    let found = try ModelContext(container).only(Everything.self)
    #expect(found.int16 == .min)
    #expect(found.uint64 == .max)
    #expect(found.decimal == 12.5)
    #expect(found.url == url)
    #expect(found.data == Data([0, 255]))
    #expect(found.rank == .high)
    #expect(found.forecast == [.rainy, .sunny])
    #expect(found.gaps == [nil, 3])
    #expect(found.nested == [["a"], []])
    #expect(found.byDay == [1: nil, 2: 0.5])
    #expect(found.ranks == [.cloudy: .low])
    #expect(found.date == object.date)
    #expect(found.float.isNaN)
    #expect(found.past == .distantPast)
    #expect(found.uuid == object.uuid)
    #expect(found.address == object.address)
  }
}
